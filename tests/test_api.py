"""The public API: cheap to import, documented in docs/api.md, with examples that run."""

import doctest
import inspect
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import tradewinds

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_importing_costs_nothing() -> None:
    code = (
        "import sys, tradewinds; heavy = {'numpy', 'numba', 'msgspec', 'rich', 'click'} & set(sys.modules); "
        "print(heavy or len([name for name in sys.modules if name.startswith('tradewinds')]))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "1"


def test_one_word_means_one_thing() -> None:
    """No two modules define public classes of the same name."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    names = Counter(name for source in sources for name in re.findall(r"^class ([A-Za-z]\w*)", source, re.MULTILINE))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_page_has_every_public_name_and_no_other() -> None:
    described = re.findall(r"^\| `(\w+)` \| .+ \|$", PAGE, re.MULTILINE)
    assert sorted(described) == sorted(tradewinds.__all__)
    assert 24 <= len(described) <= 60


@pytest.mark.parametrize("name", tradewinds.__all__)
def test_every_public_name_can_be_had_and_says_what_it_is(name: str) -> None:
    found = getattr(tradewinds, name)
    assert name in dir(tradewinds)
    if inspect.isclass(found) or callable(found):
        own = found.__doc__ or ""
        # Data classes without a docstring get a generated one that repeats their fields.
        assert len(own) > 10
        assert not own.startswith(f"{name}(")


def test_type_checkers_see_the_same_names() -> None:
    source = (ROOT / "src" / "tradewinds" / "__init__.py").read_text(encoding="utf-8")
    block = source.partition("if TYPE_CHECKING:")[2].partition("__version__")[0]
    imported = {
        name
        for names in re.findall(r"import \(?([\w\s,]+)", block)
        for name in re.findall(r"\w+", names.partition(" from ")[0])
    }
    assert imported - {"from"} >= {*tradewinds.__all__} - {"__version__"}


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"docs/api\.md"):
        _ = tradewinds.secret


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api", None, 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 20
    assert results.failed == 0


def test_the_wheel_says_that_it_is_typed() -> None:
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"tradewinds/py.typed", "tradewinds/__init__.py", "tradewinds/games/bombay/picture/__init__.py"} <= packed
    assert {"tradewinds/seats.svg", "tradewinds/games/bombay/picture/pieces.svg"} <= packed
