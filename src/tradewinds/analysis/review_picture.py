"""A review as a picture: everybody's share of the win over the moves, with the costly decisions marked."""

from collections.abc import Iterator

from tradewinds.analysis.review import Decision, Review
from tradewinds.analysis.review_report import tell_cost, tell_title
from tradewinds.bots.hint_text import percent
from tradewinds.i18n import Words
from tradewinds.lab.drawing import INK, PALE, PAPER, PLAYERS, SOFT, level, open_picture, shorten, text, upright
from tradewinds.match import Match
from tradewinds.match.notation import spell

WIDTH, LEFT, RIGHT, TOP, HEIGHT, ROW = 960, 56, 150, 84, 360, 20
DASHES = ("", "9 4", "", "3 4", "12 4 2 4")
"""Beside its colour every seat has a pattern and a sign of its own."""


def picture(review: Review, match: Match, words: Words, most: int, seat: int | None = None) -> str:
    """The picture as SVG."""
    named = words.with_seats(match.seats)
    worst = sorted(review.worst(most, seat), key=lambda decision: decision.number)
    height = TOP + HEIGHT + 64 + ROW * (len(worst) + 1)
    parts = [
        open_picture(WIDTH, height),
        f'<g font-family="Georgia, serif">{text(LEFT, 34, tell_title(review, match, named), size=18)}</g>',
        text(LEFT, 56, named.text("review.graph"), size=12),
        *draw_scale(review, named),
        *(part for number in range(len(review.seats)) for part in draw_line(review, number)),
        *draw_legend(review),
    ]
    for number, decision in enumerate(worst, 1):
        parts += draw_mark(review, decision, number)
        parts += draw_note(decision, number, match, named)
    return "\n".join([*parts, "</svg>\n"])


def x_of(review: Review, number: float) -> float:
    """Where a move stands."""
    return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, review.moves)


def y_of(share: float) -> float:
    """Where a share stands."""
    return round(TOP + HEIGHT * (1 - share), 1)


def draw_scale(review: Review, words: Words) -> Iterator[str]:
    """Lines across for shares, marks below for moves."""
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield level(LEFT, WIDTH - RIGHT, y_of(share), SOFT if share == 0 else PALE)
        yield text(LEFT - 8, y_of(share) + 4, words.text("review.percent", share=percent(share)), anchor="end")
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**6) if review.moves <= 10 * step)
    for number in range(0, review.moves + 1, step):
        yield upright(x_of(review, number), y_of(0), y_of(0) + 5, SOFT)
        yield text(x_of(review, number), y_of(0) + 18, str(number), anchor="middle")
    yield text((LEFT + WIDTH - RIGHT) / 2, y_of(0) + 34, words.text("review.axis"), anchor="middle")


def draw_line(review: Review, seat: int) -> Iterator[str]:
    """One seat's shares: dark below, so that every colour stands out from the paper."""
    points = " ".join(f"{x_of(review, p.number):.1f},{y_of(p.shares[seat])}" for p in review.graph)
    shape = f'<polyline points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="butt"'
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    if PLAYERS[seat] == "#F1E6C8":
        yield f'{shape} stroke="{INK}" stroke-width="4"/>'
    yield f'{shape} stroke="{PLAYERS[seat]}" stroke-width="2.4"{dash}/>'


def draw_legend(review: Review) -> Iterator[str]:
    """Names at the right, as near to where the lines end as they fit, each with its sign."""
    ends = sorted((y_of(review.graph[-1].shares[s.seat]), s.seat) for s in review.seats)
    room, top = 24, float(TOP)
    for place, (wanted, seat) in enumerate(ends):
        last = TOP + HEIGHT - room * (len(ends) - 1 - place)
        y = min(max(wanted, top), last)
        top = y + room
        yield f'<line x1="{WIDTH - RIGHT}" y1="{wanted}" x2="{WIDTH - RIGHT + 14}" y2="{y}" stroke="{PALE}"/>'
        yield sign(seat, WIDTH - RIGHT + 24, y)
        found = review.seats[seat]
        yield text(WIDTH - RIGHT + 38, y + 4, f"{shorten(found.name, 10)} · {found.points}", size=13)


def sign(seat: int, x: float, y: float, size: float = 7) -> str:
    """A seat's sign: disc, square, triangle, diamond or cross in its colour."""
    corners = (
        "",
        "-1,-1 1,-1 1,1 -1,1",
        "0,-1.2 1.15,1 -1.15,1",
        "0,-1.3 1.3,0 0,1.3 -1.3,0",
        "-.4,-1.1 .4,-1.1 .4,-.4 1.1,-.4 1.1,.4 .4,.4 .4,1.1 -.4,1.1 -.4,.4 -1.1,.4 -1.1,-.4 -.4,-.4",
    )[seat]
    paint = f'fill="{PLAYERS[seat]}" stroke="{INK}" stroke-width="1"'
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" {paint}/>'
    points = (pair.split(",") for pair in corners.split())
    placed = " ".join(f"{x + size * float(dx):.1f},{y + size * float(dy):.1f}" for dx, dy in points)
    return f'<polygon points="{placed}" {paint}/>'


def draw_mark(review: Review, decision: Decision, number: int) -> Iterator[str]:
    """A number on the line where a decision was costly."""
    x, y = x_of(review, decision.number - 1), y_of(decision.shares[decision.seat])
    yield disc(x, y, number)


def disc(x: float, y: float, number: int) -> str:
    """A number in a disc of paper."""
    shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{PAPER}" stroke="#C4453B" stroke-width="2"/>'
    return shape + text(x, y + 4, str(number), anchor="middle")


def draw_note(decision: Decision, number: int, match: Match, words: Words) -> Iterator[str]:
    """The sentence that belongs to a number, with the sign of its seat."""
    y = TOP + HEIGHT + 64 + ROW * (number - 1)
    yield disc(LEFT + 4, y - 4, number)
    yield sign(decision.seat, LEFT + 30, y - 4, 5.5)
    moves = {
        "played": spell(match.box, decision.played.action, words.language),
        "best": spell(match.box, decision.best.action, words.language),
    }
    cost = tell_cost(decision)
    yield text(
        LEFT + 44,
        y,
        words.text("review.marked", number=decision.number, seat=decision.seat, cost=cost, **moves),
        size=12,
    )
