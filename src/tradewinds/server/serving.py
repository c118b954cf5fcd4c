"""Serving with these settings until told to stop: the one way in which a server process runs."""

from typing import Any

import uvicorn

from tradewinds.server.requests import BoundedHttp
from tradewinds.server.settings import ServerSettings, hand_over
from tradewinds.server.websocket import BoundedWebSocket


def serve(settings: ServerSettings) -> None:
    """Run the server, in one process or several."""
    hand_over(settings)
    uvicorn.run(
        "tradewinds.server.app:from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        **manners(settings),
    )


def manners(settings: ServerSettings) -> dict[str, Any]:
    """How a server behaves towards its clients, as options of uvicorn."""
    return {
        "log_config": None,
        "access_log": False,
        "http": BoundedHttp,
        "ws": BoundedWebSocket,
        "ws_max_size": settings.limits.body,
        # Compression would cost every socket a window of its own.
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        "forwarded_allow_ips": list(settings.proxies),
    }
