$ glassbox check --serch dfs a.gbir
