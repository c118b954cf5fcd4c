"""A survey as a document: a table in Markdown and a picture in SVG."""

from collections.abc import Callable, Iterator
from html import escape

from tradewinds.lab.survey import BoxSurvey

ROW, TOP, LABEL, PANEL, GAP = 18, 64, 410, 150, 30
INK, SOFT, PALE = "#2A2622", "#8A7650", "#D9CDB2"
LEGEND = (
    "Dot: mean over all games; bar: deviation of single games. Wins by turn order: start player red, then yellow, "
    "green, blue, violet; upright line: equal shares."
)
SEATS = ("#C4453B", "#E2B13C", "#3B8B57", "#2C6AB0", "#7749A6")


def table(surveys: list[BoxSurvey]) -> str:
    """A row for each box."""
    facts = list(surveys[0].facts)
    titles = ["box", "decisions", "points", "winner", *facts, "share of wins by turn order"]
    lines = [" | ".join(titles), " | ".join(["---", *("--:" for _ in titles[1:])])]
    for survey in surveys:
        points = sum(spread.mean for spread in survey.points) / len(survey.points)
        deviation = sum(spread.deviation for spread in survey.points) / len(survey.points)
        cells = [
            survey.box,
            f"{survey.decisions.mean:.0f} ± {survey.decisions.deviation:.0f}",
            f"{points:.1f} ± {deviation:.1f}",
            f"{survey.winner.mean:.1f}",
            *(tell_fact(name, survey) for name in facts),
            " ".join(f"{share:.1%}" for share in survey.win_share),
        ]
        lines.append(" | ".join(cells))
    return "".join(f"| {line} |\n" for line in lines)


def tell_fact(name: str, survey: BoxSurvey) -> str:
    """A number of the game's own; what is true or false of a game is told as a share."""
    spread = survey.facts[name]
    return f"{spread.mean:.1%}" if name.startswith("ended") else f"{spread.mean:.1f} ± {spread.deviation:.1f}"


def picture(surveys: list[BoxSurvey], title: str) -> str:
    """The same as a picture: a row for each box, a panel for each number."""
    panels: list[tuple[str, Callable[[BoxSurvey], tuple[float, float]]]] = [
        ("decisions", lambda s: (s.decisions.mean, s.decisions.deviation)),
        ("points of the winner", lambda s: (s.winner.mean, s.winner.deviation)),
    ]
    for name in surveys[0].facts:
        panels.append((name, lambda s, name=name: (s.facts[name].mean, s.facts[name].deviation)))  # type: ignore[misc]
    width = LABEL + (len(panels) + 1) * (PANEL + GAP)
    height = TOP + ROW * len(surveys) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="11" fill="{INK}"><rect width="100%" height="100%" fill="#F6EFDF"/>',
        text(12, 24, title, size=16),
        *(text(12, row_of(number) + 4, survey.box) for number, survey in enumerate(surveys)),
    ]
    for place, (name, read) in enumerate(panels):
        parts += draw_spreads(LABEL + place * (PANEL + GAP), name, [read(survey) for survey in surveys])
    parts.append(text(12, height - 14, LEGEND))
    parts += draw_shares(LABEL + len(panels) * (PANEL + GAP), surveys)
    return "\n".join([*parts, "</svg>\n"])


def row_of(number: int) -> float:
    """Where a box's row is."""
    return TOP + ROW * number + ROW / 2


def text(x: float, y: float, content: str, size: int = 11, anchor: str = "start") -> str:
    """A piece of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{escape(content)}</text>'


def frame(x: float, name: str, top: float, rows: int, unit: str = "") -> Iterator[str]:
    """A panel's title and axis."""
    yield text(x, TOP - 22, name, size=12)
    bottom = TOP + ROW * rows
    for mark in (0, top / 2, top):
        at = x + PANEL * mark / top
        yield f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP - 4}" y2="{bottom}" stroke="{PALE}"/>'
        yield text(at, TOP - 8, f"{mark:g}{unit}", size=9, anchor="middle")


def draw_spreads(x: float, name: str, values: list[tuple[float, float]]) -> Iterator[str]:
    """A mean with its deviation for each box; a share of games as a bar."""
    share = name.startswith("ended")
    top = 100 if share else nice(max(mean + deviation for mean, deviation in values))
    yield from frame(x, name, top, len(values), "%" if share else "")
    scale = PANEL / top * (100 if share else 1)
    for number, (mean, deviation) in enumerate(values):
        y = row_of(number)
        if share:
            yield f'<rect x="{x}" y="{y - 5}" width="{mean * scale:.1f}" height="10" fill="{SOFT}"/>'
            continue
        low, high = max(0, mean - deviation) * scale, min(top, mean + deviation) * scale
        yield f'<line x1="{x + low:.1f}" x2="{x + high:.1f}" y1="{y}" y2="{y}" stroke="{SOFT}" stroke-width="3"/>'
        yield f'<circle cx="{x + mean * scale:.1f}" cy="{y}" r="3.5" fill="{INK}"/>'


def draw_shares(x: float, surveys: list[BoxSurvey]) -> Iterator[str]:
    """The share of wins by turn order, a dot for each seat; a line where all would be equal."""
    top = max(60.0, nice(100 * max(share for survey in surveys for share in survey.win_share)))
    yield from frame(x, "wins by turn order", top, len(surveys), "%")
    for number, survey in enumerate(surveys):
        y, even = row_of(number), x + PANEL * 100 / survey.players / top
        yield f'<line x1="{even:.1f}" x2="{even:.1f}" y1="{y - 7}" y2="{y + 7}" stroke="{INK}"/>'
        for seat, share in enumerate(survey.win_share):
            at = x + PANEL * 100 * share / top
            yield f'<circle cx="{at:.1f}" cy="{y}" r="3.5" fill="{SEATS[seat]}" stroke="{INK}" stroke-width="0.6"/>'


def nice(value: float) -> float:
    """A round number that is not smaller."""
    for step in (1, 2, 4, 6, 8, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000):
        if step >= value:
            return float(step)
    return float(value)
