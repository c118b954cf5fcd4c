"""Entry point of the server."""

import errno
import os
import socket
from typing import Any

import uvicorn

from tradewinds.i18n import Phrase, Problem
from tradewinds.server.http.bounded_http import BoundedHttp
from tradewinds.server.realtime.bounded_websocket import BoundedWebSocket
from tradewinds.server.settings import ServerSettings, export_settings


def serve(settings: ServerSettings) -> None:
    """Run the server in one or more processes until it is stopped."""
    export_settings(settings)
    uvicorn.run(
        "tradewinds.server.app:from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        **uvicorn_options(settings),
    )


def require_free_port(host: str, port: int) -> None:
    """Raise if this process cannot listen on an address."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, _, _, address in found:
            with socket.socket(family, kind) as probe:
                if os.name == "posix":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        reasons = {errno.EADDRINUSE: "serve.port_used", errno.EACCES: "serve.port_forbidden"}
        key = reasons.get(error.errno or 0, "serve.no_address")
        raise Problem(Phrase(key, {"port": port, "host": host, "reason": error.strerror})) from error


def uvicorn_options(settings: ServerSettings) -> dict[str, Any]:
    """Return the Uvicorn options that the server and its tests share."""
    return {
        "log_config": None,
        "access_log": False,
        "http": BoundedHttp,
        "ws": BoundedWebSocket,
        "ws_max_size": settings.limits.body,
        # Compression would need a window of memory for every socket.
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        "forwarded_allow_ips": list(settings.proxies),
    }
