"""A review for people: each seat's game in sentences, in every language."""

from collections.abc import Iterator

from tradewinds.analysis.review import Decision, Review, SeatReview
from tradewinds.bots.explain import why
from tradewinds.bots.hint_text import percent
from tradewinds.bots.plan import follow
from tradewinds.i18n import Phrase, Words
from tradewinds.match import Match
from tradewinds.match.notation import spell


def shown_cost(decision: Decision) -> int:
    """A cost in whole percents, so that it is the difference of the chances as they are shown."""
    return max(1, percent(decision.best.share) - percent(decision.played.share))


def tell_cost(decision: Decision) -> Phrase:
    """What a decision has cost in a few words: of the chance to win, or points where the win was decided."""
    if decision.decided:
        return Phrase("review.cost_points", {"n": max(1, round(decision.points_cost))})
    return Phrase("review.cost_win", {"n": shown_cost(decision)})


def tell_worth(decision: Decision) -> Phrase:
    """What was played beside what was better, in numbers with their names."""
    best, played = round(decision.best.points or 0), round(decision.played.points or 0)
    values: dict[str, object] = {"best_points": best, "points": played}
    if decision.decided:
        values |= {"margin": max(1, round(decision.points_margin))}
        return Phrase("review.worth_won" if decision.decided == "won" else "review.worth_lost", values)
    values |= {"best": percent(decision.best.share), "share": percent(decision.played.share)}
    return Phrase("review.worth", {**values, "margin": max(1, percent(decision.margin))})


def tell_why(decision: Decision, match: Match) -> Phrase | None:
    """Why the other action was better, from what the seat could know."""
    masked = match.masked(decision.seat, decision.number - 1)
    lines = [follow(match.box, masked, decision.seat, w.line or [w.action]) for w in (decision.best, decision.played)]
    return why(match.box, *lines)


def in_order(decisions: list[Decision], by_time: bool) -> list[Decision]:
    """Decisions with the most costly first, as they come, or in the order of the game."""
    return sorted(decisions, key=lambda decision: decision.number) if by_time else decisions


def report(
    review: Review, match: Match, words: Words, most: int, seat: int | None = None, *, by_time: bool = False
) -> str:
    """The whole review as text, or one seat's, with the most costly decisions of each."""
    named = words.with_seats(match.seats)
    lines = [tell_title(review, match, named), ""]
    for found in review.seats:
        if seat in (None, found.seat):
            lines += [*tell_seat(review, found, match, named, most, by_time), ""]
    return "\n".join([*lines, named.text("review.note"), ""])


def tell_title(review: Review, match: Match, words: Words) -> str:
    """What was reviewed, and how thoroughly."""
    game = match.game.name.capitalize()
    return words.text("review.title", game=game, moves=review.moves, playouts=review.playouts)


def tell_seat(review: Review, found: SeatReview, match: Match, words: Words, most: int, by_time: bool) -> Iterator[str]:
    """How a seat fared and what cost it most."""
    first, share = percent(found.first), percent(found.result)
    yield words.text("review.seat", seat=found.seat, share=share, first=first, points=found.points)
    yield words.text("review.agreed", decisions=found.decisions, agreed=found.agreed)
    worst = review.worst(most, found.seat)
    if not worst:
        yield words.text("review.nothing")
        return
    yield words.text("review.cost", mistakes=found.mistakes)
    for decision in in_order(worst, by_time):
        yield from tell_decision(decision, match, words)


def tell_decision(decision: Decision, match: Match, words: Words) -> Iterator[str]:
    """What was played, what would have been better, by how much, and why."""
    box, masked = match.box, match.masked(decision.seat, decision.number - 1)
    played, best = decision.played.action, decision.best.action
    was, better = (words.say(phrase) for phrase in match.game.describe(box, masked, [played, best]))
    move, cost = spell(box, played, words.language), words.say(tell_cost(decision))
    yield "  " + words.text("review.decision", number=decision.number, played=move, sentence=was, cost=cost)
    yield "    " + words.text("review.better", best=spell(box, best, words.language), sentence=better)
    yield "    " + words.say(tell_worth(decision))
    if reason := tell_why(decision, match):
        yield "    " + words.text("hint.because", reason=words.say(reason))
