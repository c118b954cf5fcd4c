"""What rule tests of every game ask a match."""

from tradewinds.match import Match


def moves(match: Match) -> list[str]:
    """The legal moves in text."""
    return [match.write(action) for action in match.legal()]


def refused(match: Match, move: str) -> tuple[str, str]:
    """The rule and the key of the refusal of a move, which must change nothing."""
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
