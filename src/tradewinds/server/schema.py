"""The protocol as JSON Schema, made from the types that encode and decode it."""

from functools import cache
from typing import Any

import msgspec

from tradewinds.server import wire
from tradewinds.server.lessons import Lesson

ASKED: dict[str, Any] = {
    "POST /api/guest": wire.Guest,
    "POST /api/account": wire.Account,
    "POST /api/login": wire.Account,
    "PATCH /api/me": wire.Change,
    "POST /api/password": wire.ChangePassword,
    "POST /api/me/delete": wire.DeleteMe,
    "POST /api/tables": wire.NewTable,
    "POST /api/tables/{table}": wire.AnyCommand,
    "POST /api/replay": wire.ReplayRecord,
    "POST /api/review": wire.ReviewRecord,
    "socket": wire.AnyCommand,
}
"""What a client sends, by address."""

ANSWERED: dict[str, Any] = {
    "GET /api/me": wire.Whoami,
    "GET /api/sessions": list[wire.SessionInfo],
    "GET /api/lessons/{game}": Lesson,
    "GET /api/tables": wire.Listing,
    "GET /api/tables/mine": wire.Listing,
    "POST /api/tables": wire.TableInfo,
    "GET /api/tables/{table}": wire.TableInfo,
    "POST /api/tables/{table}": wire.Done | wire.Hinted,
    "GET /api/tables/{table}/seen": wire.Seen,
    "GET /api/tables/{table}/story": wire.Chapter,
    "GET /api/tables/{table}/replay": wire.Replay,
    "POST /api/replay": wire.Replay,
    "GET /api/tables/{table}/review": wire.Reviewed | wire.Reviewing,
    "POST /api/review": wire.Reviewed | wire.Reviewing,
    "refusal": wire.Refused,
    "socket": wire.AnyMessage,
}
"""What the server answers."""


@cache
def schema() -> dict[str, Any]:
    """One document: what is asked and answered under each address, and the definitions that both refer to."""
    kinds = [*ASKED.values(), *ANSWERED.values()]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    asked = dict(zip(ASKED, schemas, strict=False))
    answered = dict(zip(ANSWERED, schemas[len(ASKED) :], strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tradewinds",
        "asked": asked,
        "answered": answered,
        "$defs": definitions,
    }
