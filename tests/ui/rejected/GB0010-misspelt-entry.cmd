write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check a.gbir --entry mian
