"""Advisory locks, which determine the process that plays the bots of a table."""

import logging
from threading import Lock

import psycopg
from sqlalchemy import URL

from tradewinds.server.storage.errors import driver_message
from tradewinds.server.storage.notifications import open_session

log = logging.getLogger(__name__)

ACQUIRE = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
CHECK_SESSION = "SELECT %s::text IS NOT NULL"


class AdvisoryLocks:
    """PostgreSQL advisory locks of one session, released when its connection or process ends."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.lock = Lock()
        self.held: set[str] = set()
        self.connection: psycopg.Connection[tuple[object, ...]] | None = None
        self.closed = False

    def try_acquire(self, key: str) -> bool:
        """Acquire a lock without waiting; return whether this process holds it."""
        with self.lock:
            statement = CHECK_SESSION if key in self.held else ACQUIRE
            if not self._query(statement, key):
                return False
            self.held.add(key)
            return True

    def release(self, key: str) -> None:
        with self.lock:
            if key in self.held:
                self.held.discard(key)
                self._query(RELEASE, key)

    def close(self) -> None:
        """Release all locks."""
        with self.lock:
            self.closed = True
            self.held.clear()
            if self.connection is not None:
                self.connection.close()
                self.connection = None

    def _query(self, statement: str, key: str) -> bool:
        """Execute a statement and return its result; if the connection is lost, drop all locks and return False."""
        if self.closed:
            return False
        try:
            if self.connection is None:
                self.connection = open_session(self.url)
            row = self.connection.execute(statement, (f"tradewinds {key}",)).fetchone()
            return row is not None and bool(row[0])
        except psycopg.Error as error:
            log.error("AdvisoryLocks were lost with the connection to the database: %s", driver_message(error))
            self.held.clear()
            if self.connection is not None:
                self.connection.close()
                self.connection = None
            return False
