"""A browser, a server and visitors for the tests of the pages; each worker has its own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import ThreadServer, thread_server
from tests.web.browser import Size, Visitor, chromium, find_chromium
from tradewinds.web import PAGES

Invite = Callable[..., Visitor]
MISSING = "There is no Chromium: install it (on Debian: apt install chromium-headless-shell), or name it in $CHROMIUM."


# Alive only while tests of this package run: as long as it is, no other loop can run in the thread.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; where there is none the tests are skipped, but not on a build server."""
    program = find_chromium()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with chromium(program) as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """A server whose bots do not wait."""
    assert (PAGES / "index.html").is_file(), "The pages are not built: run ./test, or python hatch_build.py"
    folder: Path = tmp_path_factory.mktemp("web")
    with thread_server(f"sqlite:///{folder / 'tradewinds.db'}") as running:
        yield running


@pytest.fixture
def invite(browser: Browser, server: ThreadServer) -> Iterator[Invite]:
    """Visitors with browsers of their own. The test fails if anything goes wrong on their pages unexpectedly."""
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
def desktop(invite: Invite) -> Visitor:
    """A visitor at a desk: 1280 × 720."""
    return invite("desktop")


@pytest.fixture
def phone(invite: Invite) -> Visitor:
    """A visitor with a phone: 390 × 844, touched."""
    return invite("phone")


@pytest.fixture(params=["desktop", "phone"])
def visitor(request: pytest.FixtureRequest, invite: Invite) -> Visitor:
    """A visitor of each kind."""
    return invite(request.param)
