$ glassbox check --memory 0 a.gbir
