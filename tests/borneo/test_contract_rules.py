"""BO-4 and BO-10: contracts, payments and Blackbeard's Secret, with their clarifications."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from tests.borneo.position_builder import PositionBuilder, build_position, names, phase, play
from tests.moves import moves, refused
from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import CARGO, CONTRACT
from tradewinds.games.borneo.view import BorneoView
from tradewinds.kernel.game import BoxError
from tradewinds.kernel.record import NONE, SPECTATOR, Record, copy
from tradewinds.match import Match
from tradewinds.match.seed import event_rng

EDITIONS = ("card-2007", "board-2008")
SPICES = ("pepper", "cinnamon", "cloves", "nutmeg")
P = ("yrrr-pepper", "rgrr-pepper", "rrbr-pepper", "yryy-pepper", "yygy-pepper", "yyyb-pepper", "ggrg-pepper")
C = ("ryrr-cinnamon", "rrgr-cinnamon", "rrrb-cinnamon", "yyry-cinnamon")
V = ("rryr-cloves", "rrrg-cloves", "brrr-cloves", "yyyr-cloves")
N = ("rrry-nutmeg", "grrr-nutmeg", "rbrr-nutmeg", "ryyy-nutmeg")
"""Single cards of both decks, in card order."""
P2 = ("rrry-pepper2", "bggg-pepper2", "bybb-pepper2")
C2 = ("rgrr-cinnamon2", "yyry-cinnamon2", "bbgb-cinnamon2")
V2 = ("rrbr-cloves2", "yyyg-cloves2", "gggr-cloves2")
N2 = ("ybyy-nutmeg2", "ggyg-nutmeg2", "rbbb-nutmeg2")
"""Cards with a "2" in deck B."""
JOKERS = ("Manila", "Macao", "Aceh", "Surat")
SPICE_PORTS = {"Ambon": "cloves", "Bacan": "cloves", "Makassar": "nutmeg", "Brunei": "nutmeg"}


def shop(*goods: str, edition: str = "board-2008", players: int = 3, **options: str) -> Match:
    """Return a match in which seat 0 starts its turn with these goods.

    Stores are closed, so that there is always a contract phase.
    """

    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *goods)

    return build_position(edition, players, arrange, **{"stores": "closed", "deck": "b", **options})


def pirates(*goods: str) -> Match:
    return shop(*goods, pirates="blackbeard")


def pay(*goods: str) -> list[str]:
    return [f"pay {name}" for name in goods]


def contracts(match: Match) -> set[str]:
    return {move.removeprefix("contract ") for move in moves(match)} - {"pass"}


def store(match: Match, seat: int = 0) -> set[str]:
    return {*names(match, match.state.store[seat]), *names(match, match.state.port_store[seat], "port")}


# BO-4.1: what pays


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("contract", "goods"),
    [
        ("one-of-each", (P[0], C[0], V[0], N[0])),
        ("four-alike", P[:4]),
        ("two-of-each", (*P[:2], *C[:2], *V[:2], *N[:2])),
        ("eight-alike", (*P[:7], "gggy-pepper")),
        ("three-of-each", (*P[:3], *C[:3], *V[:3], *N[:3])),
    ],
)
def test_bo_4_1_spices_from_the_store(edition: str, contract: str, goods: tuple[str, ...]) -> None:
    match = shop(*goods, "bbgb-cinnamon", edition=edition)
    left = match.state.contracts.copy()
    kind = list(match.box.labels["kind"]).index(contract)
    play(match, f"contract {contract}", *pay(*goods), "done")
    assert store(match) == {"bbgb-cinnamon"}
    assert match.state.fulfilled[0, kind] == match.state.fulfilled.sum() == 1
    assert (left - match.state.contracts).tolist() == [int(number == kind) for number in range(5)]
    assert (match.to_act, phase(match)) == (0, "merchants")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_4_1_cargo_and_ports(edition: str) -> None:
    match = shop(P[0], C[0], "Ambon", "Makassar", edition=edition)
    play(match, "contract one-of-each", *pay(P[0], C[0], "Ambon", "Makassar"), "done")
    assert store(match) == set()


def test_bo_4_1_ports_alone() -> None:
    goods = ("Tidore", "Malacca", "Ambon", "Makassar")

    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.ports("Banjarmasin", "Batavia", "Bacan")
        d.store(0, *goods)

    match = play(build_position("card-2007", edit=arrange), "contract one-of-each", *pay(*goods), "done")
    assert store(match) == set()


def test_bo_4_1_one_card_too_few() -> None:
    match = shop(*P[:3], *C[:3], *V[:3], V2[0])
    assert contracts(match) == {"four-alike"}
    assert refused(match, "contract one-of-each") == ("BO-4.1", "cannot_pay")
    assert refused(match, "contract eight-alike") == ("BO-4.1", "cannot_pay")


def test_bo_4_1_the_hand_never_counts() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:3], *C[:4])
        d.hand(0, P[3], V[0], N[0])

    match = build_position(edit=arrange)
    assert contracts(match) == {"four-alike"}
    assert refused(match, "contract one-of-each") == ("BO-4.1", "cannot_pay")
    play(match, "contract four-alike")
    assert refused(match, f"pay {P[3]}") == ("BO-4.1", "not_in_store")


def test_bo_4_1_other_stores_do_not_count() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:4])
        d.store(1, *C[:4], "Ambon")

    match = play(build_position(edit=arrange), "contract four-alike")
    assert refused(match, f"pay {C[0]}") == ("BO-4.1", "not_in_store")
    assert refused(match, "pay Ambon") == ("BO-4.1", "not_in_store")


def test_bo_4_1_an_open_contract() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:4], C[0], V[0], N[0])
        d.state.fulfilled[1, 1] = 2
        d.state.fulfilled[2, 1] = 1

    match = build_position(edit=arrange)
    assert contracts(match) == {"one-of-each"}
    assert refused(match, "contract four-alike") == ("BO-4.1", "no_contract_left")


def test_bo_4_1_paid_in_full() -> None:
    match = play(shop(*P[:4]), "contract four-alike", *pay(*P[:3]))
    assert refused(match, "done") == ("BO-4.1", "not_paid_yet")
    assert moves(play(match, f"pay {P[3]}")) == ["done"]
    assert refused(shop(*P[:4]), f"pay {P[0]}") == ("BO-4.1", "nothing_to_pay")


def test_bo_4_1_the_player_chooses_what_to_pay_with() -> None:
    match = play(shop(*P[:3], C[0], V[0], "Ambon", N[0]), "contract one-of-each")
    play(match, *pay(P[1], C[0], N[0], "Ambon"), "done")
    assert store(match) == {P[0], P[2], V[0]}


# BO-4.2: doubles and jokers


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_4_2_printed_example_four_alike(edition: str) -> None:
    match = play(shop(*P2[:2], edition=edition), "contract four-alike", *pay(*P2[:2]), "done")
    assert store(match) == set()
    match = play(shop(*P[:2], P2[0], edition=edition), "contract four-alike", *pay(*P[:2], P2[0]), "done")
    assert match.state.fulfilled[0].tolist() == [0, 1, 0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_4_2_printed_example_no_change(edition: str) -> None:
    goods = (P[0], C[0], V2[0], N[0])
    match = play(shop(*goods, edition=edition), "contract one-of-each", *pay(*goods), "done")
    assert store(match) == set()
    assert match.state.store_size[0] == 0
    assert set(names(match, match.state.discard)) == set(goods)


def test_bo_4_2_doubles_of_the_card_games_deck() -> None:
    goods = ("rygb-pepper2", "yrbg-pepper2")
    match = shop(*goods, edition="card-2007", deck="a")
    play(match, "contract four-alike", *pay(*goods), "done")
    assert store(match) == set()


def test_bo_4_2_a_two_counts_as_two_of_its_spice() -> None:
    assert contracts(shop(P2[0], C2[0], V2[0], N2[0])) == {"one-of-each", "two-of-each"}
    assert contracts(shop(P2[0], C2[0], V2[0], N[0])) == {"one-of-each"}
    assert contracts(shop(P2[0], P[0])) == set()


def test_bo_4_2_a_joker_is_one_of_any_spice() -> None:
    for missing in range(4):
        goods = [name for spice, name in enumerate((P[0], C[0], V[0], N[0])) if spice != missing]
        match = play(shop(*goods, "Aceh"), "contract one-of-each", *pay(*goods, "Aceh"), "done")
        assert store(match) == set()
    assert contracts(shop(*P[:3], "Aceh")) == {"four-alike"}
    assert contracts(shop(P2[0], "Aceh")) == set()


def test_bo_4_2_amounts_are_shown() -> None:
    for goods, expected in (
        ((), {"pepper": 0, "cinnamon": 0, "cloves": 0, "nutmeg": 0}),
        ((P[0], P2[0], "Brunei", *JOKERS[:2]), {"pepper": 3, "cinnamon": 0, "cloves": 0, "nutmeg": 1, "joker": 2}),
    ):
        spices = shop(*goods).view(0).players[0].spices  # type: ignore[attr-defined]
        assert {amount.spice: amount.count for amount in spices} == expected


def test_bo_4_2_any_number_of_jokers() -> None:
    assert contracts(shop(*JOKERS)) == {"one-of-each", "four-alike"}
    match = play(shop(P[0], *JOKERS), "contract one-of-each", *pay(P[0], *JOKERS[1:]), "done")
    assert store(match) == {"Manila"}
    match = play(shop(*P[:2], P2[0], *JOKERS), "contract eight-alike", *pay(*P[:2], P2[0], *JOKERS), "done")
    assert store(match) == set()


def test_bo_4_2_jokers_of_five_players() -> None:
    match = shop(P[0], C[0], "Goa", "Nagasaki", players=5)
    play(match, "contract one-of-each", *pay(P[0], C[0], "Goa", "Nagasaki"), "done")
    assert store(match) == set()


# BO-4.3 and BO-12.9: nothing too many


def test_bo_4_3_a_card_too_many_is_refused() -> None:
    match = play(shop(*P[:2], C[0], V[0], N[0]), "contract one-of-each", f"pay {P[0]}")
    assert refused(match, f"pay {P[1]}") == ("BO-4.3", "no_use")
    match = play(shop(*P[:5]), "contract four-alike", *pay(*P[:4]))
    assert refused(match, f"pay {P[4]}") == ("BO-4.3", "no_use")


def test_bo_4_3_another_spice_is_of_no_use() -> None:
    match = play(shop(*P[:4], *C[:4]), "contract four-alike", f"pay {P[0]}")
    assert refused(match, f"pay {C[0]}") == ("BO-4.3", "no_use")


def test_bo_4_3_a_single_beside_too_many_twos() -> None:
    # 1 + 2 + 2 would be five of a kind: the single card could be left out.
    match = play(shop(P[0], *P2[:2]), "contract four-alike")
    assert refused(match, f"pay {P[0]}") == ("BO-4.3", "no_use")
    assert moves(match) == [f"pay {P2[0]}"]


def test_bo_4_3_two_twos_for_three() -> None:
    goods = (*P2[:2], *C[:3], *V[:3], *N[:3])
    match = play(shop(*goods), "contract three-of-each")
    in_order = sorted(goods, key=list(match.box.labels["goods"]).index)
    play(match, *pay(*in_order), "done")
    assert store(match) == set()


def test_bo_4_3_a_two_beside_a_single_for_two() -> None:
    match = play(shop(P[0], P2[0], C2[0], V2[0], N2[0]), "contract two-of-each")
    assert refused(match, f"pay {P[0]}") == ("BO-4.3", "no_use")
    match = play(shop(P[0], P2[0], C2[0], V2[0], *N[:2]), "contract two-of-each", f"pay {P2[0]}")
    assert refused(match, f"pay {P[0]}")[1] in ("no_use", "out_of_order")


def three_alike(*goods: str, pirates: str = "none") -> Match:
    """Return a match of a custom box with a contract for three alike, which two "2" cards exceed by one."""

    def arrange(d: PositionBuilder) -> None:
        d.box.record.alike[1] = 3
        d.turn(0, CONTRACT)
        d.store(0, *goods)

    return build_position(edit=arrange, stores="closed", deck="b", pirates=pirates)


def test_bo_4_3_a_third_two_for_three_of_each() -> None:
    goods = (*P2, *C[:3], *V[:3], *N[:3])
    match = play(shop(*goods), "contract three-of-each", *pay(*P2[:2]))
    assert refused(match, f"pay {P2[2]}")[1] == "no_use"
    assert store(play(match, *pay(*goods[3:]), "done")) == {P2[2]}


def test_bo_4_3_two_twos_for_three_of_a_kind() -> None:
    match = play(three_alike(*P2[:2]), "contract four-alike", *pay(*P2[:2]), "done")
    assert (store(match), match.state.fulfilled[0, 1]) == (set(), 1)
    assert contracts(three_alike(P2[0])) == set()


def test_bo_4_3_a_single_that_only_twos_could_follow() -> None:
    """Two singles and a "2" are four, so that one of the singles is superfluous; a single and a "2" will do."""
    match = play(three_alike(*P[:2], *P2[:2]), "contract four-alike", *pay(P[0]))
    assert refused(match, f"pay {P[1]}")[1] == "no_use"
    assert moves(match) == pay(*P2[:2])
    assert moves(play(match, *pay(P2[0]))) == ["done"]
    match = three_alike(P[0], *P2[:2], N[0], pirates="blackbeard")
    play(match, "contract four-alike", f"pirates {N[0]}")
    assert refused(match, f"pay {P[0]}")[1] == "no_use"
    assert moves(match) == pay(*P2[:2])


def test_bo_12_9_a_joker_beside_all_four() -> None:
    match = play(shop(P[0], C[0], V[0], N[0], "Aceh"), "contract one-of-each", *pay(P[0], C[0], V[0], N[0]))
    assert refused(match, "pay Aceh") == ("BO-4.3", "no_use")


def test_bo_12_9_any_use_of_the_jokers() -> None:
    # Of a pair of peppers one is too many, whatever the jokers stand for.
    match = play(shop(*P[:2], *JOKERS[:3]), "contract one-of-each", f"pay {P[0]}")
    assert refused(match, f"pay {P[1]}") == ("BO-4.3", "no_use")


def test_bo_12_9_jokers_alone_pay_of_a_kind() -> None:
    match = play(shop(*JOKERS), "contract four-alike", *pay(*JOKERS), "done")
    assert store(match) == set()


def test_bo_12_9_the_pirates_card_stays_the_pirates() -> None:
    # Pepper as the pirates' card for nutmeg, the joker for pepper: nothing could be left out, though nutmeg's place
    # could be the joker's and pepper its own.
    match = play(pirates(P[0], C[0], V[0], "Aceh"), "contract one-of-each", f"pirates {P[0]}")
    play(match, *pay(C[0], V[0], "Aceh"), "done")
    assert (match.state.ship, store(match)) == (0, set())


def worth(names: tuple[str, ...]) -> tuple[list[int], int]:
    """Return the amount of each spice and the number of jokers of some goods."""
    amounts, jokers = [0, 0, 0, 0], 0
    for name in names:
        if name in JOKERS:
            jokers += 1
        elif name in SPICE_PORTS:
            amounts[SPICES.index(SPICE_PORTS[name])] += 1
        else:
            spice = name.split("-")[1].split(".")[0]
            amounts[SPICES.index(spice.rstrip("2"))] += 2 if spice.endswith("2") else 1
    return amounts, jokers


NEEDS = {
    "one-of-each": (1, 0),
    "four-alike": (0, 4),
    "two-of-each": (2, 0),
    "eight-alike": (0, 8),
    "three-of-each": (3, 0),
}


@cache
def covers(contract: str, amounts: tuple[int, ...], jokers: int, pirate: int | None) -> bool:
    """Return whether the amounts pay for a contract, trying out every use of the jokers and the pirates' card."""
    each, alike = NEEDS[contract]
    others = [[spice for spice in range(4) if spice != pirate]] if pirate is not None else []
    for stand_for in product(*[list(range(4))] * jokers, *others):
        total = [amount + stand_for.count(spice) for spice, amount in enumerate(amounts)]
        if max(total) >= alike if alike else min(total) >= each:
            return True
    return False


def suffices(contract: str, goods: tuple[str, ...], pirate: str | None) -> bool:
    """Return whether goods pay for a contract, with or without a pirates' card."""
    amounts, jokers = worth(goods)
    spice = next(spice for spice, amount in enumerate(worth((pirate,))[0]) if amount) if pirate else None
    return covers(contract, tuple(amounts), jokers, spice)


def minimal_payments(
    contract: str, goods: tuple[str, ...], with_pirates: bool
) -> set[tuple[str | None, frozenset[str]]]:
    """Return all sufficient payments without a superfluous card."""
    found = set()
    candidates = [None, *(name for name in goods if name not in JOKERS)] if with_pirates else [None]
    for pirate in candidates:
        others = [name for name in goods if name != pirate]
        for size in range(len(others) + 1):
            for paid in combinations(others, size):
                if not suffices(contract, paid, pirate):
                    continue
                shorter = [paid[:n] + paid[n + 1 :] for n in range(len(paid))]
                without = [(rest, pirate) for rest in shorter] + ([(paid, None)] if pirate else [])
                if not any(suffices(contract, rest, other) for rest, other in without):
                    found.add((pirate, frozenset(paid)))
    return found


def reachable_payments(match: Match, state: Record, *given: str) -> Iterator[tuple[str | None, frozenset[str]]]:
    """Yield all payments that the rules accept, once for each sequence of actions."""
    room = np.zeros(GAME.actions + 1, np.int16)
    for action in room[: GAME.rules.legal(match.box.record, state, room)]:
        move = match.write(int(action))
        if move == "done":
            paid = frozenset(text.removeprefix("pay ") for text in given if text.startswith("pay "))
            yield next((text.removeprefix("pirates ") for text in given if text.startswith("pirates ")), None), paid
        else:
            after = copy(state)
            GAME.rules.apply(match.box.record, after, action, event_rng("payment", 0))
            yield from reachable_payments(match, after, *given, move)


STORES: list[tuple[str, ...]] = [
    (P[0], P[1], P2[0], C[0], C2[0], V[0], "Ambon", "Makassar", "Manila"),
    (P[0], P2[0], P2[1], C2[0], V[0], N2[0], "Manila", "Macao", "Aceh"),
    (P[0], P[1], P[2], P2[0], P2[1], C[0], "Ambon", "Manila", "Macao"),
    (P2[0], P2[1], C2[0], C2[1], V2[0], V2[1], N2[0], N2[1], "Manila"),
    (P2[0], P2[1], C2[0], C2[1], V2[0], V[0], N[0], "Makassar", "Manila", "Macao"),
    (P[0], P2[0], P2[1], P2[2], C[0], V2[0], "Manila", "Macao", "Aceh", "Surat"),
]


def dealt(seed: int) -> tuple[str, ...]:
    everything = [*P[:3], *P2, *C[:3], *C2, *V[:2], *V2, *N[:2], *N2, *JOKERS[: seed % 4], *SPICE_PORTS]
    return tuple(random.Random(seed).sample(everything, 8))


@pytest.mark.parametrize("goods", [*STORES, *(dealt(seed) for seed in range(4))])
@pytest.mark.parametrize("blackbeard", [False, True])
def test_bo_12_9_every_payment_that_could_be_made(goods: tuple[str, ...], blackbeard: bool) -> None:
    match = pirates(*goods) if blackbeard else shop(*goods)
    for contract in NEEDS:
        fair = minimal_payments(contract, goods, blackbeard)
        assert (f"contract {contract}" in moves(match)) == bool(fair)
        if not fair:
            continue
        match.play(f"contract {contract}")
        offered = list(reachable_payments(match, match.state))
        # BO-12.20: each in one way only.
        assert len(offered) == len(set(offered))
        assert set(offered) == fair
        match.undo()


# BO-4.4: where it goes


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_4_4_cargo_is_discarded_and_ports_leave_the_game(edition: str) -> None:
    match = shop(P[0], C[0], V[0], "Makassar", edition=edition)
    pile = int(match.state.pile)
    play(match, "contract one-of-each", *pay(P[0], C[0], V[0], "Makassar"), "done")
    assert set(names(match, match.state.discard)) == {P[0], C[0], V[0]}
    assert names(match, match.state.gone, "port") == ["Makassar"]
    assert match.state.pile == pile
    assert (match.state.store_size[0], match.state.port_store_size[0]) == (0, 0)


def test_bo_4_4_jokers_leave_the_game() -> None:
    match = play(shop(*JOKERS), "contract four-alike", *pay(*JOKERS), "done")
    assert set(names(match, match.state.gone, "port")) == set(JOKERS)


def test_bo_4_4_a_fulfilled_contract_pays_for_nothing() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.state.fulfilled[0] = [2, 2, 1, 1, 1]
        d.store(0, *P[:3])

    match = build_position(edit=arrange, stores="closed")
    assert moves(match) == ["pass"]
    assert refused(match, "contract four-alike") == ("BO-4.1", "cannot_pay")


@pytest.mark.parametrize("stores", ["open", "closed"])
def test_bo_4_4_the_payment_is_public(stores: str) -> None:
    match = play(shop(*P[:4], stores=stores), "contract four-alike", *pay(*P[:4]), "done")
    for seat in (SPECTATOR, 0, 1, 2):
        view = match.view(seat)
        assert isinstance(view, BorneoView)
        assert view.players[0].contracts == {"four-alike": 1}
        assert {card.name for card in view.discard_pile} == set(P[:4])
        assert view.contracts[1].left == 2


# BO-10: Blackbeard's Secret


@pytest.mark.parametrize("other", [P[1], "Ambon", P2[0]])
def test_bo_10_1_one_spice_is_replaced_by_another(other: str) -> None:
    match = pirates(P[0], C[0], V[0], other)
    assert match.state.ship == NONE
    play(match, "contract one-of-each", f"pirates {other}", *pay(P[0], C[0], V[0]), "done")
    assert (match.state.ship, store(match)) == (0, set())
    assert match.state.fulfilled[0].tolist() == [1, 0, 0, 0, 0]


def test_bo_10_1_the_ship_lies_in_the_bay() -> None:
    for seed in range(3):
        assert Match(GAME.box(3, "board-2008", {"pirates": "blackbeard"}), seed=str(seed)).state.ship == NONE


@pytest.mark.parametrize(
    ("goods", "possible"),
    [
        ((P[0], C[0], V[0]), set()),
        ((P[0], C[0], V[0], "Manila"), {"one-of-each"}),
        ((P[0], C[0], "Manila"), set()),
        (P[:3], set()),
        ((*P[:3], N[0]), {"four-alike"}),
    ],
)
def test_bo_10_1_a_card_is_needed_to_trade(goods: tuple[str, ...], possible: set[str]) -> None:
    assert contracts(pirates(*goods)) == possible


def test_bo_10_1_of_a_kind() -> None:
    match = play(pirates(*P[:3], N[0]), "contract four-alike", f"pirates {N[0]}", *pay(*P[:3]), "done")
    assert (match.state.ship, store(match)) == (0, set())


def test_bo_10_1_a_two_counts_once() -> None:
    assert contracts(pirates(*P[:2], N2[0])) == set()
    match = play(pirates(*P[:3], N2[0]), "contract four-alike", f"pirates {N2[0]}", *pay(*P[:3]), "done")
    assert (match.state.ship, store(match)) == (0, set())


@pytest.mark.parametrize(
    ("contract", "goods", "same"),
    [
        ("four-alike", (*P[:3], P2[0]), P2[0]),
        ("four-alike", (*N[:3], "Makassar"), "Makassar"),
        ("one-of-each", (P[0], C[0], V[0], N[0]), N[0]),
        ("one-of-each", (P[0], P[1], C[0], V[0], N[0]), N[0]),
    ],
)
def test_bo_10_1_not_by_the_same_spice(contract: str, goods: tuple[str, ...], same: str) -> None:
    match = play(pirates(*goods), f"contract {contract}")
    assert refused(match, f"pirates {same}") == ("BO-12.8", "no_use_to_pirates")
    assert f"pirates {same}" not in moves(match)


def test_bo_10_1_the_cards_go_where_payments_go() -> None:
    match = play(pirates(*P[:3], "Makassar"), "contract four-alike", "pirates Makassar", *pay(*P[:3]), "done")
    assert set(names(match, match.state.discard)) == set(P[:3])
    assert names(match, match.state.gone, "port") == ["Makassar"]
    assert (match.state.store_size[0], match.state.port_store_size[0]) == (0, 0)


def test_bo_10_1_the_ship_is_taken_from_its_holder() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:3], N[0])
        d.state.ship = 2

    match = build_position(edit=arrange, pirates="blackbeard")
    play(match, "contract four-alike", f"pirates {N[0]}", *pay(*P[:3]))
    assert match.state.ship == 2
    assert play(match, "done").state.ship == 0


def test_bo_10_1_trading_is_optional() -> None:
    match = play(pirates(*P[:4], N[0]), "contract four-alike", *pay(*P[:4]), "done")
    assert (match.state.ship, store(match)) == (NONE, {N[0]})


def test_bo_10_1_only_in_the_variant() -> None:
    match = play(shop(*P[:4], N[0]), "contract four-alike")
    assert refused(match, f"pirates {N[0]}") == ("BO-10.1", "no_pirates")
    assert contracts(shop(*P[:3], N[0])) == set()
    with pytest.raises(BoxError):
        shop(*P[:4], edition="card-2007", pirates="blackbeard")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bo_10_1_with_any_number_of_players(players: int) -> None:
    match = shop(*P[:3], N[0], players=players, pirates="blackbeard")
    play(match, "contract four-alike", f"pirates {N[0]}", *pay(*P[:3]), "done")
    assert match.state.ship == 0


def test_bo_10_2_not_while_one_has_the_ship() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:4], *C[:3])
        d.state.ship = 0

    match = build_position(edit=arrange, pirates="blackbeard")
    assert contracts(match) == {"four-alike"}
    play(match, "contract four-alike")
    assert refused(match, f"pirates {C[0]}") == ("BO-10.2", "ship_in_hand")
    assert play(match, *pay(*P[:4]), "done").state.ship == 0


def test_bo_10_2_with_the_ship_a_contract_may_be_out_of_reach() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CONTRACT)
        d.store(0, *P[:3], N[0])
        d.state.ship = 0

    match = build_position(edit=arrange, pirates="blackbeard", stores="closed")
    assert moves(match) == ["pass"]
    assert refused(match, "contract four-alike") == ("BO-4.1", "cannot_pay")


def last_turn(*goods: str, ship: int = NONE) -> Match:
    """Return a match that seat 0's last card has ended; seat 1, with these goods, is first in the last round."""

    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CARGO)
        d.rows(red="2 0", blue="1")
        d.hand(0, "yyyb-pepper", "rbbb-cinnamon")
        d.ports("Surat", "Tidore", "Malacca")
        d.lying("left", "gggb-nutmeg", "bbrb-nutmeg")
        d.store(1, *goods)
        d.state.ship = ship
        d.pile(0)

    match = build_position(edit=arrange, pirates="blackbeard", stores="closed")
    play(match, "lay yyyb-pepper left")
    while phase(match) == "share":
        match.play(moves(match)[0])
    assert (match.to_act, phase(match)) == (1, "contract")
    return match


def test_bo_10_2_no_trade_in_the_last_round() -> None:
    match = last_turn(*P[:3], *C[:4])
    assert contracts(match) == {"four-alike"}
    play(match, "contract four-alike")
    assert refused(match, f"pirates {P[0]}") == ("BO-10.2", "no_pirates_last")
    match = last_turn(*P[:3], N[0])
    assert refused(match, "contract four-alike") == ("BO-4.1", "cannot_pay")


@pytest.mark.parametrize("ship", [NONE, 0, 1, 2])
def test_bo_10_3_the_ship_costs_two_points(ship: int) -> None:
    points = play(last_turn(*P[:4]), "pass", "pass", "pass").scores()
    match = play(last_turn(*P[:4], ship=ship), "pass", "pass", "pass")
    assert match.is_over
    assert [a - b for a, b in zip(points, match.scores(), strict=True)] == [2 * (seat == ship) for seat in range(3)]


def test_bo_12_8_not_a_joker() -> None:
    match = play(pirates(*P[:3], "Aceh", N[0]), "contract four-alike")
    assert refused(match, "pirates Aceh") == ("BO-12.8", "joker_to_pirates")
    assert f"pirates {N[0]}" in moves(match)


def test_bo_12_8_of_another_spice_than_the_one_it_replaces() -> None:
    match = play(pirates(*P[:4], N[0]), "contract four-alike")
    assert refused(match, f"pirates {P[0]}") == ("BO-12.8", "no_use_to_pirates")
    match = play(pirates(*P[:2], C[0], V[0], "Aceh"), "contract one-of-each")
    assert f"pirates {P[0]}" in moves(match)
    assert refused(play(match, f"pirates {P[0]}"), "done") == ("BO-4.1", "not_paid_yet")


def test_bo_12_8_a_port_with_a_spice() -> None:
    match = play(pirates(*P[:3], "Brunei"), "contract four-alike", "pirates Brunei", *pay(*P[:3]), "done")
    assert match.state.ship == 0


def test_bo_12_8_one_card_per_contract() -> None:
    assert contracts(pirates(*P[:2], *N[:2])) == set()
    match = play(pirates(*P[:3], *N[:2]), "contract four-alike", f"pirates {N[0]}")
    assert refused(match, f"pirates {N[1]}")[0] in ("BO-12.8", "BO-12.20")
    assert not any(move.startswith("pirates") for move in moves(match))


def test_bo_12_8_the_card_must_be_of_the_store() -> None:
    match = play(pirates(*P[:3], N[0]), "contract four-alike")
    assert refused(match, f"pirates {N[1]}") == ("BO-4.1", "not_in_store")
    assert refused(pirates(*P[:3], N[0]), f"pirates {N[0]}") == ("BO-4.1", "nothing_to_pay")


def test_bo_12_20_in_the_order_of_the_list() -> None:
    match = play(shop(*P[:5], "Ambon", C[0], V[0], N[0]), "contract four-alike", f"pay {P[1]}")
    assert refused(match, f"pay {P[0]}") == ("BO-12.20", "out_of_order")
    match = play(shop(P[0], C[0], "Ambon", N[0]), "contract one-of-each")
    assert moves(match) == [f"pay {P[0]}"]


def test_bo_12_20_the_choice_is_ended() -> None:
    match = play(shop(*P[:5]), "contract four-alike", *pay(*P[:4]))
    assert (phase(match), moves(match)) == ("pay", ["done"])


def test_bo_12_20_the_pirates_card_comes_first() -> None:
    match = play(pirates(*P[:4], N[0]), "contract four-alike", f"pay {P[0]}")
    assert refused(match, f"pirates {N[0]}") == ("BO-12.20", "pirates_first")


def test_bo_12_20_the_pirates_card_is_outside_the_order() -> None:
    # Nutmeg comes after pepper in card order, but as the pirates' card it comes first.
    match = play(pirates(*P[:3], N[0]), "contract four-alike", f"pirates {N[0]}")
    assert moves(match) == [f"pay {P[0]}"]


def test_bo_12_20_cards_of_a_challenge() -> None:
    cards = ("yrrr-pepper", "rgrr-pepper", "rrbr-pepper")

    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 0")
        d.hand(0, *cards, "gbgg-cinnamon")

    match = play(build_position(edit=arrange), "challenge red 2 1", f"commit {cards[1]}")
    assert refused(match, f"commit {cards[0]}") == ("BO-12.20", "out_of_order")
    assert set(moves(match)) == {"done", f"commit {cards[2]}"}
