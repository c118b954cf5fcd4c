"""Much work in batches, and the crews that do it: threads of this machine, or the machines of a cluster.

Work is a function of the first game's number and how many there are. A crew of another machine receives it pickled, so
it is a function of a module with its arguments bound by `partial`, or an object that can be called. The compiled
kernels release the GIL: on one machine threads are enough.
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
"""The number of the first game of a batch, and how many it has."""

Work = Callable[[int, int], T]
"""Plays the games of a batch."""

Progress = Callable[[int], None]
"""Told after each batch how many games it had."""

AHEAD = 4
"""So many batches for each worker are under way or wait to be asked for, so that results need little room."""


def silent(_: int) -> None:
    """Progress that nobody watches."""


class Crew(Protocol):
    """Who does the work; whoever it is, the same work has the same results."""

    @property
    def workers(self) -> int:
        """How many batches are worked on at the same time."""

    def carry_out(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Do the work for each batch; the results come in order. Closed early, it breaks off what is under way."""


class LocalCrew:
    """Threads of this machine, without a number as many as it has cores."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or all_cores()

    def carry_out(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Do the work for each batch in a thread; the results come in order."""
        stop = Event()
        with ThreadPoolExecutor(self.workers) as pool:

            def begin(span: Span) -> "Future[T]":
                return pool.submit(attend, stop, work, span)

            try:
                yield from in_order(begin, lambda _, future: future.result(), spans, AHEAD * self.workers)
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)


ALONE = LocalCrew(1)
"""A single thread."""


def all_cores() -> int:
    """How many cores this program may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class Attending(local):
    """What a thread of a crew knows about the work it does."""

    stop: Event | None = None


attending = Attending()


def attend(stop: Event, work: Work[T], span: Span) -> T:
    """Do one batch in this thread."""
    attending.stop = stop
    return work(*span)


def halted() -> bool:
    """Whether nobody wants the batch any more that this thread works on: asked by work that takes long."""
    return attending.stop is not None and attending.stop.is_set()


def in_order(
    begin: Callable[[Span], H], finish: Callable[[Span, H], T], spans: Iterable[Span], most: int
) -> Iterator[T]:
    """Begin batch after batch, at most so many ahead of the one whose result is next."""
    waiting: deque[tuple[Span, H]] = deque()
    for span in spans:
        waiting.append((span, begin(span)))
        if len(waiting) > most:
            yield finish(*waiting.popleft())
    while waiting:
        yield finish(*waiting.popleft())


def spans_of(games: int, size: int) -> Iterator[Span]:
    """All games in batches of a size; the last one may be smaller."""
    return ((first, min(size, games - first)) for first in range(0, games, size))


def in_batches(work: Work[T], games: int, size: int, crew: Crew, progress: Progress = silent) -> Iterator[T]:
    """Do work(first, count) for all games, batch by batch; results come in order, whoever the crew is."""
    with closing(crew.carry_out(work, spans_of(games, size))) as results:
        for (_, count), result in zip(spans_of(games, size), results, strict=True):
            progress(count)
            yield result
