"""Every rule on the rules page has a test named after it, and every refusal names a rule of the page."""

import re
from pathlib import Path

from tradewinds.bombay.refusals import REFUSALS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "bombay.md").read_text(encoding="utf-8")
IDS = re.findall(r"\*\*(BY-[\d.]+)\*\*", PAGE)


def test_every_rule_has_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "bombay").glob("test_*_rules.py"))
    names = [f"def test_{rule.lower().replace('-', '_').replace('.', '_')}_" for rule in IDS]
    missing = [rule for rule, name in zip(IDS, names, strict=True) if name not in tests]
    assert not missing
    assert len(IDS) >= 34


def test_every_cited_rule_is_on_the_page() -> None:
    headings = re.findall(r"## (BY-\d+)", PAGE)
    known = {*IDS, *headings}
    assert {refusal.rule for refusal in REFUSALS.values()} <= known
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src" / "tradewinds" / "bombay").rglob("*.[pt][yo]*ml*")
    )
    assert set(re.findall(r"BY-\d+(?:\.\d+)?", sources)) <= known
