"""The games that come with Tradewinds, one package each. `tradewinds.registry` finds others that are installed."""
