write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check a.gbir --format json -o trace.json
$ glassbox replay trace.json
