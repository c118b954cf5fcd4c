"""Learning curves as SVG: evaluation results and losses over rounds, or win shares over time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tradewinds.drawing import INK
from tradewinds.lab.intervals import Interval
from tradewinds.lab.plotting import COLOURS, render_svg
from tradewinds.lab.round_metrics import RoundMetrics

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = COLOURS[3]


def picture(marks: list[RoundMetrics], title: str) -> str:
    """Draw two panels: the win share against the heuristic, and the losses on fresh games."""
    rounds = [mark.round for mark in marks]
    matches = [mark for mark in marks if mark.heuristic is not None]

    def draw(figure: "Figure") -> None:
        figure.suptitle(title, x=0.015, ha="left", fontsize=14)
        wins, losses = figure.subplots(1, 2)
        wins.set_title("wins of one against players with the heuristic")
        if matches:
            played = [mark.round for mark in matches]
            draw_shares(wins, played, [mark.heuristic or 0.0 for mark in matches], marks[0].even)
        losses.set_title("loss on fresh games: value, odds")
        draw_line(losses, rounds, [mark.value_loss for mark in marks], "{:.2f}")
        losses.plot(rounds, [mark.odds_loss for mark in marks], color=COLOURS[1], linewidth=1)
        losses.set_ylim(0)
        for axes in (wins, losses):
            axes.set_xlabel("round")
            axes.xaxis.get_major_locator().set_params(integer=True)

    return render_svg(draw, 960, 310)


def wins_over_time(exams: Sequence[tuple[float, Interval]], even: float, title: str) -> str:
    """Draw one panel: the win share over time in seconds with its 95 % band, and the even share."""
    seconds = [at for at, _ in exams]

    def draw(figure: "Figure") -> None:
        figure.suptitle(title, x=0.015, ha="left", fontsize=14)
        axes = figure.subplots()
        axes.set_title("share of wins, with 95 % intervals")
        axes.set_xlabel("seconds")
        lows, highs = [wins.low for _, wins in exams], [wins.high for _, wins in exams]
        axes.fill_between(seconds, lows, highs, color=LINE, alpha=0.2, linewidth=0)
        draw_shares(axes, seconds, [wins.share for _, wins in exams], even)

    return render_svg(draw, 760, 330)


def draw_shares(axes: "Axes", places: Sequence[float], shares: Sequence[float], even: float) -> None:
    """Draw win shares on an axis from 0 to 100 %, with a line at the even share."""
    draw_line(axes, places, shares, "{:.1%}")
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.axhline(even, color=INK, linewidth=0.8)
    right = axes.get_yaxis_transform()
    axes.annotate("even", (1, even), (-2, 2), xycoords=right, textcoords="offset points", ha="right")


def draw_line(axes: "Axes", places: Sequence[float], values: Sequence[float], form: str) -> None:
    """Draw a line with its last value marked and labelled."""
    axes.plot(places, values, color=LINE, linewidth=2)
    axes.plot(places[-1], values[-1], "o", color=LINE)
    axes.annotate(form.format(values[-1]), (places[-1], values[-1]), (8, 0), textcoords="offset points", va="center")
