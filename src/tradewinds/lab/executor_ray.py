"""A crew of worker processes in a Ray cluster: of this machine alone, or of as many as have joined it.

Work travels pickled, once to each process, and results come back pickled: both are then what they would be between
threads. Every process loads the compiled rules from the cache of its own machine. A batch that is lost with its worker
is done again by another one.
"""

import hashlib
import pickle
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import numba
import numpy as np

from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.cluster import join, leave, load_ray
from tradewinds.lab.executor import AHEAD, Span, Work, in_order

T = TypeVar("T")

Tell = Callable[[Phrase], None]
"""Told what befalls the cluster while others only wait for results."""

TRIES = 5
"""A batch that has cost so many workers is given up: the fault is in it, not in them."""

LOOK_SECONDS = 5.0
"""So often is looked whether machines are lost."""

CANCEL_SECONDS = 5.0
"""So long a worker has to heed that its batch is cancelled."""


class RayCrew:
    """The workers of a Ray cluster: one that runs at an address, or one of this machine. Close it after use."""

    def __init__(self, address: str | None = None, workers: int | None = None, tell: Tell = lambda _: None) -> None:
        self.tell = tell
        self.ray, self.own = join(address, workers)
        errors = self.ray.exceptions
        self.losses = (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError)
        # What is lost is begun again below, where it can be told.
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(do_batch)
        self.lost = set(self.machines(alive=False))
        self.looked = monotonic()
        if not self.cores():
            tell(Phrase("ray.empty"))

    @property
    def workers(self) -> int:
        """How many cores the cluster has at this moment."""
        return max(1, self.cores())

    def cores(self) -> int:
        """The same, where it may be none."""
        return int(self.ray.cluster_resources().get("CPU", 0))

    def machines(self, alive: bool) -> dict[str, str]:
        """The machines that are with us, or those that are lost, by what Ray calls them, with their addresses."""
        return {node["NodeID"]: node["NodeManagerAddress"] for node in self.ray.nodes() if node["Alive"] is alive}

    def carry_out(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Do the work for each batch somewhere in the cluster; the results come in order."""
        packed, under_way = self.ray.put(self.ray.cloudpickle.dumps(work)), dict[Span, Any]()

        def begin(span: Span) -> Any:
            # In a list, lest Ray fetches it anew for each batch.
            under_way[span] = self.task.remote([packed], package_digest(), span)
            return under_way[span]

        def finish(span: Span, batch: Any) -> T:
            result: T = pickle.loads(self.wait_for(span, batch, begin))
            del under_way[span]
            return result

        try:
            yield from in_order(begin, finish, spans, AHEAD * self.workers)
        finally:
            self.cancel(list(under_way.values()))

    def cancel(self, batches: list[Any]) -> None:
        """Cancel batches that are under way; a worker that does not heed it, as happens rarely, is killed."""
        if not batches:
            return
        with suppress(Exception):
            for batch in batches:
                self.ray.cancel(batch)
            _, left = self.ray.wait(batches, num_returns=len(batches), timeout=CANCEL_SECONDS)
            for batch in left:
                self.ray.cancel(batch, force=True)

    def wait_for(self, span: Span, batch: Any, begin: Callable[[Span], Any]) -> bytes:
        """The result of a batch, whoever is lost meanwhile."""
        errors = self.ray.exceptions
        for _ in range(TRIES):
            try:
                result: bytes = self.ray.get(batch)
            except errors.RayTaskError as error:
                raise error.cause if isinstance(error.cause, Exception) else error from None
            except self.losses as error:
                loss = error
                self.tell_loss(span)
                batch = begin(span)
            except errors.RayError as error:
                raise Problem(Phrase("ray.broken", {"reason": first_line(error)})) from error
            else:
                if monotonic() > self.looked + LOOK_SECONDS:
                    self.look_round()
                return result
        values = {"first": span[0] + 1, "last": sum(span), "tries": TRIES, "reason": first_line(loss)}
        raise Problem(Phrase("ray.given_up", values)) from loss

    def tell_loss(self, span: Span) -> None:
        """Say what was lost with a batch: a machine, or else a single worker."""
        if not self.look_round():
            self.tell(Phrase("ray.worker_lost", {"first": span[0] + 1, "last": sum(span)}))

    def look_round(self) -> bool:
        """Say which machines are lost that were not before; whether there are such."""
        self.looked = monotonic()
        gone = {key: name for key, name in self.machines(alive=False).items() if key not in self.lost}
        self.lost |= gone.keys()
        for name in gone.values():
            self.tell(Phrase("ray.machine_lost", {"machine": name, "rest": len(self.machines(alive=True))}))
        return bool(gone)

    def close(self) -> None:
        """Leave the cluster; one that was started for this crew ends."""
        if self.own:
            leave(self.ray)


def do_batch(packed: list[Any], digest: str, span: Span) -> bytes:
    """What a worker process does."""
    if digest != package_digest():
        import socket

        raise Problem(Phrase("ray.other_package", {"machine": socket.gethostname()}))
    return pickle.dumps(unpacked(packed[0])(*span))


@lru_cache(maxsize=4)
def unpacked(packed: Any) -> Work[Any]:
    """Work that this process received before is at hand."""
    work: Work[Any] = pickle.loads(load_ray().get(packed))
    return work


@cache
def package_digest() -> str:
    """A digest of all that results depend on, which must be the same everywhere."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(path for kind in ("py", "toml", "npz") for path in package.rglob(f"*.{kind}")):
        digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def first_line(error: BaseException) -> str:
    """What an error says, in short."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
