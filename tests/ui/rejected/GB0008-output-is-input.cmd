# The program is not overwritten, not even through a link.
write: a.gbir <<
fn @main() {
b0:
  return
}
>>
link: b.gbir a.gbir
$ glassbox check a.gbir -o ./b.gbir
unchanged: a.gbir
