"""Rate limits per person, account name, address or connection, as configured in the settings."""

import ipaddress
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from starlette.requests import HTTPConnection

from tradewinds.server.errors import RequestError
from tradewinds.server.settings import ServerLimits

MAX_BUCKETS = 50_000
"""Maximum number of buckets kept for each rate limit."""

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


class Rate(NamedTuple):
    """A number of actions per time window in seconds."""

    amount: int
    window: int


def parse_rate(text: str) -> Rate:
    """Parse a rate such as "20/minute"."""
    amount, _, unit = text.partition("/")
    if unit not in SECONDS or not amount.isdecimal() or int(amount) < 1:
        raise ValueError(f'{text!r} is not a rate. Write a number and one of {", ".join(SECONDS)}: "20/minute".')
    return Rate(int(amount), SECONDS[unit])


class TokenBucket:
    """A token bucket: allows bursts of up to the whole amount, and the average rate over time."""

    __slots__ = ("full_at", "interval", "window")

    def __init__(self, rate: Rate) -> None:
        self.window = float(rate.window)
        self.interval = self.window / rate.amount
        self.full_at = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take a token; return False if none is available."""
        now = time.monotonic() if now is None else now
        full_at = max(self.full_at, now) + self.interval
        if full_at - now > self.window + 1e-9:
            return False
        self.full_at = full_at
        return True

    def retry_after(self, now: float) -> float:
        """Return the number of seconds until a token is available."""
        return max(0.0, self.full_at + self.interval - self.window - now)


class RateLimited(RequestError):
    """A rate limit was exceeded; `seconds` is for the Retry-After header."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too_many", "too_many", 429, seconds=seconds)
        self.seconds = seconds


class RateLimiter:
    """Token buckets for each rate limit in the settings, by key."""

    def __init__(self, limits: ServerLimits, clock: Callable[[], float] = time.monotonic) -> None:
        texts = {name: text for name, text in msgspec.structs.asdict(limits).items() if isinstance(text, str)}
        self.rates = {name: parse_rate(text) for name, text in texts.items()}
        logins = self.rates["logins"]
        self.rates["logins_of_name"] = Rate(max(1, logins.amount // 2), logins.window)
        self.buckets: dict[str, dict[str, TokenBucket]] = {name: {} for name in self.rates}
        self.clock = clock

    def allow(self, name: str, key: str) -> bool:
        """Take a token from the bucket of a key; return False if none is available."""
        return self._bucket(name, key).take(self.clock())

    def check(self, name: str, key: str) -> None:
        """Take a token from the bucket of a key; raise `RateLimited` if none is available."""
        if not self.allow(name, key):
            raise RateLimited(int(self._bucket(name, key).retry_after(self.clock())) + 1)

    def bucket(self, name: str) -> TokenBucket:
        """Return a new bucket that is not kept here, for an owner such as a connection."""
        return TokenBucket(self.rates[name])

    def _bucket(self, name: str, key: str) -> TokenBucket:
        buckets = self.buckets[name]
        bucket = buckets.get(key)
        if bucket is None:
            if len(buckets) >= MAX_BUCKETS:
                buckets = self.buckets[name] = _emptier_half(buckets)
            bucket = buckets[key] = self.bucket(name)
        return bucket


def _emptier_half(buckets: dict[str, TokenBucket]) -> dict[str, TokenBucket]:
    """Return the half of the buckets with the fewest tokens: dropping a full bucket has no effect."""
    keys = sorted(buckets, key=lambda key: buckets[key].full_at)
    return {key: buckets[key] for key in keys[len(keys) // 2 :]}


def client_address(connection: HTTPConnection) -> str:
    """Return the client's address; for IPv6, its /64 network, all of which usually belongs to one client."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
