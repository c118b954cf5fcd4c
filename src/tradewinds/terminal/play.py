"""A game in the terminal: people at one keyboard, bots in the other seats."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tradewinds.bots import OWN, Bot
from tradewinds.bots.catalogue import BotError
from tradewinds.bots.hint import hint
from tradewinds.i18n import LANGUAGES, Phrase, Problem, Words, load_words
from tradewinds.i18n.reference import quick_reference
from tradewinds.kernel.game import Selection
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match
from tradewinds.match.errors import IllegalMove, MoveError
from tradewinds.match.match import Step
from tradewinds.match.notation import spell
from tradewinds.match.record import position_text, record_text
from tradewinds.match.seed import fresh_seed
from tradewinds.match.selection import read_together, select
from tradewinds.terminal.hints import draw_hint


class Leave(Exception):
    """Somebody has had enough."""


class Table:
    """People and bots around one match."""

    def __init__(self, match: Match, bots: dict[int, Bot], words: Words, console: Console, file: Path | None) -> None:
        self.match = match
        self.bots = bots
        self.words = words.with_seats(match.seats)
        self.console = console
        self.file = file
        self.rng = stream(int(fresh_seed(), 16))
        self.told = len(match.steps) or -1
        self.looking: int | None = None
        self.people = [seat for seat in range(match.box.players) if seat not in bots]
        commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "board": self.show,
            "log": self.tell_all,
            "rules": self.rules,
            "hint": self.hint,
            "save": self.save,
            "position": self.position,
            "help": self.help,
            "quit": self.leave,
        }
        self.commands = {
            load_words(language).find(f"names.command.{name}"): command
            for language in LANGUAGES
            for name, command in commands.items()
        }

    def run(self) -> bool:
        """Play to the end; whether it was reached. A file that cannot be written is noticed at once."""
        if self.file:
            self.write(self.file)
        try:
            while not self.match.is_over:
                self.take_turn()
        except (Leave, KeyboardInterrupt):
            key = "play.left_saved" if self.file else "play.left"
            self.say(self.words.text(key, file=self.file))
            return False
        self.show("")
        self.tell_news()
        self.say(self.words.text("play.seed", seed=self.match.seed), "dim")
        return True

    def take_turn(self) -> None:
        """One decision, by whoever has to make it."""
        seat = self.match.to_act
        if bot := self.bots.get(seat):
            self.let_play(bot, seat)
            return
        others_moved = any(step.seat != seat for step in self.match.steps[self.told :])
        if self.looking != seat:
            self.draw_curtain(seat)
        self.tell_news()
        if self.looking != seat or others_moved:
            self.looking = seat
            self.show("")
            self.say(self.words.text("play.turn", seat=seat), "bold green")
        self.offer()
        self.listen()

    def let_play(self, bot: Bot, seat: int) -> None:
        """A bot's decision, from what its seat may know."""
        name = self.match.seats[seat]
        try:
            with self.console.status(self.words.text("play.thinking", seat=seat)):
                action = bot.choose(self.match.box, self.match.masked(seat), seat, OWN, self.rng)
            self.match.play(int(action))
        except MoveError as error:
            raise BotError(Phrase("bot.illegal", {"name": name, "answer": action})) from error
        except Problem:
            raise
        except Exception as error:
            # A bot of somebody's own may fail in any way.
            reason = f"{type(error).__name__}: {error}"
            raise BotError(Phrase("bot.failed", {"name": name, "reason": reason})) from error
        self.keep()

    def draw_curtain(self, seat: int) -> None:
        """Where seats have secrets, nobody sees the next one's before the last one has looked away."""
        secrets = self.match.masked(seat).tobytes() != self.match.masked(SPECTATOR).tobytes()
        if secrets and len(self.people) > 1:
            if self.console.is_terminal:
                # What lies above in the terminal's memory goes too.
                self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            forget_typed()
            self.ask(self.words.text("play.curtain", seat=seat))

    def offer(self) -> None:
        """The legal moves, numbered."""
        choices = self.match.choices()
        width = max(16, *(len(self.spell(choice.action)) for choice in choices)) + 2
        for number, choice in enumerate(choices, 1):
            line = Text(f"{number:3}  ")
            line.append(f"{self.spell(choice.action):{width}}", "bold")
            line.append(self.words.say(choice.phrase))
            self.console.print(line)
        if found := self.suggestion():
            label = self.words.say(found.label) if found.label else ""
            self.say(self.words.text("play.suggestion", label=label, sentence=self.tell_selection(found)))

    def suggestion(self) -> Selection | None:
        """What Enter plays: where something is suggested."""
        found = select(self.match.box, self.match.masked(self.match.to_act), suggest=True)
        return found if found and found.suggestion and found.play else None

    def tell_selection(self, found: Selection) -> str:
        """What a selection would do."""
        return " ".join(self.words.say(phrase) for phrase in found.sentences)

    def spell(self, action: int) -> str:
        """An action as it can be typed in the language of the table."""
        return spell(self.match.box, action, self.words.language)

    def listen(self) -> None:
        """Read one line and do what it says."""
        line = self.ask(self.words.text("play.prompt")).strip()
        if not line:
            if found := self.suggestion():
                self.match.play_all(found.play)
                self.keep()
            return
        command, _, rest = line.partition(" ")
        if do := self.commands.get(command.casefold()):
            do(rest.strip())
            return
        legal = self.match.legal()
        if chosen := self.several(line, legal):
            self.decide(chosen)
            return
        try:
            number = int(line) if line.isascii() and line.isdigit() and len(line) < 6 else 0
            self.match.play(legal[number - 1] if 1 <= number <= len(legal) else line)
            self.keep()
        except MoveError as error:
            self.complain(error)

    def several(self, line: str, legal: list[int]) -> list[int]:
        """The actions that somebody has typed together, as names or as numbers; none if it is a single one."""
        box, masked = self.match.box, self.match.masked(self.match.to_act)
        words = line.split()
        numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 6]
        if 1 < len(numbers) == len(words) and min(numbers) >= 1 and max(numbers) <= len(legal) and select(box, masked):
            return [legal[number - 1] for number in numbers]
        return read_together(box, masked, line)

    def decide(self, chosen: list[int]) -> None:
        """Play actions that make up a decision together, or say what is wrong with them."""
        found = select(self.match.box, self.match.masked(self.match.to_act), chosen)
        if found is None or not found.play:
            self.say(self.tell_selection(found) if found else "", "red")
            return
        self.match.play_all(found.play)
        self.keep()

    def complain(self, error: Problem) -> None:
        """Say what was wrong, with the rule if there is one."""
        message = " ".join(self.words.say(phrase) for phrase in error.phrases)
        self.say(f"{message} ({error.rule})" if isinstance(error, IllegalMove) else message, "red")

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; its end means goodbye."""
        try:
            return self.console.input(Text(prompt, "bold"))
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise Leave from end

    def say(self, text: str, style: str = "") -> None:
        """A line on the screen, taken literally."""
        self.console.print(Text(text, style))

    def tell(self, number: int) -> None:
        """The story of one action."""
        seat = SPECTATOR if len(self.people) > 1 else self.people[0] if self.people else SPECTATOR
        for phrase in self.match.story(number, seat):
            self.say(f"  {self.words.say(phrase)}", "italic")

    def tell_news(self) -> None:
        """What has happened since it was last told; before the first move, how the game begins."""
        if self.told < 0:
            self.say(self.words.text("play.commitment", commitment=self.match.commitment), "dim")
        for number in range(self.told + 1, len(self.match.steps) + 1):
            self.tell(number)
        self.told = len(self.match.steps)

    def tell_all(self, _: str) -> None:
        """The whole story so far."""
        for number in range(len(self.match.steps) + 1):
            self.tell(number)

    @property
    def eyes(self) -> int:
        """Whose view is on the screen."""
        return SPECTATOR if self.looking is None else self.looking

    def show(self, _: str) -> None:
        """The table as the one who looks may see it."""
        self.console.print(self.match.game.draw(self.match.view(self.eyes), self.words))

    def undo(self, _: str) -> None:
        """Take back the last move."""
        try:
            step = self.take_back()
        except MoveError as error:
            self.complain(error)
            return
        self.told = len(self.match.steps)
        self.keep()
        self.say(self.words.text("play.undone", move=self.spell(step.action)))
        if step.seat == self.looking:
            self.show("")

    def take_back(self) -> Step:
        """Who plays against bots only goes back freely; people at one keyboard take back each other's last move."""
        if len(self.people) == 1:
            return self.match.undo_freely(self.people[0])
        last = self.match.steps[-1].seat if self.match.steps else self.looking
        return self.match.undo(self.looking if last in self.bots else last)

    def hint(self, _: str) -> None:
        """The best moves for whoever has to decide, from what this seat may know."""
        box, seat = self.match.box, self.match.to_act
        masked = self.match.masked(seat)
        with self.console.status(self.words.text("play.thinking", seat=seat)):
            found = hint(box, masked, seat)
        self.console.print(draw_hint(found, box, masked, self.words))

    def save(self, name: str) -> None:
        """Write the record to a file."""
        file = Path(name) if name else self.file or Path("tradewinds.txt")
        try:
            self.write(file)
            self.say(self.words.text("play.saved", file=file))
        except Problem as problem:
            self.complain(problem)

    def keep(self) -> None:
        """After every move, where the game is to be kept; if that fails the game goes on, and says so."""
        try:
            if self.file:
                self.write(self.file)
        except Problem as problem:
            self.complain(problem)

    def write(self, file: Path) -> None:
        """Write the record with its seed, so that the game can go on; the old file stays until this one is whole."""
        beside = Path(f"{file}.part")
        try:
            beside.write_text(record_text(self.match, reveal=True), encoding="utf-8")
            beside.replace(file)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            reason = getattr(error, "strerror", None) or str(error)
            raise Problem(Phrase("play.cannot_write", {"file": file, "reason": reason})) from error

    def position(self, _: str) -> None:
        """The position as text, as far as the one who looks may see it."""
        self.say(position_text(self.match.box, self.match.masked(self.eyes)))

    def rules(self, _: str) -> None:
        """The rules on one page."""
        text = quick_reference(self.match.game.name, self.match.box.data, self.words.language)
        self.console.print(Markdown(text))

    def help(self, _: str) -> None:
        """What can be typed."""
        self.say(self.words.text("play.help"))

    def leave(self, _: str) -> None:
        """Stop playing."""
        raise Leave


def forget_typed() -> None:
    """Drop what was typed ahead, so that nobody opens the curtain by accident."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
