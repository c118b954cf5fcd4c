"""Collecting the parts of messages."""

from typing import Any

from tradewinds.i18n.message import Forms, MessageParser, Part


class MessageReader(MessageParser):
    """Collects the arguments, name tables and plural categories of a message while parsing it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, lambda value: "other", self.note_table)  # noqa: ARG005
        self.arguments: set[str] = set()
        self.tables: set[str] = set()
        self.plurals: list[set[str]] = []
        self.parse()

    def note_table(self, table: str) -> Any:
        self.tables.add(table)
        return {}

    def parse_kind(self, name: str, kind: str) -> list[Part]:
        self.arguments.add(name)
        return super().parse_kind(name, kind)

    def parse_forms(self, number: str | None) -> Forms:
        forms = super().parse_forms(number)
        if number:
            self.plurals.append(set(forms))
        return forms
