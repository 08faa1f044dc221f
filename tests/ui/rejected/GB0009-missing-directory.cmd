write: a.gbir <<
fn @main() {
b0:
  return
}
>>
$ glassbox check a.gbir -o nowhere/report.json
absent: nowhere
