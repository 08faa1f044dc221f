# The text format has a terminator for it.
write: plain.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check --caught-assertions count plain.gbir
