$ glassbox check --search xfs a.gbir
