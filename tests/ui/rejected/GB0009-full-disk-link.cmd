# A link to a device is written through.
write: a.gbir <<
fn @main() {
  local t: bool
b0:
  t = havoc
  assert t, "t is true"
  return
}
>>
link: report.json /dev/full
$ glassbox check a.gbir -o report.json
