"""Descriptions of legal actions, and the story of played ones from the masks before and after."""

from collections.abc import Sequence
from typing import Any

from tradewinds.games.bombay.actions import BUILD, BUY, MOVE, SELL, TAKE, name_action
from tradewinds.games.bombay.apply import sale_clients, sale_rupees, toll_owner
from tradewinds.games.bombay.legal import place_of, post_open
from tradewinds.games.bombay.scoring import score_parts
from tradewinds.games.bombay.state import (
    BALE,
    COLOUR_NAMES,
    COLOURS,
    MARKET_NAMES,
    MARKETS,
    OVER,
    RUPEES,
    TOKEN_NAMES,
)
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, Record, unpack


def phrase(key: str, **values: object) -> Phrase:
    """Return a phrase of this game."""
    return Phrase(f"bombay.{key}", values)


def describe(box: Box, mask: Record, actions: Sequence[int]) -> list[Phrase]:
    """Describe actions of the seat to act with their cost or proceeds."""
    state = unpack(mask)
    return [describe_action(box, state, action) for action in actions]


def describe_action(box: Box, state: Any, action: int) -> Phrase:
    verb, *names = name_action(box, action)
    rules = box.numbers
    space = state.elephant[state.seat]
    if action >= MOVE:
        owner = toll_owner(state, state.seat, action - MOVE)
        values = {"space": space_phrase(box, state, action - MOVE), "points": rules.enter_points[action - MOVE]}
        if owner != NONE:
            return phrase("action.move_toll", owner=owner, n=rules.toll, **values)
        return phrase("action.move", **values)
    if action >= TAKE:
        return phrase("action.take", colour=names[0])
    if action >= BUILD:
        token = state.token[space]
        place = box.labels["space"][space]
        if token == NONE:
            return phrase("action.build", space=place, colour=names[0])
        if token == RUPEES:
            return phrase("action.build_rupees", space=place, colour=names[0], n=rules.token_rupees)
        return phrase("action.build_token", space=place, colour=names[0], token=TOKEN_NAMES[token])
    if action >= SELL:
        return phrase("action.sell", colour=names[0], price=sale_proceeds(box, state, action - SELL))
    if action == BUY:
        market = state.market[state.post[space]]
        values = {"rupees": rules.buy_rupees[market], "points": rules.buy_points[market]}
        return phrase("action.buy", colour=COLOUR_NAMES[state.post[space]], **values)
    return phrase(f"action.{verb}", points=state.points, n=rules.wait_rupees)


def space_phrase(box: Box, state: Any, space: int) -> Phrase:
    """Describe a space and what is on it."""
    printed, post, token = box.data.board.spaces[space], state.post[space], state.token[space]
    if post != NONE:
        key = "where.post" if post_open(state, post) else "where.closed_post"
        return phrase(key, space=printed.name, colour=COLOUR_NAMES[post])
    if token != NONE:
        return phrase("where.token", space=printed.name, token=TOKEN_NAMES[token])
    return phrase("where.hill" if printed.kind == "hill" else "where.plain", space=printed.name)


def sale_proceeds(box: Box, state: Any, colour: int) -> Phrase:
    """Describe the proceeds of a sale in the current city."""
    city = box.numbers.city_at[state.elephant[state.seat]]
    return proceeds(box, place_of(state, city, colour), colour)


def proceeds(box: Box, place: int, colour: int) -> Phrase:
    """Describe the proceeds of a bale sold at a place in a city's demand."""
    rules = box.numbers
    rupees, clients = sale_rupees(rules, place, colour), sale_clients(rules, place, colour)
    key = "price.rupees_clients" if clients else "price.rupees"
    return phrase(key, rupees=rupees, clients=clients)


def opening(box: Box, mask: Record) -> list[Phrase]:
    """Describe the set-up."""
    return set_start_sentences(box, unpack(mask))


def story(box: Box, mask_before: Record, action: int, mask_after: Record) -> list[Phrase]:
    """Describe the effects of an action in order."""
    before, after = unpack(mask_before), unpack(mask_after)
    lines = action_sentences(box, before, action, after)
    for colour in range(COLOURS):
        same_set = before.set_number == after.set_number
        if same_set and post_open(before, colour) and not post_open(after, colour):
            lines.append(phrase("story.posts_close", colour=COLOUR_NAMES[colour]))
    if after.phase == OVER:
        lines += game_end_sentences(box, mask_after)
    elif after.set_number != before.set_number:
        lines += set_start_sentences(box, after)
    return lines


def action_sentences(box: Box, before: Any, action: int, after: Any) -> list[Phrase]:
    """Describe the action and its immediate effects."""
    seat = before.seat
    verb, *names = name_action(box, action)
    if action >= MOVE:
        owner = toll_owner(before, seat, action - MOVE)
        lines = [phrase("story.move", seat=seat, space=names[0])]
        if owner != NONE:
            lines.append(phrase("story.toll", owner=owner, space=names[0], n=box.numbers.toll))
        return lines
    if action >= TAKE:
        return [phrase("story.take", seat=seat, colour=names[0])]
    if action >= BUILD:
        return building_sentences(box, before, action - BUILD, after)
    if action >= SELL:
        return sale_sentences(box, before, action - SELL, after)
    if action == BUY:
        colour = before.post[before.elephant[seat]]
        rupees = box.numbers.buy_rupees[before.market[colour]]
        return [phrase("story.buy", seat=seat, colour=COLOUR_NAMES[colour], rupees=rupees)]
    return [phrase(f"story.{verb}", seat=seat, points=before.points, n=box.numbers.wait_rupees)]


def sale_sentences(box: Box, before: Any, colour: int, after: Any) -> list[Phrase]:
    """Describe a sale and the city token that it earns, if any."""
    seat = before.seat
    city = box.numbers.city_at[before.elephant[seat]]
    name = box.labels["city"][city]
    price = sale_proceeds(box, before, colour)
    lines = [phrase("story.sell", seat=seat, colour=COLOUR_NAMES[colour], city=name, price=price)]
    if after.city_left[city] < before.city_left[city]:
        lines.append(phrase("story.city_token", seat=seat, city=name))
    return lines


def building_sentences(box: Box, before: Any, colour: int, after: Any) -> list[Phrase]:
    """Describe the building of a palace and the effect of the token under it."""
    seat = before.seat
    space = before.elephant[seat]
    token = before.token[space]
    name = box.labels["space"][space]
    lines = [phrase("story.build", seat=seat, space=name, colour=COLOUR_NAMES[colour])]
    if token == BALE:
        gained = [c for c in range(COLOURS) if after.bales[seat][c] > before.bales[seat][c] - (c == colour)]
        if gained:
            lines.append(phrase("story.take", seat=seat, colour=COLOUR_NAMES[gained[0]]))
    elif token != NONE:
        lines.append(phrase(f"story.token_{TOKEN_NAMES[token]}", seat=seat, n=box.numbers.token_rupees))
    return lines


def set_start_sentences(box: Box, state: Any) -> list[Phrase]:
    """Describe the start of a set: start player and markets."""
    lines = [phrase("story.set", number=state.set_number, sets=box.numbers.sets, seat=state.start)]
    for market in range(MARKETS):
        goods = [
            phrase("bales", count=state.stock[colour], colour=COLOUR_NAMES[colour])
            for colour in range(COLOURS)
            if state.market[colour] == market
        ]
        if goods:
            lines.append(phrase("story.market", market=MARKET_NAMES[market], goods=goods))
    return lines


def game_end_sentences(box: Box, state: Record) -> list[Phrase]:
    """Describe rewards, scores and winners."""
    points, shares = box.results(state)
    lines = [phrase("story.over")]
    for seat in range(box.players):
        purse, ranks, cities = map(int, score_parts(box.record, state, seat))
        lines.append(phrase("story.result", seat=seat, points=points[seat], purse=purse, ranks=ranks, cities=cities))
    best = [phrase("story.name", seat=seat) for seat in range(box.players) if shares[seat] > 0]
    lines.append(phrase("story.wins" if len(best) == 1 else "story.shared", names=best))
    return lines
