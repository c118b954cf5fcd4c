"""The engine itself: a line in, a line out. Whatever the line holds, the answer is an object and the engine goes on."""

from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from tradewinds.bots.catalogue import BotError
from tradewinds.engine import protocol as p
from tradewinds.engine import thinking
from tradewinds.games import GAMES, UnknownGame, load_game
from tradewinds.i18n import Problem, load_words
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import GameRecord, Match, match_from_record
from tradewinds.match.errors import AmbiguousMove, IllegalMove, MoveError
from tradewinds.match.record import position_text, read_position, record_text

LONGEST_LINE = 1_000_000


class Engine:
    """One game at a time, driven by requests."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.done = False
        self.decoder = msgspec.json.Decoder(p.AnyRequest)
        self.handlers: dict[type[p.Request], Callable[[Any], p.Answer]] = {
            p.Games: self.games,
            p.New: self.new,
            p.Legal: self.legal,
            p.Play: self.play,
            p.Undo: self.undo,
            p.View: self.view,
            p.Position: self.position,
            p.SetPosition: self.set_position,
            p.GetRecord: self.record,
            p.Load: self.load,
            p.Choose: lambda request: thinking.choose(request, self.match),
            p.GetHint: lambda request: thinking.advise(request, self.match),
            p.Quit: self.quit,
        }

    def run(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Answer line by line until there are no more, or until asked to quit."""
        while not self.done and (line := lines.readline(LONGEST_LINE + 1)):
            if len(line) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = lines.readline(LONGEST_LINE)
                message = f"A line can have at most {LONGEST_LINE} bytes."
                answers.write(failure(None, p.Error("bad_request", message)) + b"\n")
            elif line.strip():
                answers.write(self.answer(line) + b"\n")
            answers.flush()

    def answer(self, line: bytes) -> bytes:
        """The answer to one line."""
        try:
            request = self.decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return failure(find_id(line), p.Error("bad_request", str(error)))
        try:
            return msgspec.json.encode(self.handlers[type(request)](request))
        except (Problem, UnknownGame, p.BadRequest) as error:
            return failure(request.id, explain(error, request.lang))

    @property
    def running(self) -> Match:
        """The game that is being played."""
        if self.match is None:
            example = f'{{"do": "new", "game": "{GAMES[0]}", "players": 3}}'
            raise p.BadRequest(f"There is no game yet: begin one, for instance with {example}.")
        return self.match

    def status(self, request: p.Request, story_from: int | None = None) -> p.Answer:
        """Where the game stands, and the story of the actions since then."""
        match = self.running
        over = match.is_over
        words = load_words(request.lang).with_seats(match.seats)
        numbers = range(story_from, len(match.steps) + 1) if story_from is not None else ()
        return p.Answer(
            request.id,
            True,
            status=p.Status(
                number=len(match.steps),
                over=over,
                to_act=None if over else match.to_act,
                can_undo=match.can_undo,
                commitment=match.commitment,
                scores=match.scores() if over else None,
                winners=match.winners() if over else None,
                seed=match.seed if over else None,
            ),
            story=[words.say(phrase) for number in numbers for phrase in match.story(number)],
        )

    def games(self, request: p.Games) -> p.Answer:
        """The catalogue."""
        return p.Answer(request.id, True, games=[load_game(name).summary() for name in GAMES])

    def new(self, request: p.New) -> p.Answer:
        """A new game."""
        game = load_game(request.game)
        box = game.box(request.players, request.edition, request.options, encoded(request.box))
        self.match = Match(box, request.seats, request.seed)
        return self.status(request, 0)

    def legal(self, request: p.Legal) -> p.Answer:
        """The legal actions."""
        match = self.running
        words = load_words(request.lang).with_seats(match.seats)
        choices = [p.Choice(choice.action, choice.text, words.say(choice.phrase)) for choice in match.choices()]
        return p.Answer(request.id, True, legal=choices)

    def play(self, request: p.Play) -> p.Answer:
        """One action."""
        self.running.play(request.move)
        return self.status(request, len(self.running.steps))

    def undo(self, request: p.Undo) -> p.Answer:
        """One action back."""
        self.running.undo(request.seat)
        return self.status(request)

    def view(self, request: p.View) -> p.Answer:
        """What a seat sees."""
        return p.Answer(request.id, True, view=self.running.view(self.seat(request.seat), request.number))

    def seat(self, seat: int | None) -> int:
        """A seat of this game, or the spectator."""
        if seat is None:
            return SPECTATOR
        if seat >= self.running.box.players:
            raise p.BadRequest(f"There is no seat {seat}: seats are numbered from 0 to {self.running.box.players - 1}.")
        return seat

    def position(self, request: p.Position) -> p.Answer:
        """The position in text."""
        match = self.running
        if request.seat is not None:
            state = match.masked(self.seat(request.seat), request.number)
        else:
            state = match.state if request.number is None else match.state_at(request.number)
        return p.Answer(request.id, True, text=position_text(match.box, state))

    def set_position(self, request: p.SetPosition) -> p.Answer:
        """A game from a position."""
        box, state = read_position(request.text, encoded(request.box))
        self.match = Match(box, request.seats, request.seed, origin=state)
        return self.status(request)

    def record(self, request: p.GetRecord) -> p.Answer:
        """The record in text."""
        return p.Answer(request.id, True, text=record_text(self.running, reveal=request.reveal))

    def load(self, request: p.Load) -> p.Answer:
        """A game from a record."""
        self.match = match_from_record(GameRecord.parse(request.text), encoded(request.box))
        return self.status(request)

    def quit(self, request: p.Quit) -> p.Answer:
        """The end."""
        self.done = True
        return p.Answer(request.id, True)


def failure(request_id: int | str | None, error: p.Error) -> bytes:
    """The line that answers a request which failed."""
    return msgspec.json.encode(p.Failure(request_id, error))


def encoded(text: str | None) -> bytes | None:
    """A box file's text as its bytes."""
    return None if text is None else text.encode()


def find_id(line: bytes) -> int | str | None:
    """The id of a request that is otherwise wrong, if it can be found."""
    try:
        found = msgspec.json.decode(line, type=dict[str, msgspec.Raw]).get("id", msgspec.Raw(b"null"))
        return msgspec.json.decode(found, type=int | str | None)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def explain(error: Exception, language: str) -> p.Error:
    """An error object for something that went wrong."""
    if not isinstance(error, Problem):
        return p.Error("bad_request", str(error))
    words = load_words(language)
    message = "\n".join(words.say(phrase) for phrase in error.phrases)
    kind = error.kind if isinstance(error, MoveError) else "bad_bot" if isinstance(error, BotError) else "bad_text"
    rule = error.rule if isinstance(error, IllegalMove) else None
    choices = error.choices if isinstance(error, AmbiguousMove) else None
    return p.Error(kind, message, rule, choices)
