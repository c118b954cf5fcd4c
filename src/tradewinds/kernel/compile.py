"""Decorators that compile functions with Numba: cached on disk, without the GIL.

Numba invalidates a cached function only when its own file changes, not when a callee's file does. The cache directory
is therefore named after a digest of all sources that are compiled together.
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

from tradewinds.registry import GAMES, game_folder

F = TypeVar("F", bound=Callable[..., object])

config: Any = numba.config

KERNEL = Path(__file__).resolve().parent
CACHE_MAX_AGE = 30 * 24 * 3600

PLAIN = os.environ.get("TRADEWINDS_NJIT") == "plain"
"""Whether to compile everything with plain `njit`, which is slower but uses none of Numba's private APIs."""

JIT_OPTIONS: Any = {"nogil": True, "error_model": "numpy"}
if PLAIN:
    HelperType: Any = numba.types.Dispatcher
    NOINLINE = INLINE = NO_REFCOUNT = VECTORISED = JIT_OPTIONS
else:
    from tradewinds.kernel.numba_pipeline import HelperCompiler, HelperType, VectorisedCompiler

    JIT_OPTIONS = {**JIT_OPTIONS, "no_cfunc_wrapper": True}
    HELPER: Any = {**JIT_OPTIONS, "_nrt": True, "no_cpython_wrapper": True}
    NOINLINE = {**HELPER, "forceinline": False, "pipeline_class": HelperCompiler}
    INLINE = {**NOINLINE, "forceinline": True}
    NO_REFCOUNT = {**INLINE, "_nrt": False}
    VECTORISED = {**NOINLINE, "pipeline_class": VectorisedCompiler}


def source_digest() -> str:
    """Return a short digest of all sources that are compiled together: the kernel and every game."""
    digest = hashlib.sha256(f"{PLAIN} {numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in (KERNEL, *map(game_folder, GAMES)):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the cache directory: $TRADEWINDS_CACHE, else a folder in the user's cache directory."""
    if chosen := os.environ.get("TRADEWINDS_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "tradewinds"
    return Path.home() / ".cache" / "tradewinds"


def open_cache() -> Path:
    """Create the cache directory for the current sources and delete directories unused for a month."""
    root = cache_root()
    try:
        folder = root / source_digest()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="tradewinds-"))
    for other in root.iterdir():
        # Another process may be cleaning up concurrently.
        with suppress(OSError):
            if other.is_dir() and other.stat().st_mtime < time.time() - CACHE_MAX_AGE:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def compiled(function: F) -> F:
    """Compile an entry point on its first call; with NUMBA_DISABLE_JIT=1 it stays plain Python."""
    wrapped: F = numba.njit(**JIT_OPTIONS, cache=True)(function)
    return wrapped


class Helper:
    """A function callable from compiled code; called from Python it runs uncompiled.

    Without a CPython wrapper a helper compiles in half the time and runs faster.
    """

    def __init__(self, function: Callable[..., object], options: Any) -> None:
        self.function = function
        self.compiled = numba.njit(**options)(function)
        self._numba_type_ = HelperType(self.compiled)
        update_wrapper(self, function)

    def __call__(self, *args: object) -> object:
        return self.function(*args)


def inlined(function: F) -> F:
    """Turn a function into a helper that is inlined into its callers."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, INLINE))


def noinline(function: F) -> F:
    """Turn a function into a helper that is never inlined: for long or rarely run code, so it is compiled only once."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, NOINLINE))


def no_refcount(function: F) -> F:
    """Turn a function into an inlined helper without reference counting of arrays.

    For loops over tuples of arrays, which would spend most of their time on reference counts. The function must not
    allocate arrays.
    """
    return function if config.DISABLE_JIT else cast(F, Helper(function, NO_REFCOUNT))


def vectorised(function: F) -> F:
    """Turn a function into a helper that is never inlined and whose loops are vectorised."""
    return function if config.DISABLE_JIT else cast(F, Helper(function, VECTORISED))


class FirstCompilation(event.Listener):
    """Event listener that calls back once, on the first compilation that misses the cache."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def on_start(self, event: object) -> None:  # noqa: ARG002
        if self.callback:
            self.callback()
            self.callback = None

    def on_end(self, event: object) -> None: ...


def on_first_compilation(callback: Callable[[], None]) -> None:
    """Register a callback for the first function that has to be compiled, which takes a while."""
    event.register("numba:compile", FirstCompilation(callback))  # type: ignore[no-untyped-call]


if config.DISABLE_JIT:
    # Counters and hashes wrap around at 64 bits; NumPy scalars would warn about it.
    np.seterr(over="ignore")
elif not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(open_cache())
