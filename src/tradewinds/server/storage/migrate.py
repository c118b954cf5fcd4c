"""Bring a database to the schema that this program knows, step by step, by Alembic."""

from functools import cache
from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DatabaseError

from tradewinds.server.storage.connect import connect, explain, is_sqlite, shown, writing_engine
from tradewinds.server.storage.errors import StorageError, reason_of

FOLDER = Path(__file__).resolve().parent / "migrations"
# Any number will do that no other program on the same server is likely to lock.
MIGRATING = 7_270_361_912_017
# Alembic works through variables of its modules, so threads take turns.
ALEMBIC = Lock()


def migrate(url: URL, revision: str | None = None) -> None:
    """Take all steps that are missing up to a revision, the newest by default."""
    engine = writing_engine(url, foreign_keys=False)
    try:
        with connect(engine) as connection:
            run_steps(url, connection, revision or newest())
    except DatabaseError as error:
        raise explain(url, error) from error
    finally:
        engine.dispose()


def run_steps(url: URL, connection: Connection, revision: str) -> None:
    """Take the missing steps over a connection; several processes that start at once take turns."""
    if not is_sqlite(url):
        connection.exec_driver_sql("SELECT pg_advisory_lock(%s)", (MIGRATING,))
        connection.commit()
    found = revision_of(connection)
    if not is_known(found):
        raise StorageError("newer", database=shown(url))
    connection.rollback()
    if found == revision:
        return
    config = settings()
    config.attributes["connection"] = connection
    try:
        with ALEMBIC:
            command.upgrade(config, revision)
        connection.commit()
    except DatabaseError as error:
        raise StorageError("migration", database=shown(url), reason=reason_of(error)) from error


def revision_of(connection: Connection) -> str | None:
    """The last step that a database has taken; None if it has taken none."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str | None) -> bool:
    """Is this a step that this program knows?"""
    try:
        return revision is None or scripts().get_revision(revision) is not None
    except CommandError:
        return False


def newest() -> str:
    """The revision that this program works with."""
    return str(scripts().get_current_head())


@cache
def scripts() -> ScriptDirectory:
    """All steps."""
    return ScriptDirectory.from_config(settings())


def settings() -> Config:
    """Where Alembic finds the steps; nothing is read from files."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
