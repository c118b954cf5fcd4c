"""BY-4.4 and BY-5.1 to BY-5.3: waiting, moving and buying."""

import numpy as np
import pytest

from tests.bombay.position_builder import PositionBuilder, build_position, rupees
from tests.moves import moves, refused


def at_e2(d: PositionBuilder) -> None:
    d.at(0, "E2")


def test_by_4_4_posts_close_without_bales() -> None:
    def no_violet(d: PositionBuilder) -> None:
        d.at(0, "E2")
        d.markets(left={"blue": 4})

    assert refused(build_position(edit=no_violet), "buy") == ("BY-4.4", "post_closed")


def test_by_4_4_posts_close_when_the_last_bale_is_bought() -> None:
    def last_violet(d: PositionBuilder) -> None:
        d.at(0, "E2")
        d.at(1, "E2")
        d.markets(left={"violet": 1})

    match = build_position(edit=last_violet)
    match.play("buy")
    match.play("pass")
    assert refused(match, "buy") == ("BY-4.4", "post_closed")


def test_by_4_4_posts_close_when_a_token_takes_the_last_bale() -> None:
    def last_blue(d: PositionBuilder) -> None:
        d.at(0, "G7")
        d.carry(0, "orange")
        d.markets(left={"blue": 1}, middle={"violet": 1})

    match = build_position(edit=last_blue)
    match.play("build orange")
    assert match.state.stock[2] == 0
    assert match.state.market[2] == -1


def test_by_5_unused_points_are_lost() -> None:
    match = build_position()
    match.play("move G3")
    match.play("pass")
    assert match.to_act == 1
    assert match.state.points == 3


def test_by_5_every_choice_of_a_turn_is_listed_once() -> None:
    assert moves(build_position()) == ["pass", "wait", "move E2", "move E3", "move G3", "move G7"]

    def laden(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow", "violet")

    match = build_position(edit=laden)
    room = np.full(match.game.actions + 1, -1, np.int16)
    count = match.game.rules.legal(match.box.record, match.state, room)
    listed = [match.write(int(action)) for action in room[:count]]
    assert listed[:4] == ["pass", "wait", "sell yellow", "sell violet"]
    assert len(set(listed)) == len(listed)
    for unknown in (-1, match.game.actions):
        refusal = match.refusal(unknown)
        assert refusal is not None
        assert refusal.phrases[0].key == "bombay.refusal.no_such_action"


def test_by_5_1_wait() -> None:
    match = build_position()
    match.play("wait")
    assert rupees(match) == 3
    assert match.to_act == 1


def test_by_5_1_wait_is_the_whole_turn() -> None:
    match = build_position()
    match.play("move G3")
    assert refused(match, "wait") == ("BY-5.1", "wait_whole_turn")


def test_by_5_1_passing_forgoes_the_rupee_for_waiting() -> None:
    match = build_position()
    forgone = [match.view().pass_forgoes]  # type: ignore[attr-defined]
    for move in ("move G3", "pass"):
        match.play(move)
        forgone.append(match.view().pass_forgoes)  # type: ignore[attr-defined]
    assert forgone == [1, 0, 1]


def test_by_5_1_the_waiting_player_gets_the_rupee() -> None:
    match = build_position(start="3")
    match.play("wait")
    assert [rupees(match, seat) for seat in range(4)] == [2, 2, 3, 2]
    assert match.to_act == 3


def test_by_5_2_along_paths() -> None:
    match = build_position()
    targets = {move.split()[1] for move in moves(match) if move.startswith("move")}
    assert targets == {"E2", "E3", "G3", "G7"}
    assert refused(match, "move Bombay") == ("BY-5.2", "no_path")
    assert refused(match, "move A") == ("BY-5.2", "no_path")


def test_by_5_2_points() -> None:
    match = build_position()
    match.play("move E2")
    assert match.state.points == 2
    match.play("move B")
    assert match.to_act == 1


def test_by_5_2_a_hill_takes_two_points() -> None:
    match = build_position(edit=at_e2)
    match.play("move H1")
    match.play("move E2")
    assert match.state.points == 1
    assert refused(match, "move A") == ("BY-5.2", "move_points")
    assert refused(match, "move B") == ("BY-5.2", "move_points")
    assert "move H1" in moves(match)


def test_by_5_2_toll_to_the_owner_from_the_bank() -> None:
    match = build_position(edit=lambda d: d.palace(2, "G3"))
    match.play("move G3")
    assert (rupees(match, 0), rupees(match, 2)) == (2, 3)


def test_by_5_2_only_the_elephant_of_whose_turn_it_is_moves() -> None:
    match = build_position(start="3")
    match.play("move E2")
    names = [match.box.labels["space"][space] for space in match.state.elephant[:4]]
    assert names == ["A", "A", "E2", "A"]


@pytest.mark.parametrize("owner", range(4))
def test_by_5_2_toll_to_any_owner_but_oneself(owner: int) -> None:
    match = build_position(edit=lambda d: d.palace(owner, "G3"), start="3")
    match.play("move G3")
    assert [rupees(match, seat) for seat in range(4)] == [2 + (seat == owner != 2) for seat in range(4)]


def test_by_5_2_no_toll_where_no_palace_stands() -> None:
    match = build_position(5)
    match.play("move G3")
    assert [rupees(match, seat) for seat in range(5)] == [2, 2, 2, 2, 3]


def test_by_5_2_back_to_the_start_hill() -> None:
    match = build_position(edit=at_e2)
    match.play("move A")
    assert match.box.labels["space"][match.state.elephant[0]] == "A"
    assert match.state.points == 1


def test_by_5_2_no_toll_for_staying_leaving_or_the_own_palace() -> None:
    def palaces(d: PositionBuilder) -> None:
        d.palace(2, "G3")
        d.palace(0, "H1")
        d.at(0, "G3")

    match = build_position(edit=palaces)
    match.play("move H1")
    assert [rupees(match, seat) for seat in range(4)] == [2, 2, 2, 2]


def test_by_5_2_elephants_share_spaces() -> None:
    match = build_position()
    match.play("move G3")
    match.play("pass")
    match.play("move G3")
    assert match.state.elephant[0] == match.state.elephant[1]


@pytest.mark.parametrize(("market", "money", "points"), [("left", 1, 1), ("middle", 1, 2), ("right", 2, 2)])
def test_by_5_3_price_by_market(market: str, money: int, points: int) -> None:
    def offer(d: PositionBuilder) -> None:
        d.at(0, "E2")
        d.markets(**{market: {"violet": 2}})

    match = build_position(edit=offer)
    match.play("buy")
    assert (rupees(match), int(match.state.points)) == (2 - money, 3 - points)
    assert match.state.bales[0].tolist() == [0, 1, 0, 0]
    assert match.state.stock[1] == 1


def test_by_5_3_the_buyer_pays_and_carries() -> None:
    match = build_position(edit=lambda d: d.at(2, "E2"), start="3")
    match.play("buy")
    assert [rupees(match, seat) for seat in range(4)] == [2, 2, 1, 2]
    assert match.state.bales[:4].sum(axis=1).tolist() == [0, 0, 1, 0]


def test_by_5_3_printed_example() -> None:
    """From the hill to a violet post for one action; the bale from the middle market takes the other two."""
    match = build_position()
    match.play("move E2")
    match.play("buy")
    assert (rupees(match), match.to_act) == (1, 1)
    assert match.state.bales[0].tolist() == [0, 1, 0, 0]


def test_by_5_3_one_purchase_a_turn() -> None:
    def cheap(d: PositionBuilder) -> None:
        d.at(0, "E2")
        d.markets(left={"violet": 2})

    match = build_position(edit=cheap)
    match.play("buy")
    assert refused(match, "buy") == ("BY-5.3", "bought_already")
    match.play("pass")
    for _ in range(3):
        match.play("pass")
    match.play("buy")
    assert match.state.bales[0, 1] == 2


def test_by_5_3_needs_post_basket_points() -> None:
    assert refused(build_position(), "buy") == ("BY-5.3", "no_post")

    def full(d: PositionBuilder) -> None:
        d.at(0, "E2")
        d.carry(0, "blue", "orange")

    assert refused(build_position(edit=full), "buy") == ("BY-5.3", "baskets_full")

    match = build_position(edit=at_e2)
    match.play("move H1")
    match.play("move E2")
    assert refused(match, "buy") == ("BY-5.3", "buy_points")
