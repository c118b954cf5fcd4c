"""A review for people: each seat's game in sentences, in every language."""

from collections.abc import Iterator

from tradewinds.lab.review import Decision, Review, SeatReview
from tradewinds.match import Match
from tradewinds.match.notation import spell
from tradewinds.words import Words


def percent(share: float) -> int:
    """A share as whole percents."""
    return round(100 * share)


def shown_cost(decision: Decision) -> int:
    """A cost in whole percents, so that it is the difference of the shares as they are shown."""
    return max(1, percent(decision.best.share) - percent(decision.played.share))


def report(review: Review, match: Match, words: Words, most: int, seat: int | None = None) -> str:
    """The whole review as text, or one seat's, with the most costly decisions of each."""
    named = words.with_seats(match.seats)
    lines = [tell_title(review, match, named), ""]
    for found in review.seats:
        if seat in (None, found.seat):
            lines += [*tell_seat(review, found, match, named, most), ""]
    return "\n".join([*lines, named.text("review.note"), ""])


def tell_title(review: Review, match: Match, words: Words) -> str:
    """What was reviewed, and how thoroughly."""
    game = match.game.name.capitalize()
    return words.text("review.title", game=game, moves=review.moves, playouts=review.playouts)


def tell_seat(review: Review, found: SeatReview, match: Match, words: Words, most: int) -> Iterator[str]:
    """How a seat fared and what cost it most."""
    first, share = percent(found.first), percent(found.result)
    yield words.text("review.seat", seat=found.seat, share=share, first=first, points=found.points)
    yield words.text("review.agreed", decisions=found.decisions, agreed=found.agreed)
    worst = review.worst(most, found.seat)
    if not worst:
        yield words.text("review.nothing")
        return
    yield words.text("review.cost", mistakes=found.mistakes)
    for decision in worst:
        yield from tell_decision(decision, match, words)


def tell_decision(decision: Decision, match: Match, words: Words) -> Iterator[str]:
    """What was played, what would have been better, and by how much."""
    box, masked = match.box, match.masked(decision.seat, decision.number - 1)
    played, best = decision.played.action, decision.best.action
    was, better = (words.say(phrase) for phrase in match.game.describe(box, masked, [played, best]))
    move = spell(box, played, words.language)
    yield "  " + words.text("review.decision", number=decision.number, played=move, sentence=was)
    yield "    " + words.text("review.better", best=spell(box, best, words.language), sentence=better)
    shares = {"best": percent(decision.best.share), "share": percent(decision.played.share)}
    margin = max(1, percent(decision.margin))
    yield "    " + words.text("review.shares", **shares, margin=margin, cost=shown_cost(decision))
