"""Reports of an arena: a Markdown table, and all games as CSV."""

import csv
from io import StringIO

from tradewinds.lab.arena import ArenaResult, Mirror, Standing
from tradewinds.lab.sprt import UNDECIDED, SequentialTest

TITLES = ("bot", "seats", "win share", "95 %", "points", "rating", "mean time", "longest")
COLUMNS = ("match", "deal", "rotation", "seat", "bot", "points", "win_share", "decisions", "seconds", "longest")


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


def sprt_sentence(result: ArenaResult, test: SequentialTest) -> str:
    """Return a one-line summary of a sequential test."""
    found = result.bots[test.bot]
    verdict = test.decision if test.decision == UNDECIDED else test.decision.upper()
    return (
        f"SPRT of {test.low:.1%} and {test.high:.1%}: {verdict} after {result.games:,} games, {test.bot} wins "
        f"{found.win_share:.1%} ({format_interval(found)}), LLR {test.llr:+.2f} of ± {test.limit:.2f}"
    )


def table(result: ArenaResult, command: str) -> str:
    """Return the Markdown table of results, preceded by the command that reproduces it."""
    rows = [TITLES, ("---", *("--:" for _ in TITLES[1:]))]
    lines = ["```sh", command, "```", "", *(f"| {' | '.join(row)} |" for row in rows)]
    lines += [f"| {' | '.join(cells(name, standing))} |" for name, standing in result.bots.items()]
    lines += ["", f"{summary(result)}."]
    if result.sprt:
        lines += ["", f"{sprt_sentence(result, result.sprt)}."]
    if result.mirror:
        lines += ["", f"{mirror_sentence(result.mirror)}."]
    return "".join(f"{line}\n" for line in lines)


def games_csv(result: ArenaResult) -> str:
    """Return all games as CSV, one row per game and seat. Deals, rotations and seats are numbered from 1."""
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
