"""Messages for users in English, German and Italian: phrases, catalogues and formatting."""

from tradewinds.i18n.catalogue import LANGUAGES, Language, Words, load_words
from tradewinds.i18n.phrase import Phrase
from tradewinds.i18n.problem import Problem

__all__ = ["LANGUAGES", "Language", "Phrase", "Problem", "Words", "load_words"]
