"""The engine: answers each request line with one JSON object, whatever the line contains."""

from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from tradewinds.engine import protocol as p
from tradewinds.engine import thinking
from tradewinds.i18n import Problem, load_words
from tradewinds.kernel.game import load_game
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import GameRecord, Match, match_from_record
from tradewinds.match.errors import ErrorInfo, error_info
from tradewinds.match.record import position_text, read_position, record_text
from tradewinds.registry import GAMES, UnknownGame

MAX_LINE = 1_000_000


class Engine:
    """Plays one game at a time, driven by requests."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.done = False
        self.decoder = msgspec.json.Decoder(p.AnyRequest)
        self.handlers: dict[type[p.Request], Callable[[Any], p.Answer]] = {
            p.Games: self.games,
            p.New: self.new,
            p.Legal: self.legal,
            p.PlayRequest: self.play,
            p.UndoRequest: self.undo,
            p.View: self.view,
            p.GetPosition: self.position,
            p.SetPosition: self.set_position,
            p.GetRecord: self.record,
            p.Load: self.load,
            p.Choose: lambda request: thinking.choose(request, self.match),
            p.GetHint: lambda request: thinking.advise(request, self.match),
            p.Quit: self.quit,
        }

    def run(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Answer requests until the end of input or a quit request."""
        while not self.done and (line := lines.readline(MAX_LINE + 1)):
            if len(line) > MAX_LINE:
                while line and not line.endswith(b"\n"):
                    line = lines.readline(MAX_LINE)
                message = f"A line can have at most {MAX_LINE} bytes."
                answers.write(failure(None, ErrorInfo("bad_request", message)) + b"\n")
            elif line.strip():
                answers.write(self.answer(line) + b"\n")
            answers.flush()

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one line."""
        try:
            request = self.decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return failure(find_id(line), ErrorInfo("bad_request", str(error)))
        try:
            return msgspec.json.encode(self.handlers[type(request)](request))
        except (Problem, UnknownGame, p.BadRequest) as error:
            return failure(request.id, explain(error, request.lang))

    @property
    def running(self) -> Match:
        """The current match; raises BadRequest if there is none."""
        if self.match is None:
            example = f'{{"do": "new", "game": "{GAMES[0]}", "players": 3}}'
            raise p.BadRequest(f"There is no game yet: begin one, for instance with {example}.")
        return self.match

    def status(self, request: p.Request, story_from: int | None = None) -> p.Answer:
        """Return the status of the match and the story since action `story_from`."""
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
        return p.Answer(request.id, True, games=[load_game(name).summary() for name in GAMES])

    def new(self, request: p.New) -> p.Answer:
        game = load_game(request.game)
        box = game.box(request.players, request.edition, request.options, encode_text(request.box))
        self.match = Match(box, request.seats, request.seed)
        return self.status(request, 0)

    def legal(self, request: p.Legal) -> p.Answer:
        match = self.running
        words = load_words(request.lang).with_seats(match.seats)
        choices = [choice.info(words) for choice in match.choices()]
        return p.Answer(request.id, True, legal=choices)

    def play(self, request: p.PlayRequest) -> p.Answer:
        self.running.play(request.move)
        return self.status(request, len(self.running.steps))

    def undo(self, request: p.UndoRequest) -> p.Answer:
        self.running.undo(request.seat)
        return self.status(request)

    def view(self, request: p.View) -> p.Answer:
        return p.Answer(request.id, True, view=self.running.view(self.seat(request.seat), request.number))

    def seat(self, seat: int | None) -> int:
        """Return a valid seat, or SPECTATOR for None."""
        if seat is None:
            return SPECTATOR
        if seat >= self.running.box.players:
            raise p.BadRequest(f"There is no seat {seat}: seats are numbered from 0 to {self.running.box.players - 1}.")
        return seat

    def position(self, request: p.GetPosition) -> p.Answer:
        match = self.running
        if request.seat is not None:
            state = match.masked(self.seat(request.seat), request.number)
        else:
            state = match.state if request.number is None else match.state_at(request.number)
        return p.Answer(request.id, True, text=position_text(match.box, state))

    def set_position(self, request: p.SetPosition) -> p.Answer:
        box, state = read_position(request.text, encode_text(request.box))
        self.match = Match(box, request.seats, request.seed, origin=state)
        return self.status(request)

    def record(self, request: p.GetRecord) -> p.Answer:
        return p.Answer(request.id, True, text=record_text(self.running, reveal=request.reveal))

    def load(self, request: p.Load) -> p.Answer:
        self.match = match_from_record(GameRecord.parse(request.text), encode_text(request.box))
        return self.status(request)

    def quit(self, request: p.Quit) -> p.Answer:
        self.done = True
        return p.Answer(request.id, True)


def failure(request_id: int | str | None, error: ErrorInfo) -> bytes:
    return msgspec.json.encode(p.ErrorAnswer(request_id, error))


def encode_text(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def find_id(line: bytes) -> int | str | None:
    """Return the id of a malformed request, if it can be found."""
    try:
        found = msgspec.json.decode(line, type=dict[str, msgspec.Raw]).get("id", msgspec.Raw(b"null"))
        return msgspec.json.decode(found, type=int | str | None)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def explain(error: Exception, language: str) -> ErrorInfo:
    """Convert an exception to an error object."""
    if not isinstance(error, Problem):
        return ErrorInfo("bad_request", str(error))
    return error_info(error, load_words(language), "bad_text")
