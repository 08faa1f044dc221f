# The verdict was found, but nobody gets it: exit code 2, not the verdict's.
write: a.gbir <<
fn @main() {
  local t: bool
b0:
  t = havoc
  assert t, "t is true"
  return
}
>>
$ glassbox check a.gbir --format json -o /dev/full
