write: trace.json <<
{ "schema": "glassbox-report/1", "verdict": "violated" }
>>
$ glassbox replay trace.json
