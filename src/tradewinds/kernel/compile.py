"""The decorators for rule functions: compiled by Numba, cached between runs, free of the GIL.

Numba's on-disk cache notices edits in a function's own file only, not in the files it calls. So the cache
lives in a folder named after a digest of everything that is ever compiled together.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event

from tradewinds.games import GAMES
from tradewinds.kernel.numba_pipeline import HelperCompiler, HelperType, VectorCompiler

F = TypeVar("F", bound=Callable[..., object])

config: Any = numba.config

PACKAGE = Path(__file__).resolve().parent.parent
KEEP_SECONDS = 30 * 24 * 3600

COMMON: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
APART: Any = {
    **COMMON,
    "_nrt": True,
    "no_cpython_wrapper": True,
    "forceinline": False,
    "pipeline_class": HelperCompiler,
}
INLINE: Any = {**APART, "forceinline": True}
BORROW: Any = {**INLINE, "_nrt": False}
VECTORS: Any = {**APART, "pipeline_class": VectorCompiler}


def source_digest() -> str:
    """A short digest of all sources that are compiled together: the kernel and every game."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in (PACKAGE / "kernel", *(PACKAGE / "games" / name for name in GAMES)):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: $TRADEWINDS_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("TRADEWINDS_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "tradewinds"
    return Path.home() / ".cache" / "tradewinds"


def open_cache() -> Path:
    """Create the folder for the present sources and drop those that nobody has used for a month."""
    root = cache_root()
    try:
        folder = root / source_digest()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="tradewinds-"))
    for other in root.iterdir():
        # Another start may be cleaning up at the same time.
        with suppress(OSError):
            if other.is_dir() and other.stat().st_mtime < time.time() - KEEP_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def compiled(function: F) -> F:
    """Compile a function when it is first called; with NUMBA_DISABLE_JIT=1 it stays plain Python."""
    wrapped: F = numba.njit(**COMMON, cache=True)(function)
    return wrapped


class Helper:
    """A helper for compiled functions; called from Python it runs as plain Python.

    Without a compiled door of its own to Python a helper compiles in half the time, and runs faster.
    """

    def __init__(self, function: Callable[..., object], how: Any) -> None:
        self.function = function
        self.compiled = numba.njit(**how)(function)
        self._numba_type_ = HelperType(self.compiled)
        update_wrapper(self, function)

    def __call__(self, *args: object) -> object:
        """Run it uncompiled."""
        return self.function(*args)


def inlined(function: F) -> F:
    """Make a function a helper that compiled functions take in whole."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, INLINE))


def apart(function: F) -> F:
    """Make a function a helper that is called: for what is long or rare, since taking it in everywhere takes long."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, APART))


def borrowing(function: F) -> F:
    """Make a function a helper that is taken in whole and does not count who refers to an array.

    For loops over tuples of arrays, in which Numba would spend most of the time counting. It must make no arrays.
    """
    return function if config.DISABLE_JIT else cast(F, Helper(function, BORROW))


def vectorised(function: F) -> F:
    """Make a function a helper that is called, with loops over many numbers at a time."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, VECTORS))


class FirstCompilation(event.Listener):
    """Calls back once, when something is compiled that was not in the cache."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def on_start(self, event: object) -> None:  # noqa: ARG002
        """Something is being compiled."""
        if self.callback:
            self.callback()
            self.callback = None

    def on_end(self, event: object) -> None:
        """Done."""


def on_first_compilation(callback: Callable[[], None]) -> None:
    """Have somebody told when it will take a while because rules must be compiled."""
    event.register("numba:compile", FirstCompilation(callback))  # type: ignore[no-untyped-call]


if config.DISABLE_JIT:
    # Counters and hashes wrap around at 64 bits; plain NumPy scalars would warn about it.
    np.seterr(over="ignore")
elif not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(open_cache())
