write: trace.json <<
{}
>>
$ glassbox replay trace.json
