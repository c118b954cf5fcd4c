"""Requests answered by bots: moves and hints, always from a mask."""

from tradewinds.bots import Budget
from tradewinds.bots.hint import hint
from tradewinds.bots.hint_text import hint_info
from tradewinds.bots.registry import NAMES, make_bot
from tradewinds.engine import protocol as p
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record
from tradewinds.match import Match, notation
from tradewinds.match.record import read_position


def choose(request: p.Choose, match: Match | None) -> p.Answer:
    """Return a bot's move. Only built-in bots are allowed: a request must not start a program or load a file."""
    if request.bot not in NAMES:
        raise p.BadRequest(f"Only bots that come with the package answer here: {', '.join(NAMES)}.")
    box, masked, seat = position_of(request, match)
    bot = make_bot(request.bot, box.game)
    action = bot.choose(box, masked, seat, budget_of(request), stream(request.seed))
    return p.Answer(request.id, True, action=action, move=notation.write(box, action))


def advise(request: p.GetHint, match: Match | None) -> p.Answer:
    """Return a hint in words."""
    box, masked, seat = position_of(request, match)
    words = load_words(request.lang).with_seats(match.seats if match and request.text is None else ())
    found = hint(box, masked, seat, budget_of(request), stream(request.seed), request.best)
    return p.Answer(request.id, True, hint=hint_info(box, masked, found, words))


def budget_of(request: p.BotRequest) -> Budget:
    return Budget(request.playouts, request.seconds)


def position_of(request: p.BotRequest, match: Match | None) -> tuple[Box, Record, int]:
    """Return the box, mask and seat of a request; the seat must be the one to act."""
    if request.text is not None:
        return position_in_text(request, request.text)
    if match is None:
        raise p.BadRequest("There is no game yet: begin one, or give a position as its seat sees it: text and seat.")
    seat = require_to_act(None if match.is_over else match.to_act, request.seat)
    return match.box, match.masked(seat), seat


def position_in_text(request: p.BotRequest, text: str) -> tuple[Box, Record, int]:
    """Return the box, mask and seat of a position sent with the request."""
    if request.seat is None:
        raise p.BadRequest("A position in text needs the seat that sees it.")
    file = None if request.box is None else request.box.encode()
    box, masked = read_position(text, file, request.seat)
    over = box.game.rules.is_over(box.record, masked)
    seat = None if over else box.game.rules.to_act(box.record, masked)
    return box, masked, require_to_act(seat, request.seat)


def require_to_act(seat: int | None, asked: int | None) -> int:
    """Return the seat to act; raise BadRequest if the game is over or another seat was requested."""
    if seat is None:
        raise p.BadRequest("The game is over: there is nothing to decide.")
    if asked not in (None, seat):
        raise p.BadRequest(f"Seat {asked} has nothing to decide now: it is up to seat {seat}.")
    return seat
