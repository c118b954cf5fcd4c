"""Rates: what is allowed, when again, and that counting costs little time and bounded memory."""

import time

import pytest
from starlette.requests import HTTPConnection

from tradewinds.server import rate_limits
from tradewinds.server.rate_limits import RateLimited, RateLimiter, TokenBucket, client_address, parse_rate
from tradewinds.server.settings import ServerLimits


class Clock:
    """A manual clock."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_fills_evenly() -> None:
    clock = Clock()
    counted = RateLimiter(ServerLimits(commands="4/second"), clock)
    assert [counted.allow("commands", "a") for _ in range(6)] == [True] * 4 + [False] * 2
    assert counted.allow("commands", "b")
    clock.now += 0.25
    assert [counted.allow("commands", "a") for _ in range(2)] == [True, False]
    clock.now += 100
    assert [counted.allow("commands", "a") for _ in range(5)] == [True] * 4 + [False]


def test_bucket_tells_when_to_retry() -> None:
    clock = Clock()
    counted = RateLimiter(ServerLimits(requests="2/minute"), clock)
    for _ in range(2):
        counted.check("requests", "a")
    with pytest.raises(RateLimited) as caught:
        counted.check("requests", "a")
    assert 30 <= caught.value.seconds <= 31
    clock.now += caught.value.seconds
    counted.check("requests", "a")


def test_every_rate_counts_for_each_key_and_name() -> None:
    rates_of_settings = RateLimiter(ServerLimits(), Clock())
    assert set(rates_of_settings.rates) > {
        "requests",
        "people",
        "logins",
        "tables",
        "commands",
        "chat",
        "hints",
        "reviews",
    }
    for name, rate in rates_of_settings.rates.items():
        assert [rates_of_settings.allow(name, "a") for _ in range(rate.amount + 1)] == [True] * rate.amount + [False]
        assert rates_of_settings.allow(name, "b")


def test_half_as_many_attempts_for_one_name() -> None:
    assert RateLimiter(ServerLimits(logins="20/minute")).rates["logins_of_name"].amount == 10
    assert RateLimiter(ServerLimits(logins="1/minute")).rates["logins_of_name"].amount == 1


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BUCKETS", 100)
    clock = Clock()
    counted = RateLimiter(ServerLimits(requests="5/second"), clock)
    assert not all(counted.allow("requests", "greedy") for _ in range(6))
    for pause in (0.004, 0.0):
        # One after the other, whose buckets fill meanwhile; then all at once.
        for number in range(150):
            clock.now += pause
            assert counted.allow("requests", f"{number} {pause}")
            assert len(counted.buckets["requests"]) <= 100
    # Whoever has used up their tokens is remembered while the others are swept away.
    assert "greedy" in counted.buckets["requests"]
    clock.now += 10
    for number in range(100):
        counted.allow("requests", f"later {number}")
    assert "greedy" not in counted.buckets["requests"]


def test_a_bucket_costs_next_to_nothing() -> None:
    counted = RateLimiter(ServerLimits())
    counted.allow("commands", "a")

    def fastest(questions: int = 2000) -> float:
        start = time.perf_counter()
        for _ in range(questions):
            counted.allow("commands", "a")
        return (time.perf_counter() - start) / questions

    # About a microsecond on an idle machine; the best of many tries, since others may use this one.
    assert min(fastest() for _ in range(20)) < 10e-6


def test_a_socket_may_have_a_bucket_of_its_own() -> None:
    bucket = RateLimiter(ServerLimits(commands="3/second")).bucket("commands")
    assert isinstance(bucket, TokenBucket)
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("x" * 100, "x" * 64),
    ],
)
def test_addresses_are_counted_by_household(host: str, counted: str) -> None:
    assert client_address(HTTPConnection({"type": "http", "client": (host, 1)})) == counted
    assert client_address(HTTPConnection({"type": "http", "client": None})) == ""


def test_a_rate_is_a_number_and_a_unit() -> None:
    assert parse_rate("20/minute") == (20, 60)
    assert parse_rate("6/hour") == (6, 3600)
    for wrong in ("20", "0/minute", "20/fortnight", "-1/hour", "a/minute", "20 / minute"):
        with pytest.raises(ValueError, match=r"is not a rate\. .*20/minute"):
            parse_rate(wrong)
