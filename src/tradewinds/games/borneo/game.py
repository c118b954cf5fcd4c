"""The game as the kernel knows it: all its rooms in one description."""

from pathlib import Path

from tradewinds.games.borneo.actions import ACTIONS, name_action
from tradewinds.games.borneo.apply import apply
from tradewinds.games.borneo.box import make_box, options
from tradewinds.games.borneo.box_check import check_box
from tradewinds.games.borneo.check import LAWS, check
from tradewinds.games.borneo.describe import describe
from tradewinds.games.borneo.edition import read_edition
from tradewinds.games.borneo.features import INPUTS, observe
from tradewinds.games.borneo.heuristic import estimate
from tradewinds.games.borneo.legal import is_over, legal, refuse, to_act
from tradewinds.games.borneo.mask import mask, redeal
from tradewinds.games.borneo.reasons import features
from tradewinds.games.borneo.refusals import REFUSALS
from tradewinds.games.borneo.scoring import scores, winners
from tradewinds.games.borneo.selection import select
from tradewinds.games.borneo.setup import setup
from tradewinds.games.borneo.state import CARDS_OUT, FIELDS, PORTS, PORTS_OUT, SIZES
from tradewinds.games.borneo.statistics import LEDGER
from tradewinds.games.borneo.story import opening, story
from tradewinds.games.borneo.view import BorneoView, view
from tradewinds.i18n import Words
from tradewinds.kernel.dispatch import Judgement, Rules
from tradewinds.kernel.game import Box, Game


def longest(box: Box) -> int:
    """No game takes more decisions: every turn lays a card, and the ports have room for so many."""
    rules = box.record
    # A contract is chosen, the pirates get a card, every spice may take one, and then it is done.
    contract = 3 + max(int(value) for value in (*(4 * rules.each), *rules.alike))
    turns = sum(int(rules.limit[port]) for port in range(PORTS) if int(rules.ports) >> port & 1)
    # Two hands of cards, each with its end, the beginning and the outcome of a challenge; laying, taking, discarding.
    turn = contract + 2 * int(rules.hand_limit) + 4 + 3
    return box.players * (int(rules.merchants) + contract) + turns * turn


def draw(view: BorneoView, words: Words) -> object:
    """The table in the terminal; its drawing tools are loaded only when somebody looks."""
    from tradewinds.games.borneo.terminal_view import draw as draw_table

    return draw_table(view, words)


def picture(box: Box, view: BorneoView | None, words: Words) -> str:
    """A position, or the sheet of what is in the box, as SVG."""
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
    ),
    opinions=Judgement(estimate=estimate, observe=observe),
    inputs=INPUTS,
    actions=ACTIONS,
    refusals=REFUSALS,
    laws=LAWS,
    folder=Path(__file__).parent,
    read_edition=read_edition,
    options=options,
    make_box=make_box,
    check_box=check_box,
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
    features=features,
    select=select,
    ledger=LEDGER,
)
