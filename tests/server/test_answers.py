"""What every address answers: the protocol's definition, whatever the method, and nothing that others may keep."""

import logging
import socket
from collections.abc import Iterator

import msgspec
import pytest
from starlette.routing import Route

from tests.server.http_browser import Browser
from tests.server.people.helpers import assert_refused
from tests.server.servers import ThreadServer, thread_server
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.kernel.game import load_game
from tradewinds.match import Match
from tradewinds.registry import GAMES
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas

HEAD = "{method} {target} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    with thread_server(f"sqlite:///{tmp_path_factory.mktemp('answers') / 'tradewinds.db'}") as server:
        yield server


def test_the_schema_names_all_messages_and_the_views_of_all_games(server: ThreadServer) -> None:
    schema = Browser(server).get("/api/schema").json
    kinds = protocol.AnyCommand | protocol.AnyMessage | schemas.ReviewResult | schemas.ReviewProgress
    assert {kind.__name__ for kind in kinds.__args__} <= schema["$defs"].keys()
    assert schema["view"].keys() == set(GAMES)
    for name in GAMES:
        game = load_game(name)
        view = schema["view"][name]
        shown = msgspec.json.decode(msgspec.json.encode(Match(game.box(game.players[0])).view()))
        assert view["$defs"][view["$ref"].rpartition("/")[2]]["properties"].keys() == shown.keys()
    reviews = schema["responses"]["POST /api/review"]
    assert [kind["$ref"] for kind in reviews["anyOf"]] == ["#/$defs/ReviewResult", "#/$defs/ReviewProgress"]
    assert schema["$defs"]["ReviewProgress"]["properties"]["type"] == {"enum": ["reviewing"]}


def test_every_schema_reference_resolves(server: ThreadServer) -> None:
    schema = Browser(server).get("/api/schema").json
    found = set(references(schema))
    assert len(found) > 50
    for reference in found:
        part = schema
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        assert part["title"]


def references(part: object) -> Iterator[str]:
    """All references within a schema."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name == "$ref":
                yield value
            elif name == "mapping":
                yield from value.values()
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


TARGETS = {
    "*": 404,
    "//host/": 404,
    "/\\\\host/": 404,
    "/learn/../../x": 404,
    "/nowhere": 404,
    "/ws/tables/abc": 404,
    "/assets/none.js": 405,
    "/learn/borneo": 405,
    "/api/games": 405,
    "/api/nowhere": 404,
}
"""Addresses to which nothing can be sent, as they stand in a request, and the status of the answer."""


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "REPORT"])
def test_other_methods_are_refused_and_no_error_is_logged(
    server: ThreadServer, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert {target: status(server, method, target) for target in TARGETS} == TARGETS
        assert status(server, method, "/ws/tables/abc", "Upgrade: websocket\r\nConnection: Upgrade\r\n") == 405
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def status(server: ThreadServer, method: str, target: str, more: str = "") -> int:
    """The status with which a request is answered, sent byte for byte."""
    head = HEAD.format(method=method, target=target, host=f"127.0.0.1:{server.port}")
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as plug:
        plug.sendall(f"{head}{more}Content-Length: 0\r\n\r\n".encode())
        return int(plug.makefile("rb").readline().split()[1])


STATUSES = {"/api/tables/{table}/replay": 409, "/api/tables/{table}/review": 409}
"""What is there of finished games only; everything else is answered."""
SAME_FOR_ALL = {"/api/lessons/{game}": "no-cache"}
"""What does not depend on who asks may be kept."""


def test_responses_are_not_cacheable(server: ThreadServer) -> None:
    routes = [route for route in server.app.app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
    paths = [route.path for route in routes if route.path.startswith("/api/") and "GET" in (route.methods or ())]
    assert {"/api/me", "/api/tables/{table}/record", "/api/tables/{table}/seen"} <= set(paths)
    with TwoPlayerGame(server) as two_players:
        ada = Browser(server)
        ada.cookies = dict([(two_players.ada.cookie or "").split("=", 1)])
        for path in paths:
            address = path.format(table=two_players.table, game="borneo")
            answer = ada.get(address, STATUSES.get(path, 200))
            assert answer.headers.get_all("cache-control") == [SAME_FOR_ALL.get(path, "no-store")], path
        for address, kind in (
            (f"/api/tables/{two_players.table}/seen?seat=0", "not_yours"),
            ("/api/tables/mine", "who"),
        ):
            answer = Browser(server).get(address, 403 if kind == "not_yours" else 401)
            assert_refused(answer, kind)
            assert answer.headers["cache-control"] == "no-store"
