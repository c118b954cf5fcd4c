"""A bot in a subprocess, in any language: one JSON object per line, as in the engine protocol.

    → {"do": "choose", "id": 1, "seat": 0, "seed": 17, "playouts": 500, "text": "tradewinds position 1 …",
       "legal": [{"action": 3, "text": "move G7", "sentence": "Go to G7"}, …]}
    ← {"id": 1, "ok": true, "move": "move G7"}

The position is the seat's mask, so the program sees only what the seat may know.
"""

import shlex
import weakref
from contextlib import suppress
from queue import Empty, Queue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Any

import msgspec

from tradewinds.bots import BotError, Budget
from tradewinds.i18n import Phrase, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record
from tradewinds.match import notation
from tradewinds.match.choices import describe_choices
from tradewinds.match.errors import MoveError
from tradewinds.match.match import refusal
from tradewinds.match.record import position_text

DEFAULT_TIMEOUT = 120.0
"""Timeout in seconds for budgets without a time limit; the program may have to compile first."""

LONGEST_LINE = 1_000_000


class Reply(msgspec.Struct):
    """A program's answer; additional fields are ignored."""

    id: int
    ok: bool
    move: str | int | None = None
    error: Any = None


class SubprocessBot:
    """A bot that starts a program once and asks it for every decision."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.request_count = 0
        try:
            self.process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise self._no_answer(str(error)) from error
        assert self.process.stdout
        self.lines: Queue[bytes] = Queue()
        self.reader = Thread(target=read_lines, args=(self.process.stdout, self.lines), daemon=True)
        self.reader.start()
        self.close = weakref.finalize(self, terminate, self.process, self.reader)
        """Terminate the program; also called when the bot is garbage collected."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Send a request and return the move in the program's answer."""
        self.request_count += 1
        legal = box.legal_actions(masked)
        self.send(self.request(box, masked, seat, legal, budget, rng))
        reply = self.receive(DEFAULT_TIMEOUT if budget.seconds is None else 2 * budget.seconds + 30)
        try:
            if not isinstance(reply, str):
                return reply if reply in legal else self._illegal(reply)
            return notation.read(box, reply, legal, lambda action: refusal(box, masked, action))
        except MoveError:
            return self._illegal(reply)

    def request(
        self, box: Box, masked: Record, seat: int, legal: list[int], budget: Budget, rng: Rng
    ) -> dict[str, object]:
        """Return the request, which contains only what the seat may know."""
        words, choices = load_words("en"), describe_choices(box, masked, legal)
        limits = {"playouts": budget.playouts, "seconds": budget.seconds}
        return {
            "do": "choose",
            "id": self.request_count,
            "seat": seat,
            # 53 bits, which JSON parsers of all languages read exactly.
            "seed": int(fork(rng).key) >> 11,
            **{name: value for name, value in limits.items() if value is not None},
            "text": position_text(box, masked),
            "legal": [choice.info(words) for choice in choices],
        }

    def send(self, request: dict[str, object]) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(msgspec.json.encode(request) + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._no_answer(self._exit_status() or str(error)) from error

    def receive(self, seconds: float) -> str | int:
        """Return the move in the program's next line; raise BotError if there is none."""
        try:
            line = self.lines.get(timeout=seconds)
        except Empty as error:
            self.process.kill()
            self.close()
            raise self._no_answer(f"{seconds:g} s") from error
        if not line:
            raise self._no_answer(self._exit_status() or "–")
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._no_answer(f"{error} {line[:80]!r}") from error
        if reply.id != self.request_count or not reply.ok or reply.move is None:
            raise self._no_answer(error_message(reply.error) or line[:300].decode(errors="replace").strip())
        return reply.move

    def _exit_status(self) -> str | None:
        try:
            return f"exit {self.process.wait(timeout=1)}"
        except TimeoutExpired:
            return None

    def _illegal(self, answer: str | int) -> int:
        raise BotError(Phrase("bot.illegal", {"name": repr(self.command), "answer": repr(answer)}))

    def _no_answer(self, error_message: str) -> BotError:
        return BotError(Phrase("bot.silent", {"command": repr(self.command), "reason": error_message}))


def error_message(error: Any) -> str | None:
    return str(error["message"]) if isinstance(error, dict) and "message" in error else None


def read_lines(source: IO[bytes], lines: "Queue[bytes]") -> None:
    """Put the program's output lines into a queue, followed by an empty one at the end."""
    while line := source.readline(LONGEST_LINE):
        lines.put(line)
    lines.put(b"")


def terminate(process: "Popen[bytes]", reader: Thread) -> None:
    """Close the program's input and wait for it to exit; kill it after a timeout."""
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
