"""Export and deletion of personal data.

Deletion removes names and chat messages; the moves of games are kept.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, select, update

from tradewinds.server.storage.schema import events, people, places, sessions, tables

PERSONAL_FIELDS = {"seated": ("name", "person"), "chat_sent": ("name", "text")}
"""Event fields that contain personal data, by kind of event."""


def delete_person(connection: Connection, person: str) -> set[str]:
    """Delete a person and return the tables whose events were rewritten."""
    concerned = scrub_events(connection, person)
    connection.execute(update(events).where(events.c.person == person).values(person=None))
    connection.execute(update(places).where(places.c.person == person).values(person=None, name=""))
    connection.execute(update(tables).where(tables.c.owner == person).values(owner=None))
    connection.execute(delete(sessions).where(sessions.c.person == person))
    connection.execute(delete(people).where(people.c.id == person))
    return concerned


def scrub_events(connection: Connection, person: str) -> set[str]:
    """Remove names and chat from a person's events; return the tables with such events."""
    wanted = select(events.c.table_id, events.c.seq, events.c.kind, events.c.body)
    found = connection.execute(wanted.where(events.c.person == person, events.c.kind.in_(PERSONAL_FIELDS))).all()
    changes = [{"in_table": row.table_id, "at_seq": row.seq, "clean": scrub(row.kind, row.body)} for row in found]
    if changes:
        here = (events.c.table_id == bindparam("in_table")) & (events.c.seq == bindparam("at_seq"))
        connection.execute(update(events).where(here).values(body=bindparam("clean")), changes)
    return {row.table_id for row in found}


def scrub(kind: str, body: bytes) -> bytes:
    """Return the body of an event with its personal data removed."""
    return msgspec.json.encode(msgspec.json.decode(body) | dict.fromkeys(PERSONAL_FIELDS[kind], ""))


def merge_guest(connection: Connection, guest: str, person: str) -> None:
    """Transfer a guest's events and tables to an account; delete the guest unless they still have a seat."""
    connection.execute(update(events).where(events.c.person == guest).values(person=person))
    connection.execute(update(tables).where(tables.c.owner == guest).values(owner=person))
    connection.execute(delete(sessions).where(sessions.c.person == guest))
    sits = select(places.c.seat).where(places.c.person == guest).exists()
    connection.execute(delete(people).where(people.c.id == guest, people.c.name_key.is_(None), ~sits))


def prune_sessions(connection: Connection, unseen_since: int) -> int:
    """Delete sessions not used since a given time; return their number."""
    return connection.execute(delete(sessions).where(sessions.c.seen < unseen_since)).rowcount


def prune_guests(connection: Connection, unseen_since: int, limit: int = 500) -> int:
    """Delete up to `limit` guests who have no seat and were not seen since a given time; return their number."""
    sits = select(places.c.seat).where(places.c.person == people.c.id).exists()
    gone = select(people.c.id).where(people.c.name_key.is_(None), people.c.seen < unseen_since, ~sits).limit(limit)
    guests = connection.execute(gone).scalars().all()
    for guest in guests:
        delete_person(connection, guest)
    return len(guests)


def export_person(connection: Connection, person: str) -> dict[str, list[dict[str, object]]]:
    """Return all data about a person, with event bodies as stored.

    Excludes the password hash, session digests, and game states and settings.
    """
    about = [column for column in people.columns if column.name not in ("name_key", "password")]
    devices = [column for column in sessions.columns if column.name not in ("digest", "person")]
    games = [tables.c[name] for name in ("id", "game", "edition", "players", "status", "created", "changed")]
    acts = [column for column in events.columns if column.name not in ("person", "state")]
    seated = select(places.c.seat, places.c.name, *games).join_from(places, tables, places.c.table_id == tables.c.id)
    return {
        "person": plain(connection, select(*about).where(people.c.id == person)),
        "sessions": plain(connection, select(*devices).where(sessions.c.person == person).order_by(sessions.c.created)),
        "places": plain(connection, seated.where(places.c.person == person).order_by(tables.c.created, places.c.seat)),
        "tables": plain(connection, select(*games).where(tables.c.owner == person).order_by(tables.c.created)),
        "events": plain(connection, select(*acts).where(events.c.person == person).order_by(events.c.at, events.c.seq)),
    }


def plain(connection: Connection, wanted: Select[Any]) -> list[dict[str, object]]:
    return [dict(row) for row in connection.execute(wanted).mappings()]
