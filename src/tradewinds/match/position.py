"""The text format of positions, shared by all games: fields by name, without empty entries.

    elephant: 1=A 2=G3
    bales 1: yellow=1
    points: 3

    hand: 1=rrry-pepper,bgbb-nutmeg

`-` means empty, `?` means hidden by a mask. Hidden values are accepted only when parsing the mask of a given seat.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import HIDDEN, NONE, SPECTATOR, Field, Record, blank
from tradewinds.kernel.sets import EMPTY, members, only
from tradewinds.match.errors import TextError
from tradewinds.match.untrusted_mask import find_world

NUMBER = re.compile(r"-?\d{1,10}", re.ASCII)


def write_fields(box: Box, state: Record) -> Iterator[str]:
    """Yield the lines of a position."""
    for field in box.game.fields:
        values = state[field.name]
        outer = field.axes[:-1]
        for labels, index in entries(box, outer):
            head = " ".join([field.name, *labels])
            if not field.axes:
                yield f"{head}: {write_value(box, field, int(values))}"
                continue
            pairs = [
                f"{label}={write_value(box, field, int(values[index][place]))}"
                for (label,), (place,) in entries(box, field.axes[-1:])
                if values[index][place] != field.empty
            ]
            if pairs or not outer:
                yield f"{head}: {' '.join(pairs)}".rstrip()


def entries(box: Box, axes: Iterable[str]) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield all combinations of labels along some axes, with their indices."""
    labels = [list(enumerate(box.labels[axis])) for axis in axes]
    for combination in product(*labels):
        yield tuple(label for _, label in combination), tuple(index for index, _ in combination)


def write_value(box: Box, field: Field, value: int) -> str:
    if value == HIDDEN:
        return "?"
    if field.members is not None:
        return ",".join(box.labels[field.members][item] for item in members(value)) or "-"
    if field.names is None:
        return str(value)
    return "-" if value == NONE else box.labels[field.names][value]


def read_fields(box: Box, lines: Iterable[str], seat: int | None = None) -> Record:
    """Parse and validate a position, or a seat's mask."""
    state = read_lines(box, lines, masked=seat is not None)
    if seat is not None:
        check_mask(box, state, seat)
    elif law := box.game.rules.check(box.record, state):
        raise law_error(box, law)
    return state


def law_error(box: Box, law: int) -> TextError:
    return TextError(Phrase(f"{box.game.name}.law.{box.game.laws[law]}"))


def read_lines(box: Box, lines: Iterable[str], masked: bool) -> Record:
    """Parse the fields without validating the position."""
    state = blank(box.game.state_type)
    fields = {field.name: field for field in box.game.fields}
    unread = {field.name for field in box.game.fields if len(field.axes) < 2}
    for field in box.game.fields:
        clear(box, state, field)
    seen: set[str] = set()
    for line in lines:
        head, colon, body = line.partition(":")
        name, *labels = head.split() or [""]
        if not colon or name not in fields or len(labels) != max(0, len(fields[name].axes) - 1):
            raise TextError(Phrase("position.line", {"line": repr(line[:60])}))
        if " ".join([name, *labels]) in seen:
            raise TextError(Phrase("position.twice", {"name": repr(head.strip())}))
        seen.add(" ".join([name, *labels]))
        unread.discard(name)
        read_line(box, state, fields[name], labels, body, masked)
    if unread:
        raise TextError(Phrase("position.missing", {"names": ", ".join(sorted(unread))}))
    return state


def check_mask(box: Box, masked: Record, seat: int) -> None:
    """Raise TextError unless the seat could have this mask in a valid position."""
    if not SPECTATOR <= seat < box.players:
        raise TextError(Phrase("position.no_seat", {"seat": seat + 1, "players": box.players}))
    world = find_world(box, masked, seat)
    if world is None:
        raise TextError(Phrase("position.not_seen", {"seat": seat + 1}))
    if law := box.game.rules.check(box.record, world):
        raise law_error(box, law)
    box.game.rules.mask(box.record, world, seat)
    if world.tobytes() != masked.tobytes():
        raise TextError(Phrase("position.not_seen", {"seat": seat + 1}))


def clear(box: Box, state: Record, field: Field) -> None:
    """Set the entries of a field that the box uses to the empty value."""
    for _, index in entries(box, field.axes):
        if index:
            state[field.name][index] = field.empty


def read_line(box: Box, state: Record, field: Field, labels: list[str], body: str, masked: bool) -> None:
    """Parse one line into the state."""
    if not field.axes:
        state[field.name] = read_value(box, field, body.strip(), masked)
        return
    index = tuple(find(box, axis, label, field) for axis, label in zip(field.axes, labels, strict=False))
    given = set()
    for pair in body.split():
        label, _, text = pair.partition("=")
        place = find(box, field.axes[-1], label, field)
        if place in given:
            raise TextError(Phrase("position.twice", {"name": repr(f"{field.name} {label}")}))
        given.add(place)
        state[field.name][(*index, place)] = read_value(box, field, text, masked)


def find(box: Box, axis: str, label: str, field: Field) -> int:
    """Return the index of a label."""
    labels = list(box.labels[axis])
    if label not in labels:
        values = {"name": repr(label), "field": repr(field.name), "known": ", ".join(labels)}
        raise TextError(Phrase("position.name", values))
    return labels.index(label)


def read_value(box: Box, field: Field, text: str, masked: bool) -> int:
    """Parse a value, which may be hidden if `masked`."""
    limits = np.iinfo(field.type)
    if masked and text == "?" and limits.min <= HIDDEN:
        return HIDDEN
    if field.names is not None:
        return NONE if text == "-" else find(box, field.names, text, field)
    if field.members is not None:
        return read_set(box, field, text)
    if not NUMBER.fullmatch(text) or not limits.min <= int(text) <= limits.max:
        raise TextError(Phrase("position.number", {"text": repr(text[:20]), "field": repr(field.name)}))
    return int(text)


def read_set(box: Box, field: Field, text: str) -> int:
    """Parse a set of items."""
    items = EMPTY
    for name in text.split(",") if text != "-" else ():
        item = int(only(find(box, str(field.members), name, field)))
        if items & item:
            raise TextError(Phrase("position.twice", {"name": repr(f"{field.name} {name}")}))
        items |= item
    return items
