"""Executors that run batches of games on local threads or on a cluster.

Work is a function of the first game's number and the number of games. It must be picklable for executors on other
machines: a module-level function with arguments bound by `partial`, or a callable object. Compiled kernels release the
GIL, so threads suffice on one machine.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from threading import Event, local
from typing import Protocol, TypeVar

T = TypeVar("T")
H = TypeVar("H")

Span = tuple[int, int]
"""First game of a batch and number of games."""

Work = Callable[[int, int], T]
"""Plays the games of one batch."""

Progress = Callable[[int], None]
"""Called after each batch with its number of games."""

PREFETCH = 4
"""Batches per worker that are pending or finished but not yet consumed, which bounds memory."""


def no_progress(_: int) -> None:
    """Ignore progress."""


class Executor(Protocol):
    """Runs batches in parallel. Results do not depend on the executor."""

    @property
    def workers(self) -> int:
        """Number of batches that run at the same time."""

    def map(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Run the work on each batch and yield results in order. Closing the generator cancels pending batches."""


class LocalExecutor:
    """Runs batches on threads of this machine; by default one thread per core."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cpu_count()

    def map(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Run the work on each batch in a thread and yield results in order."""
        stop = Event()
        with ThreadPoolExecutor(self.workers) as pool:

            def submit(span: Span) -> "Future[T]":
                return pool.submit(_run_batch, stop, work, span)

            try:
                yield from ordered_results(submit, lambda _, future: future.result(), spans, PREFETCH * self.workers)
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)


SERIAL = LocalExecutor(1)
"""An executor with a single thread."""


def cpu_count() -> int:
    """Return the number of cores available to this process."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class _WorkerContext(local):
    """Thread-local state of a worker thread."""

    stop: Event | None = None


_context = _WorkerContext()


def _run_batch(stop: Event, work: Work[T], span: Span) -> T:
    _context.stop = stop
    return work(*span)


def cancelled() -> bool:
    """Return whether the current thread's batch was cancelled. Long-running work polls this."""
    return _context.stop is not None and _context.stop.is_set()


def ordered_results(
    submit: Callable[[Span], H], collect: Callable[[Span, H], T], spans: Iterable[Span], limit: int
) -> Iterator[T]:
    """Submit batches up to `limit` ahead and yield their results in order."""
    waiting: deque[tuple[Span, H]] = deque()
    for span in spans:
        waiting.append((span, submit(span)))
        if len(waiting) > limit:
            yield collect(*waiting.popleft())
    while waiting:
        yield collect(*waiting.popleft())


def batch_spans(games: int, size: int) -> Iterator[Span]:
    """Split games into batches; the last one may be smaller."""
    return ((first, min(size, games - first)) for first in range(0, games, size))


def map_batches(
    work: Work[T], games: int, size: int, executor: Executor, progress: Progress = no_progress
) -> Generator[T, None, None]:
    """Run work(first, count) over all games in batches and yield results in order. Closing it cancels the rest."""
    with closing(executor.map(work, batch_spans(games, size))) as results:
        for (_, count), result in zip(batch_spans(games, size), results, strict=True):
            progress(count)
            yield result
