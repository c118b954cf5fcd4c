"""Schema migrations with Alembic."""

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

from tradewinds.server.storage.connect import connect, display_url, explain, is_sqlite, writing_engine
from tradewinds.server.storage.errors import StorageError, driver_message

FOLDER = Path(__file__).resolve().parent / "migrations"
# Arbitrary number that no other program on the server is likely to lock.
MIGRATION_LOCK = 7_270_361_912_017
# Alembic uses module globals and is not thread-safe.
ALEMBIC_LOCK = Lock()


def migrate(url: URL, revision: str | None = None) -> None:
    """Upgrade a database to a revision, by default the latest."""
    engine = writing_engine(url, foreign_keys=False)
    try:
        with connect(engine) as connection:
            run_migrations(url, connection, revision or head_revision())
    except DatabaseError as error:
        raise explain(url, error) from error
    finally:
        engine.dispose()


def run_migrations(url: URL, connection: Connection, revision: str) -> None:
    """Upgrade a database under a lock that excludes other processes; raise StorageError if its revision is unknown."""
    if not is_sqlite(url):
        connection.exec_driver_sql("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
        connection.commit()
    found = current_revision(connection)
    if not is_known_revision(found):
        raise StorageError("newer", database=display_url(url))
    connection.rollback()
    if found == revision:
        return
    config = alembic_config()
    config.attributes["connection"] = connection
    try:
        with ALEMBIC_LOCK:
            command.upgrade(config, revision)
        connection.commit()
    except DatabaseError as error:
        raise StorageError("migration", database=display_url(url), reason=driver_message(error)) from error


def current_revision(connection: Connection) -> str | None:
    """Return the revision of a database, or None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known_revision(revision: str | None) -> bool:
    """Return whether this version of the program knows a revision."""
    try:
        return revision is None or scripts().get_revision(revision) is not None
    except CommandError:
        return False


def head_revision() -> str:
    """Return the latest revision."""
    return str(scripts().get_current_head())


@cache
def scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_config())


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
