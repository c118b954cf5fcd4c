"""A study as rows for other programs: CSV and Parquet."""

import csv
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.study.figures import Difference, Estimate
from tradewinds.lab.study.run import Finding, Order

TEXT, WHOLE, NUMBER, TRUTH = "string", "int64", "float64", "bool"

FIXED = {
    "study": TEXT,
    "game": TEXT,
    "box": TEXT,
    "bots": TEXT,
    "seed": WHOLE,
    "games": WHOLE,
    "group": TEXT,
    "item": TEXT,
    "measure": TEXT,
    "kind": TEXT,
    "value": NUMBER,
    "low": NUMBER,
    "high": NUMBER,
    "cases": NUMBER,
}
COMPARED = {
    "against": TEXT,
    "other_value": NUMBER,
    "other_low": NUMBER,
    "other_high": NUMBER,
    "other_cases": NUMBER,
    "difference": NUMBER,
    "difference_low": NUMBER,
    "difference_high": NUMBER,
    "clear": TRUTH,
    "certain": TRUTH,
}

Row = dict[str, Any]


def columns_of(order: Order) -> dict[str, str]:
    """The names and types of all columns."""
    return FIXED | (COMPARED if order.against else {})


def rows(order: Order, findings: list[Finding]) -> list[Row]:
    """A row for every figure of every box; what cannot be told is None."""
    found = []
    for finding in findings:
        about: Row = {
            "study": order.study,
            "game": finding.game,
            "box": finding.box,
            "bots": ",".join(order.bots),
            "seed": order.seed,
            "games": finding.games,
        }
        if not order.against:
            found += [about | figure_cells(figure) for figure in finding.figures]
        for each in finding.differences:
            found.append(about | figure_cells(each.first) | {"against": finding.against} | difference_cells(each))
    return found


def figure_cells(figure: Estimate) -> Row:
    """The cells of a figure."""
    return {name: getattr(figure, name) for name in Estimate.__struct_fields__}


def difference_cells(each: Difference) -> Row:
    """The cells of the other box and of the difference."""
    return {
        "other_value": each.second.value,
        "other_low": each.second.low,
        "other_high": each.second.high,
        "other_cases": each.second.cases,
        "difference": each.value,
        "difference_low": each.low,
        "difference_high": each.high,
        "clear": each.clear,
        "certain": each.certain,
    }


def as_csv(order: Order, findings: list[Finding]) -> str:
    """All rows as CSV; an empty cell is what cannot be told."""
    out = StringIO()
    writer = csv.DictWriter(out, list(columns_of(order)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(order, findings))
    return out.getvalue()


def write_parquet(order: Order, findings: list[Finding], file: Path) -> None:
    """All rows as a Parquet file."""
    pyarrow, parquet = need_pyarrow()
    kinds = {TEXT: pyarrow.string(), WHOLE: pyarrow.uint64(), NUMBER: pyarrow.float64(), TRUTH: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns_of(order).items()])
    parquet.write_table(pyarrow.Table.from_pylist(rows(order, findings), schema), file)


def need_pyarrow() -> tuple[Any, Any]:
    """The package that writes Parquet, which only those have who asked for it."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "pyarrow", "extra": "lab"})) from error
