# Programs that read reports get the diagnostic in JSON.
$ glassbox check missing.gbir --format json
