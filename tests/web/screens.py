"""Screenshots of every screen for `docs/screens/`, in both sizes and all languages: run `docs/screens/make`."""

import argparse
import base64
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Browser, Error

from tests.server.servers import ThreadServer, thread_server
from tests.web.browser import SIZES, Size, Visitor, chromium, find_chromium
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import Script, play, sensible

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
LOCALES = {"en": "en-GB", "de": "de-DE", "it": "it-IT"}
TALK = {"en": "That elephant is mine!", "de": "Der Elefant da gehört mir!", "it": "Quell’elefante è mio!"}
QUALITY = 82
PLAYERS = 4
DARK = ("home", "bombay-middle", "borneo-board-lay")
"""Screens that are also taken in the dark theme."""


@cache
def script(game: str, edition: str) -> Script:
    """Return the scripted game that the screenshots show."""
    return play(game, edition, {}, "screens-3", sensible("casual", 3), PLAYERS)


class ScreenshotSession:
    """Takes screenshots as one visitor, in one language and size."""

    def __init__(self, browser: Browser, server: ThreadServer, size: Size, locale: str, theme: str) -> None:
        self.browser, self.server, self.size = browser, server, size
        self.locale, self.theme = locale, theme
        self.folder = FOLDER
        self.kind = "webp"
        self.troubles: list[str] = []
        self.visitor = self.new_visitor()
        self.wanted: list[str] = []
        self.visitor.introduce("Ada")

    def new_visitor(self) -> Visitor:
        return Visitor(self.browser, self.server.address, self.size, locale=self.locale, color_scheme=self.theme)

    def wants(self, name: str) -> bool:
        """Return whether a screenshot was requested."""
        return not self.wanted or any(name.startswith(start) for start in self.wanted)

    def take(self, name: str, visitor: Visitor | None = None) -> None:
        if not self.wants(name):
            return
        page = (visitor or self.visitor).page
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(250)
        session = page.context.new_cdp_session(page)
        shot = session.send("Page.captureScreenshot", {"format": self.kind, "quality": QUALITY})
        session.detach()
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{name}-{self.size}.{self.kind}").write_bytes(base64.b64decode(shot["data"]))

    def settle(self, path: str, selector: str = "h1") -> None:
        """Open a page and wait until it is shown."""
        self.visitor.go(path)
        self.visitor.page.locator(selector).first.wait_for()
        self.visitor.page.wait_for_load_state("networkidle")

    @contextmanager
    def scripted(self, game: str, edition: str) -> Iterator[ScriptedTable]:
        """Open a scripted table."""
        with ScriptedTable(self.server, self.visitor, script(game, edition)) as scripted:
            self.visitor.go(f"/tables/{scripted.table}")
            self.visitor.page.locator("main").first.wait_for()
            yield scripted

    def turn(self, scripted: ScriptedTable, verbs: tuple[str, ...], after: int = 0) -> bool:
        """Play up to the visitor's next move with one of the verbs; return whether there is one."""
        found = scripted.advance_until(lambda seat, move: seat == 0 and move.split()[0] in verbs, after)
        if found:
            self.visitor.page.locator("[data-pick]").first.wait_for()
            self.visitor.page.wait_for_timeout(400)
        return found


def quiet_pages(session: ScreenshotSession) -> None:
    """Take screenshots of the pages without a table."""
    session.settle("/", "[data-pick]")
    session.take("home")
    for game in ("bombay", "borneo"):
        session.settle(f"/rules/{game}")
        session.take(f"rules-{game}")
        session.settle(f"/learn/{game}")
        session.take(f"learn-{game}")
    session.settle("/account")
    session.take("account")
    session.settle("/nowhere")
    session.take("lost")
    table = session.visitor.open_table("borneo", ["me", "open", "casual"], start=False)
    session.settle(f"/tables/{table}")
    session.take("waiting")


def bombay(session: ScreenshotSession) -> None:
    """Take screenshots of a game of Bombay from start to end."""
    page = session.visitor.page
    with session.scripted("bombay", "ystari-2009") as scripted:
        session.turn(scripted, ("move", "wait", "pass", "buy"))
        session.take("bombay-start")
        session.turn(scripted, ("move", "buy", "sell", "build"), len(scripted.script.moves) // 3)
        session.take("bombay-middle")
        page.keyboard.press("h")
        session.visitor.socket.until(lambda: session.visitor.socket.hinted, 60, "for a hint")
        session.take("hint")
        scripted.people[0].request_sync(
            "POST", f"/api/tables/{scripted.table}", {"do": "chat", "text": TALK[session.locale[:2]]}
        )
        page.locator(".hint header button").click()
        if not page.locator("aside button[aria-pressed]").count():
            page.locator("header button[aria-pressed]").click()
        page.locator("aside button[aria-pressed]").nth(1).click()
        session.take("chat")
        page.locator("aside button[aria-pressed]").first.click()
        session.take("log")
        page.keyboard.press("Escape")
        page.locator("header [aria-haspopup=dialog]").click()
        page.locator("dialog").wait_for()
        session.take("menu")
        page.keyboard.press("Escape")
        scripted.finish()
        page.locator("[data-end]").wait_for()
        session.take("bombay-end")
        replay(session, scripted)


def replay(session: ScreenshotSession, scripted: ScriptedTable) -> None:
    """Take screenshots of the replay and review of a finished game."""
    page = session.visitor.page
    session.settle(f"/tables/{scripted.table}/replay?at={len(scripted.script.moves) // 2}")
    page.locator("[data-part=review]").click()
    page.locator("[data-review]").click()
    page.locator("[data-decision]").first.wait_for(timeout=240_000)
    session.take("replay")


def borneo(session: ScreenshotSession, edition: str) -> None:
    """Take screenshots of a game of Borneo and its kinds of decisions."""
    name = f"borneo-{edition.split('-', maxsplit=1)[0]}"
    page = session.visitor.page
    with session.scripted("borneo", edition) as scripted:
        session.turn(scripted, ("place",))
        session.take(f"{name}-start")
        middle = len(scripted.script.moves) // 3
        for verbs, what in (
            (("lay",), "lay"),
            (("challenge", "transfer"), "merchants"),
            (("commit",), "challenge"),
            (("take",), "share"),
            (("contract",), "contract"),
            (("pay",), "payment"),
        ):
            if session.turn(scripted, verbs, middle):
                session.take(f"{name}-{what}")
        if edition == "board-2008":
            television(session, scripted)
            session.visitor.cut_off()
            page.locator("header [data-lost]").wait_for(timeout=60_000)
            session.take("connection-lost")
            session.visitor.connect()
        scripted.finish()
        page.locator("[data-end]").wait_for(timeout=60_000)
        session.take(f"{name}-end")


def television(session: ScreenshotSession, scripted: ScriptedTable) -> None:
    """Take screenshots of the public view on a large screen."""
    if session.size == "desktop":
        screen = session.new_visitor()
        screen.go(f"/tables/{scripted.table}/screen")
        screen.page.wait_for_timeout(1000)
        session.take("television", screen)
        screen.close()


def curtain(session: ScreenshotSession) -> None:
    """Take screenshots of the handover screen of two people at one device."""
    table = session.visitor.open_table("borneo", ["me", "me", "casual"], start=False)
    for seat, name in ((0, "Ada"), (1, "Bruno")):
        session.visitor.ask(f"/api/tables/{table}", {"do": "take", "seat": seat, "name": name})
    session.visitor.ask(f"/api/tables/{table}", {"do": "start"})
    session.settle(f"/tables/{table}", "[data-curtain]")
    session.take("curtain")


def scenes(session: ScreenshotSession) -> None:
    """Take all screenshots, part by part."""
    parts: dict[str, Callable[[], None]] = {
        "pages": lambda: quiet_pages(session),
        "bombay": lambda: bombay(session),
        "board": lambda: borneo(session, "board-2008"),
        "card": lambda: borneo(session, "card-2007"),
        "curtain": lambda: curtain(session),
    }
    for name, part in parts.items():
        try:
            part()
        except (AssertionError, Error) as error:
            session.troubles.append(f"{session.folder.name} {session.size}: {name}: {error}")


def dark(session: ScreenshotSession) -> None:
    """Take screenshots of some screens in the dark theme."""
    session.wanted = list(DARK)
    session.settle("/", "[data-pick]")
    session.take("home")
    with session.scripted("bombay", "ystari-2009") as scripted:
        session.turn(scripted, ("move", "buy", "sell", "build"), len(scripted.script.moves) // 3)
        session.take("bombay-middle")
    with session.scripted("borneo", "board-2008") as scripted:
        session.turn(scripted, ("lay",), len(scripted.script.moves) // 3)
        session.take("borneo-board-lay")


def main() -> None:
    """Take the screenshots requested on the command line."""
    parser = argparse.ArgumentParser(prog="docs/screens/make", description=__doc__)
    parser.add_argument("--languages", nargs="+", choices=LOCALES, default=list(LOCALES))
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--only", nargs="+", default=[], help="beginnings of names")
    parser.add_argument("--kind", choices=["webp", "png", "jpeg"], default="webp")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    program = find_chromium()
    if program is None:
        raise SystemExit("There is no Chromium: install it, or name it in the variable CHROMIUM.")
    troubles: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        thread_server(f"sqlite:///{folder}/screens.db") as server,
        chromium(program) as browser,
        patch("tradewinds.server.http.routes.review.PLAYOUTS", 40),
    ):
        for size, name in product(options.sizes, [*options.languages, *([] if options.only else ["dark"])]):
            session = ScreenshotSession(
                browser, server, size, LOCALES.get(name, LOCALES["en"]), "dark" if name == "dark" else "light"
            )
            session.folder, session.kind, session.wanted = options.folder / name, options.kind, options.only
            if name == "dark":
                dark(session)
            else:
                scenes(session)
            troubles += session.troubles
            session.visitor.close()
    if troubles:
        raise SystemExit("\n".join(troubles))


if __name__ == "__main__":
    main()
