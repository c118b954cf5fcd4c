"""Connect to a Ray cluster, or start a local one."""

import os
import socket
from contextlib import suppress
from importlib import import_module
from typing import Any

from tradewinds.executor import cpu_count
from tradewinds.i18n import Phrase, Problem

LOCAL, ANY = "local", "auto"
"""Ray's names for a private local cluster and for one already running on this machine."""

NO_CLUSTER = "Could not find any running Ray instance"
"""Ray's message when no cluster runs on this machine."""

OBJECT_STORE_BYTES = 256 * 2**20
"""Object store size of a cluster that `connect` starts."""

CONNECT_SECONDS = 5.0

QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}


def load_ray() -> Any:
    """Import Ray with usage statistics turned off."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Silences a warning about GPUs.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "Ray", "extra": "ray"})) from error


def connect(address: str | None, workers: int | None) -> tuple[Any, bool]:
    """Connect to a cluster; return the `ray` module and whether the caller must shut it down afterwards.

    Without an address, use the cluster that this process is connected to, else one running on this machine (unless
    `workers` is given), else start one with `workers` processes.
    """
    ray = load_ray()
    if address not in (None, LOCAL) and workers:
        raise Problem(Phrase("ray.workers"))
    if ray.is_initialized() and address is None:
        return ray, False
    # Ray prints worker deaths to standard output, which carries results; RayExecutor reports them itself.
    with suppress(AttributeError):
        ray._private.worker.print_to_stdstream = lambda *_, **__: None
    if address is None and not workers:
        try:
            init_ray(ray, ANY, **QUIET)
        except Problem as problem:
            if NO_CLUSTER not in str(problem.__cause__):
                raise
        else:
            return ray, True
    if address in (None, LOCAL):
        init_ray(
            ray,
            LOCAL,
            num_cpus=workers or cpu_count(),
            object_store_memory=OBJECT_STORE_BYTES,
            include_dashboard=False,
            **QUIET,
        )
    else:
        check_reachable(str(address))
        init_ray(ray, str(address), **QUIET)
    return ray, True


def init_ray(ray: Any, address: str, **settings: Any) -> None:
    """Call `ray.init` and turn its errors into Problems."""
    try:
        ray.init(address, **settings)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        reason = " ".join(str(error).split())
        key = "ray.version" if "ersion mismatch" in reason else "ray.unreachable"
        raise Problem(Phrase(key, {"address": address, "reason": reason.removeprefix("Version mismatch: ")})) from error


def check_reachable(address: str) -> None:
    """Raise a Problem if nothing listens at the address; Ray itself would retry for a minute."""
    if address == ANY:
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdigit() and int(port) < 2**16):
        raise Problem(Phrase("ray.no_address", {"address": repr(address)}))
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise Problem(Phrase("ray.unreachable", {"address": address, "reason": str(error)})) from error
