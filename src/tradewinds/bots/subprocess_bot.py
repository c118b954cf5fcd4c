"""A bot that is a program of its own, in any language: one JSON object per line in and out, as the engine has it.

    → {"do": "choose", "id": 1, "seat": 0, "seed": 17, "playouts": 500, "text": "tradewinds position 1 …",
       "legal": [{"action": 3, "text": "move G7", "sentence": "Go to G7"}, …]}
    ← {"id": 1, "ok": true, "move": "move G7"}

The position is the seat's mask: the program learns nothing that the seat may not know.
"""

import shlex
import weakref
from contextlib import suppress
from queue import Empty, Queue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Any

import msgspec

from tradewinds.bots import Budget
from tradewinds.bots.catalogue import BotError
from tradewinds.bots.evaluate import legal_actions
from tradewinds.i18n import Phrase, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record
from tradewinds.match import notation
from tradewinds.match.choices import tell_choices
from tradewinds.match.errors import MoveError
from tradewinds.match.match import refusal
from tradewinds.match.record import position_text

PATIENCE = 120.0
"""So many seconds a program has for an answer if nobody says how long it may think: it may have to compile first."""

LONGEST_LINE = 1_000_000


class Reply(msgspec.Struct):
    """What a program answers; fields that it adds are its own."""

    id: int
    ok: bool
    move: str | int | None = None
    error: Any = None


class ProgramBot:
    """A program that is started once and asked for every decision."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.asked = 0
        try:
            self.process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise self.silent(str(error)) from error
        assert self.process.stdout
        self.lines: Queue[bytes] = Queue()
        self.reader = Thread(target=read_lines, args=(self.process.stdout, self.lines), daemon=True)
        self.reader.start()
        self.close = weakref.finalize(self, end, self.process, self.reader)
        """End the program; happens by itself when nobody needs the bot any more."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Ask the program, and understand its answer."""
        self.asked += 1
        legal = legal_actions(box, masked)
        self.send(self.request(box, masked, seat, legal, budget, rng))
        reply = self.receive(PATIENCE if budget.seconds is None else 2 * budget.seconds + 30)
        try:
            if not isinstance(reply, str):
                return reply if reply in legal else self.refuse(reply)
            return notation.read(box, reply, legal, lambda action: refusal(box, masked, action))
        except MoveError:
            return self.refuse(reply)

    def request(
        self, box: Box, masked: Record, seat: int, legal: list[int], budget: Budget, rng: Rng
    ) -> dict[str, object]:
        """What the program is told: all that the seat may know."""
        words, choices = load_words("en"), tell_choices(box, masked, legal)
        limits = {"playouts": budget.playouts, "seconds": budget.seconds}
        return {
            "do": "choose",
            "id": self.asked,
            "seat": seat,
            # Every language reads 53 bits exactly.
            "seed": int(fork(rng).key) >> 11,
            **{name: value for name, value in limits.items() if value is not None},
            "text": position_text(box, masked),
            "legal": [{"action": c.action, "text": c.text, "sentence": words.say(c.phrase)} for c in choices],
        }

    def send(self, request: dict[str, object]) -> None:
        """Write a line to the program."""
        assert self.process.stdin
        try:
            self.process.stdin.write(msgspec.json.encode(request) + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self.silent(self.ending() or str(error)) from error

    def receive(self, seconds: float) -> str | int:
        """The move in the program's next line."""
        try:
            line = self.lines.get(timeout=seconds)
        except Empty as error:
            self.process.kill()
            self.close()
            raise self.silent(f"{seconds:g} s") from error
        if not line:
            raise self.silent(self.ending() or "–")
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self.silent(f"{error} {line[:80]!r}") from error
        if reply.id != self.asked or not reply.ok or reply.move is None:
            raise self.silent(reason(reply.error) or line[:300].decode(errors="replace").strip())
        return reply.move

    def ending(self) -> str | None:
        """How the program ended, if it has."""
        try:
            return f"exit {self.process.wait(timeout=1)}"
        except TimeoutExpired:
            return None

    def refuse(self, answer: str | int) -> int:
        """Complain about a move that is not legal."""
        raise BotError(Phrase("bot.illegal", {"name": self.command, "answer": answer}))

    def silent(self, reason: str) -> BotError:
        """A complaint about a program that gives no answer."""
        return BotError(Phrase("bot.silent", {"command": self.command, "reason": reason}))


def reason(error: Any) -> str | None:
    """The sentence in an error of the engine."""
    return str(error["message"]) if isinstance(error, dict) and "message" in error else None


def read_lines(source: IO[bytes], lines: "Queue[bytes]") -> None:
    """Hand over line after line until there are no more; the last one is empty."""
    while line := source.readline(LONGEST_LINE):
        lines.put(line)
    lines.put(b"")


def end(process: "Popen[bytes]", reader: Thread) -> None:
    """Let a program end by itself when it has no more input, and make it end if it does not."""
    assert process.stdin
    assert process.stdout
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(timeout=5)
    except TimeoutExpired:
        process.kill()
        process.wait()
    reader.join(timeout=1)
    if not reader.is_alive():
        process.stdout.close()
