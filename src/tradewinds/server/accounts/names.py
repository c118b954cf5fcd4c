"""Validation of names: readable, distinguishable and free of the separators used in records."""

import unicodedata

from tradewinds.server.errors import RequestError
from tradewinds.server.storage.queries.accounts import key_of

MAX_LENGTH = 30
RESERVED = "|;"
"""Separators in the text of records."""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as blanks."""
MAX_MARKS = 3
"""Maximum number of combining marks on one letter; more would overlap other text, and no script needs them."""
CONFUSABLES = str.maketrans(
    "аԁеһіјӏոорԛсѕυνѵԝхувкмнтαβεικορτχ01i",
    "adehljlnopqcsuvvwxybkmhtabelkoptxoll",
)
"""Digits and letters of other scripts, mapped to Latin letters that look alike; i is mapped to l."""


def has_stacked_marks(text: str) -> bool:
    """Return whether a letter carries too many combining marks."""
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > MAX_MARKS:
            return True
    return False


def skeleton(name: str) -> str:
    """Return the confusable skeleton of a name; names with the same skeleton look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(CONFUSABLES)
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LMNS").replace("rn", "m")


def clean_name(text: str) -> str:
    """Return a name stripped and in NFC; raise if it is too long or unreadable."""
    name = unicodedata.normalize("NFC", text).strip()
    # `isprintable` rejects all spaces but U+0020, and all control and format characters.
    readable = name.isprintable() and not any(character in RESERVED + INVISIBLE for character in name)
    visible = any(unicodedata.category(character)[0] in "LNPS" for character in name)
    if not (readable and visible and len(name) <= MAX_LENGTH) or has_stacked_marks(name):
        raise RequestError("bad_name", "bad_name", 400)
    return name


def account_key(text: str) -> str | None:
    """Return the comparison key of an account name; None if the name is invalid."""
    try:
        return key_of(clean_name(text))
    except RequestError:
        return None
