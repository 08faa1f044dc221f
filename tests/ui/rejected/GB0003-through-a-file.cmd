# The system refuses: a file is no directory.
write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check a.gbir/b.gbir
