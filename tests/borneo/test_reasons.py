"""Reasons in Borneo: the largest difference between two lines, from what the seat can see."""

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position
from tradewinds.bots.explain import features, why
from tradewinds.bots.plan import Line, follow
from tradewinds.games.borneo.state import CARGO
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.kernel.random import stream
from tradewinds.match import Match


def line_of(match: Match, *texts: str) -> Line:
    """Return a line of actions by their names in records."""
    known = {" ".join(match.game.name_action(match.box, action)): action for action in range(match.game.actions)}
    seat = match.to_act
    return follow(match.box, match.masked(seat), seat, [known[text] for text in texts])


def reason(match: Match, better: Line, other: Line, language: str = "en") -> str | None:
    found = why(match.box, better, other)
    return load_words(language).with_seats(["Ada", "Bo", "Cy"]).say(found) if found else None


def test_leaving_the_first_rank_is_a_reason() -> None:
    match = build_position(edit=lambda d: d.rows(red="0 1 2", yellow="1 2"))
    told = reason(match, line_of(match, "pass"), line_of(match, "transfer red 1 yellow"))
    assert told == "the alternative gives up rank 1 in red"


def test_a_share_out_names_the_number_of_cards() -> None:
    """Six red flags are a monopoly in Tidore: Ada has the first two merchants of red and takes both cards."""

    def arrange(d: PositionBuilder) -> None:
        d.rows(red="0 0 1", yellow="1 2")
        d.turn(0, CARGO)
        d.hand(0, "rrrb-cinnamon", "yyyr-cloves", "gggb-nutmeg")
        d.lying("left", "rrrg-cloves")

    match = build_position(edit=arrange)
    told = reason(match, line_of(match, "lay rrrb-cinnamon left"), line_of(match, "lay gggb-nutmeg right"))
    assert told == "lets you choose first in Tidore and take 2 of 2 cards"


def test_a_monopoly_for_an_opponent_is_a_reason() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 1 2", yellow="0 2")
        d.turn(0, CARGO)
        d.hand(0, "rrrb-cinnamon", "yyyr-cloves", "gggb-nutmeg")
        d.lying("left", "rrrg-cloves")

    match = build_position(edit=arrange)
    given = features(match.box, line_of(match, "lay rrrb-cinnamon left"))["share_other"]
    assert given.worth < 0
    words = load_words("en").with_seats(["Ada", "Bo", "Cy"])
    assert words.say(given.phrase) == "gives Bo 2 of 2 cards in Tidore"


def test_an_attack_names_the_flags_that_the_defender_needs() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 0 2", yellow="1 2")
        d.hand(0, "rrrb-cinnamon", "yyyr-cloves", "gggb-nutmeg")

    match = build_position(edit=arrange)
    attack = line_of(match, "challenge red 2 1", "commit rrrb-cinnamon", "done")
    assert len(attack.actions) == 3
    assert not attack.continues
    assert reason(match, attack, line_of(match, "pass")) == "can win rank 1 in red: Bo needs 4 flags to hold it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_depend_on_nothing_hidden(language: str) -> None:
    """Redealing the mask does not change any reason."""
    match = build_position(edit=lambda d: d.rows(red="0 1 2", yellow="1 2"))
    box, seat = match.box, match.to_act
    world = match.masked(seat)
    box.game.rules.redeal(box.record, world, seat, stream(5))
    assert world.tobytes() != match.state.tobytes()
    box.game.rules.mask(box.record, world, seat)
    words = load_words(language)
    for action in match.legal():
        lines = [follow(box, masked, seat, [action]) for masked in (match.masked(seat), world)]
        told = [[words.say(feature.phrase) for feature in features(box, line).values()] for line in lines]
        assert told[0] == told[1]
