"""Golden playthroughs: one game of every box, with the order of the legal actions and the English story.

After a deliberate change of rules or texts: TRADEWINDS_GOLDEN=write ./test tests/test_golden.py
"""

import hashlib
import random

from tests.boxes import BOXES, every_box
from tests.golden import GOLDEN, assert_golden, golden_file
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.match import Match

IDLE = ("pass", "wait")
MANY = 6


def playthrough(box: Box) -> str:
    """Play a random game with all kinds of actions equally likely and idling rare; return its transcript."""
    chooser, match = random.Random(box.name), Match(box, seed="golden")
    words = load_words("en")
    lines = [f"box {box.name} {box.digest}", f"deal {match.digest(0)}"]
    lines += [f"  {words.say(phrase)}" for phrase in match.story(0)]
    while not match.is_over:
        legal = match.legal()
        verbs = {a: box.game.name_action(box, a)[0] for a in legal}
        busy = [verb for verb in dict.fromkeys(verbs.values()) if verb not in IDLE]
        verb = chooser.choice(busy) if busy and chooser.random() > 0.08 else chooser.choice(list(verbs.values()))
        action = chooser.choice([a for a in legal if verbs[a] == verb])
        seat, choices = match.to_act, list_choices([match.write(a) for a in legal])
        step = match.play(action)
        lines.append(f"{len(match.steps)} seat {seat + 1}: {match.write(action)} < {choices}")
        lines += [f"  {words.say(phrase)}" for phrase in match.story(len(match.steps))]
        if step.chance:
            lines.append(f"deal {match.digest(len(match.steps))}")
    return "\n".join([*lines, f"scores {match.scores()} winners {match.winners()}"]) + "\n"


def list_choices(choices: list[str]) -> str:
    """Return the legal actions in order; of many, the first, the last and a digest."""
    if len(choices) <= MANY:
        return " | ".join(choices)
    digest = hashlib.sha256("|".join(choices).encode()).hexdigest()[:8]
    return f"{choices[0]} | … {len(choices) - 2} more #{digest} … | {choices[-1]}"


@every_box
def test_golden_playthrough(box: Box) -> None:
    assert_golden(box, "txt", playthrough(box))


def test_no_golden_file_is_left_over() -> None:
    known = {golden_file(box, kind) for box in BOXES for kind in ("txt", "perft")}
    assert {path for path in GOLDEN.rglob("*") if path.suffix in (".txt", ".perft")} == known
