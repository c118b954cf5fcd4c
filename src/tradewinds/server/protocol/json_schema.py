"""JSON Schema of the protocol, generated from the types that encode and decode it."""

from functools import cache
from typing import Any

import msgspec

from tradewinds.engine.schema import view_schemas
from tradewinds.server import protocol
from tradewinds.server.lessons import Lesson
from tradewinds.server.protocol import schemas

REQUESTS: dict[str, Any] = {
    "POST /api/guest": schemas.NewGuest,
    "POST /api/account": schemas.Credentials,
    "POST /api/login": schemas.Credentials,
    "PATCH /api/me": schemas.ProfileUpdate,
    "POST /api/password": schemas.PasswordChange,
    "POST /api/me/delete": schemas.AccountDeletion,
    "POST /api/tables": schemas.NewTable,
    "POST /api/tables/{table}": protocol.AnyCommand,
    "POST /api/replay": schemas.ReplayRequest,
    "POST /api/review": schemas.ReviewRequest,
    "socket": protocol.AnyCommand,
}
"""Request bodies by route."""

RESPONSES: dict[str, Any] = {
    "GET /api/me": schemas.Whoami,
    "GET /api/sessions": list[schemas.SessionInfo],
    "GET /api/lessons/{game}": Lesson,
    "GET /api/tables": schemas.TableList,
    "GET /api/tables/mine": schemas.TableList,
    "POST /api/tables": protocol.TableInfo,
    "GET /api/tables/{table}": protocol.TableInfo,
    "POST /api/tables/{table}": protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Explained,
    "GET /api/tables/{table}/seen": schemas.PositionView,
    "GET /api/tables/{table}/story": schemas.StorySection,
    "GET /api/tables/{table}/replay": schemas.Replay,
    "POST /api/replay": schemas.Replay,
    "GET /api/tables/{table}/review": schemas.ReviewResult | schemas.ReviewProgress,
    "POST /api/review": schemas.ReviewResult | schemas.ReviewProgress,
    "refusal": protocol.Refused,
    "socket": protocol.AnyMessage,
}
"""Response bodies by route."""


@cache
def schema() -> dict[str, Any]:
    """Return one document with requests and responses by route, the views of the games, and all definitions."""
    kinds = [*REQUESTS.values(), *RESPONSES.values()]
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tradewinds",
        "requests": dict(zip(REQUESTS, schemas, strict=False)),
        "responses": dict(zip(RESPONSES, schemas[len(REQUESTS) :], strict=True)),
        "view": view_schemas(),
        "$defs": definitions,
    }
