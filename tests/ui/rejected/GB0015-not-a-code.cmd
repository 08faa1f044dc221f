$ glassbox explain everything
