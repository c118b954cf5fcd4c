"""Who thinks when, and what is kept of it: nobody's bots wait for all of somebody else's, and only plans are kept."""

import asyncio
import gc
import threading

import pytest

from tests.server.servers import thread_server
from tests.server.table_helpers import guests
from tradewinds.bots import Budget
from tradewinds.bots.registry import make_bot
from tradewinds.bots.turn_search import LevelBot, TurnEnsemble
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match
from tradewinds.server import protocol
from tradewinds.server.bots.bot_cache import BotCache
from tradewinds.server.bots.executor import BotExecutor
from tradewinds.server.bots.fair_semaphore import FairSemaphore


def test_fair_semaphore_prefers_those_with_fewer_turns() -> None:
    order: list[str] = []

    async def think(semaphore: FairSemaphore, whose: str) -> None:
        async with semaphore.acquired(whose):
            await asyncio.sleep(0)
            order.append(whose)

    async def crowd() -> None:
        semaphore = FairSemaphore(1)
        wanted = ["greedy"] * 6 + ["ada", "bob", "ada"]
        await asyncio.gather(*(think(semaphore, whose) for whose in wanted))
        assert (semaphore.free, len(semaphore.waiting)) == (1, 0)

    asyncio.run(crowd())
    assert order == ["greedy", "greedy", "ada", "bob", "greedy", "ada", "greedy", "greedy", "greedy"]


def test_cancelled_turn_is_passed_on() -> None:
    async def crowd() -> None:
        semaphore = FairSemaphore(2)
        await semaphore.acquire("ada")
        await semaphore.acquire("ada")
        waiting = [asyncio.create_task(semaphore.acquire(name)) for name in ("bob", "cleo", "dan")]
        await asyncio.sleep(0)
        waiting[0].cancel()
        semaphore.release()
        # The turn has come to cleo, who leaves at the same moment.
        waiting[1].cancel()
        await asyncio.wait_for(waiting[2], 5)
        semaphore.release()
        semaphore.release()
        assert semaphore.free == 2

    asyncio.run(crowd())


def test_no_bot_waits_for_a_review() -> None:
    game = load_game("bombay")
    match = Match(game.box(2))
    over = threading.Event()

    async def play() -> int:
        executor = BotExecutor(1, 0)
        review = asyncio.create_task(executor.review(lambda: over.wait(30)))
        await asyncio.sleep(0)
        seat = match.to_act
        try:
            return await asyncio.wait_for(
                executor.choose("t", "novice", match.box, match.masked(seat), seat, "ada"), 20
            )
        finally:
            over.set()
            await review
            executor.close()

    assert asyncio.run(play()) in match.legal()


@pytest.mark.parametrize("work", [ValueError("no"), None])
def test_turn_is_released_after_errors(work: Exception | None) -> None:
    def do() -> None:
        if work:
            raise work

    async def think() -> None:
        executor = BotExecutor(1, 0)
        for _ in range(3):
            try:
                await asyncio.wait_for(executor.run(do, "ada"), 5)
            except ValueError:
                assert work
        assert executor.semaphore.free == 1
        executor.close()

    asyncio.run(think())


def planning_bot() -> LevelBot:
    """Return a bot in the middle of a planned turn."""
    match = Match(load_game("bombay").box(2), seed="plan")
    bot = make_bot("expert", match.game)
    assert isinstance(bot, LevelBot)
    while not bot.has_plan:
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, Budget(playouts=4), stream(1)))
    return bot


def test_oldest_plans_are_evicted() -> None:
    bots, game = [planning_bot() for _ in range(4)], load_game("bombay")
    cache = BotCache(2)
    for number, bot in enumerate(bots[:3]):
        cache.keep(f"table {number}", 0, "expert", bot)
    assert list(cache.kept) == ["table 1", "table 2"]
    # Who has played again is the youngest.
    assert cache.take("table 1", 0, "expert", game) is bots[1]
    assert list(cache.kept) == ["table 2"]
    cache.keep("table 1", 0, "expert", bots[1])
    cache.keep("table 3", 0, "expert", bots[3])
    assert list(cache.kept) == ["table 1", "table 3"]
    # Another seat, another level and a bot that was dropped begin anew.
    for table, seat, level in (("table 1", 1, "expert"), ("table 3", 0, "master"), ("table 0", 0, "expert")):
        found = cache.take(table, seat, level, game)
        assert isinstance(found, LevelBot)
        assert (found in bots, found.has_plan) == (False, False)
    assert not cache.kept


def test_bot_without_a_plan_is_not_kept() -> None:
    cache, game = BotCache(2), load_game("bombay")
    cache.keep("table", 0, "expert", planning_bot())
    for bot in (make_bot("expert", game), make_bot("greedy", game)):
        cache.keep("table", 0, "expert", bot)
        assert not cache.kept
    cache.keep("table", 0, "expert", planning_bot())
    cache.drop("table")
    assert not cache.kept


def count_trees() -> int:
    """Return the number of search trees in this process."""
    return sum(type(found) is TurnEnsemble for found in gc.get_objects())


def test_no_tree_is_kept_while_a_person_is_to_act(sqlite_url: str) -> None:
    async def play(address: str) -> None:
        async with guests(address, "Ada") as (ada,):
            for game in ("bombay", "borneo"):
                table = (await ada.create_table(game=game, seats=["me", "expert", "expert"])).id
                async with ada.connect(table) as connection:
                    await connection.send(protocol.Start())
                    turns = 0
                    async for sight in connection.turns():
                        # What people see may be ahead of the one who thought by a moment.
                        while count_trees():
                            await asyncio.sleep(0.01)
                        await connection.play(sight, sight.legal[-1].action)
                        turns += 1
                        if turns == 12:
                            break

    assert not count_trees()
    with thread_server(sqlite_url) as server:
        asyncio.run(play(server.address))
