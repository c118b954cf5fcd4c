"""Passwords: kept as argon2id hashes, made and checked in two threads so that logins cannot eat the machine."""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tradewinds.server.errors import Refusal

T = TypeVar("T")

AT_ONCE = 2
WAITING = 100
"""Passwords that may wait for a thread; each takes some 20 milliseconds."""


class Passwords:
    """Makes and checks hashes; the parameters are the least that OWASP advises (19 MiB, two rounds, one lane)."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self.pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self.waiting = 0
        self.nobodys = self.hasher.hash(secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        """The hash to keep of a password."""
        return await self.in_thread(self.hasher.hash, normal(password))

    async def check(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; without a hash the answer is no, and takes as long."""
        right = await self.in_thread(self.verify, kept or self.nobodys, normal(password))
        return right and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than today's, and should be made again."""
        return self.hasher.check_needs_rehash(kept)

    def verify(self, kept: str, password: str) -> bool:
        """Compare a password with a hash, in constant time."""
        try:
            return self.hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def in_thread(self, work: Callable[..., T], *arguments: str) -> T:
        """Do the work in one of the threads, unless too many wait for them already."""
        if self.waiting >= WAITING:
            raise Refusal("busy", "busy", 503)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Let the threads go."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def normal(password: str) -> str:
    """The same password for the same characters, however a keyboard composes them."""
    return unicodedata.normalize("NFC", password)
