write: a.gbir <<
fn @main(): i32 {
  local x: i32
b0:
  x = choose 1, 6
  return x
}
>>
$ glassbox run --choices 7 a.gbir
