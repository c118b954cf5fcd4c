"""The page that a browser is shown: its files, its words, and what its security needs."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.serving import ThreadServer, thread_server
from tests.server.web import Answer
from tradewinds.bombay.view import BombayView
from tradewinds.borneo.view import BorneoView
from tradewinds.bots.levels import LEVELS
from tradewinds.games import GAMES, load_game
from tradewinds.server.page import FOLDER
from tradewinds.server.security import HEADERS
from tradewinds.words import LANGUAGES

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
SCRIPTS = "\n".join(path.read_text(encoding="utf-8") for path in FILES if path.suffix == ".js")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    with thread_server(f"sqlite:///{tmp_path_factory.mktemp('page') / 'page.db'}") as server:
        yield server


def get(server: ThreadServer, path: str, **headers: str) -> Answer:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return Answer(connection.getresponse())
    finally:
        connection.close()


class Tags(HTMLParser):
    """Every tag with its attributes, and what stands inside scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def addresses(self) -> list[str]:
        return [value for _, attributes in self.found for name in ("src", "href") if (value := attributes.get(name))]


def index() -> Tags:
    return Tags((FOLDER / "index.html").read_text(encoding="utf-8"))


def words(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((FOLDER / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_file_is_served_with_its_type(server: ThreadServer, file: Path) -> None:
    path = f"/static/{file.relative_to(FOLDER).as_posix()}"
    answer = get(server, path)
    assert answer.status == 200
    assert str(answer.headers["content-type"]).startswith(TYPES.get(file.suffix, "application/json"))
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert answer.body == file.read_bytes()
    assert get(server, path, if_none_match=str(answer.headers["etag"])).status == 304


@pytest.mark.parametrize("path", ["/", "/tables/abc", "/tables/abc?screen"])
def test_the_page_is_the_same_wherever_it_is_asked_for(server: ThreadServer, path: str) -> None:
    answer = get(server, path)
    assert answer.status == 200
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert answer.body == (FOLDER / "index.html").read_bytes()


def test_everything_that_the_page_names_is_there(server: ThreadServer) -> None:
    named = [address for address in index().addresses() if address.startswith("/")]
    named += [f"/static/{module}" for module in re.findall(r'from "\./([\w.]+)"', SCRIPTS)]
    assert len(named) > 8
    for address in named:
        assert get(server, address).status == 200, address


def test_people_who_are_lost_see_the_page_and_programs_a_refusal(server: ThreadServer) -> None:
    page = get(server, "/no/such/place")
    assert page.status == 404
    assert page.body == (FOLDER / "index.html").read_bytes()
    for path in ("/api/nothing", "/static/nothing.js", "/static/../app.py"):
        answer = get(server, path, accept_language="de")
        assert answer.status == 404
        assert answer.json["message"] == "Unter dieser Adresse ist nichts."


def test_nothing_is_written_into_the_page_that_its_policy_forbids() -> None:
    for tag, attributes in index().found:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert tag != "style"
        assert tag != "script" or attributes.get("src")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|\.style\b", SCRIPTS)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_no_file_names_a_foreign_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text)


def test_all_languages_have_the_same_words() -> None:
    shapes = [
        {
            (group, key, tuple(sorted(re.findall(r"\{\w+\}", text))))
            for group, found in words(code).items()
            for key, text in found.items()
        }
        for code in LANGUAGES
    ]
    assert shapes[0] == shapes[1] == shapes[2]
    assert all(text.strip() for code in LANGUAGES for found in words(code).values() for text in found.values())


def test_every_word_that_is_said_is_known() -> None:
    known = words("en")
    for key in re.findall(r'say\("([^"]+)"', SCRIPTS):
        group, _, name = key.partition(".")
        assert name in known[group], key


def fields(kind: Any, found: set[str]) -> set[str]:
    """The names of all fields of a view, and of what is in it."""
    for field in msgspec.inspect.type_info(kind).fields if isinstance(kind, type) else kind.fields:  # type: ignore[attr-defined]
        found.add(field.name)
        inner = [field.type]
        while inner:
            shape = inner.pop()
            if isinstance(shape, msgspec.inspect.StructType):
                fields(shape, found)
            inner += [*getattr(shape, "types", ()), *([shape.item_type] if hasattr(shape, "item_type") else [])]
    return found


@pytest.mark.parametrize("view", [BombayView, BorneoView])
def test_the_fields_of_every_view_have_names(view: Any) -> None:
    known = words("en")
    named = {*known["field"], *known["section"], "x", "y", "seat", "to_act", "sets", "rounds"}
    assert fields(view, set()) <= named


def test_games_editions_options_and_levels_have_names() -> None:
    known = words("en")
    assert set(LEVELS) <= set(known["level"])
    for game in GAMES:
        assert game in known["game"]
        assert game in known["about"]
        for edition in load_game(game).editions:
            assert edition in known["edition"]
            for option, values in load_game(game).offers(edition).items():
                assert option in known["option"]
                assert {value for value in values if option != "start" or value == "random"} <= set(known[option])
