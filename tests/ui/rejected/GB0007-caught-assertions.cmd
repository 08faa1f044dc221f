$ glassbox check --caught-assertions count ../violated/assertion.gbir
