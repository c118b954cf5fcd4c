"""Storage: one log of events per table, and an index of it, on SQLite or PostgreSQL."""

from tradewinds.server.storage.database import Database
from tradewinds.server.storage.errors import StorageError
from tradewinds.server.storage.rows import (
    Append,
    Counts,
    EditionRow,
    EventRow,
    ListedTable,
    PersonRow,
    PlaceRow,
    ReviewRow,
    SessionRow,
    TableIndex,
    TableRow,
)

__all__ = [
    "Append",
    "Counts",
    "Database",
    "EditionRow",
    "EventRow",
    "ListedTable",
    "PersonRow",
    "PlaceRow",
    "ReviewRow",
    "SessionRow",
    "StorageError",
    "TableIndex",
    "TableRow",
]
