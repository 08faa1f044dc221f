# A method with `jsr` and `ret`, which compilers wrote before Java 6.
bytes: Main.class ca fe ba be 00 00 00 31 00 08 01 00 04 4d 61 69 6e 07 00 01 01 00 10 6a 61 76 61 2f 6c 61 6e 67 2f 4f 62 6a 65 63 74 07 00 03 01 00 04 6d 61 69 6e 01 00 16 28 5b 4c 6a 61 76 61 2f 6c 61 6e 67 2f 53 74 72 69 6e 67 3b 29 56 01 00 04 43 6f 64 65 00 21 00 02 00 04 00 00 00 00 00 01 00 09 00 05 00 06 00 01 00 07 00 00 00 13 00 01 00 02 00 00 00 07 a8 00 04 b1 4c a9 01 00 00 00 00 00 00
$ glassbox run Main.class
