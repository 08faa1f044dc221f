write: trace.json <<
{ "schema": "glassbox-report/99" }
>>
$ glassbox replay trace.json
