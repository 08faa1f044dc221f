write: a.gbir <<
class Lonely { }
>>
$ glassbox check a.gbir
