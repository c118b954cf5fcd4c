"""Mutants of rule modules: the same source with one expression or statement broken."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ID = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)?")
SAME_KIND = (
    ("seat", "turn", "start"),
    ("attacker", "defender"),
    ("attack", "defence"),
    ("single", "double"),
    ("limit", "monopoly"),
    ("upper_shown", "all_shown"),
    ("draw", "discard"),
    ("hand", "store"),
    ("stock", "bag"),
    ("clients", "palace_clients"),
    ("all_clients", "empire"),
    ("left", "paid"),
    ("paid_ports", "left_ports"),
    ("min", "max"),
    ("lowest", "highest"),
)
"""Names that can be mistaken for each other; each is replaced by the next of its group."""
INSTEAD = {name: group[(number + 1) % len(group)] for group in SAME_KIND for number, name in enumerate(group)}

BOUNDARIES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One broken line: where it is, which rules are cited there, and the function as it then reads."""

    path: Path
    function: str
    first_line: int
    last_line: int
    rules: tuple[str, ...]
    change: str
    source: str


def find_mutants(path: Path) -> Iterator[Mutant]:
    """List every mutant of a module's functions."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            yield from mutate_function(path, text.splitlines(), tree, function)


def mutate_function(path: Path, lines: list[str], tree: ast.Module, function: ast.FunctionDef) -> Iterator[Mutant]:
    """List every mutant of one function, without its decorators and docstring."""
    original = ast.unparse(function)
    decorators, function.decorator_list = function.decorator_list, []
    for holder, name, index, node in list(children(function)):
        for replacement in replacements(node):
            place(holder, name, index, replacement)
            source = ast.unparse(ast.fix_missing_locations(function))
            place(holder, name, index, node)
            change = f"{ast.unparse(node)} → {ast.unparse(replacement)}".replace("\n", " ")
            last = getattr(node, "end_lineno", None) or function.lineno
            first = getattr(node, "lineno", function.lineno)
            rules = cited(lines, tree, function, first)
            yield Mutant(path, function.name, first, last, rules, change, source)
    function.decorator_list = decorators
    assert ast.unparse(function) == original


def children(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Walk over statements and expressions with the place where each of them stands; no types, no docstrings."""
    for name, value in ast.iter_fields(node):
        if name in ("args", "returns", "annotation") and isinstance(node, (ast.FunctionDef, ast.AnnAssign)):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, (ast.stmt, ast.expr)) and not docstring:
                yield node, name, index, child
                yield from children(child)


def place(holder: ast.AST, name: str, index: int | None, node: ast.AST) -> None:
    """Put a node where another stands."""
    if index is None:
        setattr(holder, name, node)
    else:
        getattr(holder, name)[index] = node


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What one statement or expression is broken into."""
    match node:
        case ast.Compare() | ast.BoolOp():
            yield from other_conditions(node)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Name(name, ast.Load() as context) if name in INSTEAD and name != "seat":
            yield ast.Name(INSTEAD[name], context)
        case ast.Attribute(ast.Name("state" | "box") as record, name, context) if name in INSTEAD:
            yield ast.Attribute(record, INSTEAD[name], context)
        case ast.stmt():
            yield from other_statements(node)


def other_conditions(node: ast.Compare | ast.BoolOp) -> Iterator[ast.expr]:
    """A comparison with its boundary moved or turned round; `and` for `or`, or one of the conditions left out."""
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for dropped in range(len(node.values)):
            rest = node.values[:dropped] + node.values[dropped + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        return
    for number, operator in enumerate(node.ops):
        for table in (BOUNDARIES, OPPOSITES):
            if other := table.get(type(operator)):
                yield ast.Compare(node.left, [*node.ops[:number], other(), *node.ops[number + 1 :]], node.comparators)


def other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """A condition turned round; a statement left out, or one that adds and takes away turned round."""
    match node:
        case ast.If(test, body, orelse) if not isinstance(test, (ast.Compare, ast.BoolOp)):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.AugAssign(target, operator, value):
            yield ast.Pass()
            if changed := OPERATORS.get(type(operator)):
                yield ast.AugAssign(target, changed(), value)
        case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.Expr(ast.Call()) | ast.Continue() | ast.Break():
            yield ast.Pass()


def cited(lines: list[str], tree: ast.Module, function: ast.FunctionDef, line: int) -> tuple[str, ...]:
    """Return the rules that the nearest comment names, above or below; between them counts the function's docstring."""
    end = function.end_lineno or line
    comments = [
        lines[number - 1].partition("# ")[2] for number in (*range(line, function.lineno, -1), *range(line, end))
    ]
    above, below = comments[: line - function.lineno], comments[line - function.lineno :]
    docstrings = [ast.get_docstring(holder) or "" for holder in (function, tree)]
    found = (ID.findall(text) for text in (*above, docstrings[0], *below, docstrings[1]))
    return tuple(next((rules for rules in found if rules), []))
