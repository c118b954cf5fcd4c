"""A study as a picture: a row for each thing, a panel for each measure, and the intervals."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.drawing import COLOURS, INK, PALE, SOFT, dot, level, nice, open_picture, text, upright
from tradewinds.lab.study.figures import NUMBER, Estimate
from tradewinds.lab.study.formatting import Teller, grouped, heading
from tradewinds.lab.study.run import Finding, Order

ROW, HEAD, MARGIN, PANEL, GAP, MOST = 18, 58, 14, 190, 84, 40
SPREAD = 420
OURS, THEIRS = COLOURS[3], COLOURS[0]
EVEN = ("win_share", "winner_part")
"""Measures in which an equal share of the win is marked."""


class Panel(NamedTuple):
    """Where a panel begins, and which numbers lie at its ends."""

    x: float
    low: float
    high: float

    def at(self, value: float) -> float:
        """Where a number lies."""
        return self.x + PANEL * (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)


def picture(order: Order, findings: Sequence[Finding], teller: Teller) -> str:
    """Everything that was found, box by box."""
    parts, y, width = list[str](), 30.0, 700.0
    for finding in findings:
        parts.append(text(MARGIN, y, f"{teller.title(order.study)}: {finding.box}", size=16))
        parts.append(text(MARGIN, y + 18, heading(teller, order, finding), size=10))
        y += 34
        if finding.against:
            parts += legend(finding, y)
            y += 16
        others = {(each.first.group, each.first.item, each.first.measure): each.second for each in finding.differences}
        for group, items in grouped(finding).items():
            rows = {item: with_others(list(told.values()), others) for item, told in list(items.items())[:MOST]}
            draw = draw_spreads if group == "length" else draw_group
            drawn, y, right = draw(teller, group, rows, finding.even, y)
            parts += drawn
            width = max(width, right)
        y += 20
    return "\n".join([open_picture(round(width), round(y)), *parts, "</svg>\n"])


def with_others(
    figures: list[Estimate], others: dict[tuple[str, str, str], Estimate]
) -> list[tuple[Estimate, Estimate | None]]:
    """Each figure with that of the other box, if there is one."""
    return [(figure, others.get((figure.group, figure.item, figure.measure))) for figure in figures]


Rows = dict[str, list[tuple[Estimate, Estimate | None]]]


def legend(finding: Finding, y: float) -> Iterator[str]:
    """Which colour is whose."""
    for x, colour, name in ((MARGIN, OURS, finding.box), (MARGIN + 300, THEIRS, finding.against or "")):
        yield dot(x + 4, round(y, 1), colour)
        yield text(x + 12, y + 4, name, size=10)


def draw_group(teller: Teller, group: str, rows: Rows, even: float, y: float) -> tuple[list[str], float, float]:
    """A group: its things below each other, a panel for each measure; where it ends below and at the right."""
    parts = [text(MARGIN, y + 20, teller.group(group), size=13)]
    names = {item: teller.item(item) for item in rows}
    left = MARGIN + 12 + max(90.0, 6.2 * max(map(len, names.values())))
    top, bottom = y + HEAD, y + HEAD + ROW * len(rows)
    for place, item in enumerate(rows):
        parts.append(text(MARGIN, top + ROW * place + 13, names[item]))
    measures = len(next(iter(rows.values())))
    for place in range(measures):
        column = [figures[place] for figures in rows.values()]
        panel = panel_for(left + place * (PANEL + GAP), column)
        parts += draw_panel(teller, panel, column, top, bottom, even)
    return parts, bottom + 12, left + measures * (PANEL + GAP)


def panel_for(x: float, column: list[tuple[Estimate, Estimate | None]]) -> Panel:
    """A scale on which all figures of a column have room, with round ends."""
    values = [v for pair in column for f in pair if f for v in (f.value, f.low, f.high) if v is not None]
    unit = 1.0 if column[0][0].kind == NUMBER else 100.0
    low, high = min([0.0, *values]) * unit, max([0.0, *values]) * unit
    top = nice(high) if high > 0 else 0.0
    if unit == 100:
        top = min(100.0, max(10.0, top))
    bottom = -nice(-low) if low < 0 else 0.0
    return Panel(x, bottom / unit, (top or 1.0) / unit)


def draw_panel(
    teller: Teller, panel: Panel, column: list[tuple[Estimate, Estimate | None]], top: float, bottom: float, even: float
) -> Iterator[str]:
    """One measure of all things."""
    kind, measure = column[0][0].kind, column[0][0].measure
    yield text(panel.x, top - 18, teller.measure(measure), size=11)
    for mark in dict.fromkeys((panel.low, 0.0, (max(0.0, panel.low) + panel.high) / 2, panel.high)):
        yield upright(panel.at(mark), top - 2, bottom, PALE)
        told = f"{mark:g}" if kind == NUMBER else f"{100 * mark:g}%"
        yield text(panel.at(mark), top - 6, told, size=8, anchor="middle")
    if measure in EVEN and even <= panel.high:
        yield f'<g stroke-dasharray="4 3">{upright(panel.at(even), top - 2, bottom, INK)}</g>'
    for place, (ours, theirs) in enumerate(column):
        y = top + ROW * place + 9
        if theirs:
            yield from draw_figure(panel, theirs, y + 4, THEIRS)
        yield from draw_figure(panel, ours, y - 3 if theirs else y, OURS)
        yield text(panel.x + PANEL + 8, y + 4, teller.value(ours.value, kind), size=10)
        if theirs:
            yield text(panel.x + PANEL + 46, y + 4, teller.value(theirs.value, kind), size=10)


def draw_figure(panel: Panel, figure: Estimate, y: float, colour: str) -> Iterator[str]:
    """A dot with a bar from end to end of its interval."""
    if figure.value is None:
        return
    if figure.low is not None and figure.high is not None:
        yield level(panel.at(figure.low), panel.at(figure.high), round(y, 1), colour, 3)
    yield dot(panel.at(figure.value), round(y, 1), colour, rim=INK)


def draw_spreads(teller: Teller, group: str, rows: Rows, _even: float, y: float) -> tuple[list[str], float, float]:
    """Distributions, each on a scale of its own: the mean, the middle half and nine tenths of all games."""
    parts = [text(MARGIN, y + 20, teller.group(group), size=13)]
    parts.append(text(MARGIN + 150, y + 20, teller.words.text("study.spread"), size=10))
    left, top = MARGIN + 170.0, y + HEAD - 10
    for place, (item, figures) in enumerate(rows.items()):
        ours = {figure.measure: figure.value or 0.0 for figure, _ in figures}
        theirs = {other.measure: other.value or 0.0 for _, other in figures if other}
        scale = nice(max(ours["largest"], theirs.get("largest", 0.0)) or 1.0)
        middle = top + 1.6 * ROW * place + 10
        parts.append(text(MARGIN, middle + 4, teller.item(item)))
        parts.append(level(left, left + SPREAD, round(middle, 1), PALE))
        parts.append(text(left - 4, middle + 4, "0", size=8, anchor="end"))
        parts.append(text(left + SPREAD + 4, middle + 4, f"{scale:g}", size=8))
        for told, shift, colour in ((theirs, 5, THEIRS), (ours, -4 if theirs else 0, OURS if theirs else SOFT)):
            if told:
                parts += draw_spread(
                    {name: left + SPREAD * v / scale for name, v in told.items()}, middle + shift, colour
                )
        means = [teller.value(each["mean"], NUMBER) for each in (ours, theirs) if each]
        parts.append(text(left + SPREAD + 40, middle + 4, " → ".join(means), size=10))
    return parts, top + 1.6 * ROW * len(rows) + 8, left + SPREAD + 150


def draw_spread(at: dict[str, float], y: float, colour: str) -> Iterator[str]:
    """One distribution."""
    y = round(y, 1)
    yield level(at["smallest"], at["largest"], y, colour, 1)
    yield level(at["p5"], at["p95"], y, colour, 3)
    yield level(at["p25"], at["p75"], y, colour, 8)
    yield dot(at["mean"], y, INK, radius=3)


def write_png(svg: str, file: Path) -> None:
    """The same picture in dots, twice as many as it has units."""
    file.write_bytes(need_resvg().svg_to_bytes(svg_string=svg, zoom=2))


def need_resvg() -> Any:
    """The package that draws dots, which only those have who asked for it."""
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "resvg-py", "extra": "lab"})) from error
