"""Whole games played through the interface, and every kind of action clicked."""

import pytest
from playwright.sync_api import expect

from tests.fixed_deals import deal_seed
from tests.web.browser import Size, Visitor
from tests.web.conftest import NewVisitor
from tests.web.page_player import PagePlayer, is_selection, play_directly
from tests.web.scripts import find
from tests.web.socket_log import Message
from tradewinds.games.bombay import actions as bombay
from tradewinds.games.borneo import actions as borneo
from tradewinds.kernel.game import load_game
from tradewinds.match import Match

GAMES: list[tuple[str, str, Size]] = [
    ("bombay", "ystari-2009", "desktop"),
    ("bombay", "ystari-2009", "phone"),
    ("borneo", "board-2008", "desktop"),
    ("borneo", "card-2007", "phone"),
]
LONG_VERBS = {"bombay": set(), "borneo": {"lay", "transfer", "challenge"}}
KINDS = {
    name: {verb for _, verb, _ in actions.VERBS} | set(actions.PLAIN_VERBS.values()) | LONG_VERBS[name]
    for name, actions in (("bombay", bombay), ("borneo", borneo))
}
BOXES: list[tuple[str, str, dict[str, str]]] = [
    ("bombay", "ystari-2009", {}),
    ("borneo", "board-2008", {"pirates": "blackbeard"}),
    ("borneo", "card-2007", {}),
]


@pytest.mark.parametrize(("game", "edition", "size"), GAMES)
def test_a_whole_game_to_the_score_screen(new_visitor: NewVisitor, game: str, edition: str, size: Size) -> None:
    visitor = new_visitor(size)
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    player = PagePlayer(visitor)
    player.play_game()
    assert sum(player.kinds.values()) > 10
    result = visitor.socket.table["result"]  # type: ignore[index]
    end = visitor.page.locator("[data-end]")
    end.wait_for()
    for score in result["scores"]:
        assert str(score) in end.locator("tfoot").inner_text()


def test_all_kinds_of_actions_are_known() -> None:
    for name, kinds in KINDS.items():
        match = Match(load_game(name).box(3))
        assert {match.write(action).split()[0] for action in range(match.game.actions)} == kinds


@pytest.mark.parametrize(("game", "edition", "options"), BOXES)
def test_every_kind_of_action_is_clicked(desktop: Visitor, game: str, edition: str, options: dict[str, str]) -> None:
    wanted = KINDS[game] - (set() if options or game == "bombay" else {"pirates"})
    script = find(game, edition, wanted, **options)
    desktop.introduce()
    with deal_seed(script.seed):
        table = desktop.open_table(game, ["me", "me", "me"], edition=edition, options=options)
    desktop.go(f"/tables/{table}")
    player = PagePlayer(desktop)
    moves = list(script.moves)
    while moves:
        sight = player.wait_for_turn()
        assert sight is not None
        together = moves[: moves.index("done") + 1] if is_selection(sight, moves[0]) else moves[:1]
        if {move.split()[0] for move in together} & (wanted - player.kinds.keys()):
            if game == "bombay":
                others_show_what_they_have(desktop, sight)
            if is_selection(sight, moves[0]):
                begin, rest = together[: len(sight["selection"]["heads"]) and 1], together[:-1]
                chosen = [*begin, *reversed(rest[len(begin) :])]
                assert player.play_selection(chosen, by_hand=True) == together
            else:
                player.perform(moves[0])
        else:
            play_directly(player, table, sight, together if len(together) > 1 else moves[0])
        del moves[: len(together)]
    assert player.kinds.keys() == wanted


def others_show_what_they_have(visitor: Visitor, sight: Message) -> None:
    """Check that the panels of other seats show the numbers of the view."""
    for seat, player in enumerate(sight["view"]["players"]):
        if seat != sight["seat"]:
            numbers = visitor.page.locator(f"[data-seat-panel='{seat}'] .stat b")
            expect(numbers).to_have_text(
                [str(player[name]) for name in ("rupees", "clients", "city_tokens", "palaces")]
            )
