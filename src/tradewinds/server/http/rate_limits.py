"""How often somebody may do something: the rates of the settings, counted for each session, name or address."""

import ipaddress
import time
from collections.abc import Callable

import msgspec
from limits import RateLimitItem, parse
from starlette.requests import HTTPConnection

from tradewinds.server.errors import Refusal
from tradewinds.server.settings import Limits

KEPT = 50_000
"""Buckets kept at most of each rate."""


class Bucket:
    """Holds a number of tokens that come back evenly: a burst is allowed, and the rate is kept in the long run."""

    __slots__ = ("every", "full_at", "window")

    def __init__(self, rate: RateLimitItem) -> None:
        self.window = float(rate.get_expiry())
        self.every = self.window / rate.amount
        self.full_at = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take a token if there is one."""
        now = time.monotonic() if now is None else now
        full_at = max(self.full_at, now) + self.every
        if full_at - now > self.window + 1e-9:
            return False
        self.full_at = full_at
        return True

    def seconds(self, now: float) -> float:
        """How long until there is a token."""
        return max(0.0, self.full_at + self.every - self.window - now)


class TooMany(Refusal):
    """Something was done too often; `seconds` says when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too_many", "too_many", 429, seconds=seconds)
        self.seconds = seconds


class Rates:
    """Answers whether something may be done once more; `name` is that of a rate in the settings.

    `limits` reads the rates, but does not count: its moving window never forgets an address, and each of its answers
    takes 10 to 120 µs and may start a thread that looks at all addresses. A bucket answers in a microsecond.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        texts = {name: text for name, text in msgspec.structs.asdict(limits).items() if isinstance(text, str)}
        self.rates = {name: parse(text) for name, text in texts.items()}
        logins = self.rates["logins"]
        self.rates["logins_of_name"] = type(logins)(max(1, logins.amount // 2), logins.multiples)
        self.buckets: dict[str, dict[str, Bucket]] = {name: {} for name in self.rates}
        self.clock = clock

    def allow(self, name: str, key: str) -> bool:
        """Count one more, if that is within the rate."""
        return self.bucket_of(name, key).take(self.clock())

    def check(self, name: str, key: str) -> None:
        """Count one more, or refuse and say when to come back."""
        if not self.allow(name, key):
            raise TooMany(int(self.bucket_of(name, key).seconds(self.clock())) + 1)

    def bucket(self, name: str) -> Bucket:
        """A bucket of one's own, for something that has a life of its own, as a socket."""
        return Bucket(self.rates[name])

    def bucket_of(self, name: str, key: str) -> Bucket:
        """The bucket for a key."""
        kept = self.buckets[name]
        bucket = kept.get(key)
        if bucket is None:
            if len(kept) >= KEPT:
                kept = self.buckets[name] = emptier_half(kept)
            bucket = kept[key] = self.bucket(name)
        return bucket


def emptier_half(buckets: dict[str, Bucket]) -> dict[str, Bucket]:
    """What to remember of too many buckets: a full one says nothing, and one that is nearly full says little."""
    keys = sorted(buckets, key=lambda key: buckets[key].full_at)
    return {key: buckets[key] for key in keys[len(keys) // 2 :]}


def address_of(connection: HTTPConnection) -> str:
    """Who to count for: the client's address; of IPv6 the first half, since a household has all of the second."""
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
