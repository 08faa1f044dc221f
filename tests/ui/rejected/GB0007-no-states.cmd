$ glassbox check --states 0 a.gbir
