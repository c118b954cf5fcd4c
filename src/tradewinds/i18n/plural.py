"""CLDR plural categories (https://cldr.unicode.org/index/cldr-spec/plural-rules) of numbers.

The browser has `Intl.PluralRules` for this; Python's standard library has no equivalent.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
PluralRule: TypeAlias = Callable[[float], str]
"""Returns the category of a non-negative number."""


def english(n: float) -> str:
    return "one" if n == 1 else "other"


def italian(n: float) -> str:
    return "one" if n == 1 else "many" if n and n % 1_000_000 == 0 else "other"


def french(n: float) -> str:
    return "one" if n < 2 else "many" if n % 1_000_000 == 0 else "other"


def polish(n: float) -> str:
    return "one" if n == 1 else slavic(n)


def russian(n: float) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else slavic(n)


def slavic(n: float) -> str:
    """Return the category of a number that is not `one`."""
    if n % 1:
        return "other"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def arabic(n: float) -> str:
    if n in (0, 1, 2):
        return CATEGORIES[int(n)]
    if n % 1 or n % 100 < 3:
        return "other"
    return "few" if n % 100 <= 10 else "many"


RULES: dict[str, PluralRule] = {
    "ar": arabic,
    "de": english,
    "en": english,
    "es": italian,
    "fr": french,
    "it": italian,
    "pl": polish,
    "ru": russian,
}
"""Rules by language; all other languages use the English rule."""


def plural_category(language: str) -> Callable[[object], str]:
    """Return a function that maps a value to its category in a language; values that are not numbers are `other`."""
    rule = RULES.get(language, english)

    def category(value: Any) -> str:
        try:
            return rule(abs(value))
        except TypeError:
            return "other"

    return category


def needed_categories(language: str) -> set[str]:
    """Return the categories that a message must define: those of whole numbers below a million, and `other`."""
    category = plural_category(language)
    return {category(n) for n in range(1000)} | {"other"}
