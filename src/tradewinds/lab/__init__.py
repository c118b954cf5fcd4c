"""Experiments: many games at once, measured."""
