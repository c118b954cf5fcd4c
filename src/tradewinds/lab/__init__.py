"""Experiments over many games: arena, training, environments and studies."""
