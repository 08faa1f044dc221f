# A class file with a constant of a kind that there is not.
bytes: Main.class ca fe ba be 00 00 00 3d 00 05 63 00 04 4d 61 69 6e 07 00 01 01 00 10 6a 61 76 61 2f 6c 61 6e 67 2f 4f 62 6a 65 63 74 07 00 03 00 21 00 02 00 04 00 00 00 00 00 00 00 00
$ glassbox run Main.class
