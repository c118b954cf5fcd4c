"""A browser, a server and visitors for tests of the pages, separate for each worker."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.servers import ThreadServer, thread_server
from tests.web.browser import Size, Visitor, chromium, find_chromium
from tradewinds.web import PAGES

NewVisitor = Callable[..., Visitor]
MISSING = "There is no Chromium: install it (on Debian: apt install chromium-headless-shell), or name it in $CHROMIUM."


# Package scope, because no other event loop can run in the thread while Playwright does.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; without it the tests are skipped, except on a build server."""
    program = find_chromium()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with chromium(program) as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """A server without bot pauses."""
    assert (PAGES / "index.html").is_file(), "The pages are not built: run ./test, or python hatch_build.py"
    folder: Path = tmp_path_factory.mktemp("web")
    with thread_server(f"sqlite:///{folder / 'tradewinds.db'}") as running:
        yield running


@pytest.fixture
def new_visitor(browser: Browser, server: ThreadServer) -> Iterator[NewVisitor]:
    """A function that returns another visitor; the test fails if the visitors' pages have unexpected problems."""
    visitors: list[Visitor] = []

    def come(size: Size = "desktop", address: str = "", **options: Any) -> Visitor:
        visitors.append(Visitor(browser, address or server.address, size, **options))
        return visitors[-1]

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.unexpected()]
    for visitor in visitors:
        visitor.close()
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def desktop(new_visitor: NewVisitor) -> Visitor:
    """A visitor with a window of 1280 × 720."""
    return new_visitor("desktop")


@pytest.fixture
def phone(new_visitor: NewVisitor) -> Visitor:
    """A visitor with a touch screen of 390 × 844."""
    return new_visitor("phone")


@pytest.fixture(params=["desktop", "phone"])
def visitor(request: pytest.FixtureRequest, new_visitor: NewVisitor) -> Visitor:
    """A visitor of each size."""
    return new_visitor(request.param)
