"""Queries for people and their sessions."""

import unicodedata
from collections.abc import Collection

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tradewinds.server.storage.rows import PersonRow, SessionRow
from tradewinds.server.storage.schema import people, sessions


def key_of(name: str) -> str:
    """Return the comparison key of a name, ignoring case and Unicode compatibility forms."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def add_person(connection: Connection, row: PersonRow) -> None:
    connection.execute(insert(people), asdict(row))


def find_person(connection: Connection, person: str) -> PersonRow | None:
    row = connection.execute(select(people).where(people.c.id == person)).first()
    return PersonRow(*row) if row else None


def find_by_key(connection: Connection, key: str) -> PersonRow | None:
    row = connection.execute(select(people).where(people.c.name_key == key)).first()
    return PersonRow(*row) if row else None


def set_account(connection: Connection, person: str, name: str, password: str) -> bool:
    """Set the account name and password of a person; return False if the name is taken."""
    try:
        with connection.begin_nested():
            update_person(connection, person, name=name, name_key=key_of(name), password=password)
    except IntegrityError:
        return False
    return True


def update_person(connection: Connection, person: str, **values: object) -> None:
    connection.execute(update(people).where(people.c.id == person).values(**values))


def touch(connection: Connection, digest: str, at: int) -> None:
    """Record that a session and its person were seen."""
    owner = select(sessions.c.person).where(sessions.c.digest == digest).scalar_subquery()
    connection.execute(update(sessions).where(sessions.c.digest == digest).values(seen=at))
    connection.execute(update(people).where(people.c.id == owner).values(seen=at))


def add_session(connection: Connection, row: SessionRow) -> None:
    connection.execute(insert(sessions), asdict(row))


def find_session(connection: Connection, digest: str) -> tuple[SessionRow, PersonRow] | None:
    """Return a session by the digest of its token, with its person."""
    wanted = select(sessions, people).join_from(sessions, people, sessions.c.person == people.c.id)
    row = connection.execute(wanted.where(sessions.c.digest == digest)).first()
    if row is None:
        return None
    columns = len(sessions.columns)
    return SessionRow(*row[:columns]), PersonRow(*row[columns:])


def list_sessions(connection: Connection, person: str) -> list[SessionRow]:
    """Return the sessions of a person, most recently used first."""
    wanted = select(sessions).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
    return [SessionRow(*row) for row in connection.execute(wanted)]


def existing_sessions(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return those of the given sessions that still exist, mapped to the digests of their tokens."""
    wanted = select(sessions.c.id, sessions.c.digest).where(sessions.c.id.in_(list(ids)))
    return {row.id: row.digest for row in connection.execute(wanted)}


def renew_session(connection: Connection, person: str, digest: str, new: str) -> bool:
    """Replace the token digest of a session; return whether it exists."""
    mine = (sessions.c.person == person) & (sessions.c.digest == digest)
    return connection.execute(update(sessions).where(mine).values(digest=new)).rowcount > 0


def end_session(connection: Connection, person: str, session_id: str) -> bool:
    """Delete a session by its public id; return whether it existed."""
    mine = (sessions.c.person == person) & (sessions.c.id == session_id)
    return connection.execute(delete(sessions).where(mine)).rowcount > 0
