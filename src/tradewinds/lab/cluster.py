"""Joining a Ray cluster, or starting one on this machine, quietly; and what to say if that fails."""

import os
import socket
from contextlib import suppress
from importlib import import_module
from typing import Any

from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.executor import all_cores

LOCAL, ANY = "local", "auto"
"""In place of an address, by Ray's own names: a cluster of this machine for us alone, and one that runs here."""

NOTHING_RUNS = "Could not find any running Ray instance"
"""How Ray says that there is no cluster on this machine."""

STORE = 256 * 2**20
"""Room in bytes for work and results under way, in a cluster that is started here."""

KNOCK_SECONDS = 5.0

QUIET = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}


def load_ray() -> Any:
    """Ray, told to keep to itself what it is used for."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Otherwise Ray gives advice about graphics cards.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "Ray", "extra": "ray"})) from error


def join(address: str | None, workers: int | None) -> tuple[Any, bool]:
    """Ray in a cluster, and whether we have to leave it: who uses Ray already goes on with the same cluster.

    Without an address that is one that runs on this machine, else one that is started with so many workers.
    """
    ray = load_ray()
    if address not in (None, LOCAL) and workers:
        raise Problem(Phrase("ray.workers"))
    if ray.is_initialized() and address is None:
        return ray, False
    # Ray would tell on standard output, among results, that a worker has died; crews do it themselves.
    with suppress(AttributeError):
        ray._private.worker.print_to_stdstream = lambda *_, **__: None
    if address is None and not workers:
        try:
            begin(ray, ANY, **without_dashboard())
        except Problem as problem:
            if NOTHING_RUNS not in str(problem.__cause__):
                raise
        else:
            return ray, True
    if address in (None, LOCAL):
        begin(ray, LOCAL, num_cpus=workers or all_cores(), object_store_memory=STORE, **QUIET)
    else:
        knock(str(address))
        begin(ray, str(address), **without_dashboard())
    return ray, True


def without_dashboard() -> dict[str, Any]:
    """How to be quiet in a cluster of others, who decided themselves about its dashboard."""
    return {name: value for name, value in QUIET.items() if name != "include_dashboard"}


def begin(ray: Any, address: str, **settings: Any) -> None:
    """Join or start, or say why not."""
    try:
        ray.init(address, **settings)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        reason = " ".join(str(error).split())
        key = "ray.version" if "ersion mismatch" in reason else "ray.unreachable"
        raise Problem(Phrase(key, {"address": address, "reason": reason.removeprefix("Version mismatch: ")})) from error


def knock(address: str) -> None:
    """Find out whether somebody answers at an address, since Ray would try for a minute."""
    if address == ANY:
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdigit() and int(port) < 2**16):
        raise Problem(Phrase("ray.no_address", {"address": address}))
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()
    except OSError as error:
        raise Problem(Phrase("ray.unreachable", {"address": address, "reason": str(error)})) from error


def leave(ray: Any) -> None:
    """End what `join` began."""
    ray.shutdown()
