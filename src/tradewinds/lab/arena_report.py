"""Reports of an arena: a Markdown table, all games as CSV, and an SVG picture."""

import csv
from collections.abc import Iterator
from io import StringIO

from tradewinds.charts import COLOURS, INK, PALE, SOFT, dot, draw_axis, hline, open_picture, round_up, text, vline
from tradewinds.lab.arena import ArenaResult, Mirror, Standing

TITLES = ("bot", "seats", "win share", "95 %", "points", "rating", "mean time", "longest")
COLUMNS = ("match", "deal", "rotation", "seat", "bot", "points", "win_share", "decisions", "seconds", "longest")
ROW, TOP, MARGIN, SHARES, RATINGS, FIGURES, GAP = 28, 92, 16, 300, 180, 116, 28
LEGEND = "Win share of each seat with its 95 % interval, and openskill rating with ± 2 sigma."


def cells(name: str, standing: Standing) -> list[str]:
    """Return a bot's table row, in the order of TITLES."""
    return [
        name,
        f"{standing.seats:,}",
        f"{standing.win_share:.1%}",
        format_interval(standing),
        f"{standing.mean_score:.1f}",
        f"{standing.rating:.1f} ± {standing.rating_sigma:.1f}",
        format_time(standing.seconds_per_decision),
        format_time(standing.longest_decision),
    ]


def format_interval(found: Standing | Mirror) -> str:
    return f"{100 * found.low:.1f} – {found.high:.1%}"


def format_time(seconds: float) -> str:
    """Format a duration, in milliseconds below one second."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.01:
        return f"{1000 * seconds:.0f} ms"
    return f"{1000 * seconds:.1f} ms" if seconds >= 0.0001 else "< 0.1 ms"


def summary(result: ArenaResult) -> str:
    """Return a one-line summary of what was played."""
    rotations = result.games // result.deals
    turns = f" × {rotations} seat rotations" if rotations > 1 else ""
    early = "" if result.complete else ", interrupted"
    return (
        f"{result.game} {result.box}, {result.games:,} games ({result.deals:,} deals{turns}), "
        f"seed {result.seed}{early}; an even share is {result.even:.1%}"
    )


def mirror_sentence(mirror: Mirror) -> str:
    """Return a one-line summary of the control match."""
    verdict = "as it should" if mirror.holds else "NOT as it should, which happens by chance once in 20 times"
    return (
        f"Mirror: one {mirror.bot} among its likes wins {mirror.win_share:.1%} ({format_interval(mirror)}) "
        f"of {mirror.games:,} games, even is {mirror.even:.1%}: {verdict}"
    )


def table(result: ArenaResult, command: str) -> str:
    """Return the Markdown table of results, preceded by the command that reproduces it."""
    rows = [TITLES, ("---", *("--:" for _ in TITLES[1:]))]
    lines = ["```sh", command, "```", "", *(f"| {' | '.join(row)} |" for row in rows)]
    lines += [f"| {' | '.join(cells(name, standing))} |" for name, standing in result.bots.items()]
    lines += ["", f"{summary(result)}."]
    if result.mirror:
        lines += ["", f"{mirror_sentence(result.mirror)}."]
    return "".join(f"{line}\n" for line in lines)


def games_csv(result: ArenaResult) -> str:
    """Return one CSV row per seat and game. Deals, rotations and seats are numbered from 1."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for match, games in (("arena", result.played), ("mirror", result.mirrored)):
        for game in games:
            for seat, bot in enumerate(game.bots):
                times = (f"{game.seconds[seat]:.6f}", f"{game.longest[seat]:.6f}")
                place = (match, game.deal + 1, game.rotation + 1, seat + 1, bot)
                writer.writerow((*place, game.points[seat], game.wins[seat], game.decisions[seat], *times))
    return out.getvalue()


def picture(result: ArenaResult) -> str:
    """Return an SVG picture of win shares and ratings."""
    rows = len(result.bots) + (result.mirror is not None)
    label = max(110.0, 7.2 * max(map(len, [*result.bots, "mirror: " + result.line_up[0]])))
    shares = MARGIN + label + 12
    ratings = shares + SHARES + FIGURES + GAP
    width, height = ratings + RATINGS + 84, TOP + ROW * rows + 56
    parts = [
        open_picture(round(width), height),
        text(MARGIN, 28, f"{result.game} {result.box}", size=17),
        text(MARGIN, 46, summary(result).partition(", ")[2], size=11),
        *draw_shares(shares, result, rows),
        *draw_ratings(ratings, result),
        text(MARGIN, height - 14, LEGEND, size=10),
    ]
    for number, name in enumerate(result.bots):
        parts.append(text(MARGIN, row_of(number) + 4, name, size=13))
    if result.mirror:
        last = row_of(rows - 1)
        parts.append(hline(MARGIN, shares + SHARES + FIGURES, last - ROW / 2, PALE))
        parts.append(text(MARGIN, last + 4, f"mirror: {result.mirror.bot}", size=12))
    return "\n".join([*parts, "</svg>\n"])


def row_of(number: int) -> float:
    return TOP + ROW * number + ROW / 2


def draw_shares(x: float, result: ArenaResult, rows: int) -> Iterator[str]:
    """Draw the win shares with their intervals and the even share."""
    found: list[Standing | Mirror] = [*result.bots.values(), *([result.mirror] if result.mirror else [])]
    top = max(40.0, min(100.0, round_up(100 * max(each.high for each in found))))
    yield from draw_axis(x, TOP, SHARES, ROW * rows, "win share of a seat", top, "%")
    scale, bottom = SHARES * 100 / top, TOP + ROW * rows
    even = x + result.even * scale
    yield f'<g stroke-dasharray="4 3">{vline(even, TOP - 4, bottom + 6, INK, 1.2)}</g>'
    yield text(even, bottom + 18, f"even {result.even:.1%}", size=10, anchor="middle")
    for number, each in enumerate(found):
        colour = SOFT if isinstance(each, Mirror) else COLOURS[number % len(COLOURS)]
        yield from draw_interval(x, row_of(number), each.win_share * scale, each.low * scale, each.high * scale, colour)
        yield text(x + SHARES + 14, row_of(number) + 4, f"{each.win_share:.1%}", size=13)
        yield text(x + SHARES + 62, row_of(number) + 4, f"{100 * each.low:.0f} – {100 * each.high:.0f}%", size=10)


def draw_ratings(x: float, result: ArenaResult) -> Iterator[str]:
    """Draw the ratings with ± 2 sigma."""
    found = list(result.bots.values())
    top = max(40.0, round_up(max(each.rating + 2 * each.rating_sigma for each in found)))
    yield from draw_axis(x, TOP, RATINGS, ROW * len(found), "rating", top)
    scale = RATINGS / top
    for number, each in enumerate(found):
        middle, low, high = (max(0.0, each.rating + far * each.rating_sigma) * scale for far in (0, -2, 2))
        yield from draw_interval(x, row_of(number), middle, low, high, COLOURS[number % len(COLOURS)])
        yield text(x + RATINGS + 14, row_of(number) + 4, f"{each.rating:.1f}", size=13)


def draw_interval(x: float, y: float, middle: float, low: float, high: float, colour: str) -> Iterator[str]:
    yield hline(x + low, x + high, y, colour, 4)
    for end in (low, high):
        yield vline(x + end, y - 6, y + 6, colour, 2)
    yield dot(x + middle, y, colour, radius=6, rim=INK)
