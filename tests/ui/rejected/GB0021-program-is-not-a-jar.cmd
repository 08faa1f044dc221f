# The program is called a jar, but is a text.
write: program.jar <<
This is no archive.
>>
$ glassbox run program.jar
