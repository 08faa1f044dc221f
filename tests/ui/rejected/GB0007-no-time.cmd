$ glassbox check --time 0s a.gbir
