"""Export of studies as CSV and Parquet."""

import csv
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from tradewinds.i18n import Phrase, Problem
from tradewinds.lab.study.figures import Difference, Estimate
from tradewinds.lab.study.run import Finding, StudySpec

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


def columns_of(spec: StudySpec) -> dict[str, str]:
    """Return the names and types of all columns."""
    return FIXED | (COMPARED if spec.against else {})


def rows(spec: StudySpec, findings: list[Finding]) -> list[Row]:
    """Return one row per figure and box; unknown values are None."""
    found = []
    for finding in findings:
        about: Row = {
            "study": spec.study,
            "game": finding.game,
            "box": finding.box,
            "bots": ",".join(spec.bots),
            "seed": spec.seed,
            "games": finding.games,
        }
        if not spec.against:
            found += [about | figure_cells(figure) for figure in finding.figures]
        for each in finding.differences:
            found.append(about | figure_cells(each.first) | {"against": finding.against} | difference_cells(each))
    return found


def figure_cells(figure: Estimate) -> Row:
    return {name: getattr(figure, name) for name in Estimate.__struct_fields__}


def difference_cells(each: Difference) -> Row:
    """Return the cells of the second box and of the difference."""
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


def as_csv(spec: StudySpec, findings: list[Finding]) -> str:
    """Return all rows as CSV; unknown values are empty."""
    out = StringIO()
    writer = csv.DictWriter(out, list(columns_of(spec)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(spec, findings))
    return out.getvalue()


def write_parquet(spec: StudySpec, findings: list[Finding], file: Path) -> None:
    pyarrow, parquet = import_pyarrow()
    kinds = {TEXT: pyarrow.string(), WHOLE: pyarrow.uint64(), NUMBER: pyarrow.float64(), TRUTH: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns_of(spec).items()])
    parquet.write_table(pyarrow.Table.from_pylist(rows(spec, findings), schema), file)


def import_pyarrow() -> tuple[Any, Any]:
    """Import the optional dependency pyarrow, or raise a Problem."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "pyarrow", "extra": "lab"})) from error
