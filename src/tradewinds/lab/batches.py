"""Much work in batches over threads; the compiled kernels release the GIL, so threads are enough."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

Progress = Callable[[int], None]
"""Told after each batch how many games it had."""


def silent(_: int) -> None:
    """Progress that nobody watches."""


def wait() -> None:
    """Batches that are under way are finished."""


def in_batches(
    work: Callable[[int, int], T],
    games: int,
    size: int,
    workers: int,
    progress: Progress = silent,
    halt: Callable[[], None] = wait,
) -> Iterator[T]:
    """Do work(first, count) for all games, batch by batch; results come in order, however many workers there are.

    `halt` is called when it ends, also before its time: work that takes long can then be broken off.
    """
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[tuple[int, Future[T]]] = deque()
        try:
            for first in range(0, games, size):
                count = min(size, games - first)
                waiting.append((count, pool.submit(work, first, count)))
                if len(waiting) > 4 * workers:
                    yield finish(waiting, progress)
            while waiting:
                yield finish(waiting, progress)
        finally:
            halt()
            pool.shutdown(wait=True, cancel_futures=True)


def finish(waiting: "deque[tuple[int, Future[T]]]", progress: Progress) -> T:
    """Wait for the oldest batch."""
    count, future = waiting.popleft()
    result = future.result()
    progress(count)
    return result
