"""A survey as a document: a table in Markdown and a picture in SVG."""

from collections.abc import Callable, Iterator

from tradewinds.lab.drawing import COLOURS, INK, SOFT, dot, frame, level, nice, open_picture, text, upright
from tradewinds.lab.survey import BoxSurvey

ROW, TOP, LABEL, PANEL, GAP = 18, 64, 410, 150, 30
LEGEND = (
    "Dot: mean over all games; bar: deviation of single games. Wins by turn order: start player red, then yellow, "
    "green, blue, violet; upright line: equal shares."
)


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
        open_picture(width, height),
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


def draw_spreads(x: float, name: str, values: list[tuple[float, float]]) -> Iterator[str]:
    """A mean with its deviation for each box; a share of games as a bar."""
    share = name.startswith("ended")
    top = 100 if share else nice(max(mean + deviation for mean, deviation in values))
    yield from frame(x, TOP, PANEL, ROW * len(values), name, top, "%" if share else "")
    scale = PANEL / top * (100 if share else 1)
    for number, (mean, deviation) in enumerate(values):
        y = row_of(number)
        if share:
            yield f'<rect x="{x}" y="{y - 5}" width="{mean * scale:.1f}" height="10" fill="{SOFT}"/>'
            continue
        low, high = max(0, mean - deviation) * scale, min(top, mean + deviation) * scale
        yield level(x + low, x + high, y, SOFT, 3)
        yield dot(x + mean * scale, y, INK)


def draw_shares(x: float, surveys: list[BoxSurvey]) -> Iterator[str]:
    """The share of wins by turn order, a dot for each seat; a line where all would be equal."""
    top = max(60.0, nice(100 * max(share for survey in surveys for share in survey.win_share)))
    yield from frame(x, TOP, PANEL, ROW * len(surveys), "wins by turn order", top, "%")
    for number, survey in enumerate(surveys):
        y, even = row_of(number), x + PANEL * 100 / survey.players / top
        yield upright(even, y - 7, y + 7, INK)
        for seat, share in enumerate(survey.win_share):
            yield dot(x + PANEL * 100 * share / top, y, COLOURS[seat], rim=INK)
