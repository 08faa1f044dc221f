# The name is nearly that of a file beside it.
write: lock.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check lok.gbir
