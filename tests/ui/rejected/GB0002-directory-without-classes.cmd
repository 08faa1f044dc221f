# A directory that has a file, but no classes.
mkdir: d
write: d/notes.txt <<
nothing
>>
$ glassbox check d
