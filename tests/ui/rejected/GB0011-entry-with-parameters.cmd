write: a.gbir <<
fn @main(coins: i32) {
b0:
  return
}
>>
$ glassbox check a.gbir
