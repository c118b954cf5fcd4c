"""PostgreSQL notifications of events appended by any process."""

import logging
import selectors
import socket
from collections.abc import Callable
from threading import Event, Thread

import psycopg
from sqlalchemy import URL

from tradewinds.server.storage.appending import CHANNEL
from tradewinds.server.storage.connect import display_url
from tradewinds.server.storage.errors import StorageError, driver_message

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0


def open_session(url: URL) -> "psycopg.Connection[tuple[object, ...]]":
    """Open a connection outside any pool, for features bound to a session: LISTEN and advisory locks."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True)


class NotificationListener:
    """Thread that receives notifications; it calls `on_gap` after reconnecting, since some may have been missed."""

    def __init__(self, url: URL, on_notification: Callable[[str, int], None], on_gap: Callable[[], None]) -> None:
        self.url = url
        self.on_notification = on_notification
        self.on_gap = on_gap
        self.stopping = Event()
        self.waker, self.woken = socket.socketpair()
        try:
            self.connection = self._connect()
        except psycopg.Error as error:
            self.waker.close()
            self.woken.close()
            raise StorageError("unreachable", database=display_url(url), reason=driver_message(error)) from error
        self.thread = Thread(target=self._run, name="tradewinds-listener", daemon=True)
        self.thread.start()

    def _connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        connection = open_session(self.url)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def close(self) -> None:
        """Stop the thread."""
        self.stopping.set()
        self.waker.send(b"!")
        self.thread.join()
        self.connection.close()
        self.waker.close()
        self.woken.close()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._receive()
            except (psycopg.Error, OSError) as error:
                log.error("The connection that listens to the database was lost: %s", driver_message(error))
                self._reconnect()

    def _receive(self) -> None:
        """Dispatch notifications until the listener is closed."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.connection.fileno(), selectors.EVENT_READ)
            selector.register(self.woken, selectors.EVENT_READ)
            while not self.stopping.is_set():
                for notice in self.connection.notifies(timeout=0):
                    for line in notice.payload.split("\n"):
                        table, _, seq = line.rpartition(" ")
                        call(self.on_notification, table, int(seq))
                selector.select()

    def _reconnect(self) -> None:
        """Reconnect, retrying until the listener is closed, and call `on_gap`."""
        pause = FIRST_PAUSE
        while not self.stopping.wait(pause):
            self.connection.close()
            try:
                self.connection = self._connect()
            except psycopg.Error:
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                call(self.on_gap)
                return


def call(function: Callable[..., None], *values: object) -> None:
    """Call a handler; log its exception, if any."""
    try:
        function(*values)
    except Exception:
        log.exception("A notice could not be handled")
