# Even a wrong command line is answered in JSON where JSON is asked for.
$ glassbox check --format json --depth none a.gbir
