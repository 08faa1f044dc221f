write: program <<
some text
>>
$ glassbox check program
