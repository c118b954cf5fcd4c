"""The engine protocol: one JSON object per line in and out, so that a program in any language can drive a game."""

from tradewinds.engine.engine import Engine

__all__ = ["Engine"]
