"""What does not fit in a file that a person has edited: every misfit with its place, and what would be right there.

The shapes are those that msgspec reads. It stops at the first misfit and talks to programmers; this goes on and talks
to people.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

from msgspec import inspect

from tradewinds.i18n import Phrase

LONGEST = 40


def misfits(data: object, shape: type) -> list[Phrase]:
    """Everything in a file's tables that does not fit their shape, in the order of the file."""
    return list(compare(data, described(shape), ""))


@cache
def described(shape: type) -> inspect.Type:
    """A shape, so that it can be walked through."""
    return inspect.type_info(shape)


def compare(value: object, kind: inspect.Type, place: str, examples: Sequence[object] = ()) -> Iterator[Phrase]:
    """One value beside what it should be."""
    match kind:
        case inspect.Metadata():
            yield from compare(value, kind.type, place, (kind.extra_json_schema or {}).get("examples", ()))
        case inspect.StructType():
            yield from compare_table(value, kind, place)
        case inspect.DictType():
            yield from compare_entries(value, kind, place)
        case inspect.ListType():
            yield from compare_list(value, kind, place)
        case inspect.TupleType():
            yield from compare_row(value, kind, place)
        case _:
            if not fits(value, kind):
                yield wrong(place, value, wanted(kind, examples))


def compare_table(value: object, kind: inspect.StructType, place: str) -> Iterator[Phrase]:
    """A table: names that it must have, and none that nobody knows."""
    if not isinstance(value, dict):
        yield wrong(place, value, Phrase("box.want_table"))
        return
    fields = {field.encode_name: field for field in kind.fields}
    absent = [name for name, field in fields.items() if field.required and name not in value]
    for name, inner in value.items():
        if name in fields:
            yield from compare(inner, fields[name].type, join(place, name))
        else:
            yield unknown(place, value, name, [name for name in fields if name not in value])
    for name in absent:
        yield Phrase("box.missing", {"place": join(named(place, value), name)})


def compare_entries(value: object, kind: inspect.DictType, place: str) -> Iterator[Phrase]:
    """A table whose names are its own, or out of a few."""
    if not isinstance(value, dict):
        yield wrong(place, value, Phrase("box.want_table"))
        return
    for name, inner in value.items():
        if fits(name, kind.key_type):
            yield from compare(inner, kind.value_type, join(place, name))
        else:
            known = kind.key_type.values if isinstance(kind.key_type, inspect.LiteralType) else ()
            yield unknown(place, value, name, [str(one) for one in known])


def compare_list(value: object, kind: inspect.ListType, place: str) -> Iterator[Phrase]:
    """A list of things of one kind."""
    if not isinstance(value, list):
        yield wrong(place, value, Phrase("box.want_list"))
        return
    low, high = kind.min_length or 0, kind.max_length or math.inf
    if not low <= len(value) <= high:
        yield Phrase("box.length", {"place": place, "count": len(value), "wanted": low})
    for number, inner in enumerate(value, 1):
        yield from compare(inner, kind.item_type, named(f"{place}[{number}]", inner))


def compare_row(value: object, kind: inspect.TupleType, place: str) -> Iterator[Phrase]:
    """A list of so many things."""
    if not isinstance(value, list) or len(value) != len(kind.item_types):
        yield wrong(place, value, Phrase("box.want_row", {"count": len(kind.item_types)}))
        return
    for number, (inner, item) in enumerate(zip(value, kind.item_types, strict=True), 1):
        yield from compare(inner, item, f"{place}[{number}]")


def fits(value: object, kind: inspect.Type) -> bool:
    """Whether a plain value is what it should be."""
    match kind:
        case inspect.LiteralType():
            return any(value == known and type(value) is type(known) for known in kind.values)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return type(value) is int and within(value, kind.ge, kind.le)
        case inspect.FloatType():
            return type(value) in (int, float) and within(value, kind.ge, kind.le)
        case inspect.StrType():
            return isinstance(value, str) and re.search(kind.pattern or "", value) is not None
    return True


def within(value: Any, low: float | None, high: float | None) -> bool:
    """Whether a number lies between its bounds, where it has any."""
    return (low is None or value >= low) and (high is None or value <= high)


def wanted(kind: inspect.Type, examples: Sequence[object]) -> Phrase:
    """What would be right."""
    match kind:
        case inspect.LiteralType():
            return Phrase("box.want_one_of", {"known": ", ".join(map(written, kind.values))})
        case inspect.BoolType():
            return Phrase("box.want_one_of", {"known": "true, false"})
        case inspect.IntType():
            return Phrase("box.want_whole", {"low": kind.ge, "high": kind.le})
        case inspect.FloatType():
            return Phrase("box.want_number", {"low": kind.ge, "high": kind.le})
        case _ if examples:
            return Phrase("box.want_like", {"examples": ", ".join(map(written, examples))})
        case _:
            return Phrase("box.want_text")


def wrong(place: str, value: object, want: Phrase) -> Phrase:
    """A value that is not what it should be."""
    return Phrase("box.wrong", {"place": place, "value": written(value), "wanted": want})


def unknown(place: str, table: Mapping[str, object], name: str, known: Sequence[str]) -> Phrase:
    """A name that nobody knows, with the one that was meant if that is plain."""
    values = {"place": join(named(place, table), name[:LONGEST])}
    if close := get_close_matches(name, known, 1):
        return Phrase("box.meant", {**values, "meant": close[0]})
    return Phrase("box.unknown", values)


def join(place: str, name: str) -> str:
    """A name inside a place."""
    return f"{place}.{name}" if place else name


def named(place: str, value: object) -> str:
    """A place in a list, with the name of what stands there."""
    name = value.get("name") if isinstance(value, dict) and place.endswith("]") else None
    return f"{place} ({name[:LONGEST]})" if isinstance(name, str) else place


def written(value: object) -> str:
    """A value as it stands in a file, not too long."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
