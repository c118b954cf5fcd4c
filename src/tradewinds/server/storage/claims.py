"""The right to think for a table: of several processes, one lets a table's bots move."""

import logging
from threading import Lock

import psycopg
from sqlalchemy import URL

from tradewinds.server.storage.errors import reason_of
from tradewinds.server.storage.notices import open_session

log = logging.getLogger(__name__)

TAKE = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
GIVE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
STILL = "SELECT %s::text IS NOT NULL"


class Claims:
    """Locks that PostgreSQL keeps for one connection, so that they end with the process that holds them."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.lock = Lock()
        self.held: set[str] = set()
        self.connection: psycopg.Connection[tuple[object, ...]] | None = None
        self.closed = False

    def take(self, key: str) -> bool:
        """Get the right if nobody else has it; having it already counts, so long as the connection lives."""
        with self.lock:
            question = STILL if key in self.held else TAKE
            if not self.ask(question, key):
                return False
            self.held.add(key)
            return True

    def give_back(self, key: str) -> None:
        """Let others have it."""
        with self.lock:
            if key in self.held:
                self.held.discard(key)
                self.ask(GIVE, key)

    def close(self) -> None:
        """Give everything back."""
        with self.lock:
            self.closed = True
            self.held.clear()
            if self.connection is not None:
                self.connection.close()
                self.connection = None

    def ask(self, question: str, key: str) -> bool:
        """Put a question to the server; a lost connection loses all claims."""
        if self.closed:
            return False
        try:
            if self.connection is None:
                self.connection = open_session(self.url)
            row = self.connection.execute(question, (f"tradewinds {key}",)).fetchone()
            return row is not None and bool(row[0])
        except psycopg.Error as error:
            log.error("Claims were lost with the connection to the database: %s", reason_of(error))
            self.held.clear()
            if self.connection is not None:
                self.connection.close()
                self.connection = None
            return False
