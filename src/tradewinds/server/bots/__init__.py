"""Bot moves, hints and reviews, computed on background threads."""
