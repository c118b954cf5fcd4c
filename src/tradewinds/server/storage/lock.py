"""File lock that allows one server per SQLite file."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from tradewinds.server.storage.errors import StorageError

# Windows has no fcntl: there, nothing prevents two servers on one file.
fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None


class FileLock:
    """Exclusive lock on a database file; it ends with the process that holds it."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self.file: IO[str] = path.open("a")
        except OSError as error:
            raise StorageError("not_writable", folder=str(path.parent), reason=error.strerror or str(error)) from error
        if fcntl is None:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.file.close()
            raise StorageError("in_use", file=str(database)) from error

    def release(self) -> None:
        """Release the lock; the empty file stays, since removing it could break a lock just acquired."""
        self.file.close()
