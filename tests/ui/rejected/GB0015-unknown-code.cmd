$ glassbox explain GB9999
