"""What is known of a person can be told, and forgotten; games stay."""

import asyncio

from sqlalchemy import Connection

from tests.server.storage.rows import all_rows, event, person, session, table
from tradewinds.server.storage import Database, PlaceRow
from tradewinds.server.storage.queries.accounts import add_person, add_session, find_person
from tradewinds.server.storage.queries.privacy import delete_person, export_person, prune_guests, prune_sessions
from tradewinds.server.storage.queries.tables import create_table, find_places, find_table, load_events

SEATED, CHAT = b'{"person":"id-Ada","name":"Ada","ready":true}', b'{"name":"Ada","text":"I, Ada"}'


def fill(connection: Connection) -> None:
    """Ada and Ben at one table, Ada the host."""
    for name in ("Ada", "Ben"):
        add_person(connection, person(name, account=True))
        add_session(connection, session(person(name), 1))
    log = [
        event("t", 1, kind="seated", by="id-Ada", body=SEATED),
        event("t", 2, kind="seated", by="id-Ben", body=b'{"name":"Ben"}'),
        event("t", 3, by="id-Ada", body=b"move"),
        event("t", 4, kind="chat_sent", by="id-Ada", body=CHAT),
        event("t", 5, kind="chat_sent", by="id-Ben", body=b"Hello Ada"),
    ]
    seats = [PlaceRow("t", 0, "id-Ada", "Ada"), PlaceRow("t", 1, "id-Ben", "Ben")]
    create_table(connection, table("t", seq=5, owner="id-Ada", settings=b"seed"), log, seats)


def test_deleted_person_leaves_the_game(database: Database) -> None:
    def work(connection: Connection) -> None:
        fill(connection)
        delete_person(connection, "id-Ada")

    asyncio.run(database.write(work))
    log = database.read(lambda connection: load_events(connection, "t"))
    assert [row.body for row in log] == [
        b'{"person":"","name":"","ready":true}',
        b'{"name":"Ben"}',
        b"move",
        b'{"name":"","text":""}',
        b"Hello Ada",
    ]
    assert [row.person for row in log] == [None, "id-Ben", None, None, "id-Ben"]
    assert [row.state for row in log] == [event("t", seq).state for seq in range(1, 6)]
    places = database.read(lambda connection: find_places(connection, ["t"]))["t"]
    assert places == [PlaceRow("t", 0, None, ""), PlaceRow("t", 1, "id-Ben", "Ben")]
    index = database.read(lambda connection: find_table(connection, "t"))
    assert index is not None
    assert index.owner is None
    kept = all_rows(database)
    assert "id-Ada" not in repr(kept)
    assert len(kept["people"]) == len(kept["sessions"]) == 1


def test_export_has_everything_but_secrets(database: Database) -> None:
    asyncio.run(database.write(fill))
    told = database.read(lambda connection: export_person(connection, "id-Ada"))
    assert [row["name"] for row in told["person"]] == ["Ada"]
    assert [row["id"] for row in told["sessions"]] == ["Ada-1"]
    assert [(row["id"], row["seat"], row["name"], row["game"]) for row in told["places"]] == [("t", 0, "Ada", "borneo")]
    assert [row["id"] for row in told["tables"]] == ["t"]
    assert [(row["seq"], row["body"]) for row in told["events"]] == [(1, SEATED), (3, b"move"), (4, CHAT)]
    names = {name for rows in told.values() for row in rows for name in row}
    assert not names & {"password", "digest", "state", "settings"}
    for secret in ("hash", "digest-", "seed", "Ben"):
        assert secret not in repr(told)


def test_old_sessions_end(database: Database) -> None:
    def work(connection: Connection) -> int:
        ada = person("Ada")
        add_person(connection, ada)
        for number, seen in enumerate((10, 20, 30)):
            add_session(connection, session(ada, number, seen))
        return prune_sessions(connection, 20)

    assert asyncio.run(database.write(work)) == 1
    assert [row[1] for row in all_rows(database)["sessions"]] == ["Ada-1", "Ada-2"]


def test_guests_without_seats_are_deleted(database: Database) -> None:
    def work(connection: Connection) -> int:
        fill(connection)
        for name, seen in (("Old", 10), ("Talker", 10), ("Player", 10), ("Fresh", 30)):
            add_person(connection, person(name, seen=seen))
            add_session(connection, session(person(name), 1))
        log = [event("u", 1, kind="chat_sent", by="id-Talker", body=CHAT)]
        create_table(connection, table("u"), log, [PlaceRow("u", 0, "id-Player", "Player")])
        return prune_guests(connection, 20)

    assert asyncio.run(database.write(work)) == 2
    left = {name: database.read(lambda c, name=name: find_person(c, f"id-{name}")) for name in ("Old", "Talker")}  # type: ignore[misc]
    assert left == {"Old": None, "Talker": None}
    assert sorted(str(row[1]) for row in all_rows(database)["people"]) == ["Ada", "Ben", "Fresh", "Player"]
    assert database.read(lambda connection: load_events(connection, "u"))[0].body == b'{"name":"","text":""}'
