"""Learning curves as SVG: evaluation results and losses over rounds, or win shares over time."""

from collections.abc import Callable, Iterator, Sequence

from tradewinds.charts import COLOURS, INK, PALE, dot, hline, open_picture, text
from tradewinds.lab.intervals import Interval
from tradewinds.lab.train import RoundMetrics

WIDTH, HEIGHT, LEFT, TOP, GAP = 420, 200, 60, 70, 70


def picture(marks: list[RoundMetrics], title: str) -> str:
    """Return two panels: wins against the heuristic, and the loss on fresh games."""
    width = LEFT + 2 * (WIDTH + GAP)
    parts = [open_picture(width, TOP + HEIGHT + 60), text(12, 26, title, size=16)]
    parts += panel(LEFT, "wins of one pupil against the rules of thumb", marks, lambda m: m.exam, 1.0, percent)
    even = TOP + HEIGHT * (1 - marks[0].even)
    parts += [hline(LEFT, LEFT + WIDTH, even, INK, 0.8), text(LEFT + WIDTH - 4, even - 4, "even", 9, "end")]
    top = max(mark.fresh_loss for mark in marks)
    parts += panel(LEFT + WIDTH + GAP, "surprise by fresh games", marks, lambda m: m.fresh_loss, top, "{:.2f}".format)
    return "\n".join([*parts, "</svg>\n"])


def percent(value: float) -> str:
    return f"{value:.0%}"


def panel(
    x: float,
    name: str,
    marks: list[RoundMetrics],
    read: Callable[[RoundMetrics], float],
    top: float,
    tell: Callable[[float], str],
) -> Iterator[str]:
    """Draw one metric over the rounds."""
    yield text(x, TOP - 14, name, size=12)
    for mark in (0.0, top / 2, top):
        y = TOP + HEIGHT * (1 - mark / top)
        yield hline(x, x + WIDTH, y, PALE)
        yield text(x - 6, y + 4, tell(mark), 10, "end")
    step = WIDTH / max(1, len(marks) - 1)
    points = [(x + step * place, TOP + HEIGHT * (1 - read(mark) / top)) for place, mark in enumerate(marks)]
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    yield f'<polyline points="{line}" fill="none" stroke="{COLOURS[3]}" stroke-width="2"/>'
    yield dot(points[-1][0], round(points[-1][1], 1), COLOURS[3])
    yield text(x, TOP + HEIGHT + 18, "round 1", 10)
    yield text(x + WIDTH, TOP + HEIGHT + 18, f"round {len(marks)}: {tell(read(marks[-1]))}", 10, "end")


def wins_over_time(exams: Sequence[tuple[float, Interval]], even: float, title: str) -> str:
    """Return one panel: the win share over seconds with its 95 % band, and the even share."""
    width, end = 1.5 * WIDTH, max(1.0, exams[-1][0])

    def line(shares: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{LEFT + width * at / end:.1f},{TOP + HEIGHT * (1 - share):.1f}" for at, share in shares)

    parts = [open_picture(2 * LEFT + width, TOP + HEIGHT + 50), text(12, 26, title, size=16)]
    parts.append(text(LEFT, TOP - 14, "share of wins, with 95 % intervals", size=12))
    for share in (0.0, 0.5, 1.0):
        y = TOP + HEIGHT * (1 - share)
        parts += [hline(LEFT, LEFT + width, y, PALE), text(LEFT - 6, y + 4, percent(share), 10, "end")]
    y = round(TOP + HEIGHT * (1 - even), 1)
    parts += [hline(LEFT, LEFT + width, y, INK, 0.8), text(LEFT + width - 4, y - 4, "even", 9, "end")]
    band = [(at, wins.low) for at, wins in exams] + [(at, wins.high) for at, wins in reversed(exams)]
    parts.append(f'<polygon points="{line(band)}" fill="{COLOURS[3]}" fill-opacity="0.2"/>')
    shares = [(at, wins.share) for at, wins in exams]
    parts.append(f'<polyline points="{line(shares)}" fill="none" stroke="{COLOURS[3]}" stroke-width="2"/>')
    parts.append(dot(LEFT + width, round(TOP + HEIGHT * (1 - shares[-1][1]), 1), COLOURS[3]))
    parts.append(text(LEFT, TOP + HEIGHT + 18, "0 seconds", 10))
    parts.append(text(LEFT + width, TOP + HEIGHT + 18, f"{end:.0f} seconds: {shares[-1][1]:.1%}", 10, "end"))
    return "\n".join([*parts, "</svg>\n"])
