$ glassbox check --time 1s --time 2s a.gbir
