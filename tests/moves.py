"""Helpers for the rule tests of every game."""

from tradewinds.match import Match


def moves(match: Match) -> list[str]:
    """Return the legal moves as text."""
    return [match.write(action) for action in match.legal()]


def refused(match: Match, move: str) -> tuple[str, str]:
    """Return the rule and message key of a move's refusal; check that attempting the move changes nothing."""
    action = next(a for a in range(match.game.actions) if match.write(a) == move)
    before, steps = match.state.tobytes(), len(match.steps)
    refusal = match.refusal(action)
    assert refusal is not None, f"{move} is legal"
    for attempt in (action, move):
        try:
            match.play(attempt)
        except type(refusal) as error:
            assert error.rule == refusal.rule
        else:
            raise AssertionError(f"{move} was played")
    assert (match.state.tobytes(), len(match.steps)) == (before, steps)
    return refusal.rule, refusal.phrases[0].key.rsplit(".", 1)[1]
