"""BY-5.4, BY-5.5 and BY-8: selling, building and the clarifications."""

import pytest

from tests.bombay.position_builder import PositionBuilder, build_position, rupees
from tests.moves import moves, refused
from tradewinds.match import Match


def sale(city: str, colour: str, *also: str) -> Match:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, city)
        d.carry(0, colour, *also)

    return build_position(edit=arrange)


@pytest.mark.parametrize(
    ("city", "colour", "money", "clients"),
    [
        ("Indore", "violet", 4, 1),
        ("Nagpur", "orange", 4, 0),
        ("Hyderabad", "blue", 4, 0),
        ("Bombay", "yellow", 5, 0),
        ("Bombay", "violet", 3, 1),
        ("Indore", "orange", 3, 0),
        ("Hyderabad", "yellow", 4, 0),
        ("Bombay", "orange", 1, 1),
        ("Nagpur", "yellow", 2, 1),
        ("Hyderabad", "violet", 1, 2),
    ],
)
def test_by_5_4_prices(city: str, colour: str, money: int, clients: int) -> None:
    match = sale(city, colour)
    bag = int(match.state.bag.sum())
    match.play("sell")
    assert (rupees(match) - 2, int(match.state.clients[0])) == (money, clients)
    assert match.state.points == 2
    assert match.state.bales[0].sum() == 0
    assert match.state.bag.sum() == bag + 1


def test_by_5_4_printed_example() -> None:
    """Violet in the middle of Bombay: 3 rupees and a client; violet goes to the bottom, orange up; a city token."""
    match = sale("Bombay", "violet")
    match.play("sell violet")
    assert (rupees(match), int(match.state.clients[0])) == (5, 1)
    assert match.state.demand[0].tolist() == [0, 3, 1]
    assert (match.state.city_tokens[0, 0], match.state.city_left[0]) == (1, 2)


def test_by_5_4_cube_from_the_top_and_from_the_bottom() -> None:
    match = sale("Bombay", "yellow")
    match.play("sell")
    assert match.state.demand[0].tolist() == [1, 3, 0]
    match = sale("Bombay", "orange")
    match.play("sell")
    assert match.state.demand[0].tolist() == [0, 1, 3]


def test_by_5_4_price_changes_between_sales() -> None:
    match = sale("Bombay", "yellow", "violet")
    match.play("sell yellow")
    assert rupees(match) == 7
    match.play("sell violet")
    assert (rupees(match), int(match.state.clients[0])) == (11, 1)


def test_by_5_4_one_token_of_a_city_a_player() -> None:
    match = sale("Bombay", "yellow", "violet")
    match.play("sell yellow")
    match.play("sell violet")
    assert (match.state.city_tokens[0].tolist(), match.state.city_left[0]) == ([1, 0, 0, 0], 2)


def test_by_5_4_the_seller_gains() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(2, "Bombay")
        d.carry(2, "violet")

    match = build_position(edit=arrange, start="3")
    match.play("sell violet")
    assert [rupees(match, seat) for seat in range(4)] == [2, 2, 5, 2]
    assert match.state.clients[:4].tolist() == [0, 0, 1, 0]
    assert match.state.city_tokens[:4, 0].tolist() == [0, 0, 1, 0]
    assert match.state.bales.sum() == 0


def test_by_5_4_the_last_token() -> None:
    def taken(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        for seat in (1, 2):
            d.city_token(seat, "Bombay")

    match = build_position(edit=taken)
    match.play("sell")
    assert (match.state.city_tokens[0, 0], match.state.city_left[0]) == (1, 0)


def test_by_5_4_no_token_left() -> None:
    def taken(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        for seat in (1, 2, 3):
            d.city_token(seat, "Bombay")

    match = build_position(edit=taken)
    match.play("sell")
    assert match.state.city_tokens[0].sum() == 0


def test_by_5_4_needs_bale_and_city() -> None:
    assert refused(build_position(edit=lambda d: d.at(0, "Bombay")), "sell yellow") == ("BY-5.4", "no_bale_to_sell")
    assert refused(build_position(edit=lambda d: d.carry(0, "yellow")), "sell yellow") == ("BY-5.4", "no_city")


def builder(space: str, *colours: str, **markets: dict[str, int]) -> Match:
    def arrange(d: PositionBuilder) -> None:
        if markets:
            d.markets(**markets)
        d.at(0, space)
        d.carry(0, *colours)

    return build_position(edit=arrange)


@pytest.mark.parametrize("space", ["A", "B", "H1", "G1"])
def test_by_5_5_build(space: str) -> None:
    match = builder(space, "orange")
    bag = int(match.state.bag[3])
    match.play("build orange")
    assert match.state.palaces[0] == 1
    assert match.state.points == 2
    assert (match.state.bales[0].sum(), match.state.bag[3]) == (0, bag + 1)


@pytest.mark.parametrize("colour", ["yellow", "violet", "blue", "orange"])
def test_by_5_5_the_palace_is_the_builders(colour: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(2, "H1")
        d.carry(2, colour)

    match = build_position(edit=arrange, start="3")
    match.play(f"build {colour}")
    assert [(match.box.labels["space"][space], int(match.state.palace[space])) for space in palaces(match)] == [
        ("H1", 2)
    ]
    assert match.state.palaces[:4].tolist() == [0, 0, 1, 0]
    assert match.state.bales.sum() == 0


def palaces(match: Match) -> list[int]:
    return [space for space, owner in enumerate(match.state.palace) if owner >= 0]


def test_by_5_5_not_on_buildings() -> None:
    assert refused(builder("E1", "orange"), "build orange") == ("BY-5.5", "post_in_the_way")
    assert refused(builder("Indore", "orange"), "build orange") == ("BY-5.5", "city_in_the_way")
    closed = builder("E1", "orange", left={"blue": 2})
    assert refused(closed, "build orange") == ("BY-5.5", "post_in_the_way")

    def occupied(d: PositionBuilder) -> None:
        d.palace(1, "H1")
        d.at(0, "H1")
        d.carry(0, "orange")

    assert refused(build_position(edit=occupied), "build orange") == ("BY-5.5", "palace_in_the_way")
    assert refused(builder("H1", "orange"), "build blue") == ("BY-5.5", "no_bale_to_build")


def test_by_5_5_client_token() -> None:
    match = builder("G1", "orange")
    match.play("build")
    assert (match.state.palace_clients[0], match.state.clients[0], rupees(match)) == (1, 0, 2)


def test_by_5_5_tokens_of_palaces_are_counted_with_the_others() -> None:
    match = builder("G3", "orange", "violet")
    match.state.palace_clients[0] = 1
    match.play("build orange")
    match.play("move Bombay")
    match.play("sell violet")
    player = match.view(0).players[0]  # type: ignore[attr-defined]
    clients = match.state.clients[0] + 1
    assert (player.clients, player.cities, player.city_tokens) == (clients, ["Bombay"], 2)


def test_by_5_5_rupees_token() -> None:
    match = builder("G2", "orange")
    match.play("build")
    assert rupees(match) == 4


def test_by_5_5_city_token_does_not_keep_from_a_real_one() -> None:
    match = builder("G3", "orange", "yellow")
    match.play("build orange")
    assert match.state.palace_cities[0] == 1
    match.play("move Bombay")
    match.play("sell yellow")
    assert match.state.city_tokens[0, 0] == 1


def test_by_5_5_bale_token_gives_a_choice_from_the_left_most_market() -> None:
    match = builder("G7", "orange", left={"blue": 2, "violet": 2}, middle={"yellow": 1})
    match.play("build orange")
    assert match.to_act == 0
    assert moves(match) == ["take violet", "take blue"]
    assert refused(match, "take yellow") == ("BY-5.5", "not_left_most")
    assert refused(match, "pass") == ("BY-5.5", "choose_first")
    assert refused(match, "move A") == ("BY-5.5", "choose_first")
    match.play("take violet")
    assert match.state.bales[0].tolist() == [0, 1, 0, 0]
    assert (match.state.points, rupees(match), match.state.stock[1]) == (2, 2, 1)


def test_by_5_5_the_left_most_market_whatever_the_order_of_the_colours() -> None:
    match = builder("G7", "blue", left={"yellow": 2, "violet": 2}, right={"orange": 1})
    match.play("build blue")
    assert moves(match) == ["take yellow", "take violet"]
    assert refused(match, "take orange") == ("BY-5.5", "not_left_most")
    assert refused(match, "take blue") == ("BY-5.5", "not_left_most")


@pytest.mark.parametrize("colour", ["yellow", "violet"])
def test_by_5_5_the_bale_token_is_the_builders(colour: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.markets(left={"yellow": 2, "violet": 2})
        d.at(2, "G7")
        d.carry(2, "orange")

    match = build_position(edit=arrange, start="3")
    match.play("build orange")
    match.play(f"take {colour}")
    assert match.state.bales[:4].sum(axis=1).tolist() == [0, 0, 1, 0]
    assert (match.to_act, match.state.phase, match.state.points) == (2, 0, 2)


def test_by_5_5_bale_token_skips_empty_markets() -> None:
    match = builder("G7", "orange", right={"blue": 1, "violet": 1})
    match.play("build orange")
    assert moves(match) == ["take violet", "take blue"]


def test_by_5_5_bale_token_is_not_the_purchase_of_the_turn() -> None:
    match = builder("G7", "orange", left={"blue": 3})
    match.play("build orange")
    assert match.state.bales[0, 2] == 1
    match.play("move E4")
    match.play("buy")
    assert match.state.bales[0, 2] == 2


def test_by_5_5_bale_token_with_empty_markets() -> None:
    match = builder("G7", "orange", left={})
    match.play("build orange")
    assert match.state.bales[0].sum() == 0
    assert match.state.phase == 0
    assert match.state.token[match.state.elephant[0]] == -1


def test_by_5_5_nothing_to_take_otherwise() -> None:
    assert refused(build_position(), "take blue") == ("BY-5.5", "nothing_to_take")


def test_by_8_1_the_turn_ends_by_itself() -> None:
    match = build_position()
    for space in ("G3", "H1", "G3"):
        assert match.to_act == 0
        match.play(f"move {space}")
    assert match.to_act == 1


def test_by_8_1_a_pending_choice_comes_first() -> None:
    match = builder("G7", "orange", left={"blue": 2, "violet": 2})
    match.play("move Hyderabad")
    match.play("move G7")
    match.play("build orange")
    assert match.to_act == 0
    match.play("take blue")
    assert match.to_act == 1


def test_by_8_1_giving_up_is_always_allowed() -> None:
    for played in ((), ("move G3",), ("move G3", "move H1")):
        match = build_position()
        for move in played:
            match.play(move)
        match.play("pass")
        assert match.to_act == 1


def test_by_8_2_elephants_do_not_hinder_building() -> None:
    def crowd(d: PositionBuilder) -> None:
        for seat in range(4):
            d.at(seat, "H1")
        d.carry(0, "orange")

    assert "build orange" in moves(build_position(edit=crowd))


def test_by_8_3_five_palaces() -> None:
    def five(d: PositionBuilder) -> None:
        for space in ("A", "B", "H1", "G1", "G2"):
            d.palace(0, space)
        d.at(0, "H2")
        d.carry(0, "orange")

    match = build_position(edit=five)
    assert refused(match, "build orange") == ("BY-8.3", "no_palace_left")


def test_by_8_3_no_money() -> None:
    def poor(d: PositionBuilder) -> None:
        d.at(0, "E1")
        d.state.rupees[0] = 1

    assert refused(build_position(edit=poor), "buy") == ("BY-8.3", "buy_rupees")


def test_by_8_4_any_shown_colour_no_other() -> None:
    match = sale("Bombay", "orange", "blue")
    assert "sell orange" in moves(match)
    assert refused(match, "sell blue") == ("BY-8.4", "no_demand")


def test_by_8_5_bonuses_add_up() -> None:
    match = sale("Hyderabad", "violet")
    match.play("sell")
    assert (rupees(match) - 2, int(match.state.clients[0])) == (1, 2)


def test_by_8_5_every_entry_pays() -> None:
    match = build_position(edit=lambda d: d.palace(1, "G3"))
    for space in ("G3", "H1", "G3"):
        match.play(f"move {space}")
    assert rupees(match, 1) == 4


def test_by_8_6_a_refill_with_five_finds_at_least_seven() -> None:
    def laden(d: PositionBuilder) -> None:
        d.markets(left={})
        for seat, bales in enumerate([("blue", "blue"), ("blue", "blue"), ("orange", "orange")]):
            d.carry(seat, *bales)
        d.carry(3, "orange", "orange")
        d.carry(4, "violet", "violet")

    match = build_position(5, laden)
    while match.state.set_number == 1:
        match.play("pass")
    assert match.state.stock.sum() == 7
    assert match.state.bag.sum() == 0


def test_by_8_7_no_choice_no_question() -> None:
    match = builder("G7", "orange", left={"blue": 2}, middle={"violet": 3})
    match.play("build orange")
    assert match.state.bales[0].tolist() == [0, 0, 1, 0]
    assert match.state.phase == 0
