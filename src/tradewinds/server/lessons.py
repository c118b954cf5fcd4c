"""Interactive lessons: for each game, an annotated match in which the learner has to find some of the moves.

The folder of a game contains `lessons/course.toml` with the moves and tasks, and a file of texts for each language.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from tradewinds.i18n import LANGUAGES, Words, load_words
from tradewinds.kernel.game import load_game
from tradewinds.match import Match
from tradewinds.match.choices import ChoiceInfo

WILDCARD = "*"
"""Matches any suffix, at the end of an accepted answer."""


class StepPlan(msgspec.Struct, forbid_unknown_fields=True):
    """A step of a lesson: moves to play, then moves to ask the learner for.

    `ask` lists the moves with which the game continues, `also` other accepted answers. With `leap`, only the last
    position is shown.
    """

    name: str
    play: list[str] = []
    ask: list[str] = []
    also: list[str] = []
    leap: bool = False


class LessonPlan(msgspec.Struct, forbid_unknown_fields=True):
    """Game setup, moves and tasks of a lesson; `teaches` lists the verbs of the moves asked for."""

    edition: str
    players: int
    options: dict[str, str]
    seed: str
    seats: list[str]
    learner: int
    teaches: list[str]
    steps: list[StepPlan]


class StepText(msgspec.Struct, forbid_unknown_fields=True):
    """Texts of a step; a step with tasks has a goal for each of them, a hint, and a closing text."""

    title: str
    text: str
    goals: list[str] = []
    hint: str = ""
    done: str = ""


class LessonText(msgspec.Struct, forbid_unknown_fields=True):
    """Texts of a lesson in one language."""

    title: str
    steps: dict[str, StepText]


class LessonFrame(msgspec.Struct):
    """A position as the learner sees it, and the story of the move that led to it."""

    view: Any
    story: list[str]


class LessonTask(msgspec.Struct):
    """A decision for the learner: the legal and the accepted moves, the move played next, and the position after it."""

    goal: str
    legal: list[ChoiceInfo]
    right: list[str]
    move: str
    after: LessonFrame


class LessonStep(msgspec.Struct):
    """A step of a lesson: frames to show, then tasks."""

    name: str
    title: str
    text: str
    hint: str
    done: str
    frames: list[LessonFrame]
    tasks: list[LessonTask]


class Lesson(msgspec.Struct):
    """A lesson in one language."""

    game: str
    edition: str
    title: str
    learner: int
    seats: list[str]
    steps: list[LessonStep]


class LessonBuilder(NamedTuple):
    """Replays the moves of a lesson and records its frames and tasks."""

    match: Match
    learner: int
    words: Words

    def frame(self, story: Sequence[str] = ()) -> LessonFrame:
        """Return the current position as the learner sees it."""
        return LessonFrame(self.match.view(self.learner), list(story))

    def play(self, move: str) -> LessonFrame:
        self.match.play(move)
        return self.frame([self.words.say(phrase) for phrase in self.match.story(len(self.match.steps), self.learner)])

    def ask(self, goal: str, move: str, also: Sequence[str]) -> LessonTask:
        """Return a task with this move as its main answer, and play the move."""
        assert self.match.to_act == self.learner, f"The learner is not to act before {move!r}."
        legal = [choice.info(self.words) for choice in self.match.choices()]
        right = [
            choice.text for choice in legal if choice.text == move or any(matches_answer(choice.text, a) for a in also)
        ]
        return LessonTask(goal, legal, right, move, self.play(move))

    def step(self, plan: StepPlan, text: StepText) -> LessonStep:
        """Play a step and return it."""
        frames = [self.play(move) for move in plan.play] or [self.frame()]
        seen = [frame for frame in frames[:-1] if frame.story and not plan.leap]
        return LessonStep(
            name=plan.name,
            title=text.title,
            text=text.text,
            hint=text.hint,
            done=text.done,
            frames=[*seen, frames[-1]],
            tasks=[self.ask(goal, move, plan.also) for goal, move in zip(text.goals, plan.ask, strict=True)],
        )


def matches_answer(text: str, answer: str) -> bool:
    """Return whether a move matches an accepted answer."""
    if answer.endswith(WILDCARD):
        return text.startswith(answer.removesuffix(WILDCARD))
    return text == answer


def read_plan(game: str) -> LessonPlan:
    """Read the plan of a game's lesson."""
    return msgspec.convert(_read(game, "course"), LessonPlan)


def read_text(game: str, language: str) -> LessonText:
    """Read the texts of a game's lesson."""
    return msgspec.convert(_read(game, language), LessonText)


def _read(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((load_game(game).folder / "lessons" / f"{name}.toml").read_text(encoding="utf-8"))


def make_lesson(game: str, language: str) -> Lesson:
    """Build the lesson of a game."""
    assert language in LANGUAGES
    plan, text = read_plan(game), read_text(game, language)
    match = Match(load_game(game).box(plan.players, plan.edition, plan.options), plan.seats, plan.seed)
    builder = LessonBuilder(match, plan.learner, load_words(language).with_seats(plan.seats))
    steps = [builder.step(step, text.steps[step.name]) for step in plan.steps]
    return Lesson(game, plan.edition, text.title, plan.learner, plan.seats, steps)


@cache
def lesson(game: str, language: str) -> bytes:
    """Return the lesson of a game as JSON."""
    return msgspec.json.encode(make_lesson(game, language))
