"""SVG picture of a review: every seat's win share over the moves, with costly decisions marked."""

from collections.abc import Iterator

from tradewinds.analysis.review import Decision, Review
from tradewinds.analysis.review_report import cost_phrase, title_text
from tradewinds.bots.hint_text import percent
from tradewinds.drawing import INK, PALE, PAPER, PLAYERS, SOFT, hline, open_picture, shorten, text, vline
from tradewinds.i18n import Words
from tradewinds.match import Match
from tradewinds.match.notation import localized_move

WIDTH, LEFT, RIGHT, TOP, HEIGHT, ROW = 960, 56, 150, 84, 360, 20
DASHES = ("", "9 4", "", "3 4", "12 4 2 4")
"""Dash pattern by seat, in addition to colour and symbol."""


def picture(review: Review, match: Match, words: Words, most: int, seat: int | None = None) -> str:
    """Return the picture as SVG."""
    named = words.with_seats(match.seats)
    worst = sorted(review.worst(most, seat), key=lambda decision: decision.number)
    height = TOP + HEIGHT + 64 + ROW * (len(worst) + 1)
    parts = [
        open_picture(WIDTH, height),
        f'<g font-family="Georgia, serif">{text(LEFT, 34, title_text(review, match, named), size=18)}</g>',
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
    return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, review.moves)


def y_of(share: float) -> float:
    return round(TOP + HEIGHT * (1 - share), 1)


def draw_scale(review: Review, words: Words) -> Iterator[str]:
    """Draw the axes."""
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield hline(LEFT, WIDTH - RIGHT, y_of(share), SOFT if share == 0 else PALE)
        yield text(LEFT - 8, y_of(share) + 4, words.text("review.percent", share=percent(share)), anchor="end")
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**6) if review.moves <= 10 * step)
    for number in range(0, review.moves + 1, step):
        yield vline(x_of(review, number), y_of(0), y_of(0) + 5, SOFT)
        yield text(x_of(review, number), y_of(0) + 18, str(number), anchor="middle")
    yield text((LEFT + WIDTH - RIGHT) / 2, y_of(0) + 34, words.text("review.axis"), anchor="middle")


def draw_line(review: Review, seat: int) -> Iterator[str]:
    """Draw one seat's win share; light colours get a dark outline."""
    points = " ".join(f"{x_of(review, p.number):.1f},{y_of(p.shares[seat])}" for p in review.graph)
    shape = f'<polyline points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="butt"'
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    if PLAYERS[seat] == "#F1E6C8":
        yield f'{shape} stroke="{INK}" stroke-width="4"/>'
    yield f'{shape} stroke="{PLAYERS[seat]}" stroke-width="2.4"{dash}/>'


def draw_legend(review: Review) -> Iterator[str]:
    """Draw names and points next to the ends of the lines."""
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
    """Return a seat's symbol: disc, square, triangle, diamond or cross in its colour."""
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
    """Mark a costly decision with its number on its seat's line."""
    x, y = x_of(review, decision.number - 1), y_of(decision.shares[decision.seat])
    yield disc(x, y, number)


def disc(x: float, y: float, number: int) -> str:
    shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{PAPER}" stroke="#C4453B" stroke-width="2"/>'
    return shape + text(x, y + 4, str(number), anchor="middle")


def draw_note(decision: Decision, number: int, match: Match, words: Words) -> Iterator[str]:
    """Draw the legend line of a costly decision."""
    y = TOP + HEIGHT + 64 + ROW * (number - 1)
    yield disc(LEFT + 4, y - 4, number)
    yield sign(decision.seat, LEFT + 30, y - 4, 5.5)
    moves = {
        "played": localized_move(match.box, decision.played.action, words.language),
        "best": localized_move(match.box, decision.best.action, words.language),
    }
    cost = cost_phrase(decision)
    yield text(
        LEFT + 44,
        y,
        words.text("review.marked", number=decision.number, seat=decision.seat, cost=cost, **moves),
        size=12,
    )
