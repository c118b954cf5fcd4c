"""Refusal codes of the compiled rules, each with its rule and its message key."""

from tradewinds.kernel.game_types import Refusals

REFUSALS = Refusals()

LEGAL = 0
NO_SUCH_ACTION = REFUSALS.add("BY-5", "no_such_action")
GAME_OVER = REFUSALS.add("BY-3.3", "game_over")
CHOOSE_FIRST = REFUSALS.add("BY-5.5", "choose_first")
WAIT_WHOLE_TURN = REFUSALS.add("BY-5.1", "wait_whole_turn")
NO_PATH = REFUSALS.add("BY-5.2", "no_path")
MOVE_POINTS = REFUSALS.add("BY-5.2", "move_points")
NO_POST = REFUSALS.add("BY-5.3", "no_post")
POST_CLOSED = REFUSALS.add("BY-4.4", "post_closed")
BOUGHT_ALREADY = REFUSALS.add("BY-5.3", "bought_already")
BASKETS_FULL = REFUSALS.add("BY-5.3", "baskets_full")
BUY_POINTS = REFUSALS.add("BY-5.3", "buy_points")
BUY_RUPEES = REFUSALS.add("BY-8.3", "buy_rupees")
NO_BALE_TO_SELL = REFUSALS.add("BY-5.4", "no_bale_to_sell")
NO_CITY = REFUSALS.add("BY-5.4", "no_city")
NO_DEMAND = REFUSALS.add("BY-8.4", "no_demand")
NO_BALE_TO_BUILD = REFUSALS.add("BY-5.5", "no_bale_to_build")
POST_IN_THE_WAY = REFUSALS.add("BY-5.5", "post_in_the_way")
CITY_IN_THE_WAY = REFUSALS.add("BY-5.5", "city_in_the_way")
PALACE_IN_THE_WAY = REFUSALS.add("BY-5.5", "palace_in_the_way")
NO_PALACE_LEFT = REFUSALS.add("BY-8.3", "no_palace_left")
NOTHING_TO_TAKE = REFUSALS.add("BY-5.5", "nothing_to_take")
NOT_LEFT_MOST = REFUSALS.add("BY-5.5", "not_left_most")
