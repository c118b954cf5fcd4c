"""Generator of the web client's TypeScript types from the Python types.

`python -m tradewinds.server.typescript web/src` writes the types of the protocol and of each game's view; a test fails
if they are out of date.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from tradewinds.kernel.game import Game, load_game
from tradewinds.kernel.score import Score
from tradewinds.match.clock import Pace
from tradewinds.registry import GAMES
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas

HEADER = """/**
 * {}: generated from {} by
 * `python -m tradewinds.server.typescript web/src`. Do not edit.
 */"""
PROTOCOL = "lib/protocol"

NAMES: dict[type, str] = {protocol.TableState: "TableMessage"}
"""Types with another name in TypeScript; the web client has its own `TableState`."""

UNIONS: dict[str, UnionType] = {"Pace": Pace, "Message": protocol.AnyMessage}
ROOTS: tuple[Any, ...] = (schemas.Profile, schemas.TableSummary, schemas.StorySection, protocol.AnyMessage, Score)

Aliases = dict[frozenset[object], str]
"""Names of literal types by their values; msgspec's type information has only the values."""


def generate(folder: Path) -> dict[Path, str]:
    """Return the contents of the generated files: the protocol, and the view of each game that has a folder."""
    written = {folder / f"{PROTOCOL}.ts": protocol_types()}
    for name in GAMES:
        if (folder / "games" / name).is_dir():
            written[folder / "games" / name / "view.ts"] = view_types(load_game(name))
    return written


def protocol_types() -> str:
    """Return the TypeScript types of the messages and of structs that all games share."""
    unions = [f"export type {name} = {' | '.join(map(_name, kind.__args__))};" for name, kind in UNIONS.items()]
    interfaces = [_interface(kind, {}) for kind in _structs(ROOTS).values()]
    header = HEADER.format("Messages of the server", "src/tradewinds/server")
    return "\n".join([header, *interfaces, "", *unions, ""])


def view_types(game: Game) -> str:
    """Return the TypeScript types of a game's view and of the literal types named in its module."""
    root = get_type_hints(game.view)["return"]
    module, structs, shared = sys.modules[root.__module__], _structs([root]), _structs(ROOTS)
    imported = ", ".join(_name(cls) for cls in structs if cls in shared)
    aliases = _aliases(module)
    interfaces = [_interface(kind, aliases) for cls, kind in structs.items() if cls not in shared]
    source = f"src/{module.__name__.replace('.', '/')}.py"
    header = HEADER.format(f"A position of {game.name.capitalize()} as one seat sees it", source)
    imports = f'import type {{ {imported} }} from "../../{PROTOCOL}";'
    return "\n".join([header, imports, "", *_literals(module, aliases), "", *interfaces, ""])


def _aliases(module: ModuleType) -> Aliases:
    """Return the named literal types of a module."""
    return {frozenset(get_args(kind)): name for name, kind in vars(module).items() if get_origin(kind) is Literal}


def _literals(module: ModuleType, aliases: Aliases) -> Iterator[str]:
    """Yield declarations of the named literal types, with a constant if the module has a tuple of the same values."""
    tuples = {values: name for name, values in vars(module).items() if isinstance(values, tuple)}
    for name in aliases.values():
        values = get_args(getattr(module, name))
        if constant := tuples.get(values):
            text = f"export const {constant} = [{_join(values, ', ')}] as const;\n"
            yield f"{text}export type {name} = (typeof {constant})[number];"
        else:
            yield f"export type {name} = {_join(values, ' | ')};"


def _join(values: Iterable[object], separator: str) -> str:
    return separator.join(msgspec.json.encode(value).decode() for value in values)


def _structs(roots: Iterable[Any]) -> dict[type, inspect.StructType]:
    """Return all structs reachable from some types, dependencies first."""
    found: dict[type, inspect.StructType] = {}
    for kind in inspect.multi_type_info(roots):
        _collect(kind, found)
    return found


def _collect(kind: inspect.Type, found: dict[type, inspect.StructType]) -> None:
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


def _interface(kind: inspect.StructType, aliases: Aliases) -> str:
    comment = " ".join((kind.cls.__doc__ or "").split())
    fields = [f"{kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"] if kind.tag_field else []
    for field in kind.fields:
        # The server writes every field, except those with their default value if the struct omits defaults.
        optional = "?" if kind.cls.__struct_config__.omit_defaults and not field.required else ""
        fields.append(f"{field.encode_name}{optional}: {_type(field.type, aliases)};")
    body = " ".join(fields).removesuffix(";")
    return f"/** {comment} */\nexport interface {_name(kind.cls)} {{ {body} }}"


def _name(kind: type) -> str:
    return NAMES.get(kind, kind.__name__)


def _union_name(kind: inspect.UnionType) -> str | None:
    structs = {part.cls for part in kind.types if isinstance(part, inspect.StructType)}
    return next((name for name, union in UNIONS.items() if structs == set(union.__args__)), None)


def _type(kind: inspect.Type, aliases: Aliases) -> str:
    match kind:
        case inspect.StructType():
            return _name(kind.cls)
        case inspect.UnionType() if (name := _union_name(kind)) is not None:
            return name
        case inspect.UnionType():
            return " | ".join(sorted((_type(part, aliases) for part in kind.types), key=lambda name: name == "null"))
        case inspect.ListType():
            item = _type(kind.item_type, aliases)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType(key_type=inspect.LiteralType()):
            # A dictionary need not have every key.
            return f"Partial<Record<{_type(kind.key_type, aliases)}, {_type(kind.value_type, aliases)}>>"
        case inspect.DictType():
            return f"Record<string, {_type(kind.value_type, aliases)}>"
        case inspect.LiteralType():
            return aliases.get(frozenset(kind.values)) or _join(kind.values, " | ")
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


def main(folder: str) -> None:
    """Write the generated files to a folder."""
    for path, content in generate(Path(folder)).items():
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
