write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check a.gbir -o a.gbir/report.json
unchanged: a.gbir
