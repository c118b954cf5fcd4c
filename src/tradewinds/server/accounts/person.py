"""People and their sessions: new rows, identifiers and tokens."""

import hashlib
import secrets

import msgspec

from tradewinds.server.storage import PersonRow, SessionRow


class Person(msgspec.Struct, frozen=True):
    """A guest or account holder in one session; `account` is the login name, if any."""

    id: str
    nickname: str
    account: str | None
    language: str | None
    session: str
    digest: str = ""
    """Digest of the session token, which is replaced when a guest gets an account or the password changes."""


def person_in(row: PersonRow, session: SessionRow) -> Person:
    """Return a person in one of their sessions."""
    return Person(row.id, row.nickname, row.name, row.language, session.id, session.digest)


def new_person(nickname: str, language: str | None, now: int) -> PersonRow:
    """Return the row of a new guest."""
    return PersonRow(secrets.token_urlsafe(12), nickname, None, None, None, language, now, now)


def new_session(person: str, agent: str, now: int) -> tuple[str, SessionRow]:
    """Return a new token, and the row of its session, which contains only the digest."""
    token = new_token()
    return token, SessionRow(token_digest(token), secrets.token_urlsafe(12), person, now, now, agent)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
