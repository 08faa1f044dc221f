bytes: a.gbir 66 6e 20 00
$ glassbox check a.gbir
