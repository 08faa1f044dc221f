# The class is there, what it extends is not.
bytes: Main.class ca fe ba be 00 00 00 3d 00 05 01 00 04 4d 61 69 6e 07 00 01 01 00 10 6f 72 67 2f 65 78 61 6d 70 6c 65 2f 42 61 73 65 07 00 03 00 21 00 02 00 04 00 00 00 00 00 00 00 00
$ glassbox run Main.class
