"""The built pages as the server hands them out, and what builds them."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.server.http_browser import Answer
from tests.server.servers import ThreadServer, thread_server
from tradewinds.server.http.pages import PAGE_PATHS, TABLE_PAGE_PATHS
from tradewinds.server.http.security import HEADERS
from tradewinds.web import PAGES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    with thread_server(f"sqlite:///{tmp_path_factory.mktemp('page') / 'page.db'}") as server:
        yield server


def get(server: ThreadServer, path: str, status: int = 200, **headers: str) -> Answer:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = Answer(connection.getresponse())
        assert answer.status == status, (path, answer.body)
        return answer
    finally:
        connection.close()


def addresses() -> list[str]:
    return re.findall(r'(?:src|href)="(/[^"]+)"', (PAGES / "index.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("place", [*PAGE_PATHS, *TABLE_PAGE_PATHS])
def test_every_route_serves_the_page(server: ThreadServer, place: str) -> None:
    answer = get(server, place.format(game="borneo", table="abc"))
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body == (PAGES / "index.html").read_bytes()
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_assets_are_served_with_their_types(server: ThreadServer) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
    files = [path for path in (PAGES / "assets").iterdir() if path.suffix in types]
    assert {path.suffix for path in files} >= {".js", ".css", ".woff2"}
    for address in [*addresses(), *(f"/assets/{path.name}" for path in files)]:
        answer = get(server, address)
        assert answer.headers["content-type"].split(";")[0] == types[Path(address).suffix]


def test_hashed_assets_are_immutable_and_compressed(server: ThreadServer) -> None:
    script = next(address for address in addresses() if address.endswith(".js"))
    plain, packed = get(server, script), get(server, script, accept_encoding="br, gzip")
    assert plain.headers["cache-control"] == packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-encoding" not in plain.headers
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "accept-encoding")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)


def test_nothing_outside_the_pages_is_served(server: ThreadServer) -> None:
    for path in ("/assets/../built-from", "/assets/%2e%2e/built-from", "/assets/..%2f__init__.py", "/assets/none.js"):
        get(server, path, 404)
    for name in ("x" * 5000, "%00", "%00" * 300):
        get(server, f"/assets/{name}", 404, accept_encoding="gzip")


def test_missing_paths_serve_the_page_or_a_json_error(server: ThreadServer) -> None:
    page, program = get(server, "/nowhere", 404), get(server, "/api/nowhere", 404)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert program.headers["content-type"] == "application/json"


def test_page_can_check_its_version(server: ThreadServer) -> None:
    first, second = get(server, "/api/version").json, get(server, "/api/version").json
    assert first == second
    assert re.fullmatch("[0-9a-f]{16}", first["pages"])


def test_pages_hold_no_inline_scripts_and_no_foreign_addresses() -> None:
    text = (PAGES / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", text)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)


def test_building_again_without_changes_does_nothing() -> None:
    before = (PAGES / "index.html").stat().st_mtime_ns
    done = subprocess.run([sys.executable, "hatch_build.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
    assert (PAGES / "index.html").stat().st_mtime_ns == before


def test_nothing_built_and_no_address_of_a_host_is_in_the_sources() -> None:
    listed = subprocess.run(["git", "ls-files", "web", "src/tradewinds/web"], cwd=ROOT, capture_output=True, check=True)
    files = listed.stdout.decode().splitlines()
    assert files
    assert not [name for name in files if "node_modules" in name or name.startswith("src/tradewinds/web/pages")]
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
