"""One server per SQLite file: a lock beside it, which ends with the process that holds it."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from tradewinds.server.storage.errors import StorageError

# Windows has no such locks; there the person has to take care.
fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None


class FileLock:
    """The right to write to a database file."""

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
        """Let another process have it; the empty file stays, since removing it could free a lock just taken."""
        self.file.close()
