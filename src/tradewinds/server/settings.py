"""How a server is run: what its host chooses, and the limits on what clients can make it do and keep."""

import os

import msgspec

VARIABLE = "TRADEWINDS_SERVER"
"""Worker processes read their settings from this environment variable."""


class Limits(msgspec.Struct, frozen=True):
    """Bounds on everything that a client can send or make the server keep. Rates are for each session or address."""

    body: int = 16_384
    """Bytes of one HTTP request or socket message."""
    record: int = 262_144
    """Bytes of a request that brings a record along."""
    sockets: int = 20_000
    """Open sockets in one process."""
    sockets_per_person: int = 30
    sockets_per_address: int = 300
    tables_waiting: int = 10
    """Tables that one person has opened and whose game has not begun."""
    tables_running: int = 100
    """Games that one person has opened and that are not over."""
    search_trees: int = 67_108_864
    """Bytes of search trees that bots keep for their next action, in one process."""
    chat_kept: int = 500
    """Lines of talk kept at a table; older ones are not shown."""
    send_seconds: float = 20.0
    """A client that does not take a message within this time is disconnected."""
    watch_seconds: float = 15.0
    """A socket must say what it wants to see within this time."""
    database_seconds: float = 5.0
    """Whoever needs the database is told to try again if it does not answer within this time."""
    requests: str = "600/minute"
    """HTTP requests of one address."""
    people: str = "60/hour"
    """Guests and accounts made from one address."""
    logins: str = "20/minute"
    """Attempts to log in from one address; half as many for one name."""
    tables: str = "60/hour"
    """Tables opened by one person."""
    commands: str = "20/second"
    """Commands of one socket; more are refused, many more close it."""
    arranging: str = "60/minute"
    """What a person does at tables that is kept and moves no game on: sitting down, getting up, taking back."""
    chat: str = "20/minute"
    """Lines of talk of one person."""
    hints: str = "10/minute"
    """Hints for one person."""
    records: str = "30/minute"
    """Records brought along from one address."""
    reviews: str = "6/hour"
    """Reviews asked for by one address."""


class ServerSettings(msgspec.Struct, frozen=True):
    """What the host of a server chooses."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    origins: list[str] = []
    """Where pages may come from, as https://play.example.org; empty: from the address that was asked."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of reverse proxies, which are believed when they say who asked and whether over TLS."""
    threads: int = 0
    """Threads in which bots think; 0: one less than there are cores, at least one."""
    pause: float = 0.4
    """Seconds that a bot waits before it moves, so that people can follow."""
    stand_in: str = "skilled"
    """The level of the bot that plays for somebody whose time is up or who resigned."""
    grace: float = 60.0
    """Seconds after the start in which no clock runs out: players have to come back first."""
    session_days: int = 90
    boxes: list[str] = []
    """Texts of box files that are offered beside the editions that come with the games."""
    limits: Limits = Limits()

    @property
    def thinking_threads(self) -> int:
        """How many bots may think at once."""
        return self.threads or max(1, (os.cpu_count() or 2) - 1)


def hand_over(settings: ServerSettings) -> None:
    """Leave the settings to processes that are started from here."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def handed_over() -> ServerSettings:
    """The settings that were left for this process."""
    return msgspec.json.decode(os.environ[VARIABLE], type=ServerSettings)
