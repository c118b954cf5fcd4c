"""The protocol as JSON Schema, made from the types that encode and decode it."""

from functools import cache
from typing import Any

import msgspec

from tradewinds.engine.schema import view_schemas
from tradewinds.server.http import schemas
from tradewinds.server.lessons import Lesson
from tradewinds.server.realtime import protocol

ASKED: dict[str, Any] = {
    "POST /api/guest": schemas.Guest,
    "POST /api/account": schemas.Account,
    "POST /api/login": schemas.Account,
    "PATCH /api/me": schemas.Change,
    "POST /api/password": schemas.ChangePassword,
    "POST /api/me/delete": schemas.DeleteMe,
    "POST /api/tables": schemas.NewTable,
    "POST /api/tables/{table}": protocol.AnyCommand,
    "POST /api/replay": schemas.ReplayRecord,
    "POST /api/review": schemas.ReviewRecord,
    "socket": protocol.AnyCommand,
}
"""What a client sends, by address."""

ANSWERED: dict[str, Any] = {
    "GET /api/me": schemas.Whoami,
    "GET /api/sessions": list[schemas.SessionInfo],
    "GET /api/lessons/{game}": Lesson,
    "GET /api/tables": schemas.Listing,
    "GET /api/tables/mine": schemas.Listing,
    "POST /api/tables": protocol.TableInfo,
    "GET /api/tables/{table}": protocol.TableInfo,
    "POST /api/tables/{table}": protocol.Done | protocol.Hinted | protocol.Previewed,
    "GET /api/tables/{table}/seen": schemas.Seen,
    "GET /api/tables/{table}/story": schemas.Chapter,
    "GET /api/tables/{table}/replay": schemas.Replay,
    "POST /api/replay": schemas.Replay,
    "GET /api/tables/{table}/review": schemas.Reviewed | schemas.Reviewing,
    "POST /api/review": schemas.Reviewed | schemas.Reviewing,
    "refusal": protocol.Refused,
    "socket": protocol.AnyMessage,
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
