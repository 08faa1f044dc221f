$ glassbox check --time soon a.gbir
