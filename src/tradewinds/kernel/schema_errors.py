"""Validation of hand-edited files against msgspec types, with user-facing messages.

msgspec stops at the first error and its messages are written for programmers. This module reports all errors, each with
its location and the values that would be valid there.
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

MAX_LENGTH = 40


def validation_errors(data: object, schema: type) -> list[Phrase]:
    """Return all validation errors of parsed data, in the order of the file."""
    return list(validate(data, type_info(schema), ""))


@cache
def type_info(schema: type) -> inspect.Type:
    """Return the cached msgspec description of a type."""
    return inspect.type_info(schema)


def validate(value: object, kind: inspect.Type, place: str, examples: Sequence[object] = ()) -> Iterator[Phrase]:
    """Yield the errors in a value."""
    match kind:
        case inspect.Metadata():
            yield from validate(value, kind.type, place, (kind.extra_json_schema or {}).get("examples", ()))
        case inspect.StructType():
            yield from validate_struct(value, kind, place)
        case inspect.DictType():
            yield from validate_dict(value, kind, place)
        case inspect.ListType():
            yield from validate_list(value, kind, place)
        case inspect.TupleType():
            yield from validate_tuple(value, kind, place)
        case _:
            if not is_valid(value, kind):
                yield invalid_value(place, value, expected(kind, examples))


def validate_struct(value: object, kind: inspect.StructType, place: str) -> Iterator[Phrase]:
    """Yield the errors in a table with fixed keys."""
    if not isinstance(value, dict):
        yield invalid_value(place, value, Phrase("box.want_table"))
        return
    fields = {field.encode_name: field for field in kind.fields}
    absent = [name for name, field in fields.items() if field.required and name not in value]
    for name, inner in value.items():
        if name in fields:
            yield from validate(inner, fields[name].type, join(place, name))
        else:
            yield unknown_key(place, value, name, [name for name in fields if name not in value])
    for name in absent:
        yield Phrase("box.missing", {"place": join(with_entry_name(place, value), name)})


def validate_dict(value: object, kind: inspect.DictType, place: str) -> Iterator[Phrase]:
    """Yield the errors in a table with arbitrary or enumerated keys."""
    if not isinstance(value, dict):
        yield invalid_value(place, value, Phrase("box.want_table"))
        return
    for name, inner in value.items():
        if is_valid(name, kind.key_type):
            yield from validate(inner, kind.value_type, join(place, name))
        else:
            known = kind.key_type.values if isinstance(kind.key_type, inspect.LiteralType) else ()
            yield unknown_key(place, value, name, [str(one) for one in known])


def validate_list(value: object, kind: inspect.ListType, place: str) -> Iterator[Phrase]:
    """Yield the errors in a homogeneous list."""
    if not isinstance(value, list):
        yield invalid_value(place, value, Phrase("box.want_list"))
        return
    low, high = kind.min_length or 0, kind.max_length or math.inf
    if not low <= len(value) <= high:
        yield Phrase("box.length", {"place": place, "count": len(value), "wanted": low})
    for number, inner in enumerate(value, 1):
        yield from validate(inner, kind.item_type, with_entry_name(f"{place}[{number}]", inner))


def validate_tuple(value: object, kind: inspect.TupleType, place: str) -> Iterator[Phrase]:
    """Yield the errors in a fixed-length list."""
    if not isinstance(value, list) or len(value) != len(kind.item_types):
        yield invalid_value(place, value, Phrase("box.want_row", {"count": len(kind.item_types)}))
        return
    for number, (inner, item) in enumerate(zip(value, kind.item_types, strict=True), 1):
        yield from validate(inner, item, f"{place}[{number}]")


def is_valid(value: object, kind: inspect.Type) -> bool:
    """Return whether a scalar value is valid."""
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
    """Return whether a number is within its bounds, if any."""
    return (low is None or value >= low) and (high is None or value <= high)


def expected(kind: inspect.Type, examples: Sequence[object]) -> Phrase:
    """Return a phrase that describes the valid values."""
    match kind:
        case inspect.LiteralType():
            return Phrase("box.want_one_of", {"known": ", ".join(map(literal, kind.values))})
        case inspect.BoolType():
            return Phrase("box.want_one_of", {"known": "true, false"})
        case inspect.IntType():
            return Phrase("box.want_whole", {"low": kind.ge, "high": kind.le})
        case inspect.FloatType():
            return Phrase("box.want_number", {"low": kind.ge, "high": kind.le})
        case _ if examples:
            return Phrase("box.want_like", {"examples": ", ".join(map(literal, examples))})
        case _:
            return Phrase("box.want_text")


def invalid_value(place: str, value: object, want: Phrase) -> Phrase:
    """Return the error for an invalid value."""
    return Phrase("box.wrong", {"place": place, "value": literal(value), "wanted": want})


def unknown_key(place: str, table: Mapping[str, object], name: str, known: Sequence[str]) -> Phrase:
    """Return the error for an unknown key, suggesting the closest known key if there is one."""
    values = {"place": join(with_entry_name(place, table), name[:MAX_LENGTH])}
    if close := get_close_matches(name, known, 1):
        return Phrase("box.meant", {**values, "meant": close[0]})
    return Phrase("box.unknown", values)


def join(place: str, name: str) -> str:
    """Return the path of a key in a table."""
    return f"{place}.{name}" if place else name


def with_entry_name(place: str, value: object) -> str:
    """Append an entry's name, if it has one, to the path of a list entry."""
    name = value.get("name") if isinstance(value, dict) and place.endswith("]") else None
    return f"{place} ({name[:MAX_LENGTH]})" if isinstance(name, str) else place


def literal(value: object) -> str:
    """Return a value as written in a file, truncated."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else str(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"
