"""Compiled foundation shared by all games: records, dispatch, search, observations and self-play."""

import os

# Rules are short loops with many branches: vectorisation and -O3 gain nothing and slow down compilation.
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
os.environ.setdefault("NUMBA_OPT", "2")
