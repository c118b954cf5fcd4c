"""Passwords: hashes that take their time, the same time for everybody, and never too many at once."""

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters

from tradewinds.server.accounts.passwords import MAX_WAITING, THREADS, Passwords
from tradewinds.server.errors import RequestError


@pytest.fixture(scope="module")
def passwords() -> Iterator[Passwords]:
    passwords = Passwords()
    yield passwords
    passwords.close()


def test_a_hash_is_of_argon2id_with_salt(passwords: Passwords) -> None:
    first, second = (asyncio.run(passwords.hash("correct horse")) for _ in range(2))
    assert first != second
    assert first.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert asyncio.run(passwords.check(first, "correct horse"))
    assert not asyncio.run(passwords.check(first, "correct Horse"))


def test_composed_and_decomposed_letters_are_the_same_password(passwords: Passwords) -> None:
    assert asyncio.run(passwords.check(asyncio.run(passwords.hash("Zoë12345")), "Zoe\u030812345"))


def test_missing_or_broken_hash_matches_no_password(passwords: Passwords) -> None:
    assert not asyncio.run(passwords.check(None, "anything"))
    assert not asyncio.run(passwords.check("broken", "anything"))


class RecordingPasswords(PasswordHasher):
    """Records the parameters and hash of each check."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.checks: list[tuple[Parameters, str | bytes]] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.checks.append((extract_parameters(str(hash)), password))
        return super().verify(hash, password)


def test_unknown_name_takes_as_long_as_known_one() -> None:
    """The same work is done, however long that takes."""
    hasher = RecordingPasswords()
    passwords = Passwords(hasher)
    kept = asyncio.run(passwords.hash("correct horse"))
    for of in (kept, None):
        assert not asyncio.run(passwords.check(of, "wrong horse"))
    known, unknown = hasher.checks
    assert known == unknown
    passwords.close()


def test_hashes_of_other_parameters_are_outdated(passwords: Passwords) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash("correct horse")
    assert passwords.is_outdated(old)
    assert asyncio.run(passwords.check(old, "correct horse"))
    assert not passwords.is_outdated(asyncio.run(passwords.hash("correct horse")))


def test_hashing_concurrency_and_queue_are_bounded() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    working, most, lock = 0, 0, threading.Lock()

    def slow(_password: str) -> str:
        nonlocal working, most
        with lock:
            working += 1
            most = max(most, working)
        time.sleep(0.002)
        with lock:
            working -= 1
        return ""

    async def crowd() -> list[str | BaseException]:
        tries = [passwords.run_in_thread(slow, "") for _ in range(MAX_WAITING + 10)]
        return await asyncio.gather(*tries, return_exceptions=True)

    answers = asyncio.run(crowd())
    assert most == THREADS
    refusals = [answer for answer in answers if isinstance(answer, RequestError)]
    assert [refusal.status for refusal in refusals] == [503] * 10
    assert passwords.waiting == 0
    passwords.close()
