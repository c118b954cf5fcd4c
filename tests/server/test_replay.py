"""Finished games and records, step by step over HTTP, and what their decisions were worth."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.servers import UNLIMITED, ThreadServer, fast_settings
from tests.server.table_helpers import guests, play_until, start_game
from tradewinds.client import Client, ClientRefused
from tradewinds.i18n import load_words
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match.record import GameRecord, record_text, verify
from tradewinds.server.http.routes import review


class Finished:
    """A finished game at a server."""

    def __init__(self, address: str, **wanted: Any) -> None:
        self.address = address
        self.visitor = asyncio.run(Client.guest(address, "Eve"))
        self.table = asyncio.run(self.play(**wanted))
        self.record = self.visitor.request_sync("GET", f"/api/tables/{self.table}/record").decode()
        self.match = verify(GameRecord.parse(self.record))

    async def play(self, **wanted: Any) -> str:
        async with guests(self.address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, bots=1, **wanted)
            async with ada.connect(table) as first, bob.connect(table) as second:
                await play_until([first, second], lambda _table: False)
            return table

    def replay(self, query: str = "") -> Any:
        return json.loads(self.visitor.request_sync("GET", f"/api/tables/{self.table}/replay{query}"))

    def replay_record(self, **asked: Any) -> Any:
        return json.loads(self.visitor.request_sync("POST", "/api/replay", {"record": self.record, **asked}))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('replay') / 'tradewinds.db'}"
    limits = {name: getattr(UNLIMITED, name) for name in UNLIMITED.__struct_fields__}
    limits |= {"reviews": "1000/second", "records": "1000/second"}
    with ThreadServer(fast_settings(url, limits=type(UNLIMITED)(**limits))) as server:
        yield server.address


@pytest.fixture(scope="module")
def borneo(address: str) -> Iterator[Finished]:
    game = Finished(address, game="borneo")
    yield game
    game.visitor.close()


@pytest.mark.parametrize("eyes", [None, 0, 2, "open"])
def test_replay_steps_are_those_of_the_viewer(borneo: Finished, eyes: int | str | None) -> None:
    match, seat = borneo.match, f"&seat={eyes}" if eyes is not None else ""
    found = borneo.replay(f"?from=10&to=30{seat}")
    assert [step["number"] for step in found["steps"]] == list(range(10, 31))
    assert (found["last"], found["seat"]) == (len(match.steps), eyes)
    assert (found["scores"], found["shares"]) == (match.scores(), match.winners())
    words = load_words("en").with_seats(match.seats)
    for step in found["steps"]:
        number = step["number"]
        assert (step["seat"], step["move"]) == (
            match.steps[number - 1].seat,
            match.write(match.steps[number - 1].action),
        )
        hands = [player["hand"] is not None for player in step["view"]["players"]]
        if eyes == "open":
            assert all(hands)
        else:
            viewer = SPECTATOR if eyes is None else int(eyes)
            assert hands == [player == eyes for player in range(3)]
            assert step["story"] == [words.say(phrase) for phrase in match.story(number, viewer)]


def test_the_whole_story_without_views(borneo: Finished) -> None:
    found = borneo.replay("?views=0&seat=open")
    assert [step["number"] for step in found["steps"]] == list(range(found["last"] + 1))
    assert all(step["view"] is None for step in found["steps"])
    assert sum(bool(step["story"]) for step in found["steps"]) > found["last"] // 2


def test_positions_are_paginated(borneo: Finished) -> None:
    assert len(borneo.replay()["steps"]) == 48
    assert [step["number"] for step in borneo.replay(f"?from={borneo.replay()['last']}")["steps"]] == [
        len(borneo.match.steps)
    ]


def test_a_record_is_replayed_as_the_table_is(borneo: Finished) -> None:
    for asked, query in (
        ({"from": 5, "to": 9}, "?from=5&to=9"),
        ({"from": 5, "seat": 1}, "?from=5&seat=1"),
        ({"seat": "open", "views": False}, "?seat=open&views=0"),
    ):
        assert borneo.replay_record(**asked) == borneo.replay(query)


def test_a_running_game_is_not_replayed(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            for what in ("replay", "replay?seat=open", "review"):
                with pytest.raises(ClientRefused, match="not_over"):
                    await ada.request("GET", f"/api/tables/{table}/{what}")
            running = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            with pytest.raises(ClientRefused, match="seed"):
                await ada.request("POST", "/api/replay", {"record": running})

    asyncio.run(run())


@pytest.mark.parametrize("query", ["?from=-1", "?from=99999", "?from=9&to=8", "?seat=3", "?seat=all", "?views=2"])
def test_out_of_range_requests_are_refused(borneo: Finished, query: str) -> None:
    with pytest.raises(ClientRefused) as refused:
        borneo.replay(query)
    assert refused.value.status == 400


def test_broken_records_are_explained(borneo: Finished) -> None:
    lines = borneo.record.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    broken = {
        "": "first line",
        "hello": "first line",
        "\n".join([*lines[:first], "1. dance", *lines[first + 1 :]]): "Move 1",
        borneo.record.replace("game: borneo", "game: chess"): "chess",
        "\n".join(line for line in lines if not line.startswith("seed:")): "seed",
        "\n".join([*lines[: first - 1], *["place red"] * 2001]): "too many moves",
    }
    for text, reason in broken.items():
        with pytest.raises(ClientRefused, match=reason) as refused:
            borneo.visitor.request_sync("POST", "/api/replay", {"record": text})
        assert refused.value.status == 400
    with pytest.raises(ClientRefused) as refused:
        borneo.replay_record(seat=3)
    assert refused.value.status == 404
    with pytest.raises(ClientRefused) as refused:
        borneo.visitor.request_sync("POST", "/api/replay", {"record": "x" * 300_000})
    assert refused.value.status == 413


def test_a_record_that_stops_early_is_shown_but_not_reviewed(borneo: Finished) -> None:
    borneo.match.steps, steps = borneo.match.steps[:20], borneo.match.steps
    text = record_text(borneo.match, reveal=True)
    borneo.match.steps = steps
    found = json.loads(borneo.visitor.request_sync("POST", "/api/replay", {"record": text}))
    assert (found["last"], found["scores"], found["shares"]) == (20, None, None)
    with pytest.raises(ClientRefused, match="not_over"):
        borneo.visitor.request_sync("POST", "/api/review", {"record": text})


def test_reviews_of_a_table_and_of_its_record(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "PLAYOUTS", 8)
    game = Finished(address)
    asked = [("GET", f"/api/tables/{game.table}/review", None), ("POST", "/api/review", {"record": game.record})]
    for method, path, body in asked:
        deadline = time.monotonic() + 300
        found = json.loads(game.visitor.request_sync(method, path, body))
        assert found.keys() == {"type", "moves", "done"}
        while found["type"] == "reviewing":
            assert time.monotonic() < deadline
            time.sleep(0.05)
            found = json.loads(game.visitor.request_sync(method, path, body))
        assert (found["type"], found["moves"]) == ("reviewed", len(game.match.steps))
        costly = [d["number"] for d in found["decisions"] if d["cost"] or d["points_cost"]]
        assert [int(number) for number in found["sentences"]] == costly
        assert all(told["played"] and told["best"] for told in found["sentences"].values())
    game.visitor.close()
