"""Studies: repeatable experiments over boxes and bots, with confidence intervals."""
