"""SVG picture of a study: one row per item, one panel per measure, with intervals."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tradewinds.charts import COLOURS, INK, PALE, SOFT, dot, hline, open_picture, round_up, text, vline
from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.study.figures import NUMBER, Estimate
from tradewinds.lab.study.formatting import Formatter, grouped, heading
from tradewinds.lab.study.run import Finding, StudySpec

ROW, HEAD, MARGIN, PANEL, GAP, MOST = 18, 58, 14, 190, 84, 40
SPREAD = 420
OURS, THEIRS = COLOURS[3], COLOURS[0]
EVEN = ("win_share", "winner_part")
"""Measures for which the even share is marked."""


class Panel(NamedTuple):
    """Position and range of a panel."""

    x: float
    low: float
    high: float

    def at(self, value: float) -> float:
        """Return the x coordinate of a value."""
        return self.x + PANEL * (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)


def picture(spec: StudySpec, findings: Sequence[Finding], formatter: Formatter) -> str:
    """Draw all findings, box by box."""
    parts, y, width = list[str](), 30.0, 700.0
    for finding in findings:
        parts.append(text(MARGIN, y, f"{formatter.title(spec.study)}: {finding.box}", size=16))
        parts.append(text(MARGIN, y + 18, heading(formatter, spec, finding), size=10))
        y += 34
        if finding.against:
            parts += legend(finding, y)
            y += 16
        others = {(each.first.group, each.first.item, each.first.measure): each.second for each in finding.differences}
        for group, items in grouped(finding).items():
            rows = {item: with_others(list(shown.values()), others) for item, shown in list(items.items())[:MOST]}
            draw = draw_spreads if group == "length" else draw_group
            drawn, y, right = draw(formatter, group, rows, finding.even, y)
            parts += drawn
            width = max(width, right)
        y += 20
    return "\n".join([open_picture(round(width), round(y)), *parts, "</svg>\n"])


def with_others(
    figures: list[Estimate], others: dict[tuple[str, str, str], Estimate]
) -> list[tuple[Estimate, Estimate | None]]:
    """Pair each figure with that of the second box, if any."""
    return [(figure, others.get((figure.group, figure.item, figure.measure))) for figure in figures]


Rows = dict[str, list[tuple[Estimate, Estimate | None]]]


def legend(finding: Finding, y: float) -> Iterator[str]:
    for x, colour, name in ((MARGIN, OURS, finding.box), (MARGIN + 300, THEIRS, finding.against or "")):
        yield dot(x + 4, round(y, 1), colour)
        yield text(x + 12, y + 4, name, size=10)


def draw_group(formatter: Formatter, group: str, rows: Rows, even: float, y: float) -> tuple[list[str], float, float]:
    """Draw a group; return its elements, bottom and right edge."""
    parts = [text(MARGIN, y + 20, formatter.group(group), size=13)]
    names = {item: formatter.item(item) for item in rows}
    left = MARGIN + 12 + max(90.0, 6.2 * max(map(len, names.values())))
    top, bottom = y + HEAD, y + HEAD + ROW * len(rows)
    for place, item in enumerate(rows):
        parts.append(text(MARGIN, top + ROW * place + 13, names[item]))
    measures = len(next(iter(rows.values())))
    for place in range(measures):
        column = [figures[place] for figures in rows.values()]
        panel = panel_for(left + place * (PANEL + GAP), column)
        parts += draw_panel(formatter, panel, column, top, bottom, even)
    return parts, bottom + 12, left + measures * (PANEL + GAP)


def panel_for(x: float, column: list[tuple[Estimate, Estimate | None]]) -> Panel:
    """Return a panel whose range covers all figures of a column."""
    values = [v for pair in column for f in pair if f for v in (f.value, f.low, f.high) if v is not None]
    unit = 1.0 if column[0][0].kind == NUMBER else 100.0
    low, high = min([0.0, *values]) * unit, max([0.0, *values]) * unit
    top = round_up(high) if high > 0 else 0.0
    if unit == 100:
        top = min(100.0, max(10.0, top))
    bottom = -round_up(-low) if low < 0 else 0.0
    return Panel(x, bottom / unit, (top or 1.0) / unit)


def draw_panel(
    formatter: Formatter,
    panel: Panel,
    column: list[tuple[Estimate, Estimate | None]],
    top: float,
    bottom: float,
    even: float,
) -> Iterator[str]:
    """Draw one measure of all items."""
    kind, measure = column[0][0].kind, column[0][0].measure
    yield text(panel.x, top - 18, formatter.measure(measure), size=11)
    for mark in dict.fromkeys((panel.low, 0.0, (max(0.0, panel.low) + panel.high) / 2, panel.high)):
        yield vline(panel.at(mark), top - 2, bottom, PALE)
        shown = f"{mark:g}" if kind == NUMBER else f"{100 * mark:g}%"
        yield text(panel.at(mark), top - 6, shown, size=8, anchor="middle")
    if measure in EVEN and even <= panel.high:
        yield f'<g stroke-dasharray="4 3">{vline(panel.at(even), top - 2, bottom, INK)}</g>'
    for place, (ours, theirs) in enumerate(column):
        y = top + ROW * place + 9
        if theirs:
            yield from draw_figure(panel, theirs, y + 4, THEIRS)
        yield from draw_figure(panel, ours, y - 3 if theirs else y, OURS)
        yield text(panel.x + PANEL + 8, y + 4, formatter.value(ours.value, kind), size=10)
        if theirs:
            yield text(panel.x + PANEL + 46, y + 4, formatter.value(theirs.value, kind), size=10)


def draw_figure(panel: Panel, figure: Estimate, y: float, colour: str) -> Iterator[str]:
    if figure.value is None:
        return
    if figure.low is not None and figure.high is not None:
        yield hline(panel.at(figure.low), panel.at(figure.high), round(y, 1), colour, 3)
    yield dot(panel.at(figure.value), round(y, 1), colour, rim=INK)


def draw_spreads(
    formatter: Formatter, group: str, rows: Rows, _even: float, y: float
) -> tuple[list[str], float, float]:
    """Draw distributions, each on its own scale: mean, middle 50 % and 90 % of all games."""
    parts = [text(MARGIN, y + 20, formatter.group(group), size=13)]
    parts.append(text(MARGIN + 150, y + 20, formatter.words.text("study.spread"), size=10))
    left, top = MARGIN + 170.0, y + HEAD - 10
    for place, (item, figures) in enumerate(rows.items()):
        ours = {figure.measure: figure.value or 0.0 for figure, _ in figures}
        theirs = {other.measure: other.value or 0.0 for _, other in figures if other}
        scale = round_up(max(ours["largest"], theirs.get("largest", 0.0)) or 1.0)
        middle = top + 1.6 * ROW * place + 10
        parts.append(text(MARGIN, middle + 4, formatter.item(item)))
        parts.append(hline(left, left + SPREAD, round(middle, 1), PALE))
        parts.append(text(left - 4, middle + 4, "0", size=8, anchor="end"))
        parts.append(text(left + SPREAD + 4, middle + 4, f"{scale:g}", size=8))
        for shown, shift, colour in ((theirs, 5, THEIRS), (ours, -4 if theirs else 0, OURS if theirs else SOFT)):
            if shown:
                parts += draw_spread(
                    {name: left + SPREAD * v / scale for name, v in shown.items()}, middle + shift, colour
                )
        means = [formatter.value(each["mean"], NUMBER) for each in (ours, theirs) if each]
        parts.append(text(left + SPREAD + 40, middle + 4, " → ".join(means), size=10))
    return parts, top + 1.6 * ROW * len(rows) + 8, left + SPREAD + 150


def draw_spread(at: dict[str, float], y: float, colour: str) -> Iterator[str]:
    y = round(y, 1)
    yield hline(at["smallest"], at["largest"], y, colour, 1)
    yield hline(at["p5"], at["p95"], y, colour, 3)
    yield hline(at["p25"], at["p75"], y, colour, 8)
    yield dot(at["mean"], y, INK, radius=3)


def write_png(svg: str, file: Path) -> None:
    """Render the picture as PNG at twice its size."""
    file.write_bytes(import_resvg().svg_to_bytes(svg_string=svg, zoom=2))


def import_resvg() -> Any:
    """Import the optional dependency resvg, or raise a Problem."""
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "resvg-py", "extra": "lab"})) from error
