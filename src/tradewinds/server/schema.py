"""The protocol as JSON Schema, made from the types that encode and decode it."""

from functools import cache
from typing import Any

import msgspec

from tradewinds.engine.schema import view_schemas
from tradewinds.server import bodies, wire
from tradewinds.server.lessons import Lesson

ASKED: dict[str, Any] = {
    "POST /api/guest": bodies.Guest,
    "POST /api/account": bodies.Account,
    "POST /api/login": bodies.Account,
    "PATCH /api/me": bodies.Change,
    "POST /api/password": bodies.ChangePassword,
    "POST /api/me/delete": bodies.DeleteMe,
    "POST /api/tables": bodies.NewTable,
    "POST /api/tables/{table}": wire.AnyCommand,
    "POST /api/replay": bodies.ReplayRecord,
    "POST /api/review": bodies.ReviewRecord,
    "socket": wire.AnyCommand,
}
"""What a client sends, by address."""

ANSWERED: dict[str, Any] = {
    "GET /api/me": bodies.Whoami,
    "GET /api/sessions": list[bodies.SessionInfo],
    "GET /api/lessons/{game}": Lesson,
    "GET /api/tables": bodies.Listing,
    "GET /api/tables/mine": bodies.Listing,
    "POST /api/tables": wire.TableInfo,
    "GET /api/tables/{table}": wire.TableInfo,
    "POST /api/tables/{table}": wire.Done | wire.Hinted | wire.Previewed,
    "GET /api/tables/{table}/seen": bodies.Seen,
    "GET /api/tables/{table}/story": bodies.Chapter,
    "GET /api/tables/{table}/replay": bodies.Replay,
    "POST /api/replay": bodies.Replay,
    "GET /api/tables/{table}/review": bodies.Reviewed | bodies.Reviewing,
    "POST /api/review": bodies.Reviewed | bodies.Reviewing,
    "refusal": wire.Refused,
    "socket": wire.AnyMessage,
}
"""What the server answers."""


@cache
def schema() -> dict[str, Any]:
    """One document: what is asked and answered under each address, the games' views, and the definitions of both."""
    kinds = [*ASKED.values(), *ANSWERED.values()]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    asked = dict(zip(ASKED, schemas, strict=False))
    answered = dict(zip(ANSWERED, schemas[len(ASKED) :], strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tradewinds",
        "asked": asked,
        "answered": answered,
        "view": view_schemas(),
        "$defs": definitions,
    }
