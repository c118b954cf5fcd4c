"""TypeScript types of the protocol, generated from the Python ones.

`python -m tradewinds.server.protocol.typescript > web/src/lib/protocol.ts` writes the file that the web client uses; a
test compares them.
"""

from collections.abc import Iterator
from types import UnionType
from typing import Any

import msgspec
from msgspec import inspect

from tradewinds.match.clock import Pace
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas

HEADER = """/**
 * Messages of the server: generated from src/tradewinds/server by
 * `python -m tradewinds.server.protocol.typescript > web/src/lib/protocol.ts`. Do not edit.
 */
"""
NAMES: dict[type, str] = {protocol.TableState: "TableMessage"}
"""Names that differ: the client has a `TableState` of its own."""

UNIONS: dict[str, UnionType] = {"Pace": Pace, "Message": protocol.AnyMessage}
ROOTS: tuple[Any, ...] = (schemas.Profile, schemas.TableSummary, schemas.StorySection, protocol.AnyMessage)


def typescript() -> str:
    """Return the content of web/src/lib/protocol.ts."""
    found: dict[type, inspect.StructType] = {}
    for kind in inspect.multi_type_info(ROOTS):
        _collect(kind, found)
    interfaces = [_interface(kind) for kind in found.values()]
    unions = [f"export type {name} = {' | '.join(map(_name, kind.__args__))};" for name, kind in UNIONS.items()]
    return "\n".join([HEADER.rstrip(), *interfaces, "", *unions, ""])


def _collect(kind: inspect.Type, found: dict[type, inspect.StructType]) -> None:
    """Add all structs that a type contains, those it depends on first."""
    if isinstance(kind, inspect.StructType) and kind.cls not in found:
        for field in kind.fields:
            _collect(field.type, found)
        found[kind.cls] = kind
    for part in _parts(kind):
        _collect(part, found)


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.UnionType():
            yield from kind.types
        case inspect.ListType():
            yield kind.item_type
        case inspect.DictType():
            yield kind.value_type


def _interface(kind: inspect.StructType) -> str:
    comment = (kind.cls.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
    fields = [f"{kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"] if kind.tag_field else []
    for field in kind.fields:
        # The server writes every field; a client may leave out what has a default.
        optional = "?" if kind.cls.__struct_config__.omit_defaults and not field.required else ""
        fields.append(f"{field.encode_name}{optional}: {_type(field.type)};")
    body = " ".join(fields).removesuffix(";")
    return f"/** {' '.join(comment.split())} */\nexport interface {_name(kind.cls)} {{ {body} }}"


def _name(kind: type) -> str:
    return NAMES.get(kind, kind.__name__)


def _union_name(kind: inspect.UnionType) -> str | None:
    structs = {part.cls for part in kind.types if isinstance(part, inspect.StructType)}
    return next((name for name, union in UNIONS.items() if structs == set(union.__args__)), None)


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return _name(kind.cls)
        case inspect.UnionType() if (name := _union_name(kind)) is not None:
            return name
        case inspect.UnionType():
            return " | ".join(sorted(map(_type, kind.types), key=lambda name: name == "null"))
        case inspect.ListType():
            item = _type(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<string, {_type(kind.value_type)}>"
        case inspect.LiteralType():
            return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType() | inspect.RawType():
            return "unknown"
    raise TypeError(f"{kind} has no TypeScript type here.")


if __name__ == "__main__":
    print(typescript(), end="")
