$ glassbox run nowhere/a.gbir
