"""`./run bench web`: how soon the pages can be used with an empty cache, and how smoothly pieces move.

Chromium on this machine, a server of its own on loopback. Usable means: what can be clicked is there and was painted.
Frames are those of Chromium's trace while pieces are on their way.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table as Sheet
from tests.web.browser import SIZES, Size, Visitor, chromium, find_chromium
from tests.web.page_player import PagePlayer

from bench import server

ADDRESS = f"http://127.0.0.1:{server.PORT}"
TABLES = (("bombay", "ystari-2009"), ("borneo", "board-2008"))
CATEGORIES = ["cc", "benchmark", "blink.user_timing", "disabled-by-default-devtools.timeline.frame"]
NOTE_USABLE = """
(() => {
  const look = () => {
    if (document.querySelector('[data-pick]')?.getBoundingClientRect().width) {
      requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now())));
    } else requestAnimationFrame(look);
  };
  look();
})();
"""
NOTE_MOVEMENT = """
(() => {
  let moving = false;
  const look = () => {
    const now = document.getAnimations().some((each) => each.playState === 'running');
    if (now !== moving) performance.mark(now ? 'pieces move' : 'pieces rest');
    moving = now;
    requestAnimationFrame(look);
  };
  look();
})();
"""
SHOWN = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")


def usable(browser: Browser, size: Size, path: Callable[[Visitor], str]) -> tuple[float, float]:
    """Milliseconds from the first request until a page can be used, with an empty cache; and kilobytes sent for it."""
    visitor = Visitor(browser, ADDRESS, size)
    visitor.introduce()
    place = path(visitor)
    visitor.context.add_init_script(NOTE_USABLE)
    visitor.page.goto(place)
    visitor.page.wait_for_function("() => window.usable")
    time = float(visitor.page.evaluate("usable"))
    sent = "performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0)"
    weight = float(visitor.page.evaluate(sent)) / 1000
    visitor.close()
    return time, weight


def table(game: str, edition: str, visitor: Visitor) -> str:
    """A table at which the visitor is to act first."""
    return f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition, options={'start': '1'})}"


def movement(browser: Browser, size: Size, game: str, edition: str, actions: int) -> dict[str, float]:
    """Frames while pieces move, over so many actions of one's own and all that bots do meanwhile."""
    visitor = Visitor(browser, ADDRESS, size, reduced_motion="no-preference")
    visitor.context.add_init_script(NOTE_MOVEMENT)
    visitor.introduce()
    visitor.go(table(game, edition, visitor))
    player = PagePlayer(visitor)
    player.wait_for_turn()
    events = traced(browser, visitor.page, partial(player.play_some, actions))
    visitor.close()
    return count_frames(events)


def traced(browser: Browser, page: Page, work: Callable[[], Any]) -> list[dict[str, Any]]:
    """What Chromium noted while something was done."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    work()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return sorted(events, key=lambda event: event.get("ts", 0))


def count_frames(events: list[dict[str, Any]]) -> dict[str, float]:
    """How many frames were shown and dropped between the marks that the page left, and for how long pieces moved."""
    shown: set[int] = set()
    dropped: set[int] = set()
    lasted = 0.0
    # The process of the page; that of the browser's own windows shows frames as well.
    page = next((event["pid"] for event in events if event["name"] == "pieces move"), None)
    stretch: list[dict[str, Any]] = []
    for event in (event for event in events if event.get("pid") == page):
        if event["name"] == "pieces move":
            stretch = [event]
        elif event["name"] == "PipelineReporter" and event["ph"] == "b" and stretch:
            stretch.append(event)
        elif event["name"] == "pieces rest" and stretch:
            # Only what came to rest counts: nobody knows how long a movement took that the end of the trace cut short.
            lasted += (event["ts"] - stretch[0]["ts"]) / 1e6
            for told in (each["args"] for each in stretch[1:]):
                sort_frame(told.get("frame_reporter") or told["chrome_frame_reporter"], shown, dropped)
            stretch = []
    rate = len(shown) / lasted if lasted else 0.0
    return {"seconds": lasted, "shown": len(shown), "dropped": len(dropped - shown), "per_second": rate}


def sort_frame(told: dict[str, Any], shown: set[int], dropped: set[int]) -> None:
    """A frame whose parts were ready at different times is told of more than once: its number counts once."""
    if told["state"] in SHOWN:
        shown.add(told["frame_sequence"])
    elif told["state"] == "STATE_DROPPED" and told.get("affects_smoothness"):
        dropped.add(told["frame_sequence"])


def measure(rounds: int, actions: int) -> dict[str, dict[str, dict[str, float]]]:
    """All figures."""
    program = find_chromium()
    if program is None:
        raise SystemExit("There is no Chromium: install it, or name it in the variable CHROMIUM.")
    pages: dict[str, Callable[[Visitor], str]] = {"home": lambda _: "/"}
    pages |= {f"table of {game}": partial(table, game, edition) for game, edition in TABLES}
    starts: dict[str, dict[str, float]] = {}
    frames: dict[str, dict[str, float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        server.server(f"sqlite:///{Path(folder) / 'bench.db'}"),
        chromium(program) as browser,
    ):
        for size in SIZES:
            for name, path in pages.items():
                found = [usable(browser, size, path) for _ in range(rounds)]  # type: ignore[arg-type]
                times = [time for time, _ in found]
                starts[f"{name}, {size}"] = {"median": median(times), "worst": max(times), "kb": found[0][1]}
            for game, edition in TABLES:
                frames[f"{game}, {size}"] = movement(browser, size, game, edition, actions)  # type: ignore[arg-type]
    return {"usable_ms": starts, "frames": frames}


def show(figures: dict[str, dict[str, dict[str, float]]]) -> None:
    """Tables for people."""
    console = Console(width=100)
    sheet = Sheet("usable with an empty cache", "median, ms", "worst, ms", "sent, kB")
    for name, row in figures["usable_ms"].items():
        sheet.add_row(name, f"{row['median']:.0f}", f"{row['worst']:.0f}", f"{row['kb']:.0f}")
    console.print(sheet)
    sheet = Sheet("while pieces move", "seconds", "frames shown", "dropped", "a second")
    for name, row in figures["frames"].items():
        sheet.add_row(
            name, f"{row['seconds']:.1f}", f"{row['shown']:.0f}", f"{row['dropped']:.0f}", f"{row['per_second']:.0f}"
        )
    console.print(sheet)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./run bench web", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each page is loaded (default 7)")
    parser.add_argument("--actions", type=int, default=12, help="how many actions are played (default 12)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    options = parser.parse_args(arguments)
    figures = measure(options.rounds, options.actions)
    if options.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main(sys.argv[1:])
