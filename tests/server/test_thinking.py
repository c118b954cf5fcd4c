"""Who thinks when: nobody's bots wait for all the bots of somebody else, nor for a review."""

import asyncio
import threading

import pytest

from tradewinds.bots.catalogue import make_bot
from tradewinds.games import load_game
from tradewinds.match import Match
from tradewinds.server.thinking import Thinkers
from tradewinds.server.turns import Turns


def test_those_who_want_many_turns_wait_for_those_who_want_one() -> None:
    order: list[str] = []

    async def think(turns: Turns, whose: str) -> None:
        async with turns.of(whose):
            await asyncio.sleep(0)
            order.append(whose)

    async def crowd() -> None:
        turns = Turns(1)
        wanted = ["greedy"] * 6 + ["ada", "bob", "ada"]
        await asyncio.gather(*(think(turns, whose) for whose in wanted))
        assert (turns.free, len(turns.waiting)) == (1, 0)

    asyncio.run(crowd())
    assert order == ["greedy", "greedy", "ada", "bob", "greedy", "ada", "greedy", "greedy", "greedy"]


def test_a_turn_that_nobody_wants_any_more_is_passed_on() -> None:
    async def crowd() -> None:
        turns = Turns(2)
        await turns.take("ada")
        await turns.take("ada")
        waiting = [asyncio.create_task(turns.take(name)) for name in ("bob", "cleo", "dan")]
        await asyncio.sleep(0)
        waiting[0].cancel()
        turns.give()
        # The turn has come to cleo, who leaves at the same moment.
        waiting[1].cancel()
        await asyncio.wait_for(waiting[2], 5)
        turns.give()
        turns.give()
        assert turns.free == 2

    asyncio.run(crowd())


def test_no_bot_waits_for_a_review() -> None:
    game = load_game("bombay")
    match = Match(game.box(2))
    bot, over = make_bot("novice", game), threading.Event()

    async def play() -> int:
        thinkers = Thinkers(1)
        review = asyncio.create_task(thinkers.review(lambda: over.wait(30)))
        await asyncio.sleep(0)
        seat = match.to_act
        try:
            return await asyncio.wait_for(thinkers.choose(bot, match.box, match.masked(seat), seat, "ada"), 20)
        finally:
            over.set()
            await review
            thinkers.close()

    assert asyncio.run(play()) in match.legal()


@pytest.mark.parametrize("work", [ValueError("no"), None])
def test_a_turn_comes_back_whatever_becomes_of_it(work: Exception | None) -> None:
    def do() -> None:
        if work:
            raise work

    async def think() -> None:
        thinkers = Thinkers(1)
        for _ in range(3):
            try:
                await asyncio.wait_for(thinkers.run(do, "ada"), 5)
            except ValueError:
                assert work
        assert thinkers.turns.free == 1
        thinkers.close()

    asyncio.run(think())
