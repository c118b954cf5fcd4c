"""Text report of a review, in any of the languages."""

from collections.abc import Iterator

from tradewinds.analysis.review import Decision, Review, SeatReview
from tradewinds.bots.explain import why
from tradewinds.bots.hint_text import percent
from tradewinds.bots.plan import follow
from tradewinds.i18n import Phrase, Words
from tradewinds.match import Match
from tradewinds.match.notation import localized_move


def shown_cost(decision: Decision) -> int:
    """Return a cost in whole percentage points: the difference between the win shares as displayed, at least 1."""
    return max(1, percent(decision.best.share) - percent(decision.played.share))


def cost_phrase(decision: Decision) -> Phrase:
    """Return a decision's cost, in win share or, if the win was already decided, in points."""
    if decision.decided:
        return Phrase("review.cost_points", {"n": max(1, round(decision.points_cost))})
    return Phrase("review.cost_win", {"n": shown_cost(decision)})


def worth_phrase(decision: Decision) -> Phrase:
    """Return the values of the action played and of the better one."""
    best, played = round(decision.best.points or 0), round(decision.played.points or 0)
    values: dict[str, object] = {"best_points": best, "points": played}
    if decision.decided:
        values |= {"margin": max(1, round(decision.points_margin))}
        return Phrase("review.worth_won" if decision.decided == "won" else "review.worth_lost", values)
    values |= {"best": percent(decision.best.share), "share": percent(decision.played.share)}
    return Phrase("review.worth", {**values, "margin": max(1, percent(decision.margin))})


def reason_phrase(decision: Decision, match: Match) -> Phrase | None:
    """Return why the other action was better, given what the seat could know."""
    masked = match.masked(decision.seat, decision.number - 1)
    lines = [follow(match.box, masked, decision.seat, w.line or [w.action]) for w in (decision.best, decision.played)]
    return why(match.box, *lines)


def in_order(decisions: list[Decision], by_time: bool) -> list[Decision]:
    """Sort decisions by move number if `by_time`, else leave them sorted by cost."""
    return sorted(decisions, key=lambda decision: decision.number) if by_time else decisions


def report(
    review: Review, match: Match, words: Words, most: int, seat: int | None = None, *, by_time: bool = False
) -> str:
    """Return the report on all seats or on one, with up to `most` costly decisions of each."""
    named = words.with_seats(match.seats)
    lines = [title_text(review, match, named), ""]
    for found in review.seats:
        if seat in (None, found.seat):
            lines += [*seat_lines(review, found, match, named, most, by_time), ""]
    return "\n".join([*lines, named.text("review.note"), ""])


def title_text(review: Review, match: Match, words: Words) -> str:
    game = match.game.name.capitalize()
    return words.text("review.title", game=game, moves=review.moves, playouts=review.playouts)


def seat_lines(
    review: Review, found: SeatReview, match: Match, words: Words, most: int, by_time: bool
) -> Iterator[str]:
    """Yield the summary and the most costly decisions of a seat."""
    first, share = percent(found.first), percent(found.result)
    yield words.text("review.seat", seat=found.seat, share=share, first=first, points=found.points)
    yield words.text("review.agreed", decisions=found.decisions, agreed=found.agreed)
    worst = review.worst(most, found.seat)
    if not worst:
        yield words.text("review.nothing")
        return
    yield words.text("review.cost", mistakes=found.mistakes)
    for decision in in_order(worst, by_time):
        yield from decision_lines(decision, match, words)


def decision_lines(decision: Decision, match: Match, words: Words) -> Iterator[str]:
    """Yield the action played, the better one, their values and the reason."""
    box, masked = match.box, match.masked(decision.seat, decision.number - 1)
    played, best = decision.played.action, decision.best.action
    was, better = (words.say(phrase) for phrase in match.game.describe(box, masked, [played, best]))
    move, cost = localized_move(box, played, words.language), words.say(cost_phrase(decision))
    yield "  " + words.text("review.decision", number=decision.number, played=move, sentence=was, cost=cost)
    yield "    " + words.text("review.better", best=localized_move(box, best, words.language), sentence=better)
    yield "    " + words.say(worth_phrase(decision))
    if reason := reason_phrase(decision, match):
        yield "    " + words.text("hint.because", reason=words.say(reason))
