"""Lessons: an annotated record of each game, played again by the real rules, in which the learner makes some moves.

A game's folder has `lessons/course.toml`, which says what is played and where the learner is asked, and the sentences
beside it, a file for each language.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from tradewinds.games import load_game
from tradewinds.i18n import LANGUAGES, Words, load_words
from tradewinds.match import Match
from tradewinds.server.realtime import protocol

EVERYTHING_AFTER = "*"
"""At the end of a right answer: whatever follows."""


class StepPlan(msgspec.Struct, forbid_unknown_fields=True):
    """A step of a course: moves that are played, then moves that the learner is asked for, one after the other.

    What is asked is what the record goes on with; `also` lists answers that are right as well. Of the moves of a `leap`
    only the last is shown.
    """

    name: str
    play: list[str] = []
    ask: list[str] = []
    also: list[str] = []
    leap: bool = False


class Course(msgspec.Struct, forbid_unknown_fields=True):
    """What is played in a lesson, and which actions it teaches, by their verbs."""

    edition: str
    players: int
    options: dict[str, str]
    seed: str
    seats: list[str]
    learner: int
    teaches: list[str]
    steps: list[StepPlan]


class StepWords(msgspec.Struct, forbid_unknown_fields=True):
    """What a step says; where the learner is asked, a goal for each move, a hint, and what is said at the end."""

    title: str
    text: str
    goals: list[str] = []
    hint: str = ""
    done: str = ""


class CourseWords(msgspec.Struct, forbid_unknown_fields=True):
    """The sentences of a course in one language."""

    title: str
    steps: dict[str, StepWords]


class Frame(msgspec.Struct):
    """A position as the learner sees it, and what led to it."""

    view: Any
    story: list[str]


class Task(msgspec.Struct):
    """A decision of the learner: what is possible, what is right, what the record plays, and what comes of that."""

    goal: str
    legal: list[protocol.Choice]
    right: list[str]
    move: str
    after: Frame


class Step(msgspec.Struct):
    """A step of a lesson: what is seen, one frame after the other, and then what is to be done."""

    name: str
    title: str
    text: str
    hint: str
    done: str
    frames: list[Frame]
    tasks: list[Task]


class Lesson(msgspec.Struct):
    """A whole lesson in one language."""

    game: str
    edition: str
    title: str
    learner: int
    seats: list[str]
    steps: list[Step]


class Teacher(NamedTuple):
    """Somebody who plays a course again and tells about it."""

    match: Match
    learner: int
    words: Words

    def frame(self, story: Sequence[str] = ()) -> Frame:
        """The position now."""
        return Frame(self.match.view(self.learner), list(story))

    def play(self, move: str) -> Frame:
        """Play a move of the record."""
        self.match.play(move)
        return self.frame([self.words.say(phrase) for phrase in self.match.story(len(self.match.steps), self.learner)])

    def ask(self, goal: str, move: str, also: Sequence[str]) -> Task:
        """Have the learner make a move of the record."""
        assert self.match.to_act == self.learner, f"The learner is not to act before {move!r}."
        legal = [protocol.Choice(c.action, c.text, self.words.say(c.phrase)) for c in self.match.choices()]
        right = [choice.text for choice in legal if choice.text == move or any(fits(choice.text, a) for a in also)]
        return Task(goal, legal, right, move, self.play(move))

    def teach(self, plan: StepPlan, said: StepWords) -> Step:
        """A step: what is played, then what is asked."""
        frames = [self.play(move) for move in plan.play] or [self.frame()]
        seen = [frame for frame in frames[:-1] if frame.story and not plan.leap]
        return Step(
            name=plan.name,
            title=said.title,
            text=said.text,
            hint=said.hint,
            done=said.done,
            frames=[*seen, frames[-1]],
            tasks=[self.ask(goal, move, plan.also) for goal, move in zip(said.goals, plan.ask, strict=True)],
        )


def fits(text: str, answer: str) -> bool:
    """Whether a move is one of the right answers that this one stands for."""
    if answer.endswith(EVERYTHING_AFTER):
        return text.startswith(answer.removesuffix(EVERYTHING_AFTER))
    return text == answer


def read_course(game: str) -> Course:
    """What is played in the lesson of a game."""
    return msgspec.convert(read(game, "course"), Course)


def read_course_words(game: str, language: str) -> CourseWords:
    """What is said in it."""
    return msgspec.convert(read(game, language), CourseWords)


def read(game: str, name: str) -> dict[str, Any]:
    """A file of a lesson."""
    return tomllib.loads((load_game(game).folder / "lessons" / f"{name}.toml").read_text(encoding="utf-8"))


def make_lesson(game: str, language: str) -> Lesson:
    """The lesson of a game, played again."""
    assert language in LANGUAGES
    course, said = read_course(game), read_course_words(game, language)
    match = Match(load_game(game).box(course.players, course.edition, course.options), course.seats, course.seed)
    teacher = Teacher(match, course.learner, load_words(language).with_seats(course.seats))
    steps = [teacher.teach(plan, said.steps[plan.name]) for plan in course.steps]
    return Lesson(game, course.edition, said.title, course.learner, course.seats, steps)


@cache
def lesson(game: str, language: str) -> bytes:
    """The lesson of a game as it is sent; it never changes."""
    return msgspec.json.encode(make_lesson(game, language))
