"""What every game shares in compiled form."""

import os

# Rules are short loops and many branches: without vectorised loops and at level 2 they run as fast, and compile sooner.
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
os.environ.setdefault("NUMBA_OPT", "2")
