"""Plural categories are those of CLDR."""

from decimal import Decimal

import numpy as np
import pytest
from babel import Locale

from tradewinds.i18n import LANGUAGES
from tradewinds.i18n.plural import RULES, needed_categories, plural_category

NUMBERS = (*range(201), *range(998, 1032), 10**6 - 1, 10**6, 10**6 + 1, 10**6 + 2, 2 * 10**6, 10**9)
FRACTIONS = (0.5, 1.5, 2.5, 3.25, 11.5, 100.5)


@pytest.mark.parametrize("language", sorted(RULES))
def test_categories_are_those_of_cldr(language: str) -> None:
    category, rule = plural_category(language), Locale(language).plural_form
    assert {n: category(n) for n in NUMBERS} == {n: rule(n) for n in NUMBERS}
    assert {n: category(n) for n in FRACTIONS} == {n: rule(Decimal(str(n))) for n in FRACTIONS}


def test_shipped_languages_have_rules() -> None:
    assert set(LANGUAGES) <= RULES.keys()
    assert {"fr", "es", "pl", "ru", "ar"} <= RULES.keys()


def test_negative_numbers_numpy_numbers_and_what_is_no_number() -> None:
    category = plural_category("pl")
    assert [category(value) for value in (-1, -3, np.uint8(1), np.int64(12), "1", None)] == [
        "one", "few", "one", "many", "other", "other",
    ]  # fmt: skip


def test_an_unknown_language_counts_like_english() -> None:
    category = plural_category("tlh")
    assert [category(n) for n in (0, 1, 2)] == ["other", "one", "other"]


def test_needed_categories_leave_out_those_of_millions() -> None:
    assert needed_categories("it") == needed_categories("fr") == {"one", "other"}
    assert needed_categories("pl") == needed_categories("ru") == {"one", "few", "many", "other"}
    assert needed_categories("ar") == {"zero", "one", "two", "few", "many", "other"}
