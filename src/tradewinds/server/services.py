"""Construction and lifetime of the services of a process."""

import asyncio

from starlette.requests import HTTPConnection

from tradewinds.server.accounts.service import AccountService
from tradewinds.server.background import BackgroundTasks
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.realtime.connections import SESSION_CHECK_SECONDS, ConnectionManager
from tradewinds.server.record_cache import RecordCache
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database
from tradewinds.server.tables.dispatcher import CommandDispatcher
from tradewinds.server.tables.registry import TableRegistry

PRUNE_INTERVAL = 6 * 3600.0
"""Seconds between deletions of expired sessions and guests."""


class Services:
    """Services shared by all request handlers of a process."""

    def __init__(self, settings: ServerSettings, database: Database, rate_limiter: RateLimiter) -> None:
        self.settings = settings
        self.database = database
        self.rate_limiter = rate_limiter
        self.background = BackgroundTasks()
        self.accounts = AccountService(database, settings)
        self.registry = TableRegistry(database, settings, self.background)
        self.dispatcher = CommandDispatcher(self.registry, rate_limiter)
        self.connections = ConnectionManager(self.dispatcher, self.background)
        self.reviewing: dict[str, int] = {}
        """Progress of each running review: the number of moves done."""
        self.records = RecordCache(self.registry.boxes)
        self.accounts.on_login = self.registry.transfer_guest
        self.accounts.on_sessions_ended = self.connections.end_sessions
        self.accounts.on_tokens_renewed = self.connections.replace_tokens
        self.accounts.on_deleting = self.registry.vacate_seats
        self.accounts.on_deleted = self.registry.reload

    async def start(self) -> None:
        """Start the background tasks."""
        self.registry.start()
        self.background.run_every(PRUNE_INTERVAL, self.accounts.prune)
        self.background.run_every(self.settings.limits.send_seconds / 4, self.connections.drop_slow)
        if self.database.kind != "sqlite":
            self.background.run_every(SESSION_CHECK_SECONDS, self.connections.check_sessions)

    async def stop(self) -> None:
        """Close all connections, stop background tasks, and flush and close the database."""
        await self.connections.shut_down()
        self.registry.stop()
        await self.background.stop()
        self.accounts.close()
        await asyncio.to_thread(self.database.close)


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the process that handles a request."""
    services: Services = connection.app.state.services
    return services
