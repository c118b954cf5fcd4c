"""Storage errors with translated messages."""

from tradewinds.i18n import Phrase, Problem


class StorageError(Problem):
    """A database error; `key` is that of its message, without the prefix `storage.`."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(Phrase(f"storage.{key}", values))


class Unavailable(StorageError):
    """The database did not answer in time.

    Nothing was stored, unless the key is `unknown`: then the outcome of a commit is unknown.
    """

    kind = "unavailable"
    status = 503

    def __init__(self, key: str = "unavailable") -> None:
        super().__init__(key)


def driver_message(error: BaseException) -> str:
    """Return the driver's error message on one line, without SQLAlchemy's additions."""
    said = str(getattr(error, "orig", None) or error)
    return " ".join(said.split()) or type(error).__name__
