write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox run a.gbir 7
