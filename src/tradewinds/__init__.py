"""Tradewinds: Bombay and Borneo, two trading board games, exactly by their rulebooks."""

__version__ = "0.1.0"
