"""The definition of Bombay that the kernel registers."""

from pathlib import Path

from tradewinds.games.bombay.actions import ACTIONS, name_action
from tradewinds.games.bombay.apply import apply, is_settled
from tradewinds.games.bombay.box import make_box, options
from tradewinds.games.bombay.box_check import find_differences, find_errors
from tradewinds.games.bombay.edition import read_edition
from tradewinds.games.bombay.features import INPUTS, features, planned_features
from tradewinds.games.bombay.heuristic import dominated, heuristic
from tradewinds.games.bombay.invariants import LAWS, check
from tradewinds.games.bombay.legal import is_over, legal, refuse, to_act
from tradewinds.games.bombay.mask import conceal
from tradewinds.games.bombay.plan_table import SLOTS, TABLE
from tradewinds.games.bombay.reasons import line_features
from tradewinds.games.bombay.refusals import REFUSALS
from tradewinds.games.bombay.scoring import scores, winners
from tradewinds.games.bombay.setup import setup
from tradewinds.games.bombay.state import FIELDS, SIZES
from tradewinds.games.bombay.statistics import STATISTICS
from tradewinds.games.bombay.story import describe, opening, story
from tradewinds.games.bombay.view import BombayView, view
from tradewinds.i18n import Words
from tradewinds.kernel.dispatch import Evaluators, Rules, mask_nothing, redeal_nothing
from tradewinds.kernel.game import Box, Game


def longest(box: Box) -> int:
    """Return an upper bound on decisions in a game: one action and one choice of a bale per action point."""
    turns = box.players * int(box.record.sets) * int(box.record.rounds)
    return 2 * turns * int(box.record.points)


def draw(view: BombayView, words: Words) -> object:
    """Render a view in the terminal; Rich is imported on first use."""
    from tradewinds.games.bombay.terminal_view import draw as draw_table

    return draw_table(view, words)


def picture(box: Box, view: BombayView | None, words: Words) -> str:
    """Render a view as SVG or, if it is None, the empty board with the contents of the box."""
    from tradewinds.games.bombay.picture import picture as draw_picture

    return draw_picture(box, view, words)


GAME = Game(
    name="bombay",
    rules_version=1,
    players=range(2, 6),
    fields=FIELDS,
    sizes=SIZES,
    functions=Rules(
        setup=setup,
        legal=legal,
        refuse=refuse,
        apply=apply,
        to_act=to_act,
        is_over=is_over,
        scores=scores,
        winners=winners,
        mask=mask_nothing,
        redeal=redeal_nothing,
        check=check,
        conceal=conceal,
        is_settled=is_settled,
    ),
    evaluators=Evaluators(
        heuristic=heuristic, features=features, planned_features=planned_features, dominated=dominated
    ),
    inputs=INPUTS,
    feature_cache=(SLOTS, TABLE),
    actions=ACTIONS,
    refusals=REFUSALS,
    laws=LAWS,
    folder=Path(__file__).parent,
    read_edition=read_edition,
    options=options,
    make_box=make_box,
    longest=longest,
    name_action=name_action,
    describe=describe,
    opening=opening,
    story=story,
    view=view,
    draw=draw,
    picture=picture,
    facts={
        "palaces": lambda ends: ends["palaces"].sum(axis=1),
        "clients": lambda ends: ends["clients"].sum(axis=1) + ends["palace_clients"].sum(axis=1),
        "city tokens": lambda ends: ends["city_tokens"].sum(axis=(1, 2)) + ends["palace_cities"].sum(axis=1),
    },
    line_features=line_features,
    find_errors=find_errors,
    find_differences=find_differences,
    statistics=STATISTICS,
)
