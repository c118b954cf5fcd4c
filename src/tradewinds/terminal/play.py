"""A game in the terminal: people share one keyboard, bots take the other seats."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tradewinds.bots import DEFAULT_BUDGET, Bot, BotError
from tradewinds.bots.hint import hint
from tradewinds.i18n import LANGUAGES, Phrase, Problem, Words, load_words
from tradewinds.i18n.reference import quick_reference
from tradewinds.kernel.game_types import Selection
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match
from tradewinds.match.errors import IllegalMove, MoveError
from tradewinds.match.history import Step
from tradewinds.match.notation import localized_move
from tradewinds.match.record import position_text
from tradewinds.match.seed import new_seed
from tradewinds.match.selection import parse_combined, select
from tradewinds.terminal.hints import draw_hint
from tradewinds.terminal.system import flush_input, save_record


class QuitGame(Exception):
    """Raised to stop playing."""


class TerminalGame:
    """A match between people and bots in the terminal."""

    def __init__(self, match: Match, bots: dict[int, Bot], words: Words, console: Console, file: Path | None) -> None:
        self.match = match
        self.bots = bots
        self.words = words.with_seats(match.seats)
        self.console = console
        self.file = file
        self.rng = stream(int(new_seed(), 16))
        self.shown_steps = len(match.steps) or -1
        self.active_viewer: int | None = None
        self.people = [seat for seat in range(match.box.players) if seat not in bots]
        commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "board": self.show,
            "log": self.show_log,
            "rules": self.rules,
            "hint": self.hint,
            "save": self.save,
            "position": self.position,
            "help": self.help,
            "quit": self.quit,
        }
        self.commands = {
            load_words(language).find(f"names.command.{name}"): command
            for language in LANGUAGES
            for name, command in commands.items()
        }

    def run(self) -> bool:
        """Play until the game is over or quit; return whether it is over. An unwritable file fails at once."""
        if self.file:
            save_record(self.match, self.file)
        try:
            while not self.match.is_over:
                self.take_turn()
        except (QuitGame, KeyboardInterrupt):
            key = "play.left_saved" if self.file else "play.left"
            self.print_line(self.words.text(key, file=self.file))
            return False
        self.show("")
        self.show_news()
        self.print_line(self.words.text("play.seed", seed=self.match.seed), "dim")
        return True

    def take_turn(self) -> None:
        """Play one decision of the seat to act."""
        seat = self.match.to_act
        if bot := self.bots.get(seat):
            self.play_bot(bot, seat)
            return
        others_moved = any(step.seat != seat for step in self.match.steps[self.shown_steps :])
        if self.active_viewer != seat:
            self.show_handover_screen(seat)
        self.show_news()
        if self.active_viewer != seat or others_moved:
            self.active_viewer = seat
            self.show("")
            self.print_line(self.words.text("play.turn", seat=seat), "bold green")
        self.list_moves()
        self.read_command()

    def play_bot(self, bot: Bot, seat: int) -> None:
        """Play a bot's move."""
        name = self.match.seats[seat]
        try:
            with self.console.status(self.words.text("play.thinking", seat=seat)):
                action = bot.choose(self.match.box, self.match.masked(seat), seat, DEFAULT_BUDGET, self.rng)
            self.match.play(int(action))
        except MoveError as error:
            raise BotError(Phrase("bot.illegal", {"name": repr(name), "answer": repr(action)})) from error
        except Problem:
            raise
        except Exception as error:
            # A custom bot may raise any exception.
            reason = f"{type(error).__name__}: {error}"
            raise BotError(Phrase("bot.failed", {"name": repr(name), "reason": reason})) from error
        self.autosave()

    def show_handover_screen(self, seat: int) -> None:
        """Clear the screen and wait before a seat with hidden information is shown to the next person."""
        secrets = self.match.shown(seat).tobytes() != self.match.shown(SPECTATOR).tobytes()
        if secrets and len(self.people) > 1:
            if self.console.is_terminal:
                # Clears the scrollback as well.
                self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            flush_input()
            self.ask(self.words.text("play.curtain", seat=seat))

    def list_moves(self) -> None:
        """Print the numbered legal moves."""
        choices = self.match.choices()
        width = max(16, *(len(self.localized_move(choice.action)) for choice in choices)) + 2
        for number, choice in enumerate(choices, 1):
            line = Text(f"{number:3}  ")
            line.append(f"{self.localized_move(choice.action):{width}}", "bold")
            line.append(self.words.say(choice.phrase))
            self.console.print(line)
        if found := self.suggestion():
            label = self.words.say(found.label) if found.label else ""
            self.print_line(self.words.text("play.suggestion", label=label, sentence=self.selection_text(found)))

    def suggestion(self) -> Selection | None:
        """Return the suggested selection that Enter plays, if any."""
        found = select(self.match.box, self.match.masked(self.match.to_act), suggest=True)
        return found if found and found.suggestion and found.play else None

    def selection_text(self, found: Selection) -> str:
        return " ".join(self.words.say(phrase) for phrase in found.sentences)

    def localized_move(self, action: int) -> str:
        return localized_move(self.match.box, action, self.words.language)

    def read_command(self) -> None:
        """Read one line and execute it."""
        line = self.ask(self.words.text("play.prompt")).strip()
        if not line:
            if found := self.suggestion():
                self.match.play_all(found.play)
                self.autosave()
            return
        command, _, rest = line.partition(" ")
        if do := self.commands.get(command.casefold()):
            do(rest.strip())
            return
        legal = self.match.legal()
        if chosen := self.parse_multiple(line, legal):
            self.play_selection(chosen)
            return
        try:
            number = int(line) if line.isascii() and line.isdigit() and len(line) < 6 else 0
            self.match.play(legal[number - 1] if 1 <= number <= len(legal) else line)
            self.autosave()
        except MoveError as error:
            self.show_error(error)

    def parse_multiple(self, line: str, legal: list[int]) -> list[int]:
        """Parse several actions typed on one line, as names or numbers; return an empty list if there is only one."""
        box, masked = self.match.box, self.match.masked(self.match.to_act)
        words = line.split()
        numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 6]
        if 1 < len(numbers) == len(words) and min(numbers) >= 1 and max(numbers) <= len(legal) and select(box, masked):
            return [legal[number - 1] for number in numbers]
        return parse_combined(box, masked, line)

    def play_selection(self, chosen: list[int]) -> None:
        """Play a selection of actions that form one decision, or print why it is incomplete."""
        found = select(self.match.box, self.match.masked(self.match.to_act), chosen)
        if found is None or not found.play:
            self.print_line(self.selection_text(found) if found else "", "red")
            return
        self.match.play_all(found.play)
        self.autosave()

    def show_error(self, error: Problem) -> None:
        message = " ".join(self.words.say(phrase) for phrase in error.phrases)
        self.print_line(f"{message} ({error.rule})" if isinstance(error, IllegalMove) else message, "red")

    def ask(self, prompt: str) -> str:
        """Prompt for a line; end of input quits."""
        try:
            return self.console.input(Text(prompt, "bold"))
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise QuitGame from end

    def print_line(self, text: str, style: str = "") -> None:
        """Print text without markup."""
        self.console.print(Text(text, style))

    def show_story(self, number: int) -> None:
        """Print the story of one action."""
        seat = SPECTATOR if len(self.people) > 1 else self.people[0] if self.people else SPECTATOR
        for phrase in self.match.story(number, seat):
            self.print_line(f"  {self.words.say(phrase)}", "italic")

    def show_news(self) -> None:
        """Print the story since the last call; at the start of a game, also the commitment."""
        if self.shown_steps < 0:
            self.print_line(self.words.text("play.commitment", commitment=self.match.commitment), "dim")
        for number in range(self.shown_steps + 1, len(self.match.steps) + 1):
            self.show_story(number)
        self.shown_steps = len(self.match.steps)

    def show_log(self, _: str) -> None:
        """Print the whole story."""
        for number in range(len(self.match.steps) + 1):
            self.show_story(number)

    @property
    def viewer(self) -> int:
        """The seat whose view is on the screen."""
        return SPECTATOR if self.active_viewer is None else self.active_viewer

    def show(self, _: str) -> None:
        """Print the position as the viewer sees it."""
        self.console.print(self.match.game.draw(self.match.view(self.viewer), self.words))

    def undo(self, _: str) -> None:
        """Undo the last move."""
        try:
            step = self.take_back()
        except MoveError as error:
            self.show_error(error)
            return
        self.shown_steps = len(self.match.steps)
        self.autosave()
        self.print_line(self.words.text("play.undone", move=self.localized_move(step.action)))
        if step.seat == self.active_viewer:
            self.show("")

    def take_back(self) -> Step:
        """Undo a decision: freely for one person against bots, else only the last one, whoever made it."""
        if len(self.people) == 1:
            return self.match.undo_freely(self.people[0])
        last = self.match.steps[-1].seat if self.match.steps else self.active_viewer
        return self.match.undo(self.active_viewer if last in self.bots else last)

    def hint(self, _: str) -> None:
        """Print the best moves for the seat to act."""
        box, seat = self.match.box, self.match.to_act
        masked = self.match.masked(seat)
        with self.console.status(self.words.text("play.thinking", seat=seat)):
            found = hint(box, masked, seat)
        self.console.print(draw_hint(found, box, masked, self.words))

    def save(self, name: str) -> None:
        """Write the record to a file."""
        file = Path(name) if name else self.file or Path("tradewinds.txt")
        if self.try_to_save(file):
            self.print_line(self.words.text("play.saved", file=file))

    def autosave(self) -> None:
        """Save the game if a file was given; the game continues even if saving fails."""
        if self.file:
            self.try_to_save(self.file)

    def try_to_save(self, file: Path) -> bool:
        try:
            save_record(self.match, file)
        except Problem as problem:
            self.show_error(problem)
            return False
        return True

    def position(self, _: str) -> None:
        """Print the position in text notation, as the viewer sees it."""
        self.print_line(position_text(self.match.box, self.match.shown(self.viewer)))

    def rules(self, _: str) -> None:
        text = quick_reference(self.match.game.name, self.match.box.data, self.words.language)
        self.console.print(Markdown(text))

    def help(self, _: str) -> None:
        self.print_line(self.words.text("play.help"))

    def quit(self, _: str) -> None:
        raise QuitGame
