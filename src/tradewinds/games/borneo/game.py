"""The definition of Borneo that the kernel registers."""

from pathlib import Path

from tradewinds.games.borneo.actions import ACTIONS, name_action
from tradewinds.games.borneo.apply import apply, is_settled
from tradewinds.games.borneo.box import make_box, options
from tradewinds.games.borneo.box_check import find_differences, find_errors
from tradewinds.games.borneo.describe import describe
from tradewinds.games.borneo.dominated import dominated
from tradewinds.games.borneo.edition import read_edition
from tradewinds.games.borneo.features import INPUTS, features, planned_features
from tradewinds.games.borneo.heuristic import heuristic
from tradewinds.games.borneo.invariants import LAWS, check
from tradewinds.games.borneo.legal import is_over, legal, refuse, to_act
from tradewinds.games.borneo.mask import conceal, mask, redeal
from tradewinds.games.borneo.position_facts import FACTS, KEPT
from tradewinds.games.borneo.reasons import line_features
from tradewinds.games.borneo.refusals import REFUSALS
from tradewinds.games.borneo.scoring import scores, winners
from tradewinds.games.borneo.selection import select
from tradewinds.games.borneo.setup import setup
from tradewinds.games.borneo.state import CARDS_OUT, FIELDS, PORTS, PORTS_OUT, SIZES
from tradewinds.games.borneo.statistics import STATISTICS
from tradewinds.games.borneo.story import opening, story
from tradewinds.games.borneo.view import BorneoView, view
from tradewinds.i18n import Words
from tradewinds.kernel.dispatch import Evaluators, Rules
from tradewinds.kernel.game import Box, Game


def longest(box: Box) -> int:
    """Return an upper bound on decisions in a game, which is finite because turns lay cards and ports have limits."""
    rules = box.record
    # A contract: its choice, the pirates' card, one card for every spice, DONE.
    contract = 3 + max(int(value) for value in (*(4 * rules.each), *rules.alike))
    turns = sum(int(rules.limit[port]) for port in range(PORTS) if int(rules.ports) >> port & 1)
    # Two hands of cards, each with DONE, the start and the outcome of a challenge; laying, taking, discarding.
    turn = contract + 2 * int(rules.hand_limit) + 4 + 3
    return box.players * (int(rules.merchants) + contract) + turns * turn


def draw(view: BorneoView, words: Words) -> object:
    """Render a view in the terminal; Rich is imported on first use."""
    from tradewinds.games.borneo.terminal_view import draw as draw_table

    return draw_table(view, words)


def picture(box: Box, view: BorneoView | None, words: Words) -> str:
    """Render a view as SVG or, if it is None, an overview of the box."""
    from tradewinds.games.borneo.picture import picture as draw_picture

    return draw_picture(box, view, words)


GAME = Game(
    name="borneo",
    rules_version=1,
    players=range(3, 6),
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
        mask=mask,
        redeal=redeal,
        check=check,
        conceal=conceal,
        is_settled=is_settled,
    ),
    evaluators=Evaluators(
        heuristic=heuristic, features=features, planned_features=planned_features, dominated=dominated
    ),
    inputs=INPUTS,
    feature_cache=(KEPT, FACTS),
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
        "turns": lambda ends: ends["turns"],
        "share-outs": lambda ends: ends["share_outs"],
        "monopolies": lambda ends: ends["monopolies"],
        "contracts": lambda ends: ends["fulfilled"].sum(axis=(1, 2)),
        "shuffles": lambda ends: ends["shuffles"],
        "ended by ports": lambda ends: ends["ending"] == PORTS_OUT,
        "ended by cards": lambda ends: ends["ending"] == CARDS_OUT,
    },
    line_features=line_features,
    find_errors=find_errors,
    find_differences=find_differences,
    select=select,
    statistics=STATISTICS,
)
