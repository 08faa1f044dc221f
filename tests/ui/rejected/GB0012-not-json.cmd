write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox replay a.gbir
