"""A bot as a program of its own, in nothing but Python's standard library; any language can do the same.

    tradewinds play borneo --seats "human,program:python3 docs/examples/outside_bot.py,greedy"

Every decision comes as one line of JSON, and one line goes back. The request has the position as this seat sees it
("text"), the legal moves ("legal") with a sentence each, and a seed for whoever wants to toss a coin. This one reads
the sentences and likes big numbers: many rupees, points and flags must be good for something.
"""

import json
import random
import re
import sys
from typing import Any


def appeal(choice: dict[str, Any]) -> int:
    """The largest number in a move's sentence; what costs points is not appealing."""
    numbers = [int(number) for number in re.findall(r"\d+", choice["sentence"])]
    return -1 if "give up" in choice["sentence"] else max(numbers, default=0)


def choose(request: dict[str, Any]) -> str:
    """The most appealing move; among equals the seed decides, so that the same question gets the same answer."""
    legal = request["legal"]
    random.Random(request["seed"]).shuffle(legal)
    return str(max(legal, key=appeal)["text"])


def main() -> None:
    """A line in, a line out, until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"], "ok": True, "move": choose(request)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
