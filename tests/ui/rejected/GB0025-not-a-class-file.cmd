# The file begins like a class file and goes no further.
bytes: Main.class ca fe ba be 00 00
$ glassbox check Main.class
