write: a.gbir <<

>>
$ glassbox check a.gbir
