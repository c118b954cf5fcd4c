"""Password hashing with Argon2id, on two threads so that logins cannot use all cores."""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tradewinds.server.errors import RequestError

T = TypeVar("T")

THREADS = 2
MAX_WAITING = 100
"""Maximum number of running and queued calls; each takes about 20 milliseconds."""


class Passwords:
    """Hashes and verifies passwords, with OWASP's minimum parameters (19 MiB, 2 iterations, 1 lane)."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="password")
        self.waiting = 0
        self.dummy_hash = self.hasher.hash(secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        return await self.run_in_thread(self.hasher.hash, _normalize(password))

    async def check(self, stored: str | None, password: str) -> bool:
        """Return whether the password matches; without a stored hash, take the same time and return False."""
        matches = await self.run_in_thread(self.verify, stored or self.dummy_hash, _normalize(password))
        return matches and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Return whether a hash was made with parameters other than the current ones."""
        return self.hasher.check_needs_rehash(stored)

    def verify(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def run_in_thread(self, work: Callable[..., T], *arguments: str) -> T:
        """Run a function in the pool; raise a 503 error if too many calls are queued."""
        if self.waiting >= MAX_WAITING:
            raise RequestError("busy", "busy", 503)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def _normalize(password: str) -> str:
    """Return the password in NFC, so that it matches however a keyboard composes its characters."""
    return unicodedata.normalize("NFC", password)
