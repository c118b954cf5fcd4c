"""Pictures of every screen, in both sizes and all languages, into `docs/screens/`: run `docs/screens/make`."""

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

from tests.server.serving import ThreadServer, thread_server
from tests.web.browser import SIZES, Size, Visitor, chromium, find_chromium
from tests.web.scripts import Script, play, sensible
from tests.web.stage import Stage

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
LOCALES = {"en": "en-GB", "de": "de-DE", "it": "it-IT"}
TALK = {"en": "That elephant is mine!", "de": "Der Elefant da gehört mir!", "it": "Quell’elefante è mio!"}
QUALITY = 82
PLAYERS = 4
DARK = ("home", "bombay-middle", "borneo-board-lay")
"""These are made in dark, too."""


@cache
def script(game: str, edition: str) -> Script:
    """The game that is shown."""
    return play(game, edition, {}, "screens-3", sensible("casual", 3), PLAYERS)


class Studio:
    """One visitor whose screens are taken, in one language and size."""

    def __init__(self, browser: Browser, server: ThreadServer, size: Size, locale: str, theme: str) -> None:
        self.browser, self.server, self.size = browser, server, size
        self.locale, self.theme = locale, theme
        self.folder = FOLDER
        self.kind = "webp"
        self.troubles: list[str] = []
        self.visitor = self.invite()
        self.wanted: list[str] = []
        self.visitor.introduce("Ada")

    def invite(self) -> Visitor:
        """A browser of its own."""
        return Visitor(self.browser, self.server.address, self.size, locale=self.locale, color_scheme=self.theme)

    def wants(self, name: str) -> bool:
        """Whether a picture is to be made."""
        return not self.wanted or any(name.startswith(start) for start in self.wanted)

    def take(self, name: str, visitor: Visitor | None = None) -> None:
        """A picture of what is shown now."""
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
        """Go somewhere and wait until it is there."""
        self.visitor.go(path)
        self.visitor.page.locator(selector).first.wait_for()
        self.visitor.page.wait_for_load_state("networkidle")

    @contextmanager
    def stage(self, game: str, edition: str) -> Iterator[Stage]:
        """A table whose game is known, on the screen."""
        with Stage(self.server, self.visitor, script(game, edition)) as stage:
            self.visitor.go(f"/tables/{stage.table}")
            self.visitor.page.locator("main").first.wait_for()
            yield stage

    def turn(self, stage: Stage, verbs: tuple[str, ...], after: int = 0) -> bool:
        """Play on to the visitor's next decision of a kind."""
        found = stage.advance_until(lambda seat, move: seat == 0 and move.split()[0] in verbs, after)
        if found:
            self.visitor.page.locator("[data-pick]").first.wait_for()
            self.visitor.page.wait_for_timeout(400)
        return found


def quiet_pages(studio: Studio) -> None:
    """Pages without a table."""
    studio.settle("/", "[data-pick]")
    studio.take("home")
    for game in ("bombay", "borneo"):
        studio.settle(f"/rules/{game}")
        studio.take(f"rules-{game}")
        studio.settle(f"/learn/{game}")
        studio.take(f"learn-{game}")
    studio.settle("/account")
    studio.take("account")
    studio.settle("/nowhere")
    studio.take("lost")
    table = studio.visitor.open_table("borneo", ["me", "open", "casual"], start=False)
    studio.settle(f"/tables/{table}")
    studio.take("waiting")


def bombay(studio: Studio) -> None:
    """A game of Bombay from its start to its end."""
    page = studio.visitor.page
    with studio.stage("bombay", "ystari-2009") as stage:
        studio.turn(stage, ("move", "wait", "pass", "buy"))
        studio.take("bombay-start")
        studio.turn(stage, ("move", "buy", "sell", "build"), len(stage.script.moves) // 3)
        studio.take("bombay-middle")
        page.keyboard.press("h")
        studio.visitor.socket.until(lambda: studio.visitor.socket.hinted, 60, "for a hint")
        studio.take("hint")
        stage.people[0].request_sync(
            "POST", f"/api/tables/{stage.table}", {"do": "chat", "text": TALK[studio.locale[:2]]}
        )
        page.locator(".hint header button").click()
        if not page.locator("aside button[aria-pressed]").count():
            page.locator("header button[aria-pressed]").click()
        page.locator("aside button[aria-pressed]").nth(1).click()
        studio.take("chat")
        page.locator("aside button[aria-pressed]").first.click()
        studio.take("log")
        page.keyboard.press("Escape")
        page.locator("header [aria-haspopup=dialog]").click()
        page.locator("dialog").wait_for()
        studio.take("menu")
        page.keyboard.press("Escape")
        stage.finish()
        page.locator("[data-end]").wait_for()
        studio.take("bombay-end")
        replay(studio, stage)


def replay(studio: Studio, stage: Stage) -> None:
    """The finished game once more, with what its decisions were worth."""
    page = studio.visitor.page
    studio.settle(f"/tables/{stage.table}/replay?at={len(stage.script.moves) // 2}")
    page.locator("[data-part=review]").click()
    page.locator("[data-review]").click()
    page.locator("[data-decision]").first.wait_for(timeout=240_000)
    studio.take("replay")


def borneo(studio: Studio, edition: str) -> None:
    """A game of Borneo with its decisions."""
    name = f"borneo-{edition.split('-', maxsplit=1)[0]}"
    page = studio.visitor.page
    with studio.stage("borneo", edition) as stage:
        studio.turn(stage, ("place",))
        studio.take(f"{name}-start")
        middle = len(stage.script.moves) // 3
        for verbs, what in (
            (("lay",), "lay"),
            (("challenge", "transfer"), "merchants"),
            (("commit",), "challenge"),
            (("take",), "share"),
            (("contract",), "contract"),
            (("pay",), "payment"),
        ):
            if studio.turn(stage, verbs, middle):
                studio.take(f"{name}-{what}")
        if edition == "board-2008":
            television(studio, stage)
            studio.visitor.cut_off()
            page.locator("header [data-lost]").wait_for(timeout=60_000)
            studio.take("connection-lost")
            studio.visitor.connect()
        stage.finish()
        page.locator("[data-end]").wait_for(timeout=60_000)
        studio.take(f"{name}-end")


def television(studio: Studio, stage: Stage) -> None:
    """The public view on a large screen."""
    if studio.size == "desktop":
        screen = studio.invite()
        screen.go(f"/tables/{stage.table}/screen")
        screen.page.wait_for_timeout(1000)
        studio.take("television", screen)
        screen.close()


def curtain(studio: Studio) -> None:
    """One screen for two people."""
    table = studio.visitor.open_table("borneo", ["me", "me", "casual"], start=False)
    for seat, name in ((0, "Ada"), (1, "Bruno")):
        studio.visitor.ask(f"/api/tables/{table}", {"do": "take", "seat": seat, "name": name})
    studio.visitor.ask(f"/api/tables/{table}", {"do": "start"})
    studio.settle(f"/tables/{table}", "[data-curtain]")
    studio.take("curtain")


def scenes(studio: Studio) -> None:
    """Everything."""
    parts: dict[str, Callable[[], None]] = {
        "pages": lambda: quiet_pages(studio),
        "bombay": lambda: bombay(studio),
        "board": lambda: borneo(studio, "board-2008"),
        "card": lambda: borneo(studio, "card-2007"),
        "curtain": lambda: curtain(studio),
    }
    for name, part in parts.items():
        try:
            part()
        except (AssertionError, Error) as error:
            studio.troubles.append(f"{studio.folder.name} {studio.size}: {name}: {error}")


def dark(studio: Studio) -> None:
    """Some screens by night."""
    studio.wanted = list(DARK)
    studio.settle("/", "[data-pick]")
    studio.take("home")
    with studio.stage("bombay", "ystari-2009") as stage:
        studio.turn(stage, ("move", "buy", "sell", "build"), len(stage.script.moves) // 3)
        studio.take("bombay-middle")
    with studio.stage("borneo", "board-2008") as stage:
        studio.turn(stage, ("lay",), len(stage.script.moves) // 3)
        studio.take("borneo-board-lay")


def main() -> None:
    """Make the pictures."""
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
            studio = Studio(
                browser, server, size, LOCALES.get(name, LOCALES["en"]), "dark" if name == "dark" else "light"
            )
            studio.folder, studio.kind, studio.wanted = options.folder / name, options.kind, options.only
            if name == "dark":
                dark(studio)
            else:
                scenes(studio)
            troubles += studio.troubles
            studio.visitor.close()
    if troubles:
        raise SystemExit("\n".join(troubles))


if __name__ == "__main__":
    main()
