"""Several actions as one decision, over real sockets: previewed, played and taken back together, or not at all."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position
from tests.fixed_deals import deal_position
from tests.server.servers import ThreadServer, fast_settings
from tests.server.table_helpers import guests
from tradewinds.client import ClientRefused, TableConnection
from tradewinds.games.borneo.state import CONTRACT, SPICE_NAMES
from tradewinds.match import Match
from tradewinds.server import protocol


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('selection') / 'tradewinds.db'}"
    with ThreadServer(fast_settings(url)) as server:
        yield server.address


def rich(table: PositionBuilder) -> None:
    """Fill a store that pays for everything."""
    for spice in SPICE_NAMES:
        table.spice(0, spice, 3)
    table.turn(0, CONTRACT)


@asynccontextmanager
async def seated(address: str, match: Match) -> AsyncIterator[tuple[TableConnection, TableConnection]]:
    """Connect Ada and Bob to a table whose game starts from a position."""
    async with guests(address, "Ada", "Bob") as (ada, bob):
        box = match.box
        opened = await ada.create_table(
            game="borneo", edition=box.edition, options=dict(box.options), seats=["me", "open", "novice"]
        )
        async with ada.connect(opened.id) as first, bob.connect(opened.id) as second:
            await second.send(protocol.Take(seat=1))
            with deal_position(match):
                await first.send(protocol.Start())
            await first.until(lambda table: table.views)
            await second.until(lambda table: table.views)
            yield first, second


def view_of(connection: TableConnection) -> protocol.SeatView:
    assert connection.latest is not None
    return connection.latest.views[0]


async def preview(connection: TableConnection, *moves: str, suggest: bool = False) -> protocol.SelectionInfo:
    """Return what some moves would do together."""
    return (await connection.preview(view_of(connection), list(moves), suggest=suggest)).selection


def test_a_contract_and_its_payment_are_one_decision(address: str) -> None:
    async def run() -> None:
        async with seated(address, build_position(edit=rich)) as (ada, bob):
            start, told = view_of(ada), view_of(bob)
            assert start.selection is not None and "contract three-of-each" in start.selection.heads
            assert told.selection is None
            found = await preview(ada, "contract three-of-each", suggest=True)
            assert found.chosen == found.suggestion and found.sentence.startswith("Pays for 3 of each spice")
            assert (found.play[0], found.play[-1], len(found.play)) == ("contract three-of-each", "done", 14)
            by_hand = await preview(ada, *reversed(found.chosen))
            assert by_hand.play == found.play
            missing = await preview(ada, *found.chosen[:-1])
            assert (missing.play, missing.sentence) == ([], "Still missing: 1 nutmeg.")
            assert view_of(ada) == start
            await ada.play(start, list(found.play))
            after = await ada.until(lambda table: table.views[0].position > start.position)
            assert after.views[0].position == start.position + 1
            seen = await bob.until(lambda table: table.views[0].position > told.position)
            assert seen.views[0].position == told.position + 1
            assert "fulfils the contract" in ada.story[-1]
            assert after.views[0].may_undo
            await ada.send(protocol.Undo(position=after.views[0].position, seat=0))
            back = await ada.until(lambda table: table.views[0].position > start.position + 1)
            assert (back.views[0].view, back.views[0].legal) == (start.view, start.legal)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("spoil", "kind", "rule"),
    [
        (lambda play: [*play[:2], play[1], *play[2:]], "not_legal", "BO-4.1"),
        (lambda play: [*play[:-2], "done"], "not_legal", "BO-4.1"),
        (lambda play: [play[0], *reversed(play[1:-1]), "done"], "not_legal", "BO-4.3"),
        (lambda play: [*play, "nonsense"], "not_understood", None),
    ],
    ids=["twice", "too little", "out of order", "nonsense"],
)
def test_selection_is_played_atomically(address: str, spoil: object, kind: str, rule: str | None) -> None:
    async def run() -> None:
        async with seated(address, build_position(edit=rich)) as (ada, bob):
            start, told = view_of(ada), view_of(bob)
            found = await preview(ada, "contract three-of-each", suggest=True)
            with pytest.raises(ClientRefused) as refused:
                await ada.play(start, spoil(list(found.play)))  # type: ignore[operator]
            assert refused.value.refused.rule == rule
            assert refused.value.kind == kind
            await ada.play(start, list(found.play))
            after = await ada.until(lambda table: table.views[0].position > start.position)
            assert after.views[0].position == start.position + 1
            assert (await bob.until(lambda table: table.views[0].position > told.position)).views

    asyncio.run(run())


def test_a_list_ends_with_the_decision_of_its_seat(address: str) -> None:
    def fight(table: PositionBuilder) -> None:
        table.rows(red="1 2 0")
        table.hand(0, "rrry", "rryr", "gggb")
        table.hand(1, "rrrg", "bbbr", "yyyg")

    async def run() -> None:
        async with seated(address, build_position(edit=fight, deck="a")) as (ada, bob):
            start = view_of(ada)
            attack = next(choice.text for choice in start.legal if choice.text == "challenge red 3 1")
            with pytest.raises(ClientRefused, match="too late"):
                await ada.play(start, [attack, "commit rrry-nutmeg", "done", "done"])
            await ada.play(start, [attack, "commit rrry-nutmeg", "done"])
            await bob.until(lambda table: table.views[0].legal)
            selection = view_of(bob).selection
            assert selection is not None
            assert selection.sentence == (
                "Choose up to 1 card of your hand. Flags + 1 bonus must make 4, since a tie loses: "
                "without a card you lose your place."
            )
            assert (selection.label, selection.play) == ("Don't defend", ["done"])
            with pytest.raises(ClientRefused, match="not_your_turn"):
                await preview(ada)
            card = next(text for text in selection.options if "rrrg" in text)
            found = await preview(bob, card)
            assert (found.play, found.label) == ([card, "done"], "Defend with 3 flags")

    asyncio.run(run())


def test_invalid_previews_are_explained(address: str) -> None:
    async def run() -> None:
        async with seated(address, build_position(edit=rich)) as (ada, bob):
            with pytest.raises(ClientRefused, match="do not understand"):
                await preview(ada, "fly away")
            with pytest.raises(ClientRefused, match="not_your_turn"):
                await preview(bob)
            with pytest.raises(ClientRefused, match="stale"):
                await ada.send(protocol.Preview(position=7, seat=0))
            await ada.play(view_of(ada), "pass")
            await ada.until(lambda table: table.views[0].view["phase"] == "merchants")
            with pytest.raises(ClientRefused, match="no_selection"):
                await preview(ada)

    asyncio.run(run())


def test_why_names_the_rule_without_effect(address: str) -> None:
    async def run() -> None:
        async with seated(address, build_position(edit=rich)) as (ada, bob):
            start = view_of(ada)
            refused = await ada.why(start, "contract four-alike")
            assert (refused.message, refused.rule) == ("Your store cannot pay for this contract.", "BO-4.1")
            numbered = await ada.why(start, 10**6)
            assert numbered.message
            with pytest.raises(ClientRefused, match="not_your_turn"):
                await bob.why(view_of(bob), "pass")
            with pytest.raises(ClientRefused) as stale:
                await ada.send(protocol.Why(position=start.position + 7, move="pass", seat=start.seat))
            assert stale.value.kind == "stale"
            # Even a question about a legal move plays nothing.
            assert (await ada.why(start, start.legal[0].action)).message is None
            assert view_of(ada).position == start.position

    asyncio.run(run())
