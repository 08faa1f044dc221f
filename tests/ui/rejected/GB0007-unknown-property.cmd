$ glassbox check --property asert a.gbir
