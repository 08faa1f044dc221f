write: a.gbir <<
fn @main() {
  local t: bool
b0:
  t = havoc
  assert t, "t is true"
  return
}
>>
$ glassbox check a.gbir --format json -o trace.json
write: a.gbir <<
fn @main() {
  local t: bool
b0:
  t = havoc
  return
}
>>
$ glassbox replay trace.json
