write: a.gbir <<
fn @max(a: i32, b: i32): i32 {
  local t: bool
b0:
  t = lt a, b
  branch t, b1, b2
b1:
  return b
b2:
  return a
}
>>
$ glassbox run --entry max a.gbir 1
