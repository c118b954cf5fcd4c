"""Routes for games, rules and tables: the lobby, the user's own games, new tables, commands, and the schema."""

from collections import Counter

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.bots.levels import LEVELS
from tradewinds.i18n import LANGUAGES
from tradewinds.i18n.reference import quick_reference
from tradewinds.kernel.game import load_game
from tradewinds.registry import UnknownGame
from tradewinds.server import protocol
from tradewinds.server.accounts.cookies import current_person, require_person
from tradewinds.server.errors import RequestError, not_found
from tradewinds.server.http.responses import json_response, read_body, request_language
from tradewinds.server.protocol import schemas
from tradewinds.server.protocol.json_schema import schema
from tradewinds.server.services import services_of
from tradewinds.server.storage.queries.tables import list_public, tables_of
from tradewinds.server.storage.rows import PlaceRow, TableListing, now_ms
from tradewinds.server.tables.event_rows import RESULT, SETTINGS
from tradewinds.server.tables.messages import table_info
from tradewinds.server.tables.table import bot_name

MAX_IDLE_MS = 24 * 3_600_000
"""Milliseconds without a change after which a waiting table is no longer listed in the lobby."""
MAX_PER_OWNER = 3
"""Maximum number of waiting tables of one owner in the lobby."""
MAX_SEARCHED = 1000
"""Maximum number of waiting tables read from the database to select those for the lobby."""
MAX_LISTED = 100
"""Maximum number of tables in a list; in the lobby, of waiting and of running tables each."""


async def list_games(request: Request) -> Response:
    """Return the available games, bot levels and languages."""
    return json_response(
        {
            "games": list(services_of(request).registry.boxes.summaries.values()),
            "levels": list(LEVELS),
            "languages": list(LANGUAGES),
        }
    )


async def get_rules(request: Request) -> Response:
    """Return the quick reference of a game as Markdown."""
    try:
        game = load_game(request.path_params["game"])
    except UnknownGame as error:
        raise not_found("such_game") from error
    edition = request.query_params.get("edition", game.editions[0])
    data = game.read_edition(services_of(request).registry.boxes.file(game.name, edition))
    text = quick_reference(game.name, data, request_language(request))
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


async def list_tables(request: Request) -> Response:
    """Return the public tables: first those waiting for players, then those that can be watched."""
    database, person = services_of(request).database, await current_person(request)
    waiting = await database.read_async(lambda connection: list_public(connection, ["waiting"], MAX_SEARCHED))
    waiting = _limit_per_owner([table for table in waiting if table.table.changed > now_ms() - MAX_IDLE_MS])[
        :MAX_LISTED
    ]
    playing = await database.read_async(lambda connection: list_public(connection, ["playing"], MAX_LISTED))
    watchable = [table for table in playing if SETTINGS.decode(table.table.settings).spectators]
    return json_response(
        schemas.TableList([table_summary(table, person.id if person else None) for table in (*waiting, *watchable)])
    )


def _limit_per_owner(tables: list[TableListing]) -> list[TableListing]:
    """Keep only the first few tables of each owner, so that nobody can fill the lobby."""
    offered: Counter[str | None] = Counter()
    kept = []
    for found in tables:
        offered[found.table.owner] += 1
        if offered[found.table.owner] <= MAX_PER_OWNER:
            kept.append(found)
    return kept


async def list_my_tables(request: Request) -> Response:
    """Return the user's games, those where it is their turn first; with `finished=1`, the finished ones."""
    person = await require_person(request)
    statuses = ["finished"] if request.query_params.get("finished") else ["waiting", "playing"]
    found = await services_of(request).database.read_async(lambda c: tables_of(c, person.id, statuses, MAX_LISTED))
    return json_response(schemas.TableList([table_summary(table, person.id) for table in found]))


def table_summary(found: TableListing, person: str | None) -> schemas.TableSummary:
    row, settings = found.table, SETTINGS.decode(found.table.settings)
    return schemas.TableSummary(
        id=row.id,
        game=row.game,
        edition=row.edition,
        players=row.players,
        status=row.status,
        clock=settings.clock,
        seats=[_seat_info(place, row.status) for place in found.places],
        changed=row.changed,
        turn=row.turn,
        mine=[place.seat for place in found.places if person is not None and place.person == person],
        my_turn=found.your_turn,
        title=settings.title,
        result=None if row.result is None else RESULT.decode(row.result),
    )


def _seat_info(place: PlaceRow, status: str) -> protocol.SeatInfo:
    if place.person is not None:
        return protocol.SeatInfo("person", place.name)
    if place.name:
        return protocol.SeatInfo("bot", bot_name(place.table_id, place.seat), place.name)
    return protocol.SeatInfo("open" if status == "waiting" else "person", "")


async def create_table(request: Request) -> Response:
    person = await require_person(request)
    body = await read_body(request, schemas.NewTable)
    services = services_of(request)
    services.rate_limiter.check("tables", person.id)
    return await _table_response(request, await services.registry.open(person, body), 201)


async def get_table(request: Request) -> Response:
    """Return the public information about a table."""
    return await _table_response(request, request.path_params["table"])


async def _table_response(request: Request, table: str, status: int = 200) -> Response:
    actor = services_of(request).registry.actor(table)
    return json_response(table_info(await actor.load()), status)


async def post_command(request: Request) -> Response:
    """Execute one command, as over the websocket."""
    person = await require_person(request)
    command = await read_body(request, protocol.COMMANDS)
    services = services_of(request)
    actor = services.registry.actor(request.path_params["table"])
    if isinstance(command, protocol.Watch | protocol.Ping):
        raise RequestError("bad_request", "only_socket", 400)
    return json_response(await services.dispatcher.answer(actor, person, command, request_language(request)))


async def get_schema(_request: Request) -> Response:
    """Return the JSON Schema of the protocol."""
    return json_response(schema())


routes = [
    Route("/api/games", list_games),
    Route("/api/rules/{game}", get_rules),
    Route("/api/tables", list_tables, methods=["GET"]),
    Route("/api/tables", create_table, methods=["POST"]),
    Route("/api/tables/mine", list_my_tables),
    Route("/api/tables/{table}", get_table, methods=["GET"]),
    Route("/api/tables/{table}", post_command, methods=["POST"]),
    Route("/api/schema", get_schema),
]
