"""Tables over HTTP: what can be played, the lobby, one's own games, opening a table and commands to one."""

from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.bots.levels import LEVELS
from tradewinds.games import UnknownGame, load_game
from tradewinds.i18n import LANGUAGES
from tradewinds.i18n.reference import quick_reference
from tradewinds.server.bots.hints import advise
from tradewinds.server.errors import Refusal, not_found
from tradewinds.server.http import schemas
from tradewinds.server.http.responses import answer, language_of, read_body
from tradewinds.server.http.routes.accounts import must_be_known, person_of
from tradewinds.server.realtime import protocol
from tradewinds.server.realtime.json_schema import schema
from tradewinds.server.realtime.view_cache import describe
from tradewinds.server.storage.queries.tables import list_public, tables_of
from tradewinds.server.storage.rows import ListedTable, PlaceRow
from tradewinds.server.tables.event_rows import RESULT, SETTINGS
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.preview import preview
from tradewinds.server.tables.table import wind

if TYPE_CHECKING:
    from tradewinds.server.app import Office

FORGOTTEN = 24 * 3_600_000
"""Tables at which nobody has sat down for so many milliseconds are not offered any more."""
OFFERED = 3
"""So many waiting tables of one person are offered."""
SEARCHED = 1000
"""So many waiting tables are looked through for those."""
LISTED = 100
"""So many tables are in a list."""


def office_of(request: Request) -> "Office":
    """Everything that a handler needs."""
    office: Office = request.app.state.office
    return office


async def games(request: Request) -> Response:
    """What can be played, with whom, and in which languages."""
    return answer(
        {
            "games": list(office_of(request).hall.boxes.summaries.values()),
            "levels": list(LEVELS),
            "languages": list(LANGUAGES),
        }
    )


async def rules(request: Request) -> Response:
    """The rules of a game on one page, as Markdown."""
    try:
        game = load_game(request.path_params["game"])
    except UnknownGame as error:
        raise not_found("such_game") from error
    edition = request.query_params.get("edition", game.editions[0])
    data = game.read_edition(office_of(request).hall.boxes.file(game.name, edition))
    text = quick_reference(game.name, data, language_of(request))
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


async def lobby(request: Request) -> Response:
    """The public tables: those that wait for players first, then those that can be watched."""
    database, person = office_of(request).database, await person_of(request)
    waiting = await database.reading(lambda connection: list_public(connection, ["waiting"], SEARCHED))
    waiting = few_of_each([table for table in waiting if table.table.changed > clock_time() - FORGOTTEN])[:LISTED]
    playing = await database.reading(lambda connection: list_public(connection, ["playing"], LISTED))
    watchable = [table for table in playing if SETTINGS.decode(table.table.settings).spectators]
    return answer(schemas.Listing([listed(table, person.id if person else None) for table in (*waiting, *watchable)]))


def few_of_each(tables: list[ListedTable]) -> list[ListedTable]:
    """Those that changed last of each who has opened tables: nobody fills the list alone."""
    offered: Counter[str | None] = Counter()
    kept = []
    for found in tables:
        offered[found.table.owner] += 1
        if offered[found.table.owner] <= OFFERED:
            kept.append(found)
    return kept


async def mine(request: Request) -> Response:
    """One's own games: those that wait for one first; `finished=1` for those that are over."""
    person = await must_be_known(request)
    statuses = ["finished"] if request.query_params.get("finished") else ["waiting", "playing"]
    found = await office_of(request).database.reading(lambda c: tables_of(c, person.id, statuses, LISTED))
    return answer(schemas.Listing([listed(table, person.id) for table in found]))


def listed(found: ListedTable, person: str | None) -> schemas.ListedTable:
    """A table as a list shows it to somebody."""
    row, settings = found.table, SETTINGS.decode(found.table.settings)
    return schemas.ListedTable(
        id=row.id,
        game=row.game,
        edition=row.edition,
        players=row.players,
        status=row.status,
        clock=settings.clock,
        seats=[seat_in_list(place, row.status) for place in found.places],
        changed=row.changed,
        turn=row.turn,
        mine=[place.seat for place in found.places if person is not None and place.person == person],
        my_turn=found.your_turn,
        title=settings.title,
        result=None if row.result is None else RESULT.decode(row.result),
    )


def seat_in_list(place: PlaceRow, status: str) -> protocol.SeatInfo:
    """A seat as a list shows it."""
    if place.person is not None:
        return protocol.SeatInfo("person", place.name)
    if place.name:
        return protocol.SeatInfo("bot", wind(place.table_id, place.seat), place.name)
    return protocol.SeatInfo("open" if status == "waiting" else "person", "")


async def open_table(request: Request) -> Response:
    """A table, as wanted."""
    person = await must_be_known(request)
    wanted = await read_body(request, schemas.NewTable)
    office = office_of(request)
    office.rates.check("tables", person.id)
    return await show(request, await office.hall.open(person, wanted), 201)


async def one_table(request: Request) -> Response:
    """A table as everybody may know it who knows its id."""
    return await show(request, request.path_params["table"])


async def show(request: Request, table: str, status: int = 200) -> Response:
    """What all may know of a table."""
    room = office_of(request).hall.room(table)
    return answer(describe(await room.loaded()), status)


async def command(request: Request) -> Response:
    """One command to a table, as over its socket."""
    person = await must_be_known(request)
    asked = await read_body(request, protocol.COMMANDS)
    office = office_of(request)
    room = office.hall.room(request.path_params["table"])
    if isinstance(asked, protocol.Watch | protocol.Ping):
        raise Refusal("bad_request", "only_socket", 400)
    if isinstance(asked, protocol.Hint):
        return answer(await advise(office, room, person, asked, language_of(request)))
    if isinstance(asked, protocol.Preview):
        return answer(await preview(room, person, asked, language_of(request)))
    return answer(await office.carry_out(room, person, asked))


async def json_schema(_request: Request) -> Response:
    """The JSON Schema of everything that is said."""
    return answer(schema())


routes = [
    Route("/api/games", games),
    Route("/api/rules/{game}", rules),
    Route("/api/tables", lobby, methods=["GET"]),
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables/mine", mine),
    Route("/api/tables/{table}", one_table, methods=["GET"]),
    Route("/api/tables/{table}", command, methods=["POST"]),
    Route("/api/schema", json_schema),
]
