"""Game records as text: a header, an optional initial position, and one move per line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, BoxError, load_game
from tradewinds.kernel.record import SPECTATOR, Record
from tradewinds.match.errors import MoveError, TextError
from tradewinds.match.match import Match
from tradewinds.match.position import read_fields, write_fields
from tradewinds.match.seed import check_seed, commitment
from tradewinds.registry import UnknownGame

RECORD = "tradewinds record 1"
POSITION = "tradewinds position 1"
NUMBER = re.compile(r"(\d{1,6})\.\s+", re.ASCII)
DIGEST = re.compile(r"[0-9a-f]{12}")
MAX_LENGTH = 4_000_000

STANDARD_FIELDS = ("game", "rules", "box", "players", "seats", "commitment", "seed", "result")
"""Header fields of every game; all others are options of the box."""


@dataclass
class GameRecord:
    """A parsed record, not yet validated against the rules."""

    header: dict[str, str]
    position: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    checks: dict[int, str] = field(default_factory=dict)

    def text(self, comments: dict[int, str] | None = None) -> str:
        """Return the record as text; `comments` are inserted before the moves with the given numbers."""
        lines = [RECORD, *(f"{name}: {value}" for name, value in self.header.items())]
        if self.position:
            lines += ["", "[position]", *self.position]
        lines += ["", "[moves]"]
        if 0 in self.checks:
            lines.append(f"deal #{self.checks[0]}")
        for number, move in enumerate(self.moves, 1):
            if comments and number in comments:
                lines.append(f"; {comments[number]}")
            check = f" #{self.checks[number]}" if number in self.checks else ""
            lines.append(f"{number}. {move}{check}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> "GameRecord":
        """Parse a record; raise a TextError that names the first invalid line."""
        sections = split_sections(text, RECORD)
        record = GameRecord(read_header(sections["header"]), [line for _, line in sections["position"]])
        for number, line in sections["moves"]:
            if not record.read_move(line):
                raise line_error(number, line, f"{len(record.moves) + 1}. …")
        return record

    def read_move(self, line: str) -> bool:
        """Parse `deal #check`, or a move with optional number and check; return whether the line is valid."""
        text, mark, check = line.partition("#")
        move, given = text.strip(), NUMBER.match(text)
        if mark and not DIGEST.fullmatch(check):
            return False
        if given:
            if int(given[1]) != len(self.moves) + 1:
                return False
            move = move[given.end() :]
        if move != "deal":
            self.moves.append(move)
        elif self.moves:
            return False
        if mark:
            self.checks[len(self.moves)] = check
        return bool(move)


def line_error(number: int, line: str, expected: str) -> TextError:
    return TextError(Phrase("record.line", {"number": number, "line": repr(line[:60]), "expected": expected}))


def split_sections(text: str, title: str) -> dict[str, list[tuple[int, str]]]:
    """Split a text into sections of numbered lines, without comments and empty lines."""
    if len(text) > MAX_LENGTH:
        raise TextError(Phrase("record.large", {"most": MAX_LENGTH}))
    lines = text.splitlines()
    if not lines or lines[0].strip() != title:
        found = repr(lines[0][:60]) if lines else "–"
        raise TextError(Phrase("record.title", {"title": repr(title), "found": found}))
    sections: dict[str, list[tuple[int, str]]] = {"header": [], "position": [], "moves": []}
    current = "header"
    for number, line in enumerate(lines[1:], 2):
        content = line.partition(";")[0].strip()
        if content in ("[position]", "[moves]"):
            current = content[1:-1]
        elif content:
            sections[current].append((number, content))
    return sections


def read_header(lines: list[tuple[int, str]]) -> dict[str, str]:
    header: dict[str, str] = {}
    for number, line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or name in header:
            raise line_error(number, line, "name: value")
        header[name] = value
    return header


def write_box(box: Box) -> dict[str, str]:
    """Return the header fields that identify a box."""
    return {
        "game": box.game.name,
        "rules": str(box.game.rules_version),
        "box": f"{box.edition} {box.digest}",
        "players": str(box.players),
        **box.options,
    }


def read_box(header: dict[str, str], file: bytes | None = None) -> Box:
    """Return the box that a header names; a custom edition needs its file."""
    for name in ("game", "rules", "box", "players"):
        if not header.get(name):
            raise TextError(Phrase("record.missing", {"name": repr(name)}))
    try:
        game = load_game(header["game"])
    except UnknownGame as error:
        raise TextError(Phrase("record.game", {"game": repr(header["game"][:40])})) from error
    if header["rules"] != str(game.rules_version):
        values = {"rules": header["rules"][:20], "version": game.rules_version}
        raise TextError(Phrase("record.rules", values))
    edition, _, digest = header["box"].partition(" ")
    options = {name: value for name, value in header.items() if name not in STANDARD_FIELDS}
    players = int(header["players"]) if header["players"] in map(str, game.players) else -1
    if file is None and edition not in game.editions:
        raise BoxError(Phrase("box.needs_file", {"edition": repr(edition[:40])}))
    box = game.box(players, edition, options, file)
    if digest and digest != box.digest:
        raise BoxError(Phrase("box.other", {"edition": repr(edition[:40]), "digest": digest[:20], "found": box.digest}))
    return box


def record_of(match: Match, *, reveal: bool | None = None) -> GameRecord:
    """Return the record of a match. It contains the seed once the game is over, or if `reveal` is true."""
    header = {**write_box(match.box), "seats": " | ".join(match.seats)}
    header["commitment"] = match.commitment
    revealed = match.is_over if reveal is None else reveal
    if revealed:
        header["seed"] = match.seed
    if match.is_over:
        header["result"] = " ".join(map(str, match.scores()))
    record = GameRecord(header)
    if not match.dealt:
        origin = match.origin if revealed else match.shown(SPECTATOR, 0)
        record.position = list(write_fields(match.box, origin))
    steps = match.steps if revealed else match.steps[: match.published]
    record.moves = [match.write(step.action) for step in steps]
    events = [match.dealt, *(step.chance for step in steps)]
    record.checks = {number: match.digest(number) for number, chance in enumerate(events) if chance}
    return record


def record_text(match: Match, *, reveal: bool | None = None) -> str:
    """Return the record of a match as text, with a comment naming the player wherever the acting seat changes."""
    seats = [step.seat for step in match.steps]
    turns = {n: match.seats[seat] for n, seat in enumerate(seats, 1) if n == 1 or seats[n - 2] != seat}
    return record_of(match, reveal=reveal).text(turns)


def verify(record: GameRecord, file: bytes | None = None) -> Match:
    """Replay a record and require everything that proves a fair deal: commitment, result and all checks."""
    match = match_from_record(record, file)
    complete = record_of(match)
    absent = [name for name in ("commitment", "result") if name in complete.header and name not in record.header]
    missing = ["deal #" if number == 0 else f"{number}. #" for number in complete.checks if number not in record.checks]
    if absent or missing:
        raise TextError(Phrase("record.unproven", {"absent": ", ".join([*absent, *missing])}))
    return match


def match_from_record(record: GameRecord, file: bytes | None = None) -> Match:
    """Replay a record; raise a TextError that says where it is inconsistent.

    The replayed moves cannot be undone, because it is unknown what the players have seen.
    """
    box = read_box(record.header, file)
    header = record.header
    seats = header["seats"].split("|") if header.get("seats") else None
    seed = header.get("seed")
    if seed is None:
        raise TextError(Phrase("record.no_seed"))
    if header.get("commitment", commitment(seed)) != commitment(check_seed(seed)):
        raise TextError(Phrase("record.commitment"))
    origin = read_fields(box, record.position) if record.position else None
    match = Match(box, seats, seed, origin)
    compare_digest(match, record, 0)
    for number, move in enumerate(record.moves, 1):
        try:
            match.play(move)
        except MoveError as error:
            refused = Phrase("record.move", {"number": number, "move": repr(move[:60])})
            raise TextError(refused, *error.phrases) from error
        compare_digest(match, record, number)
    result = " ".join(map(str, match.scores())) if match.is_over else None
    if "result" in header and header["result"] != result:
        raise TextError(Phrase("record.result", {"result": header["result"][:60], "found": result or "–"}))
    match.floor = len(match.steps)
    return match


def compare_digest(match: Match, record: GameRecord, number: int) -> None:
    """Raise TextError if the public position differs from the recorded check."""
    if number in record.checks and record.checks[number] != match.digest(number):
        raise TextError(Phrase("record.check", {"number": number}))


def position_text(box: Box, state: Record) -> str:
    """Return a position as self-contained text."""
    return "\n".join(position_lines(box, state)) + "\n"


def position_lines(box: Box, state: Record) -> Iterator[str]:
    yield POSITION
    yield from (f"{name}: {value}" for name, value in write_box(box).items())
    yield from ("", "[position]")
    yield from write_fields(box, state)


def read_position(text: str, file: bytes | None = None, seat: int | None = None) -> tuple[Box, Record]:
    """Parse a position text into its box and state, or into the mask of a seat."""
    sections = split_sections(text, POSITION)
    box = read_box(read_header(sections["header"]), file)
    return box, read_fields(box, [line for _, line in sections["position"]], seat)
