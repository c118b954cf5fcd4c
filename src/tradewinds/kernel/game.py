"""What a game brings with it, and what a box of it is: the plug between one game and everything generic."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from tradewinds.games import load_game
from tradewinds.i18n import Phrase, Problem, Words, load_words
from tradewinds.kernel.bindings import DOORS, JUDGEMENT_DOORS
from tradewinds.kernel.dispatch import Judgement, Rules, register
from tradewinds.kernel.record import Field, Labels, Record, record_type, unpack
from tradewinds.kernel.record_layout import Layout
from tradewinds.kernel.statistics import NO_LEDGER, Ledger

T = TypeVar("T")


@dataclass(frozen=True)
class Refusal:
    """A reason why an action is not legal: the rule that forbids it and the key of its sentence."""

    rule: str
    key: str


@dataclass(frozen=True)
class Option:
    """A choice that makes one box differ from another; `tested` are the values that every test covers."""

    name: str
    values: tuple[str, ...]
    tested: tuple[str, ...]

    @property
    def default(self) -> str:
        """The first value is what one gets without asking."""
        return self.values[0]


@dataclass(frozen=True, repr=False, eq=False)
class Box:
    """One edition with one choice of options for one number of players, ready to be played."""

    game: "Game"
    edition: str
    players: int
    options: Mapping[str, str]
    record: Record
    labels: Labels
    digest: str
    """A fingerprint of the edition's facts: records tell by it whether they were played with the same box."""
    data: Any
    """The edition's file as the game has read it, for names and places that the rules do not need."""
    kept: dict[Callable[["Box"], object], Any] = field(default_factory=dict, init=False)
    """What `once_per_box` has worked out."""

    def __post_init__(self) -> None:
        for part in self.game.fields:
            for axis in (*part.axes, part.names, part.members):
                if axis is not None and axis not in self.labels:
                    raise ValueError(f"The box has no labels for {axis!r}, which the field {part.name!r} needs.")

    def __repr__(self) -> str:
        return f"<Box {self.game.name} {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., "Box"], tuple[object, ...]]:
        return same_box, (self.game, self.data, self.players, dict(self.options), self.digest)

    @cached_property
    def numbers(self) -> Any:
        """The record's fields as plain numbers and lists, for callers in Python that read many."""
        return unpack(self.record)

    @property
    def name(self) -> str:
        """A short name that tells this box from every other of its game: what is not the default is said."""
        offered = self.game.options(self.data, self.players)
        chosen = [f"{o.name}-{self.options[o.name]}" for o in offered if self.options[o.name] != o.default]
        return "-".join([self.edition, f"{self.players}p", *chosen])

    def results(self, state: Record) -> tuple[list[int], list[float]]:
        """Each seat's points and share of the win, as if the game ended now."""
        points, shares = np.zeros(self.players, np.int32), np.zeros(self.players, np.float64)
        self.game.rules.scores(self.record, state, points)
        self.game.rules.winners(self.record, state, shares)
        return points.tolist(), shares.tolist()

    def picture(self, words: Words | None = None) -> str:
        """What is in the box as a picture (SVG): the empty board, or its cards."""
        return self.game.picture(self, None, words or load_words("en"))

    def _repr_svg_(self) -> str:
        return self.picture()


def same_box(game: "Game", data: Any, players: int, options: Mapping[str, str], digest: str) -> Box:
    """A box in another process than it comes from, which must mean the same there."""
    box = game.make_box(game, data, players, options)
    if box.digest != digest:
        raise BoxError(Phrase("box.other", {"edition": box.edition, "digest": digest, "found": box.digest}))
    return box


def once_per_box(work: Callable[[Box], T]) -> Callable[[Box], T]:
    """Let a box keep what is worked out from it alone, for as long as somebody plays with it."""

    @wraps(work)
    def look_up(box: Box) -> T:
        if work not in box.kept:
            box.kept[work] = work(box)
        found: T = box.kept[work]
        return found

    return look_up


def fingerprint(facts: object) -> str:
    """A short digest of facts, whatever the order in which they are written down."""
    return hashlib.sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()[:12]


class BoxError(Problem):
    """A box that does not exist or cannot be played."""


class Feature(NamedTuple):
    """Something that a line of play brings a seat, or costs it: how many points that is worth, and how it reads.

    The phrase is a clause without a subject ("earns 5 rupees"), for a sentence that compares two lines. Features of two
    lines are compared by their keys.
    """

    key: str
    worth: float
    phrase: Phrase


def no_features(*_: object) -> list[Feature]:
    """For games that give no reasons: hints and reviews then tell numbers only."""
    return []


@dataclass(frozen=True)
class BoxReport:
    """What a check of a box file found: what makes it unplayable, and where it leaves the printed game."""

    errors: list[Phrase]
    differences: list[Phrase]


@dataclass(frozen=True)
class Selection:
    """Several actions that make up one decision, as far as they are chosen.

    Everything but `play` is in the order of the rules. `play` is what confirming plays, empty while it cannot be done.
    """

    heads: Sequence[int]
    """Actions that begin a decision: choosing one drops what was chosen for another."""
    options: Sequence[int]
    """Actions that can be chosen or dropped, in any order."""
    chosen: Sequence[int]
    suggestion: Sequence[int]
    """What costs the fewest points; empty where nothing is suggested."""
    play: Sequence[int]
    sentences: Sequence[Phrase]
    """What it would do, or what is still missing."""
    label: Phrase | None = None
    """What confirming does, in two or three words."""


@dataclass(frozen=True, repr=False)
class Game:
    """One game: its records, its compiled rules, and how its boxes, actions and positions read outside them."""

    name: str
    rules_version: int
    players: Sequence[int]
    fields: Sequence[Field]
    sizes: Mapping[str, int]
    functions: Rules
    opinions: Judgement
    inputs: int
    """How many numbers `observe` writes."""
    actions: int
    refusals: Mapping[int, Refusal]
    laws: Mapping[int, str]
    folder: Path
    read_edition: Callable[[bytes], Any]
    options: Callable[[Any, int], Sequence[Option]]
    """What can be chosen with an edition as it was read, and so many players."""
    make_box: Callable[["Game", Any, int, Mapping[str, str]], Box]
    check_box: Callable[[bytes], BoxReport]
    longest: Callable[[Box], int]
    name_action: Callable[[Box, int], tuple[str, ...]]
    describe: Callable[[Box, Record, Sequence[int]], list[Phrase]]
    """What some legal actions are for the seat whose mask this is; asked together, since it is read but once."""
    opening: Callable[[Box, Record], list[Phrase]]
    story: Callable[[Box, Record, int, Record], list[Phrase]]
    view: Callable[[Box, Record], msgspec.Struct]
    draw: Callable[[Any, Words], Any]
    picture: Callable[[Box, Any, Words], str]
    """A position as SVG, of its view; without a view (None) the box itself."""
    facts: Mapping[str, Callable[[Any], Any]]
    """Numbers that tell how games went, by name: each from an array of final states, one number per game."""
    features: Callable[[Box, Sequence[Record], Sequence[int], int], list[Feature]] = no_features
    """What a line of play brings a seat, for the reasons in hints and reviews: from the seat's masks before each of its
    actions and after the last, and the actions."""
    select: Callable[[Box, Record, Sequence[int], bool], Selection | None] | None = None
    """What some chosen actions, or with True those suggested instead, would do for the seat whose mask this is.

    None where decisions are made one action at a time.
    """
    ledger: Ledger = NO_LEDGER
    """What can be counted in played games beyond their actions."""
    state_type: np.dtype[Any] = field(init=False)
    rules: Rules = DOORS
    judgement: Judgement = JUDGEMENT_DOORS
    """The same functions for callers in Python."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "state_type", record_type(self.fields, self.sizes))
        register(self.state_type, self.functions, self.opinions)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return load_game, (self.name,)

    @cached_property
    def layout(self) -> Layout:
        """Where each field lies in the bytes of a state."""
        return Layout(self.fields, self.state_type)

    @property
    def editions(self) -> list[str]:
        """The names of the editions that come with the game, the default first."""
        return sorted(path.stem for path in (self.folder / "editions").glob("*.toml"))

    def summary(self) -> dict[str, object]:
        """What can be chosen, for programs."""
        return {
            "game": self.name,
            "players": list(self.players),
            "editions": {edition: self.offers(edition) for edition in self.editions},
        }

    def offers(self, edition: str, file: bytes | None = None) -> dict[str, dict[str, list[int]]]:
        """The options of an edition: their values, the default first, each with the player counts that have it."""
        data = self.read_edition(self.edition_file(edition) if file is None else file)
        found: dict[str, dict[str, list[int]]] = {}
        for players in self.players:
            for option in self.options(data, players):
                for value in option.values:
                    found.setdefault(option.name, {}).setdefault(value, []).append(players)
        return found

    def edition_file(self, edition: str) -> bytes:
        """The file of an edition that comes with the game."""
        if edition not in self.editions:
            raise BoxError(Phrase("box.no_edition", {"edition": edition, "known": ", ".join(self.editions)}))
        return (self.folder / "editions" / f"{edition}.toml").read_bytes()

    def box(
        self,
        players: int,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        file: bytes | None = None,
    ) -> Box:
        """The box for these players and options, of an edition that comes with the game or of a file."""
        if players not in self.players:
            low, high = min(self.players), max(self.players)
            raise BoxError(Phrase("box.no_players", {"players": players, "low": low, "high": high}))
        content = file if file is not None else self.edition_file(edition or self.editions[0])
        data = self.read_edition(content)
        return self.make_box(self, data, players, self.choose_options(data, players, options or {}))

    def choose_options(self, data: Any, players: int, wanted: Mapping[str, str]) -> dict[str, str]:
        """All options with their values: the wanted ones, else the defaults."""
        known = {option.name: option for option in self.options(data, players)}
        for name, value in wanted.items():
            if name not in known:
                raise BoxError(Phrase("box.no_option", {"option": name, "known": ", ".join(known)}))
            if value not in known[name].values:
                choice = ", ".join(known[name].values)
                values = {"option": name, "value": value, "players": players, "known": choice}
                raise BoxError(Phrase("box.no_value", values))
        return {name: wanted.get(name, option.default) for name, option in known.items()}

    def boxes(self) -> Iterator[Box]:
        """Every box that comes with the game: editions, player counts and options that tests must cover."""
        for edition in self.editions:
            data = self.read_edition(self.edition_file(edition))
            for players in self.players:
                offered = self.options(data, players)
                for values in product(*(option.tested for option in offered)):
                    chosen = dict(zip([option.name for option in offered], values, strict=True))
                    yield self.make_box(self, data, players, chosen)
