"""Executor on a Ray cluster of one or more machines.

Work is unpickled once per process, and results are pickled by the worker, so they are the same as with threads. Every
process loads compiled rules from its machine's cache. A batch lost with its worker is submitted again.
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

from tradewinds.executor import PREFETCH, Span, Work, ordered_results
from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.cluster import connect, load_ray

T = TypeVar("T")

Notify = Callable[[Phrase], None]
"""Callback for messages about the cluster, such as lost nodes."""

MAX_ATTEMPTS = 5
"""Attempts per batch; a batch that kills this many workers is itself at fault."""

NODE_CHECK_SECONDS = 5.0
"""Interval between checks for lost nodes."""

CANCEL_SECONDS = 5.0
"""Grace period for cancelled batches before their workers are killed."""


class RayExecutor:
    """Runs batches on a Ray cluster, at an address or on this machine. Close it after use."""

    def __init__(self, address: str | None = None, workers: int | None = None, notify: Notify = lambda _: None) -> None:
        self.notify = notify
        self.ray, self.owned = connect(address, workers)
        errors = self.ray.exceptions
        self.losses = (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError)
        # Lost batches are submitted again by _wait_for, which reports them.
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(run_batch)
        self.lost = set(self._nodes(alive=False))
        self.checked = monotonic()
        if not self._cpus():
            notify(Phrase("ray.empty"))

    @property
    def workers(self) -> int:
        """Number of cores currently in the cluster, at least 1."""
        return max(1, self._cpus())

    def _cpus(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def _nodes(self, alive: bool) -> dict[str, str]:
        """Return the addresses of live or dead nodes by node id."""
        return {node["NodeID"]: node["NodeManagerAddress"] for node in self.ray.nodes() if node["Alive"] is alive}

    def map(self, work: Work[T], spans: Iterable[Span]) -> Generator[T, None, None]:
        """Run the work on each batch in the cluster and yield the results in order."""
        packed, pending = self.ray.put(self.ray.cloudpickle.dumps(work)), dict[Span, Any]()

        def submit(span: Span) -> Any:
            # Wrapped in a list, or Ray would fetch the object for every batch.
            pending[span] = self.task.remote([packed], package_digest(), span)
            return pending[span]

        def collect(span: Span, batch: Any) -> T:
            result: T = pickle.loads(self._wait_for(span, batch, submit))
            del pending[span]
            return result

        try:
            yield from ordered_results(submit, collect, spans, PREFETCH * self.workers)
        finally:
            self.cancel(list(pending.values()))

    def cancel(self, batches: list[Any]) -> None:
        """Cancel pending batches; kill workers that do not respond."""
        if not batches:
            return
        with suppress(Exception):
            for batch in batches:
                self.ray.cancel(batch)
            _, left = self.ray.wait(batches, num_returns=len(batches), timeout=CANCEL_SECONDS)
            for batch in left:
                self.ray.cancel(batch, force=True)

    def _wait_for(self, span: Span, batch: Any, submit: Callable[[Span], Any]) -> bytes:
        """Return the result of a batch, submitting it again if its worker is lost."""
        errors = self.ray.exceptions
        for _ in range(MAX_ATTEMPTS):
            try:
                result: bytes = self.ray.get(batch)
            except errors.RayTaskError as error:
                raise error.cause if isinstance(error.cause, Exception) else error from None
            except self.losses as error:
                loss = error
                self._report_loss(span)
                batch = submit(span)
            except errors.RayError as error:
                raise Problem(Phrase("ray.broken", {"reason": first_line(error)})) from error
            else:
                if monotonic() > self.checked + NODE_CHECK_SECONDS:
                    self._check_nodes()
                return result
        values = {"first": span[0] + 1, "last": sum(span), "tries": MAX_ATTEMPTS, "reason": first_line(loss)}
        raise Problem(Phrase("ray.given_up", values)) from loss

    def _report_loss(self, span: Span) -> None:
        """Report newly lost nodes or, if there are none, a lost worker."""
        if not self._check_nodes():
            self.notify(Phrase("ray.worker_lost", {"first": span[0] + 1, "last": sum(span)}))

    def _check_nodes(self) -> bool:
        """Report newly lost nodes; return whether there are any."""
        self.checked = monotonic()
        gone = {key: name for key, name in self._nodes(alive=False).items() if key not in self.lost}
        self.lost |= gone.keys()
        for name in gone.values():
            self.notify(Phrase("ray.machine_lost", {"machine": name, "rest": len(self._nodes(alive=True))}))
        return bool(gone)

    def close(self) -> None:
        """Disconnect if this executor connected; this also stops a cluster that it started."""
        if self.owned:
            self.ray.shutdown()


def run_batch(packed: list[Any], digest: str, span: Span) -> bytes:
    """Run one batch in a worker process."""
    if digest != package_digest():
        import socket

        raise Problem(Phrase("ray.other_package", {"machine": socket.gethostname()}))
    return pickle.dumps(load_work(packed[0])(*span))


@lru_cache(maxsize=4)
def load_work(packed: Any) -> Work[Any]:
    """Unpickle the work, once per process."""
    work: Work[Any] = pickle.loads(load_ray().get(packed))
    return work


@cache
def package_digest() -> str:
    """Return a digest of the code, data and versions that results depend on; it must be the same on all machines."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(path for kind in ("py", "toml", "npz") for path in package.rglob(f"*.{kind}")):
        digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
