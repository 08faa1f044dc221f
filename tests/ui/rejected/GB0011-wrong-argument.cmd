write: a.gbir <<
fn @main(small: u8): u8 {
b0:
  return small
}
>>
$ glassbox run a.gbir 256
