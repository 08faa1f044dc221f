write: a.txt <<
some text
>>
$ glassbox check a.txt
