"""Analysis of finished games and positions."""
