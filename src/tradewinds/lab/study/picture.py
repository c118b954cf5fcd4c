"""Picture of a study as SVG or PNG: one row per item, one panel per measure, with intervals."""

from collections.abc import Callable, Sequence
from math import nan
from typing import TYPE_CHECKING

from tradewinds.drawing import INK, PALE, SOFT
from tradewinds.lab.plotting import COLOURS, draw_intervals, name_rows, render, render_svg, write_beside
from tradewinds.lab.study.figures import NUMBER, Estimate
from tradewinds.lab.study.formatting import Formatter, grouped, heading
from tradewinds.lab.study.run import Finding, StudySpec

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

ROW, HEAD, MOST = 18, 76, 40
"""Heights in pixels of a row and of the titles above the rows, and the maximum number of rows in a group."""
PANEL, LETTER = 280, 6
"""Widths in pixels of a panel with its values, and of one letter in the row labels."""
OURS, THEIRS = COLOURS[3], COLOURS[0]
EVEN = ("win_share", "winner_part")
"""Measures whose panels mark the even share."""

Pair = tuple[Estimate, Estimate | None]
"""A figure and, if there is a second box, the same figure for that box."""
Rows = dict[str, list[Pair]]
Block = tuple[float, float, Callable[["SubFigure"], None]]
"""Width, height and drawing function of a part of the picture."""


def picture(spec: StudySpec, findings: Sequence[Finding], formatter: Formatter) -> str:
    """Draw all findings, box by box, as SVG."""
    return render_svg(*layout(spec, findings, formatter))


def png(spec: StudySpec, findings: Sequence[Finding], formatter: Formatter) -> bytes:
    """Draw all findings, box by box, as PNG."""
    return render(*layout(spec, findings, formatter), kind="png")


def layout(
    spec: StudySpec, findings: Sequence[Finding], formatter: Formatter
) -> tuple[Callable[["Figure"], None], float, float]:
    """Return a function that draws all findings one below another, and the width and height of the drawing."""
    blocks = [block for finding in findings for block in blocks_of(spec, finding, formatter)]
    heights = [height for _, height, _ in blocks]

    def draw(figure: "Figure") -> None:
        parts = figure.subfigures(len(blocks), 1, height_ratios=heights, squeeze=False)[:, 0]
        for part, (_, _, draw_block) in zip(parts, blocks, strict=True):
            draw_block(part)

    return draw, max(700.0, *(width for width, _, _ in blocks)), sum(heights)


def blocks_of(spec: StudySpec, finding: Finding, formatter: Formatter) -> list[Block]:
    """Return the blocks of a finding: its title, then one per group."""
    others = {(each.first.group, each.first.item, each.first.measure): each.second for each in finding.differences}

    def draw_title(part: "SubFigure") -> None:
        part.text(0.015, 0.8, f"{formatter.title(spec.study)}: {finding.box}", fontsize=15, va="top")
        part.text(0.015, 0.2, heading(formatter, spec, finding), va="center")
        if finding.against:
            part.text(0.985, 0.75, f"● {finding.box}", color=OURS, ha="right", va="center")
            part.text(0.985, 0.45, f"● {finding.against}", color=THEIRS, ha="right", va="center")

    blocks: list[Block] = [(700, 56, draw_title)]
    for group, items in grouped(finding).items():
        rows = {
            formatter.item(item): [(each, others.get((each.group, each.item, each.measure))) for each in shown.values()]
            for item, shown in list(items.items())[:MOST]
        }
        blocks.append(group_block(formatter, group, rows, finding.even))
    return blocks


def group_block(formatter: Formatter, group: str, rows: Rows, even: float) -> Block:
    """Return the block of a group: one panel per measure, or distributions for "length"."""
    names = LETTER * max(map(len, rows)) + 30
    if group == "length":
        return names + 560, HEAD + 1.6 * ROW * len(rows), lambda part: draw_spreads(part, formatter, group, rows)
    measures = len(next(iter(rows.values())))

    def draw(part: "SubFigure") -> None:
        part.suptitle(formatter.group(group), x=0.015, ha="left", fontsize=12)
        for place, axes in enumerate(part.subplots(1, measures, sharey=True, squeeze=False)[0]):
            name_rows(axes, list(rows))
            draw_panel(axes, formatter, [figures[place] for figures in rows.values()], even)

    return names + PANEL * measures, HEAD + ROW * len(rows), draw


def draw_panel(axes: "Axes", formatter: Formatter, column: list[Pair], even: float) -> None:
    """Draw one measure for all items."""
    kind, measure = column[0][0].kind, column[0][0].measure
    axes.set_title(formatter.measure(measure), fontsize=10)
    axes.xaxis.set_major_formatter("{x:g}" if kind == NUMBER else "{x:.0%}")
    axes.locator_params(axis="x", nbins=4)
    compared = any(theirs for _, theirs in column)
    draw_figures(axes, [ours for ours, _ in column], OURS, -0.17 if compared else 0)
    if compared:
        draw_figures(axes, [theirs for _, theirs in column], THEIRS, 0.22)
    left, right = axes.get_xlim()
    axes.set_xlim(min(0, left) if left < -0.05 * right else 0, max(right, 0.1))
    if measure in EVEN and even <= right:
        axes.axvline(even, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=0.9)
    for row, pair in enumerate(column):
        write_beside(axes, row, "   ".join(formatter.value(each.value, kind) for each in pair if each))


def draw_figures(axes: "Axes", figures: Sequence[Estimate | None], colour: str, shift: float) -> None:
    """Draw the figures of one box, omitting unknown values."""
    found = [(known(each.value), known(each.low), known(each.high)) if each else (nan, nan, nan) for each in figures]
    draw_intervals(axes, [row + shift for row in range(len(found))], found, [colour] * len(found))


def known(value: float | None) -> float:
    return nan if value is None else value


def draw_spreads(part: "SubFigure", formatter: Formatter, group: str, rows: Rows) -> None:
    """Draw distributions, each on its own scale: mean, middle 50 %, middle 90 % and range."""
    part.suptitle(formatter.group(group), x=0.015, ha="left", fontsize=12)
    axes = part.subplots()
    name_rows(axes, list(rows))
    axes.set_title(formatter.words.text("study.spread"), fontsize=9)
    axes.set_xlim(0, 1.02)
    axes.set_xticks([])
    for row, figures in enumerate(rows.values()):
        ours = {figure.measure: figure.value or 0.0 for figure, _ in figures}
        theirs = {other.measure: other.value or 0.0 for _, other in figures if other}
        scale = max(ours["largest"], theirs.get("largest", 0.0)) or 1.0
        axes.hlines(row, 0, 1, PALE, linewidth=1, zorder=0.9)
        for shown, shift, colour in ((theirs, 0.2, THEIRS), (ours, -0.2 if theirs else 0, OURS if theirs else SOFT)):
            if shown:
                draw_spread(axes, {name: value / scale for name, value in shown.items()}, row + shift, colour)
        means = " → ".join(formatter.value(each["mean"], NUMBER) for each in (ours, theirs) if each)
        write_beside(axes, row, f"{scale:.4g}     {means}")


def draw_spread(axes: "Axes", at: dict[str, float], row: float, colour: str) -> None:
    for low, high, width in (("smallest", "largest", 1), ("p5", "p95", 3), ("p25", "p75", 8)):
        axes.hlines(row, at[low], at[high], colour, linewidth=width)
    axes.plot(at["mean"], row, "o", color=INK, markersize=5)
