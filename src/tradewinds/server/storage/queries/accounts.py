"""People and their sessions in the database."""

import unicodedata
from collections.abc import Collection

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tradewinds.server.storage.rows import PersonRow, SessionRow
from tradewinds.server.storage.schema import people, sessions


def key_of(name: str) -> str:
    """What two names have in common that count as the same: capitals and ways of writing a letter do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def add_person(connection: Connection, row: PersonRow) -> None:
    """Somebody new."""
    connection.execute(insert(people), asdict(row))


def find_person(connection: Connection, person: str) -> PersonRow | None:
    """Somebody by id."""
    row = connection.execute(select(people).where(people.c.id == person)).first()
    return PersonRow(*row) if row else None


def find_by_name(connection: Connection, name: str) -> PersonRow | None:
    """The account with a name, however it is capitalised."""
    return find_by_key(connection, key_of(name))


def find_by_key(connection: Connection, key: str) -> PersonRow | None:
    """The account whose name has this key."""
    row = connection.execute(select(people).where(people.c.name_key == key)).first()
    return PersonRow(*row) if row else None


def rename(connection: Connection, person: str, nickname: str) -> None:
    """Another nickname."""
    change(connection, person, nickname=nickname)


def set_account(connection: Connection, person: str, name: str, password: str) -> bool:
    """Make an account of a guest, or give an account another name; False if somebody else has the name."""
    try:
        with connection.begin_nested():
            change(connection, person, name=name, name_key=key_of(name), password=password)
    except IntegrityError:
        return False
    return True


def set_password(connection: Connection, person: str, password: str) -> None:
    """Another password, as its hash."""
    change(connection, person, password=password)


def set_language(connection: Connection, person: str, language: str | None) -> None:
    """The language to speak with somebody; None is that of the browser."""
    change(connection, person, language=language)


def change(connection: Connection, person: str, **values: object) -> None:
    """Change columns of one person."""
    connection.execute(update(people).where(people.c.id == person).values(**values))


def touch(connection: Connection, digest: str, at: int) -> None:
    """Note that a session, and the person it belongs to, is in use."""
    owner = select(sessions.c.person).where(sessions.c.digest == digest).scalar_subquery()
    connection.execute(update(sessions).where(sessions.c.digest == digest).values(seen=at))
    connection.execute(update(people).where(people.c.id == owner).values(seen=at))


def add_session(connection: Connection, row: SessionRow) -> None:
    """Somebody signed in."""
    connection.execute(insert(sessions), asdict(row))


def find_session(connection: Connection, digest: str) -> tuple[SessionRow, PersonRow] | None:
    """A session by the digest of its secret, and whose it is."""
    wanted = select(sessions, people).join_from(sessions, people, sessions.c.person == people.c.id)
    row = connection.execute(wanted.where(sessions.c.digest == digest)).first()
    if row is None:
        return None
    columns = len(sessions.columns)
    return SessionRow(*row[:columns]), PersonRow(*row[columns:])


def list_sessions(connection: Connection, person: str) -> list[SessionRow]:
    """The sessions of somebody, the one used last first."""
    wanted = select(sessions).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
    return [SessionRow(*row) for row in connection.execute(wanted)]


def existing_sessions(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Those of some sessions that have not ended, with the digests of their secrets."""
    wanted = select(sessions.c.id, sessions.c.digest).where(sessions.c.id.in_(list(ids)))
    return {row.id: row.digest for row in connection.execute(wanted)}


def renew_session(connection: Connection, person: str, digest: str, new: str) -> bool:
    """Give a session of somebody another secret, by the digests of both; was there one?"""
    mine = (sessions.c.person == person) & (sessions.c.digest == digest)
    return connection.execute(update(sessions).where(mine).values(digest=new)).rowcount > 0


def end_session(connection: Connection, person: str, session_id: str) -> bool:
    """End one session of somebody by its public handle; was there one?"""
    mine = (sessions.c.person == person) & (sessions.c.id == session_id)
    return connection.execute(delete(sessions).where(mine)).rowcount > 0


def end_other_sessions(connection: Connection, person: str, digest: str) -> int:
    """End all sessions of somebody but the one in use; how many those were."""
    others = (sessions.c.person == person) & (sessions.c.digest != digest)
    return connection.execute(delete(sessions).where(others)).rowcount
