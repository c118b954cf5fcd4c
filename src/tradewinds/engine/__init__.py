"""The engine protocol: one JSON object per line, so that programs in any language can drive games."""

from tradewinds.engine.engine import Engine

__all__ = ["Engine"]
