"""Encoded state messages of a table, shared by its viewers. Everything about the game comes from masks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tradewinds.i18n import Words, load_words
from tradewinds.kernel.record import SPECTATOR, Record, content
from tradewinds.match.selection import select
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas
from tradewinds.server.tables.messages import chat_since, clock_info, game_result, selection_message, table_info
from tradewinds.server.tables.table import Table

RECENT_CHANGES = 30
"""Maximum number of changes in the story sent to a newly connected client."""

ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True)
class Viewport:
    """What a client is shown: the views of its own seats or the public view, and in which language."""

    viewers: tuple[int, ...]
    language: str


def encoded(value: object) -> Any:
    """Encode part of a message in advance; the result can be used in a struct in place of the value."""
    return msgspec.Raw(ENCODER.encode(value))


class ViewCache:
    """State messages of one table; parts that are the same for several viewers are encoded once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[bytes, Any] = {}
        self.decisions: dict[tuple[int, str], tuple[int, Any, Any]] = {}
        self.stories: dict[tuple[int, str, int, int, bool], Any] = {}
        self.latest_sentences: dict[tuple[int, bytes, bytes, str], list[str]] = {}
        self.encoded_info: tuple[int, Any] = (-1, None)

    def table_message(
        self,
        viewport: Viewport,
        known: Mapping[int, int],
        mine: list[int],
        owner: bool,
        chat_seen: int,
        now: int,
        done: Sequence[protocol.Done] = (),
        connected: list[int] | None = None,
    ) -> bytes:
        """Encode the state for a client that knows these positions and has seen `chat_seen` chat lines."""
        table = self.table
        message = protocol.TableState(
            table=self.table_info(),
            mine=mine,
            owner=owner,
            views=[self.seat_view(viewer, viewport.language, known.get(viewer)) for viewer in viewport.viewers]
            if table.begun
            else [],
            clock=clock_info(table, now) if table.begun else None,
            chat=chat_since(table, chat_seen),
            result=game_result(table) if table.status == "finished" else None,
            done=list(done),
            connected=connected,
        )
        return ENCODER.encode(message)

    def table_info(self) -> Any:
        """Return the public information about the table, encoded."""
        if self.encoded_info[0] != self.table.info:
            self.encoded_info = self.table.info, encoded(table_info(self.table))
        return self.encoded_info[1]

    def seat_view(self, viewer: int, language: str, known: int | None) -> protocol.SeatView:
        """Return what one viewer sees, with the story since a known position."""
        table, history = self.table, self.table.history
        position = history.position(viewer)
        turn = table.public_turn
        legal, selection = self.decision(viewer, language, position) if turn == viewer else ([], None)
        return protocol.SeatView(
            seat=None if viewer == SPECTATOR else viewer,
            position=position,
            turn=turn,
            view=self.view(viewer),
            story=self.story(viewer, language, position, known),
            legal=legal,
            may_undo=viewer != SPECTATOR and turn is not None and table.may_undo(viewer),
            selection=selection,
        )

    def view(self, viewer: int) -> Any:
        """Return the encoded view of the current position; viewers with equal masks share it."""
        mask = self.table.history.masks[viewer]
        known = content(mask)
        found = self.views.get(known)
        if found is None:
            if len(self.views) > len(self.table.history.masks):
                self.views.clear()
            match = self.table.match
            found = self.views[known] = encoded(match.game.view(match.box, mask))
        return found

    def decision(self, viewer: int, language: str, position: int) -> tuple[Any, Any]:
        """Return the encoded legal actions of the seat to act, and its initial selection, if any."""
        found = self.decisions.get((viewer, language))
        if found is None or found[0] != position:
            match, words = self.table.match, self._words(language)
            legal = [choice.info(words) for choice in match.choices()]
            selected = select(match.box, self.table.history.masks[viewer], suggest=True)
            selection = selection_message(match.box, selected, words) if selected else None
            found = self.decisions[viewer, language] = position, encoded(legal), encoded(selection)
        return found[1], found[2]

    def story(self, viewer: int, language: str, position: int, known: int | None) -> Any:
        """Return the encoded story since a known position."""
        since = max(0, position - RECENT_CHANGES) if known is None or known > position else known
        arriving = known is None
        key = viewer, language, since, position, arriving
        if key not in self.stories:
            if len(self.stories) > 64:
                self.stories.clear()
            self.stories[key] = encoded(self.story_entries(viewer, language, since, position, opening=arriving))
        return self.stories[key]

    def story_section(self, viewer: int, language: str, last: int) -> schemas.StorySection:
        """Return the most recent part of the story up to a position, as sent to a newly connected client."""
        since = max(0, last - RECENT_CHANGES)
        story = self.story_entries(viewer, language, since, last, opening=True)
        return schemas.StorySection(None if viewer == SPECTATOR else viewer, since + 1 if since else 0, last, story)

    def story_entries(
        self, viewer: int, language: str, since: int, until: int, *, opening: bool
    ) -> list[protocol.StoryEntry]:
        """Return the story of the changes that a viewer saw between two positions, optionally with the opening."""
        history, words = self.table.history, self._words(language)
        entries = []
        if opening and since == 0:
            entries.append(protocol.StoryEntry(0, self._opening_sentences(viewer, words)))
        for position, number in enumerate(history.visible[viewer][since:until], since + 1):
            if lines := self.change_sentences(number, viewer, words):
                entries.append(protocol.StoryEntry(position, lines))
        return entries

    def _opening_sentences(self, viewer: int, words: Words) -> list[str]:
        match = self.table.match
        return [words.say(phrase) for phrase in match.game.opening(match.box, match.shown(viewer, 0))]

    def position_view(self, viewer: int, language: str, position: int) -> schemas.PositionView:
        """Return what a viewer saw at one of its positions, and the story of the change that led to it."""
        match, history = self.table.match, self.table.history
        if position == 0:
            mask, lines = match.shown(viewer, 0), self._opening_sentences(viewer, self._words(language))
        else:
            number = history.visible[viewer][position - 1]
            mask = match.show(history.changes[number].after, viewer)
            lines = self.change_sentences(number, viewer, self._words(language))
        view = match.game.view(match.box, mask)
        return schemas.PositionView(
            None if viewer == SPECTATOR else viewer, position, history.position(viewer), view, lines
        )

    def change_sentences(self, number: int, viewer: int, words: Words) -> list[str]:
        """Describe one change as a viewer saw it."""
        match, history = self.table.match, self.table.history
        change = history.changes[number]
        if change.undone:
            return [words.text("server.undone", name=match.seats[change.seat])]
        if number == history.visible[viewer][-1]:
            return self._latest_sentences(change.action, viewer, words)
        before, after = match.show(change.before, viewer), match.show(change.after, viewer)
        return self._story_sentences(change.action, before, after, words)

    def _latest_sentences(self, action: int, viewer: int, words: Words) -> list[str]:
        """Describe the last change; viewers with equal masks share the sentences."""
        history = self.table.history
        if history.learned_in_public(viewer):
            viewer = SPECTATOR
        before, after = history.previous_masks[viewer], history.masks[viewer]
        key = action, content(before), content(after), words.language
        if key not in self.latest_sentences:
            if len(self.latest_sentences) > len(history.masks):
                self.latest_sentences.clear()
            self.latest_sentences[key] = self._story_sentences(action, before, after, words)
        return self.latest_sentences[key]

    def _story_sentences(self, action: int, before: Record, after: Record, words: Words) -> list[str]:
        match = self.table.match
        return [words.say(phrase) for phrase in match.game.story(match.box, before, action, after)]

    def _words(self, language: str) -> Words:
        return load_words(language).with_seats(self.table.match.seats)
