"""Names that people give themselves: anything that others can read, tell apart and write down."""

import unicodedata

from tradewinds.server.errors import Refusal
from tradewinds.server.storage.queries.accounts import key_of

LONGEST = 30
RESERVED = "|;"
"""Records of games use these between names."""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like nothing."""
STACKED = 3
"""No script sets more marks on one letter: they would be drawn over everything around."""
ALIKE = str.maketrans(
    "аԁеһіјӏոорԛсѕυνѵԝхувкмнтαβεικορτχ01i",
    "adehljlnopqcsuvvwxybkmhtabelkoptxoll",
)
"""Letters of other scripts, and digits, that look like Latin letters; i and l are told apart by a dot at most."""


def is_stacked(text: str) -> bool:
    """Whether more marks than can be read stand on one letter."""
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > STACKED:
            return True
    return False


def looks(name: str) -> str:
    """What a name looks like at a glance: names of which this is the same could be taken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(ALIKE)
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LMNS").replace("rn", "m")


def clean_name(text: str) -> str:
    """A name as it is kept: without blanks around it and composed in one way; refused if it is not readable."""
    name = unicodedata.normalize("NFC", text).strip()
    # Of all blanks, controls and marks of format, `isprintable` lets pass the plain space only.
    readable = name.isprintable() and not any(character in RESERVED + INVISIBLE for character in name)
    visible = any(unicodedata.category(character)[0] in "LNPS" for character in name)
    if not (readable and visible and len(name) <= LONGEST) or is_stacked(name):
        raise Refusal("bad_name", "bad_name", 400)
    return name


def account_key(text: str) -> str | None:
    """What an account is found and counted by, however its name is written; None for a name that nobody can have."""
    try:
        return key_of(clean_name(text))
    except Refusal:
        return None
