"""Storage in SQLite or PostgreSQL: an event log for each table, and an index for list queries."""

from tradewinds.server.storage.database import Database
from tradewinds.server.storage.errors import StorageError
from tradewinds.server.storage.rows import (
    EditionRow,
    EventBatch,
    EventRow,
    PersonRow,
    PlaceRow,
    ReviewRow,
    SessionRow,
    TableIndex,
    TableListing,
    TableRow,
)

__all__ = [
    "Database",
    "EditionRow",
    "EventBatch",
    "EventRow",
    "PersonRow",
    "PlaceRow",
    "ReviewRow",
    "SessionRow",
    "StorageError",
    "TableIndex",
    "TableListing",
    "TableRow",
]
