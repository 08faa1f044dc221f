$ glassbox check -q -v a.gbir
