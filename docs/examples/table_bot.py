"""A bot that sits down at a table of a running server, over the same protocol as a browser:

    python docs/examples/table_bot.py http://localhost:8000/tables/k3JmQx0aYt5uVbRe --name Robo

It takes a free seat, waits for the game to begin and plays to the end. All it knows is what its seat is shown: the
legal actions, each with its text as in records and a sentence, and the view of the table. `choose` is yours to write.
"""

import argparse
import asyncio
import random
from contextlib import closing

from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.server import protocol


def choose(view: protocol.SeatView) -> int:
    """An action for the seat that is to act: anything but doing nothing, if there is a choice."""
    eager = [choice for choice in view.legal if choice.text not in ("pass", "wait")]
    return random.choice(eager or view.legal).action


async def play(link: str, name: str) -> protocol.GameResult:
    """Play one game at the table to which a link leads."""
    address, _, table = link.partition("/tables/")
    with closing(await Client.guest(address, name)) as client:
        async with client.connect(table) as connection:
            return await take_part(connection)


async def take_part(connection: TableConnection) -> protocol.GameResult:
    """From taking a seat to the result."""
    info = (await connection.until(lambda _message: True)).table
    free = [number for number, seat in enumerate(info.seats) if seat.kind == "open"]
    if not free:
        raise SystemExit("There is no free seat at this table.")
    await connection.send(protocol.Take(seat=free[0]))
    message = await connection.until(lambda message: message.table.status != "waiting")
    if message.table.status == "closed":
        raise SystemExit("The table was taken down.")
    async for view in connection.turns():
        try:
            await connection.play(view, choose(view))
        except ClientRefused as refused:
            # Somebody took a move back at the same moment: what there is to decide now comes next.
            if refused.kind not in ("stale", "not_your_turn"):
                raise
    message = await connection.until(lambda message: message.result is not None)
    assert message.result is not None
    return message.result


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description="Play one game at a table of a Tradewinds server.")
    parser.add_argument("link", help="the link of the table")
    parser.add_argument("--name", default="Robo", help="how the bot is called")
    arguments = parser.parse_args()
    result = asyncio.run(play(arguments.link, arguments.name))
    print("Points:", ", ".join(str(score) for score in result.scores))


if __name__ == "__main__":
    main()
