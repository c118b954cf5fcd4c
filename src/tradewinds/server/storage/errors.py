"""What can be wrong with a database, in words for a person."""

from tradewinds.i18n import Phrase, Problem


class StorageError(Problem):
    """The database cannot be used as asked; the sentences stand under `storage` in the words."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(Phrase(f"storage.{key}", values))


class Unavailable(StorageError):
    """The database does not answer in time; whoever asked may try again.

    Nothing was changed, except where it is `unknown` whether a transaction was committed.
    """

    kind = "unavailable"
    status = 503

    def __init__(self, key: str = "unavailable") -> None:
        super().__init__(key)


def reason_of(error: BaseException) -> str:
    """What a driver says, on one line and without SQLAlchemy's additions."""
    said = str(getattr(error, "orig", None) or error)
    return " ".join(said.split()) or type(error).__name__
