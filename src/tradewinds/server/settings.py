"""Server settings and resource limits."""

import os

import msgspec

VARIABLE = "TRADEWINDS_SERVER"
"""Environment variable that passes the settings to worker processes."""


class ServerLimits(msgspec.Struct, frozen=True):
    """Limits on requests and stored data; rates apply to each person, address or connection."""

    body: int = 16_384
    """Bytes of one HTTP request body or socket message."""
    record: int = 262_144
    """Bytes of an HTTP request body with a game record."""
    sockets: int = 20_000
    """Open sockets in one process."""
    sockets_per_person: int = 30
    sockets_per_address: int = 300
    tables_waiting: int = 10
    """Tables of one owner whose game has not started."""
    tables_running: int = 100
    """Tables of one owner whose game is running."""
    cached_bots: int = 10_000
    """Bots in the middle of a planned move, in one process."""
    chat_kept: int = 500
    """Number of recent chat messages kept in memory and shown at a table."""
    send_seconds: float = 20.0
    """Seconds after which a client that does not read is disconnected."""
    watch_seconds: float = 15.0
    """Seconds within which a new connection must send `watch`."""
    database_seconds: float = 5.0
    """Seconds after which a database operation fails as unavailable."""
    requests: str = "600/minute"
    """HTTP requests and new sockets from one address."""
    people: str = "60/hour"
    """Guests and accounts created from one address."""
    logins: str = "20/minute"
    """Password attempts from one address; half as many for one account name."""
    tables: str = "60/hour"
    """Tables opened by one person."""
    commands: str = "20/second"
    """Commands on one connection; further ones are refused, and after many of those the connection is closed."""
    arranging: str = "60/minute"
    """Seat changes and undos of one person."""
    chat: str = "20/minute"
    """Chat messages of one person."""
    hints: str = "10/minute"
    """Hints for one person."""
    records: str = "30/minute"
    """Game records submitted from one address."""
    reviews: str = "6/hour"
    """Reviews requested from one address."""


class ServerSettings(msgspec.Struct, frozen=True):
    """Settings of a server, the same in all its processes."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    origins: list[str] = []
    """Allowed origins, such as https://play.example.org; if empty, the origin must match the Host header."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of reverse proxies whose forwarding headers are trusted."""
    threads: int = 0
    """Bot threads; 0 means one fewer than the number of cores, but at least one."""
    pause: float = 0.4
    """Minimum duration of a bot's move in seconds, so that people can follow."""
    stand_in: str = "skilled"
    """Level of the bot that plays for people who timed out or resigned."""
    grace: float = 60.0
    """Seconds after the start of the server during which no clock runs out, so that players can reconnect."""
    session_days: int = 90
    boxes: list[str] = []
    """Contents of custom edition files."""
    limits: ServerLimits = ServerLimits()

    @property
    def bot_threads(self) -> int:
        """Number of bot threads, with the default resolved."""
        return self.threads or max(1, (os.cpu_count() or 2) - 1)


def export_settings(settings: ServerSettings) -> None:
    """Pass the settings to child processes through the environment."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def settings_from_environment() -> ServerSettings:
    """Return the settings passed to this process."""
    return msgspec.json.decode(os.environ[VARIABLE], type=ServerSettings)
