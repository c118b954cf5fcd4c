"""Chromium for tests, screenshots and benchmarks, and visitors that log every error on their pages."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)

from tests.web.socket_log import SocketLog

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    # Lays out text identically on every machine.
    "--font-render-hinting=none",
)
Size = Literal["desktop", "phone"]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
TIMEOUT = 15_000
"""Timeout of page operations in milliseconds."""


def find_chromium() -> str | None:
    """Return the path of Chromium, from the variable CHROMIUM or the usual places."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium(program: str) -> Iterator[Browser]:
    """Run a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = new Proxy(WebSocket, {
  construct: (Kind, given) => (window.sockets.push(new Kind(...given)), window.sockets.at(-1)),
});
"""
"""Init script that keeps the page's sockets, so that a test can close them: going offline closes none."""

WATCH_WIDTH = """
(() => {
  let due = false;
  const look = () => {
    due = false;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return;
    const all = [...document.body.querySelectorAll('*')];
    const far = all.filter((one) => one.getBoundingClientRect().right > clientWidth);
    const names = far.map((one) => `${one.tagName}.${one.getAttribute('class')}`).slice(0, 24);
    console.error(`the page is ${scrollWidth} wide in a window of ${clientWidth}: ${names.join(' ')}`);
  };
  const changed = () => due || ((due = true), requestAnimationFrame(look));
  new MutationObserver(changed).observe(document, { childList: true, subtree: true, attributes: true });
  addEventListener('resize', changed);
})();
"""
"""Init script that logs an error whenever a page becomes wider than its window."""


REMEMBER = """
try {
  if (!%s && localStorage.getItem('tradewinds') !== null) throw 'known already';
  localStorage.setItem('tradewinds', %s);
} catch {}
"""
"""Init script that stores preferences, replacing existing ones if its first argument is true. Blank pages have none."""


class Visitor:
    """A browser context with its own cookies, a page, and a log of everything that went wrong on it."""

    def __init__(self, browser: Browser, address: str, size: Size = "desktop", **options: Any) -> None:
        self.address = address
        self.size = size
        chosen = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light", **SIZES[size], **options}
        self.context: BrowserContext = browser.new_context(base_url=address, **chosen)
        self.context.set_default_timeout(TIMEOUT)
        self.context.add_init_script(KEEP_SOCKETS)
        self.context.add_init_script(WATCH_WIDTH)
        # With reduced motion, other players' moves are shown at once, unless a test turns playback on.
        self.preferences: dict[str, Any] = {"playback": "off"} if chosen["reduced_motion"] == "reduce" else {}
        self.context.add_init_script(REMEMBER % ("false", json.dumps(json.dumps(self.preferences))))
        self.troubles: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        """Open another page in the same context; `socket` logs the sockets of the latest page."""
        page = self.context.new_page()
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.troubles.append(f"error on the page: {error}"))
        page.on("requestfailed", self.failed)
        page.on("response", self.answered)
        self.socket = SocketLog(page)
        return page

    def heard(self, message: ConsoleMessage) -> None:
        """Log console errors and warnings, which include violations of the security policy."""
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def failed(self, request: Request) -> None:
        """Log failed requests, except those aborted by navigation."""
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"request failed: {request.url} {request.failure}")

    def answered(self, response: Response) -> None:
        """Log error responses."""
        if response.status >= 400:
            self.troubles.append(f"answer {response.status}: {response.request.method} {response.url}")

    def expect(self, pattern: str) -> None:
        """Expect problems that match a pattern."""
        self.expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        """Return the problems that were not expected."""
        return [trouble for trouble in self.troubles if not any(known.search(trouble) for known in self.expected)]

    def go(self, path: str) -> Page:
        """Open a page and wait until it is shown."""
        self.page.goto(path)
        self.page.locator("main").first.wait_for()
        return self.page

    def prefer(self, **preferences: Any) -> None:
        """Set preferences: language, theme, sound, playback."""
        self.preferences = {**self.preferences, **preferences}
        self.context.add_init_script(REMEMBER % ("true", json.dumps(json.dumps(self.preferences))))

    def ask(self, path: str, body: Any) -> Any:
        """Post to the server with this browser's cookies."""
        answer: APIResponse = self.context.request.post(path, data=body, headers={"origin": self.address})
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def fetch(self, path: str) -> APIResponse:
        """Get a resource with this browser's cookies."""
        answer = self.context.request.get(path)
        assert answer.status == 200, f"{path}: {answer.status} {answer.text()}"
        return answer

    def introduce(self, name: str = "Ada") -> None:
        """Log this browser in as a new guest."""
        self.ask("/api/guest", {"nickname": name})

    def open_table(self, game: str, seats: list[str], *, start: bool = True, **wanted: Any) -> str:
        """Create a table and start its game unless `start` is false."""
        table: str = self.ask("/api/tables", {"game": game, "seats": seats, **wanted})["id"]
        if start:
            self.ask(f"/api/tables/{table}", {"do": "start"})
        return table

    def cut_off(self) -> None:
        """Go offline until `connect` is called."""
        self.context.set_offline(True)
        self.page.evaluate("sockets.forEach((socket) => socket.close())")

    def connect(self) -> None:
        """Go online again."""
        self.context.set_offline(False)

    def close(self) -> None:
        self.context.close()
