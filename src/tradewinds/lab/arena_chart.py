"""SVG chart of an arena: win shares and ratings with their intervals."""

from itertools import cycle, islice
from typing import TYPE_CHECKING

from tradewinds.drawing import INK, SOFT
from tradewinds.lab.arena import ArenaResult, Mirror, Standing
from tradewinds.lab.arena_report import summary
from tradewinds.lab.plotting import COLOURS, draw_intervals, name_rows, render_svg, write_beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEGEND = "Win share of each seat with its 95 % interval, and openskill rating with ± 2 sigma."


def picture(result: ArenaResult) -> str:
    """Return an SVG picture of win shares and ratings."""
    names = [*result.bots, *([f"mirror: {result.mirror.bot}"] if result.mirror else [])]
    colours = list(islice(cycle(COLOURS), len(result.bots)))

    def draw(figure: "Figure") -> None:
        shares, ratings = figure.subplots(1, 2, sharey=True, width_ratios=(5, 3))
        figure.suptitle(f"{result.game} {result.box}", x=0.015, ha="left", fontsize=15)
        figure.supxlabel(f"{summary(result).partition(', ')[2]}\n{LEGEND}", x=0.015, ha="left", fontsize=9)
        name_rows(shares, names)
        name_rows(ratings, names)
        draw_shares(shares, result, colours)
        draw_ratings(ratings, list(result.bots.values()), colours)

    return render_svg(draw, 760 + 6 * max(map(len, names)), 170 + 28 * len(names))


def draw_shares(axes: "Axes", result: ArenaResult, colours: list[str]) -> None:
    """Draw the win shares with their intervals and the even share."""
    found: list[Standing | Mirror] = [*result.bots.values(), *([result.mirror] if result.mirror else [])]
    axes.set_title("win share of a seat")
    axes.xaxis.set_major_formatter("{x:.0%}")
    spans = [(each.win_share, each.low, each.high) for each in found]
    draw_intervals(axes, range(len(found)), spans, [*colours, SOFT][: len(found)])
    axes.set_xlim(0, max(0.4, *(each.high for each in found)))
    axes.axvline(result.even, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=0.9)
    axes.text(
        result.even, -0.04, f"even {result.even:.1%}", transform=axes.get_xaxis_transform(), ha="center", va="top"
    )
    for row, each in enumerate(found):
        write_beside(axes, row, f"{each.win_share:.1%}  ({100 * each.low:.0f} – {each.high:.0%})")


def draw_ratings(axes: "Axes", found: list[Standing], colours: list[str]) -> None:
    """Draw the ratings with ± 2 sigma."""
    axes.set_title("rating")
    spans = [(each.rating, each.rating - 2 * each.rating_sigma, each.rating + 2 * each.rating_sigma) for each in found]
    draw_intervals(axes, range(len(found)), spans, colours)
    axes.set_xlim(0, max(40, *(high for _, _, high in spans)))
    for row, each in enumerate(found):
        write_beside(axes, row, f"{each.rating:.1f}")
