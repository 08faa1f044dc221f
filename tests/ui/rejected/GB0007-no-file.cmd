$ glassbox check
