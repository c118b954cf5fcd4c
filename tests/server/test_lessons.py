"""The lessons, played again by the real rules in every language."""

from typing import Any

import msgspec
import pytest

from tradewinds.i18n import LANGUAGES
from tradewinds.kernel.game import load_game
from tradewinds.match import Match
from tradewinds.registry import GAMES
from tradewinds.server.http.routes.lessons import routes
from tradewinds.server.lessons import Lesson, lesson, make_lesson, read_plan, read_text

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def heard(made: Lesson) -> list[str]:
    """Return every sentence that a learner reads."""
    texts = [made.title]
    for step in made.steps:
        texts += [step.title, step.text, *(line for frame in step.frames for line in frame.story)]
        if step.tasks:
            texts += [step.hint, step.done]
        for task in step.tasks:
            texts += [task.goal, *(choice.sentence for choice in task.legal), *task.after.story]
    return texts


@every_game
@every_language
def test_every_move_of_a_lesson_is_legal_and_every_text_is_there(game: str, language: str) -> None:
    made = make_lesson(game, language)
    assert all(text.strip() and "{" not in text for text in heard(made))
    assert 4 <= len(made.steps) <= 18
    assert all(step.frames for step in made.steps)


@every_game
def test_every_task_has_an_answer_and_can_be_missed(game: str) -> None:
    tasks = [task for step in make_lesson(game, "en").steps for task in step.tasks]
    assert len(tasks) >= 4
    for task in tasks:
        legal = [choice.text for choice in task.legal]
        assert task.move in task.right
        assert set(task.right) <= set(legal)
    assert any(len(task.right) < len(task.legal) for task in tasks)


@every_game
def test_learner_performs_what_a_lesson_teaches(game: str) -> None:
    asked = {move.split()[0] for step in read_plan(game).steps for move in step.ask}
    assert asked == set(read_plan(game).teaches)


@every_game
def test_a_lesson_ends_with_the_game_and_the_learner_wins(game: str) -> None:
    made = make_lesson(game, "en")
    last = made.steps[-1].frames[-1].view
    assert last.to_act is None
    told = [line for step in made.steps[-2:] for frame in seen(step) for line in frame.story]
    assert f"{made.seats[made.learner]} wins!" in told


def seen(step: Any) -> list[Any]:
    return [*step.frames, *(task.after for task in step.tasks)]


@every_game
@every_language
def test_words_belong_to_steps(game: str, language: str) -> None:
    course, said = read_plan(game), read_text(game, language)
    assert list(said.steps) == [step.name for step in course.steps]
    for step in course.steps:
        words = said.steps[step.name]
        assert len(words.goals) == len(step.ask)
        assert bool(words.hint) == bool(words.done) == bool(step.ask)
        assert words.text.count("**") % 2 == 0


@every_game
def test_languages_differ(game: str) -> None:
    said = [read_text(game, language) for language in LANGUAGES]
    for name in said[0].steps:
        assert len({words.steps[name].text for words in said}) == len(LANGUAGES)


@every_game
def test_lesson_shows_only_the_mask_of_the_seat(game: str) -> None:
    made, course = make_lesson(game, "en"), read_plan(game)
    match = Match(load_game(game).box(course.players, course.edition, course.options), course.seats, course.seed)
    allowed = [match.view(course.learner)]
    for move in (move for step in course.steps for move in (*step.play, *step.ask)):
        match.play(move)
        allowed.append(match.view(course.learner))
    assert all(frame.view in allowed for step in made.steps for frame in seen(step))


@every_game
def test_a_lesson_is_sent_as_described(game: str) -> None:
    assert msgspec.json.decode(lesson(game, "de"), type=Lesson).game == game
    assert lesson(game, "de") is lesson(game, "de")
    assert [route.path for route in routes] == ["/api/lessons/{game}"]
