mkdir: models
$ glassbox check models
