"""What other processes have stored: PostgreSQL tells every process which table is at which event."""

import logging
import selectors
import socket
from collections.abc import Callable
from threading import Event, Thread

import psycopg
from sqlalchemy import URL

from tradewinds.server.storage.appending import CHANNEL
from tradewinds.server.storage.connect import shown
from tradewinds.server.storage.errors import StorageError, reason_of

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0


def open_session(url: URL) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection outside any pool, for what belongs to a session: listening and claims."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True)


class Listener:
    """A thread that hears of every append; after a lost connection it says that something may have been missed."""

    def __init__(self, url: URL, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self.url = url
        self.heard = heard
        self.missed = missed
        self.stopping = Event()
        self.waker, self.woken = socket.socketpair()
        try:
            self.connection = self.listen()
        except psycopg.Error as error:
            self.waker.close()
            self.woken.close()
            raise StorageError("unreachable", database=shown(url), reason=reason_of(error)) from error
        self.thread = Thread(target=self.run, name="tradewinds-listener", daemon=True)
        self.thread.start()

    def listen(self) -> "psycopg.Connection[tuple[object, ...]]":
        """A connection that hears from now on."""
        connection = open_session(self.url)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def close(self) -> None:
        """Hear no more."""
        self.stopping.set()
        self.waker.send(b"!")
        self.thread.join()
        self.connection.close()
        self.waker.close()
        self.woken.close()

    def run(self) -> None:
        """The thread's work: hear, and come back after every failure, until it is closed."""
        while not self.stopping.is_set():
            try:
                self.hear()
            except (psycopg.Error, OSError) as error:
                log.error("The connection that listens to the database was lost: %s", reason_of(error))
                self.come_back()

    def hear(self) -> None:
        """Hand on notices until somebody closes this."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.connection.fileno(), selectors.EVENT_READ)
            selector.register(self.woken, selectors.EVENT_READ)
            while not self.stopping.is_set():
                for notice in self.connection.notifies(timeout=0):
                    for line in notice.payload.split("\n"):
                        table, _, seq = line.rpartition(" ")
                        call(self.heard, table, int(seq))
                selector.select()

    def come_back(self) -> None:
        """Connect again, however long that takes, and say that notices may have been missed."""
        pause = FIRST_PAUSE
        while not self.stopping.wait(pause):
            self.connection.close()
            try:
                self.connection = self.listen()
            except psycopg.Error:
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                call(self.missed)
                return


def call(function: Callable[..., None], *values: object) -> None:
    """Tell somebody; whatever goes wrong there does not end the listening."""
    try:
        function(*values)
    except Exception:
        log.exception("A notice could not be handled")
