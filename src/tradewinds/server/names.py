"""Names that people give themselves: anything that others can read, tell apart and write down."""

import unicodedata

from tradewinds.server.problems import Refusal

LONGEST = 30
RESERVED = "|;"
"""Records of games use these between names."""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like nothing."""


def clean_name(text: str) -> str:
    """A name as it is kept: without blanks around it and composed in one way; refused if it is not readable."""
    name = unicodedata.normalize("NFC", text).strip()
    # Of all blanks, controls and marks of format, `isprintable` lets pass the plain space only.
    readable = name.isprintable() and not any(character in RESERVED + INVISIBLE for character in name)
    visible = any(unicodedata.category(character)[0] in "LNPS" for character in name)
    if not (readable and visible and len(name) <= LONGEST):
        raise Refusal("bad_name", "bad_name", 400)
    return name
