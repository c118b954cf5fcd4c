"""Database schema, the same for SQLite and PostgreSQL.

`events` is the event log of all tables; its primary key resolves races between processes. `tables` and `places` are an
index for list queries, derived from the events and written in the same transaction.
"""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_name)s_key",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("nickname", Text, nullable=False),
    Column("name", Text),
    Column("name_key", Text, unique=True),
    Column("password", Text),
    Column("language", Text),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", Text, nullable=False),
    Index("sessions_person", "person"),
)

editions = Table(
    "editions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("file", LargeBinary, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("owner", Text),
    Column("seq", Integer, nullable=False),
    Column("turn", Integer),
    Column("due", BigInteger),
    Column("settings", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("result", LargeBinary),
    Index("tables_listed", "public", "status", "changed"),
    Index("tables_owner", "owner"),
)
Index("tables_due", tables.c.due, sqlite_where=tables.c.due.is_not(None), postgresql_where=tables.c.due.is_not(None))

places = Table(
    "places",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text),
    Column("name", Text, nullable=False),
    Index("places_person", "person"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("person", Text),
    Column("seat", Integer),
    Column("request", Text),
    Column("body", LargeBinary, nullable=False),
    Column("state", LargeBinary),
    Column("at", BigInteger, nullable=False),
)
Index(
    "events_person",
    events.c.person,
    sqlite_where=events.c.person.is_not(None),
    postgresql_where=events.c.person.is_not(None),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
)
