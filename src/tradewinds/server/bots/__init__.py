"""Bot moves and hints, computed on background threads."""
