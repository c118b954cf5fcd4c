"""The tour notebook runs from its first cell to its last and is stored without outputs."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def tour() -> nbformat.NotebookNode:
    read: Callable[..., nbformat.NotebookNode] = nbformat.read
    return read(DOCS / "tour.ipynb", as_version=4)


def test_the_tour_is_kept_without_outputs(tour: nbformat.NotebookNode) -> None:
    nbformat.validate(tour)
    for cell in tour.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
        assert cell.metadata == {}


@pytest.mark.filterwarnings("default")
def test_the_tour_runs(tour: nbformat.NotebookNode) -> None:
    done = NotebookClient(
        tour, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(DOCS)}}
    ).execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output.text for output in outputs if output.get("name") == "stderr" and "Warning" in output.text]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 7
    assert all("</svg>" in output.data["image/svg+xml"] for output in pictures)
