bytes: a.gbir 7f 45 4c 46 02 01 01 00 ff fe
$ glassbox check a.gbir
