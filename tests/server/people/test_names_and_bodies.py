"""Names that people give themselves, and bodies that nobody should send."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.http_browser import AccountServer, Browser
from tests.server.people.helpers import assert_refused, own_account

UNREADABLE = [
    *("", "   ", "a|b", "a;b", "a\nb", "\0", "\xa0", "x" * 31),
    *("\u200b", "a\u202eb", "\u3164", "\u2800\u2800", "\u0301"),
]


def test_unreadable_names_are_refused(browser: Browser) -> None:
    browser.post("/api/guest", {"nickname": "fine"})
    for name in UNREADABLE:
        for method, path, body in [
            ("POST", "/api/guest", {"nickname": name}),
            ("POST", "/api/account", {"name": name, "password": "12345678"}),
            ("PATCH", "/api/me", {"nickname": name}),
        ]:
            assert_refused(
                browser.ask(method, path, body, status=400), "bad_request" if len(name) in (0, 31) else "bad_name"
            )
    assert own_account(browser.get("/api/me")) == {"nickname": "fine", "account": None, "language": None}


def test_names_of_all_scripts_are_accepted(served: AccountServer) -> None:
    for name in ["Zoe\u0308", "李小龙", "O'Neil-Ｘ 3", "🦜", "ß", "x" * 30]:
        answer = Browser(served).post("/api/account", {"name": f" {name}"[-30:], "password": "12345678"})
        assert own_account(answer)["account"] == ("Zoë" if "oe\u0308" in name else name)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nickname", "name", "password", "old", "language", "x"]), inner, max_size=4)
    ),
    max_leaves=6,
)
ROUTES = [
    ("POST", "/api/guest"),
    ("POST", "/api/account"),
    ("POST", "/api/login"),
    ("POST", "/api/password"),
    ("POST", "/api/me/delete"),
    ("PATCH", "/api/me"),
]


ODD = [b"", b"[" * 5000, b"\xff\xfe", b'"\\ud800"', b'{"nickname": "\\ud800"}', b"{}" * 2, b"NaN"]


def test_odd_bodies_are_refused_with_a_sentence(served: AccountServer) -> None:
    def check(route: tuple[str, str], body: bytes) -> None:
        answer = Browser(served).ask(*route, body, None)
        if answer.status != 200:
            assert 400 <= answer.status < 500, answer.body
            assert answer.json["type"] == "refused"
            assert answer.json["message"]

    @settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.sampled_from(ROUTES), JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60))
    def check_any(route: tuple[str, str], body: bytes) -> None:
        check(route, body)

    for route in ROUTES:
        for body in ODD:
            check(route, body)
    check_any()
