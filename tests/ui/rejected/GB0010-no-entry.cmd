write: a.gbir <<
fn @brew() {
b0:
  return
}
>>
$ glassbox check a.gbir
