"""The bundled games, one package each. `tradewinds.registry` also finds games installed by other packages."""
