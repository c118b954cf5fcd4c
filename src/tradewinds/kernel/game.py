"""The game interface: `Game` (rules and descriptions) and `Box` (one edition for one number of players)."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from tradewinds.i18n import Phrase, Problem, Words, load_words
from tradewinds.kernel.bindings import BINDINGS, EVALUATOR_BINDINGS
from tradewinds.kernel.dispatch import Evaluators, Rules, mask_nothing, register
from tradewinds.kernel.game_types import BoxReport, Feature, Option, Refusal, Selection, nothing
from tradewinds.kernel.record import Field, Labels, Record, copy, record_type, unpack
from tradewinds.kernel.record_layout import Layout
from tradewinds.kernel.statistics import EventCounter, Sources, Trajectories
from tradewinds.registry import UnknownGame, game_entry

T = TypeVar("T")


@dataclass(frozen=True, repr=False, eq=False)
class Box:
    """The components and options of one edition for one number of players."""

    game: "Game"
    edition: str
    players: int
    options: Mapping[str, str]
    record: Record
    labels: Labels
    digest: str
    """A digest of the edition's data, stored in game records to detect a changed edition."""
    data: Any
    """The parsed edition file, for names and coordinates that the rules do not need."""
    cache: dict[Callable[["Box"], object], Any] = field(default_factory=dict, init=False)
    """Results of `once_per_box` functions."""

    def __post_init__(self) -> None:
        for part in self.game.fields:
            for axis in (*part.axes, part.names, part.members):
                if axis is not None and axis not in self.labels:
                    raise ValueError(f"The box has no labels for {axis!r}, which the field {part.name!r} needs.")

    def __repr__(self) -> str:
        return f"<Box {self.game.name} {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., "Box"], tuple[object, ...]]:
        return rebuild_box, (self.game, self.data, self.players, dict(self.options), self.digest)

    @cached_property
    def numbers(self) -> Any:
        """The record's fields as Python numbers and lists, faster to read than the record."""
        return unpack(self.record)

    @property
    def name(self) -> str:
        """A name unique within the game: edition, player count and non-default options."""
        offered = self.game.options(self.data, self.players)
        chosen = [f"{o.name}-{self.options[o.name]}" for o in offered if self.options[o.name] != o.default]
        return "-".join([self.edition, f"{self.players}p", *chosen])

    def legal_actions(self, masked: Record) -> list[int]:
        """Return the legal actions of the seat to act, from its mask, in ascending order."""
        buffer = np.zeros(self.game.actions + 1, np.int16)
        actions: list[int] = buffer[: self.game.rules.legal(self.record, masked, buffer)].tolist()
        return actions

    def masked(self, state: Record, seat: int) -> Record:
        """Return a masked copy of a state."""
        masked = copy(state)
        self.game.rules.mask(self.record, masked, seat)
        return masked

    def results(self, state: Record) -> tuple[list[int], list[float]]:
        """Return each seat's points and share of the win, as if the game ended now."""
        points, shares = np.zeros(self.players, np.int32), np.zeros(self.players, np.float64)
        self.game.rules.scores(self.record, state, points)
        self.game.rules.winners(self.record, state, shares)
        return points.tolist(), shares.tolist()

    def shown(self, mask: Record, seat: int) -> Record:
        """Return a copy of a seat's mask that conceals what the seat has seen but is not shown."""
        shown = copy(mask)
        self.game.rules.conceal(self.record, shown, seat)
        return shown

    def picture(self, words: Words | None = None) -> str:
        """Return a picture of the contents of the box (its empty board or its cards) as SVG."""
        return self.game.picture(self, None, words or load_words("en"))

    def _repr_svg_(self) -> str:
        return self.picture()


def rebuild_box(game: "Game", data: Any, players: int, options: Mapping[str, str], digest: str) -> Box:
    """Unpickle a box; raise BoxError if this process builds a different one from the same data."""
    box = game.build_box(data, players, options)
    if box.digest != digest:
        raise BoxError(Phrase("box.other", {"edition": repr(box.edition), "digest": digest, "found": box.digest}))
    return box


def once_per_box(function: Callable[[Box], T]) -> Callable[[Box], T]:
    """Cache a function of a box on the box itself."""

    @wraps(function)
    def cached(box: Box) -> T:
        if function not in box.cache:
            box.cache[function] = function(box)
        result: T = box.cache[function]
        return result

    return cached


def fingerprint(facts: object) -> str:
    """Return a short digest of JSON-like data, independent of the order of keys."""
    return hashlib.sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()[:12]


class BoxError(Problem):
    """Raised for a box that does not exist or cannot be played."""


@dataclass(frozen=True)
class GameStatistics:
    """Optional functions that compute a game's own statistics from trajectories."""

    components: Callable[[Box, Trajectories], Mapping[str, EventCounter]] | None = None
    contracts: Callable[[Box, Trajectories], EventCounter] | None = None
    sources: Callable[[Box, Trajectories], Sources] | None = None


NO_STATISTICS = GameStatistics()


@dataclass(frozen=True, repr=False)
class Game:
    """A game: its state fields, compiled rules and evaluators, and descriptions of boxes, actions and states."""

    name: str
    rules_version: int
    players: Sequence[int]
    fields: Sequence[Field]
    sizes: Mapping[str, int]
    functions: Rules
    evaluators: Evaluators
    inputs: int
    """Number of values that `features` writes."""
    actions: int
    refusals: Mapping[int, Refusal]
    laws: Mapping[int, str]
    folder: Path
    read_edition: Callable[[bytes], Any]
    options: Callable[[Any, int], Sequence[Option]]
    """Return the options of a parsed edition for a number of players."""
    make_box: Callable[["Game", Any, int, Mapping[str, str]], Box]
    longest: Callable[[Box], int]
    name_action: Callable[[Box, int], tuple[str, ...]]
    describe: Callable[[Box, Record, Sequence[int]], list[Phrase]]
    """Describe legal actions from the acting seat's mask; takes several so that the mask is unpacked only once."""
    opening: Callable[[Box, Record], list[Phrase]]
    story: Callable[[Box, Record, int, Record], list[Phrase]]
    view: Callable[[Box, Record], msgspec.Struct]
    draw: Callable[[Any, Words], Any]
    picture: Callable[[Box, Any, Words], str]
    """Draw a view as SVG or, if it is None, the contents of the box."""
    facts: Mapping[str, Callable[[Any], Any]]
    """Named statistics of finished games: functions that map an array of final states to one number per game."""
    feature_cache: tuple[int, int] = (1, 1)
    """Slots of the cache of `planned_features`, and values in each."""
    line_features: Callable[[Box, Sequence[Record], Sequence[int], int], list[Feature]] = nothing
    """Return the features of a line of play, from which hints and reviews derive reasons. Takes the box, the seat's
    masks before each action and after the last, the actions, and the seat."""
    select: Callable[[Box, Record, Sequence[int], bool], Selection | None] | None = None
    """Return the selection of the chosen actions (or, if the flag is set, the suggested one) from the seat's mask.

    None for games in which every decision is a single action.
    """
    find_errors: Callable[[Any], list[Phrase]] = nothing
    """Return the errors that make a parsed edition unplayable."""
    find_differences: Callable[[Any], list[Phrase]] = nothing
    """Return the differences between a playable edition and the printed game."""
    statistics: GameStatistics = NO_STATISTICS
    """Statistics of played games beyond action counts."""
    state_type: np.dtype[Any] = field(init=False)
    rules: Rules = BINDINGS
    evaluator_bindings: Evaluators = EVALUATOR_BINDINGS
    """`rules` and `evaluator_bindings` make `functions` and `evaluators` callable from Python."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "state_type", record_type(self.fields, self.sizes))
        register(self.state_type, self.functions, self.evaluators)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return load_game, (self.name,)

    @property
    def perfect_information(self) -> bool:
        """Whether masks hide nothing."""
        return self.functions.mask is mask_nothing

    @cached_property
    def layout(self) -> Layout:
        """The byte layout of the state record."""
        return Layout(self.fields, self.state_type)

    @property
    def editions(self) -> list[str]:
        """The names of the bundled editions, the default first."""
        return sorted(path.stem for path in (self.folder / "editions").glob("*.toml"))

    def summary(self) -> dict[str, object]:
        """Return the player counts, editions and options, in JSON-compatible types."""
        return {
            "game": self.name,
            "players": list(self.players),
            "editions": {edition: self.offers(edition) for edition in self.editions},
        }

    def offers(self, edition: str, file: bytes | None = None) -> dict[str, dict[str, list[int]]]:
        """Return the options of an edition: for each value, the default first, the player counts that offer it."""
        data = self.read_edition(self.edition_file(edition) if file is None else file)
        found: dict[str, dict[str, list[int]]] = {}
        for players in self.players:
            for option in self.options(data, players):
                for value in option.values:
                    found.setdefault(option.name, {}).setdefault(value, []).append(players)
        return found

    def edition_file(self, edition: str) -> bytes:
        """Return the contents of a bundled edition file."""
        if edition not in self.editions:
            raise BoxError(Phrase("box.no_edition", {"edition": repr(edition), "known": ", ".join(self.editions)}))
        return (self.folder / "editions" / f"{edition}.toml").read_bytes()

    def box(
        self,
        players: int,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        file: bytes | None = None,
    ) -> Box:
        """Build the box of a bundled edition or of an edition file for a number of players and options."""
        if players not in self.players:
            low, high = min(self.players), max(self.players)
            raise BoxError(Phrase("box.no_players", {"players": players, "low": low, "high": high}))
        content = file if file is not None else self.edition_file(edition or self.editions[0])
        data = self.read_edition(content)
        return self.build_box(data, players, self.choose_options(data, players, options or {}))

    def build_box(self, data: Any, players: int, options: Mapping[str, str]) -> Box:
        """Build the box of a parsed edition; raise BoxError if it is not playable."""
        if errors := self.find_errors(data):
            raise BoxError(*errors)
        return self.make_box(self, data, players, options)

    def check_box(self, content: bytes) -> BoxReport:
        """Validate an edition file; raise BoxError if it cannot be parsed."""
        data = self.read_edition(content)
        errors = self.find_errors(data)
        return BoxReport(errors, [] if errors else self.find_differences(data))

    def choose_options(self, data: Any, players: int, wanted: Mapping[str, str]) -> dict[str, str]:
        """Return a value for every option: the wanted one if given, otherwise the default."""
        known = {option.name: option for option in self.options(data, players)}
        for name, value in wanted.items():
            if name not in known:
                raise BoxError(Phrase("box.no_option", {"option": repr(name), "known": ", ".join(known)}))
            if value not in known[name].values:
                choice = ", ".join(known[name].values)
                values = {"option": repr(name), "value": repr(value), "players": players, "known": choice}
                raise BoxError(Phrase("box.no_value", values))
        return {name: wanted.get(name, option.default) for name, option in known.items()}

    def boxes(self) -> Iterator[Box]:
        """Yield the boxes of all bundled editions, for all player counts and tested option values."""
        for edition in self.editions:
            data = self.read_edition(self.edition_file(edition))
            for players in self.players:
                offered = self.options(data, players)
                for values in product(*(option.tested for option in offered)):
                    chosen = dict(zip([option.name for option in offered], values, strict=True))
                    yield self.build_box(data, players, chosen)


def load_game(name: str) -> Game:
    """Import an installed game; games are imported only when used."""
    game: Game = game_entry(name).load()
    if game.name != name:
        raise UnknownGame(f"The game installed as {name!r} calls itself {game.name!r}: both must be the same.")
    return game
