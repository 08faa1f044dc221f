$ glassbox check --depth 0 a.gbir
