"""Initial schema: people, tables and event logs."""

import sqlalchemy as sa
from alembic import op

revision = "initial"
down_revision = None


def upgrade() -> None:
    make_people()
    make_tables()
    make_logs()


def make_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("nickname", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("name_key", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("language", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="people_pkey"),
        sa.UniqueConstraint("name_key", name="people_name_key_key"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="sessions_pkey"),
        sa.UniqueConstraint("id", name="sessions_id_key"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="sessions_person_fkey", ondelete="CASCADE"),
    )
    op.create_index("sessions_person", "sessions", ["person"])


def make_tables() -> None:
    op.create_table(
        "editions",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("file", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="editions_pkey"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("due", sa.BigInteger),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="tables_pkey"),
    )
    op.create_index("tables_listed", "tables", ["public", "status", "changed"])
    op.create_index("tables_owner", "tables", ["owner"])
    is_due = sa.text("due IS NOT NULL")
    op.create_index("tables_due", "tables", ["due"], sqlite_where=is_due, postgresql_where=is_due)
    op.create_table(
        "places",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="places_pkey"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="places_table_id_fkey"),
    )
    op.create_index("places_person", "places", ["person"])


def make_logs() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("request", sa.Text),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="events_pkey"),
    )
    is_person = sa.text("person IS NOT NULL")
    op.create_index("events_person", "events", ["person"], sqlite_where=is_person, postgresql_where=is_person)
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="reviews_pkey"),
    )
