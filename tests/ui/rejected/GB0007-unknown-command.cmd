$ glassbox chek a.gbir
