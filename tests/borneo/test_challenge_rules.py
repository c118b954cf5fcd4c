"""BO-5 and BO-6: transfers and challenges, with their clarifications."""

import random
from itertools import product

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position, names, phase, play, row
from tests.moves import moves, refused
from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.view import BorneoView
from tradewinds.match import Match

EDITIONS = ("card-2007", "board-2008")
DECKS = ("a", "b")
RED = ("yrrr-pepper", "rgrr-pepper", "rrbr-pepper", "ryrr-cinnamon", "rrgr-cinnamon", "rrrb-cinnamon")
"""Three red flags each, in card order, in both decks."""
ONE = ("bbbr-pepper", "gggr-cinnamon", "rbbb-cinnamon", "yyyr-cloves")
"""One red flag each, in the lower or in the upper row."""
OTHER = ("gbgg-cinnamon", "bybb-cinnamon", "gyyy-cloves", "ybyy-cloves", "ygyy-nutmeg", "gbbb-nutmeg")
"""No red flag."""


def fight(
    attack: tuple[str, ...],
    defence: tuple[str, ...],
    red: str = "1 0",
    edition: str = "board-2008",
    players: int = 3,
    **options: str,
) -> Match:
    """Return a match with seats 0 and 1 in red's row, holding these hands; seat 0 is in the merchant phase."""

    def arrange(d: PositionBuilder) -> None:
        d.rows(red=red)
        d.hand(0, *attack)
        if defence:
            d.hand(1, *defence)

    return build_position(edition, players, arrange, **options)


def commits(*cards: str) -> list[str]:
    return [*(f"commit {card}" for card in cards), "done"]


def discards(match: Match) -> set[str]:
    return set(names(match, match.state.discard))


def hand(match: Match, seat: int) -> set[str]:
    return set(names(match, match.state.hand[seat]))


def starts(match: Match, verb: str) -> set[str]:
    return {move for move in moves(match) if move.startswith(verb)}


# BO-5: transfer


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_5_1_to_the_end_of_another_row(edition: str) -> None:
    match = build_position(edition, edit=lambda d: d.rows(red="1 0 2 0", blue="2 1"))
    play(match, "transfer red 2 blue")
    assert row(match, "red") == [1, 2, 0]
    assert row(match, "blue") == [2, 1, 0]
    assert (match.to_act, phase(match)) == (0, "cargo")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_5_1_every_merchant_to_every_other_company(edition: str) -> None:
    match = build_position(edition, edit=lambda d: d.rows(red="1 0 2 0", green="0"))
    expected = {f"transfer red {rank} {target}" for rank in (2, 4) for target in ("yellow", "green", "blue")}
    expected |= {f"transfer green 1 {target}" for target in ("red", "yellow", "blue")}
    assert starts(match, "transfer") == expected


def test_bo_5_1_to_an_empty_row_and_from_the_last_place() -> None:
    match = build_position(edit=lambda d: d.rows(red="1 2 0", blue="", green="0 1"))
    play(match, "transfer red 3 blue")
    assert (row(match, "red"), row(match, "blue")) == ([1, 2], [0])
    match = build_position(edit=lambda d: d.rows(red="1 2", blue="0", green="0 1"))
    play(match, "transfer blue 1 red")
    assert (row(match, "red"), row(match, "blue")) == ([1, 2, 0], [])


def test_bo_5_1_only_ones_own() -> None:
    match = build_position(edit=lambda d: d.rows(red="1 0 2"))
    assert refused(match, "transfer red 1 blue") == ("BO-5.1", "not_your_merchant")
    assert refused(match, "transfer red 4 blue") == ("BO-5.1", "not_your_merchant")


def test_bo_5_1_a_free_space_in_the_board_game() -> None:
    match = build_position("board-2008", 4, lambda d: d.rows(red="1 2 3 1 2", blue="0"))
    assert refused(match, "transfer blue 1 red") == ("BO-5.1", "row_full")
    assert "transfer blue 1 red" not in moves(match)


def test_bo_5_1_the_fifth_space_can_be_taken() -> None:
    match = build_position("board-2008", 4, lambda d: d.rows(red="1 2 3 1", blue="0"))
    assert row(play(match, "transfer blue 1 red"), "red") == [1, 2, 3, 1, 0]


def test_bo_5_1_a_row_without_end_in_the_card_game() -> None:
    match = build_position("card-2007", 4, lambda d: d.rows(red="1 2 3 1 2", blue="0"))
    assert row(play(match, "transfer blue 1 red"), "red") == [1, 2, 3, 1, 2, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_12_19_not_to_the_end_of_the_same_row(edition: str) -> None:
    match = build_position(edition, edit=lambda d: d.rows(red="0 1 2"))
    assert refused(match, "transfer red 1 red") == ("BO-12.19", "same_row")
    assert "transfer red 1 red" not in moves(match)


# BO-6.1: who may challenge whom


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_1_further_up_in_the_same_company(edition: str) -> None:
    match = fight((RED[0], ONE[0], "rgrr-pepper"), (), "1 0 2 0 2", edition)
    assert starts(match, "challenge red") == {
        "challenge red 2 1",
        "challenge red 4 1",
        "challenge red 4 3",
    }
    play(match, "challenge red 4 3")
    assert (match.to_act, phase(match)) == (0, "attack")


def test_bo_6_1_not_ones_own_merchant() -> None:
    match = fight(RED[:3], (), "1 0 2 0")
    assert refused(match, "challenge red 4 2") == ("BO-6.1", "own_defender")


def test_bo_6_1_the_attacker_is_ones_own() -> None:
    match = fight(RED[:3], (), "1 0 2 0")
    assert refused(match, "challenge red 3 1")[1] == "not_your_merchant"
    assert refused(match, "challenge red 5 1")[1] == "not_your_merchant"


def test_bo_6_1_is_cited_when_the_attacker_is_not_ones_own() -> None:
    match = fight(RED[:3], (), "1 0 2 0")
    assert refused(match, "challenge red 3 1")[0] == "BO-6.1"


def test_bo_6_1_no_merchant_further_up() -> None:
    match = fight(RED[:3], (), "0 1 2")
    assert starts(match, "challenge red") == set()


# BO-6.2: the attacker's cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_2_no_attack_with_a_single_card(edition: str) -> None:
    match = fight(RED[:1], (), edition=edition)
    assert refused(match, "challenge red 2 1") == ("BO-6.2", "single_card")
    assert starts(match, "challenge") == set()


@pytest.mark.parametrize("deck", DECKS)
def test_bo_6_2_a_flag_is_needed(deck: str) -> None:
    match = fight(OTHER[:3], (), deck=deck)
    assert refused(match, "challenge red 2 1") == ("BO-6.2", "no_flag_in_hand")
    assert starts(match, "challenge red") == set()


def test_bo_6_2_one_card_or_more() -> None:
    match = play(fight((*RED[:3], OTHER[0]), ()), "challenge red 2 1")
    assert refused(match, "done") == ("BO-6.2", "commit_one")
    assert moves(match) == [f"commit {card}" for card in RED[:3]]
    assert refused(match, "pass")[1] == "cannot_pass"
    play(match, *commits(*RED[:3]))
    assert set(names(match, match.state.attack)) == set(RED[:3])
    assert (match.to_act, phase(match)) == (1, "defend")
    assert hand(match, 0) == {OTHER[0]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_2_keeps_one_card(edition: str) -> None:
    match = play(fight(RED[:2], (), edition=edition), "challenge red 2 1", f"commit {RED[0]}")
    assert refused(match, f"commit {RED[1]}") == ("BO-6.2", "keep_one")
    assert moves(match) == ["done"]


def test_bo_6_2_only_cards_of_the_hand() -> None:
    match = play(fight(RED[:3], RED[3:]), "challenge red 2 1", f"commit {RED[0]}")
    assert refused(match, f"commit {RED[0]}")[1] == "not_in_hand"
    assert refused(match, f"commit {RED[3]}")[1] == "not_in_hand"


def test_bo_6_2_is_cited_for_a_card_that_is_not_in_hand() -> None:
    match = play(fight(RED[:3], RED[3:]), "challenge red 2 1")
    assert refused(match, f"commit {RED[3]}")[0] == "BO-6.2"


def test_bo_6_2_no_cards_without_a_challenge() -> None:
    assert refused(fight(RED[:3], ()), f"commit {RED[0]}") == ("BO-6.2", "no_challenge")


# BO-6.3: the defender's cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_3_after_the_attack_and_at_most_as_many(edition: str) -> None:
    match = play(fight(RED[:3], (*RED[3:], OTHER[0]), edition=edition), "challenge red 2 1", *commits(RED[0]))
    assert (match.to_act, phase(match)) == (1, "defend")
    assert set(moves(match)) == {"done", *(f"commit {card}" for card in RED[3:])}
    match.play(f"commit {RED[3]}")
    assert refused(match, f"commit {RED[4]}") == ("BO-6.3", "too_many_cards")
    assert moves(match) == ["done"]


def test_bo_6_3_as_many_as_the_attacker_or_fewer() -> None:
    for played in range(3):
        match = play(fight(RED[:3], (*RED[3:], OTHER[0])), "challenge red 2 1", *commits(*RED[:2]))
        play(match, *(f"commit {card}" for card in RED[3 : 3 + played]))
        assert ("done" in moves(match), len(starts(match, "commit"))) == (True, (3, 2, 0)[played])
        match.play("done")
        assert discards(match) | set(names(match, match.state.defence)) == {*RED[:2], *RED[3 : 3 + played]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_3_the_defender_keeps_one_too(edition: str) -> None:
    match = fight(RED[:3], RED[3:5], edition=edition)
    play(match, "challenge red 2 1", *commits(*RED[:2]), f"commit {RED[3]}")
    assert refused(match, f"commit {RED[4]}") == ("BO-6.3", "keep_one")
    match = fight(RED[:3], RED[3:4], edition=edition)
    play(match, "challenge red 2 1", *commits(RED[0]))
    assert refused(match, f"commit {RED[3]}") == ("BO-6.3", "keep_one")
    assert moves(match) == ["done"]


def test_bo_6_3_none_is_allowed() -> None:
    match = play(fight(RED[:3], RED[3:]), "challenge red 2 1", *commits(RED[0]), "done")
    assert hand(match, 1) == set(RED[3:])
    assert row(match, "red")[0] == 0


# BO-6.4: counting


def wins(match: Match, attack: tuple[str, ...], defence: tuple[str, ...], challenge: str) -> bool:
    """Return whether seat 0's merchant is first in the row after the challenge."""
    play(match, f"challenge {challenge}", *commits(*attack), *commits(*defence))
    return row(match, "red")[0] == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_4_printed_example(edition: str) -> None:
    attack, defence = (RED[0], ONE[0], OTHER[0]), (RED[1], OTHER[1])
    # From the third place against the first the bonus is 1: against three flags, three are not enough but four are.
    assert not wins(fight(attack, defence, "1 2 0", edition), RED[:1], RED[1:2], "red 3 1")
    assert wins(fight(attack, defence, "1 2 0", edition), (RED[0], ONE[0]), RED[1:2], "red 3 1")
    # From the adjacent place there is none: three are enough.
    assert wins(fight(attack, defence, "1 0 2", edition), RED[:1], RED[1:2], "red 2 1")


@pytest.mark.parametrize(("row_of_red", "attacker", "bonus"), [("1 0", 2, 0), ("1 2 0", 3, 1), ("1 2 2 0", 4, 2)])
def test_bo_6_4_bonus_is_described(row_of_red: str, attacker: int, bonus: int) -> None:
    match = play(fight(RED[:3], RED[3:], row_of_red), f"challenge red {attacker} 1", *commits(RED[0]))
    view = match.view(1)
    assert isinstance(view, BorneoView)
    assert view.challenge is not None
    assert view.challenge.bonus == bonus
    assert (view.challenge.attacking, view.challenge.defending) == (0, 1)


@pytest.mark.parametrize(("flags", "succeeds"), [(1, False), (3, True)])
def test_bo_6_4_the_bonus_alone_may_defend(flags: int, succeeds: bool) -> None:
    card = RED[0] if flags == 3 else ONE[0]
    assert wins(fight((card, OTHER[0]), (OTHER[1], OTHER[2]), "1 2 2 0"), (card,), (), "red 4 1") == succeeds


@pytest.mark.parametrize("one", ["bbbr-pepper", "rbbb-cinnamon"])
def test_bo_6_4_both_rows_count(one: str) -> None:
    # One flag, whether it is in the lower row (bbbr) or in the upper one (rbbb), makes up for a bonus of one.
    assert wins(fight((one, OTHER[0]), OTHER[1:3], "1 2 0"), (one,), (), "red 3 1")
    assert not wins(fight((one, OTHER[0]), OTHER[1:3], "1 2 2 0"), (one,), (), "red 4 1")


def test_bo_6_4_flags_are_counted_not_cards() -> None:
    assert not wins(fight((*ONE[:2], OTHER[0]), (RED[0], OTHER[1])), ONE[:2], RED[:1], "red 2 1")
    assert wins(fight((RED[0], OTHER[0]), (ONE[0], OTHER[1])), RED[:1], ONE[:1], "red 2 1")
    assert wins(fight((*ONE[:3], OTHER[0]), (RED[0], OTHER[1])), ONE[:3], RED[:1], "red 2 1")


def test_bo_6_4_flags_of_other_companies_do_not_count() -> None:
    # bbbr shows three blue flags, but one red one.
    assert not wins(fight((ONE[0], OTHER[0]), (RED[0], OTHER[1])), ONE[:1], RED[:1], "red 2 1")


# BO-6.5: the attacker wins


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_5_level_is_enough_and_the_owner_decides(edition: str) -> None:
    match = fight((RED[0], OTHER[0]), (RED[1], OTHER[1]), "1 0 2", edition)
    play(match, "challenge red 2 1", *commits(RED[0]), *commits(RED[1]))
    assert (match.to_act, phase(match)) == (1, "evicted")
    assert set(moves(match)) == {"swap", "place yellow", "place green", "place blue"}
    assert refused(match, "pass")[1] == "cannot_pass"


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_5_to_the_attackers_old_place(edition: str) -> None:
    match = fight((RED[0], OTHER[0]), (), "2 1 2 0 1", edition)
    play(match, "challenge red 4 2", *commits(RED[0]), "done", "swap")
    assert row(match, "red") == [2, 0, 2, 1, 1]
    assert (match.to_act, phase(match)) == (0, "cargo")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_5_to_the_end_of_another_row_and_the_gap_is_closed(edition: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="2 1 2 0 1", blue="0 2")
        d.hand(0, RED[0], OTHER[0])

    match = build_position(edition, edit=arrange)
    play(match, "challenge red 4 2", *commits(RED[0]), "done", "place blue")
    assert row(match, "red") == [2, 0, 2, 1]
    assert row(match, "blue") == [0, 2, 1]
    assert (match.to_act, phase(match)) == (0, "cargo")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_5_not_to_the_end_of_the_same_row(edition: str) -> None:
    match = fight((RED[0], OTHER[0]), (), "1 0 2", edition)
    play(match, "challenge red 2 1", *commits(RED[0]), "done")
    assert refused(match, "place red") == ("BO-6.5", "same_company")


def full_row(edition: str) -> Match:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 0", blue="2 3 2 3 2")
        d.hand(0, RED[0], OTHER[0])

    return play(build_position(edition, 4, arrange), "challenge red 2 1", *commits(RED[0]), "done")


def test_bo_6_5_a_free_space_in_the_board_game() -> None:
    match = full_row("board-2008")
    assert set(moves(match)) == {"swap", "place yellow", "place green"}
    assert refused(match, "place blue")[1] == "row_full"


def test_bo_6_5_is_cited_when_there_is_no_space() -> None:
    assert refused(full_row("board-2008"), "place blue")[0] == "BO-6.5"


def test_bo_6_5_no_end_of_a_row_in_the_card_game() -> None:
    assert row(play(full_row("card-2007"), "place blue"), "blue") == [2, 3, 2, 3, 2, 1]


def test_bo_6_5_no_reward_for_the_loser() -> None:
    match = fight((*RED[:2], OTHER[0]), (RED[3], OTHER[1]))
    play(match, "challenge red 2 1", *commits(*RED[:2]), *commits(RED[3]))
    assert refused(match, f"take {RED[3]}")[1] == "nothing_to_take"
    assert match.state.store_size[1] == 0


def test_bo_6_5_no_eviction_without_a_challenge() -> None:
    assert refused(fight(RED[:2], ()), "swap") == ("BO-6.5", "nobody_evicted")


# BO-6.6 and BO-6.7: the defender wins, and where the cards go


def defended(edition: str = "board-2008") -> Match:
    """Return a match in which seat 1 has won a challenge in red with three cards; seat 0 has one card left."""
    attack, defence = (RED[0], *ONE[:2]), (*RED[1:3], ONE[2])
    match = fight((*attack, OTHER[0]), (*defence, OTHER[1], OTHER[2]), "1 2 0", edition)
    return play(match, "challenge red 3 1", *commits(*attack), *commits(*defence))


@pytest.mark.parametrize(("edition", "card"), [*product(EDITIONS, (RED[1], RED[2], ONE[2]))])
def test_bo_6_6_one_card_into_the_store(edition: str, card: str) -> None:
    match = defended(edition)
    assert (match.to_act, phase(match)) == (1, "reward")
    assert row(match, "red") == [1, 2, 0]
    match.play(f"take {card}")
    assert names(match, match.state.store[1]) == [card]
    assert match.state.store_size[:3].tolist() == [0, 1, 0]
    assert discards(match) == {RED[0], *ONE[:2], RED[1], RED[2], ONE[2]} - {card}
    assert (match.to_act, phase(match), row(match, "red")) == (0, "cargo", [1, 2, 0])


def test_bo_6_6_may_be_declined() -> None:
    match = play(defended(), "pass")
    assert match.state.store_size[1] == 0
    assert discards(match) == {RED[0], *ONE[:2], RED[1], RED[2], ONE[2]}
    assert (match.to_act, phase(match)) == (0, "cargo")


def test_bo_6_6_only_cards_played_in_defence() -> None:
    match = defended()
    assert set(moves(match)) == {"pass", *(f"take {card}" for card in (RED[1], RED[2], ONE[2]))}
    for card in (RED[0], OTHER[0], OTHER[1]):
        assert refused(match, f"take {card}") == ("BO-6.6", "not_played")


def test_bo_6_6_only_one_card() -> None:
    match = play(defended(), f"take {RED[1]}")
    assert refused(match, f"take {RED[2]}")[1] == "nothing_to_take"


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_6_7_everything_else_is_discarded(edition: str) -> None:
    match = fight((*RED[:2], OTHER[0]), (RED[3], OTHER[1]), edition=edition)
    play(match, "challenge red 2 1", *commits(*RED[:2]), *commits(RED[3]))
    assert discards(match) == {*RED[:2], RED[3]}
    assert (hand(match, 0), hand(match, 1)) == ({OTHER[0]}, {OTHER[1]})
    assert match.state.hand_size[:2].tolist() == [1, 1]
    assert (match.state.attack, match.state.defence) == (0, 0)


# BO-12


@pytest.mark.parametrize(("edition", "players"), [*product(EDITIONS, (3, 5))])
def test_bo_12_2_there_is_always_a_card_to_lay(edition: str, players: int) -> None:
    fewest, choice = 9, random.Random(1)
    match = Match(GAME.box(players, edition), seed="fights")
    while not match.is_over:
        texts = moves(match)
        fights = [text for text in texts if text.startswith(("challenge", "commit"))]
        match.play(choice.choice(fights or texts))
        if phase(match) == "cargo":
            assert starts(match, "lay")
            fewest = min(fewest, *match.state.hand_size[:players].tolist())
    assert fewest == 1


def test_bo_12_2_the_last_card_is_for_the_port() -> None:
    match = fight((RED[0], OTHER[0]), (RED[1], OTHER[1]))
    play(match, "challenge red 2 1", *commits(RED[0]), *commits(RED[1]), "swap", f"lay {OTHER[0]} left")
    # Seat 1 has one card left: it cannot attack, but it can lay it.
    assert match.to_act == 1
    assert starts(match, "challenge") == set()
    play(match, "pass", f"lay {OTHER[1]} right")
    assert match.state.hand_size[:2].tolist() == [2, 2]


def test_bo_12_3_any_further_up_next_to_him_or_not() -> None:
    match = fight(RED[:3], (), "1 2 1 2 0")
    assert starts(match, "challenge red") == {f"challenge red 5 {rank}" for rank in (1, 2, 3, 4)}


@pytest.mark.parametrize(("between", "succeeds"), [("0", True), ("0 0", False), ("2", True), ("0 2", False)])
def test_bo_12_3_merchants_between_count_ones_own_too(between: str, succeeds: bool) -> None:
    # Two flags against one and the bonus.
    match = fight((*ONE[:2], OTHER[0]), (ONE[2], OTHER[1]), f"1 {between} 0", players=4)
    assert wins(match, ONE[:2], ONE[2:3], f"red {len(row(match, 'red'))} 1") == succeeds


def test_bo_12_3_all_merchants_in_one_row() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red=" ".join("01234" * 3))
        d.hand(0, RED[0], OTHER[0])

    listed = moves(build_position("card-2007", 5, arrange))
    assert sum(move.startswith("transfer red") for move in listed) == 3 * 3
    # Seat 0 has the places 1, 6 and 11.
    fights = [f"challenge red {mine} {other}" for mine in (6, 11) for other in range(1, mine) if other not in (1, 6)]
    assert sorted(move for move in listed if move.startswith("challenge")) == sorted(fights)


@pytest.mark.parametrize("place", [1, 6, 11])
def test_bo_5_1_out_of_a_row_with_all_merchants(place: int) -> None:
    match = build_position("card-2007", 5, lambda d: d.rows(red=" ".join("01234" * 3)))
    play(match, f"transfer red {place} blue")
    others = [*range(5)] * 3
    del others[place - 1]
    assert (row(match, "red"), row(match, "blue")) == (others, [0])


def test_bo_12_3_merchants_outside_do_not_count() -> None:
    match = fight((ONE[0], OTHER[0]), OTHER[1:3], "2 1 0 2")
    play(match, "challenge red 3 2", *commits(ONE[0]), "done", "swap")
    assert row(match, "red") == [2, 0, 1, 2]


@pytest.mark.parametrize("deck", DECKS)
def test_bo_12_4_one_of_four_flags_is_enough(deck: str) -> None:
    match = play(fight((*ONE, RED[0], OTHER[0]), (), deck=deck), "challenge red 2 1")
    assert starts(match, "commit") == {f"commit {card}" for card in (*ONE, RED[0])}
    assert refused(match, f"commit {OTHER[0]}") == ("BO-12.4", "no_flag")


def test_bo_12_4_defender_too() -> None:
    match = play(fight((RED[0], OTHER[0]), (ONE[0], OTHER[1], OTHER[2])), "challenge red 2 1", *commits(RED[0]))
    assert moves(match) == ["done", f"commit {ONE[0]}"]
    assert refused(match, f"commit {OTHER[1]}") == ("BO-12.4", "no_flag")


def test_bo_12_4_a_card_with_all_four_flags() -> None:
    match = fight(("rygb-pepper2", OTHER[0]), OTHER[1:3], "1 2 0", "card-2007")
    assert wins(match, ("rygb-pepper2",), (), "red 3 1")
    match = fight(("rygb-pepper2", OTHER[0]), OTHER[1:3], "1 2 2 0", "card-2007")
    assert not wins(match, ("rygb-pepper2",), (), "red 4 1")


def test_bo_12_4_all_flags_of_the_company_count() -> None:
    # Three flags on one card win against a bonus of three, not of four.
    match = fight((RED[0], OTHER[0]), OTHER[1:3], "1 2 2 2 0")
    assert wins(match, RED[:1], (), "red 5 1")
    match = fight((RED[0], OTHER[0]), OTHER[1:3], "1 2 2 2 1 0", "card-2007")
    assert not wins(match, RED[:1], (), "red 6 1")


def test_bo_12_7_the_old_place_is_free_even_in_a_full_row() -> None:
    match = fight((RED[0], OTHER[0]), (), "1 0 2 3 2", players=4)
    play(match, "challenge red 2 1", *commits(RED[0]), "done")
    assert "swap" in moves(match)
    assert row(play(match, "swap"), "red") == [0, 1, 2, 3, 2]


def test_bo_12_7_the_gap_is_closed_only_if_he_leaves() -> None:
    match = fight((RED[0], OTHER[0]), (), "1 2 0 2")
    play(match, "challenge red 3 1", *commits(RED[0]), "done")
    assert row(play(match, "place green"), "red") == [0, 2, 2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_12_11_nothing_to_keep_without_cards(edition: str) -> None:
    match = fight((ONE[0], OTHER[0]), (RED[0], OTHER[1]), "1 2 2 0", edition)
    play(match, "challenge red 4 1", *commits(ONE[0]), "done")
    assert (match.to_act, phase(match), row(match, "red")) == (0, "cargo", [1, 2, 2, 0])
    assert match.state.store_size[1] == 0
    assert hand(match, 1) == {RED[0], OTHER[1]}
    assert discards(match) == {ONE[0]}


def test_bo_12_12_a_defender_without_a_card_answers_like_one_who_declines() -> None:
    views = []
    for defence in ((RED[3], OTHER[1], OTHER[2]), (OTHER[3], OTHER[1], OTHER[2])):
        match = play(fight((*RED[:2], OTHER[0]), defence, "1 2 0"), "challenge red 3 1", *commits(RED[0]))
        assert (match.to_act, phase(match)) == (1, "defend")
        assert "done" in moves(match)
        before = [match.view(0), match.view(2)]
        match.play("done")
        views.append([*before, match.view(0), match.view(2), len(match.steps)])
    assert views[0] == views[1]


def test_bo_12_12_a_defender_with_a_single_card_is_asked_too() -> None:
    match = play(fight((RED[0], OTHER[0]), RED[3:4]), "challenge red 2 1", *commits(RED[0]))
    assert (match.to_act, phase(match), moves(match)) == (1, "defend", ["done"])


def test_bo_12_12_an_attacker_with_one_choice_shows_nothing_before_he_is_done() -> None:
    match = fight((RED[0], OTHER[0]), RED[3:5])
    before = match.view(1)
    play(match, "challenge red 2 1", f"commit {RED[0]}")
    assert match.view(1) == before
