write: a.gbir <<
fn @main() {
b0:
  return
}
>>
mkdir: reports
$ glassbox check a.gbir -o reports
