"""Studies: figures that are true, the same however they are played, and differences where there are some."""

import csv
import pickle
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from tradewinds.executor import SERIAL, LocalExecutor
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.lab.study import run
from tradewinds.lab.study.api import study
from tradewinds.lab.study.columns import Columns, concatenate, load
from tradewinds.lab.study.export import as_csv, columns_of, rows, write_parquet
from tradewinds.lab.study.figures import NUMBER, SHARE, Figure, compare, difference, estimate, quantile, ratio
from tradewinds.lab.study.games import fix_start_player, make_rotation, play
from tradewinds.lab.study.run import Finding, StudySpec, play_batch, run_study

RANDOM = ("random",)


def changed(change: Callable[[str], str] = str) -> Box:
    """Return Borneo's default box with a change to its file."""
    game = load_game("borneo")
    content = change(game.edition_file("board-2008").decode())
    return game.box(3, file=content.encode())


def harder(content: str) -> str:
    """Return an edition file in which every monopoly needs one more flag."""
    for flags in (7, 6, 5):
        content = content.replace(f"monopoly = {flags},", f"monopoly = {flags + 1},")
    return content


def order(study: str, *boxes: Box, games: int = 300, against: tuple[Box, ...] = (), **other: object) -> StudySpec:
    return StudySpec(study, games, 5, RANDOM, boxes or (load_game("bombay").box(3),), against, **other)  # type: ignore[arg-type]


def bootstrap(figure: Figure, tries: int = 3000) -> tuple[float, float]:
    """Return a bootstrap interval."""
    chooser = np.random.default_rng(1)
    drawn = chooser.integers(0, len(figure.numerator), (tries, len(figure.numerator)))
    values = figure.numerator[drawn].sum(axis=1) / figure.denominator[drawn].sum(axis=1)
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def test_intervals_match_the_bootstrap() -> None:
    chooser = np.random.default_rng(2)
    luck, count = chooser.random(500), chooser.integers(0, 6, 500).astype(np.float64)
    ended = ratio("g", "i", "m", NUMBER, 20 * luck + chooser.normal(0, 3, 500))
    # What happens several times in a game goes the same way there: such cases are not independent.
    share = ratio(
        "g", "i", "m", SHARE, chooser.binomial(count.astype(int), 0.02 + 0.9 * luck).astype(np.float64), count
    )
    for figure in (ended, share):
        found, (low, high) = estimate(figure), bootstrap(figure)
        assert found.value == pytest.approx(figure.numerator.sum() / figure.denominator.sum())
        width = high - low
        assert found.low == pytest.approx(low, abs=0.08 * width)
        assert found.high == pytest.approx(high, abs=0.08 * width)


def test_intervals_have_nominal_coverage() -> None:
    chooser, held = np.random.default_rng(3), 0
    for _ in range(400):
        found = estimate(ratio("g", "i", "m", SHARE, (chooser.random(60) < 0.2).astype(np.float64)))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.2 <= found.high
    assert 0.92 < held / 400 < 0.98


def test_quantiles_are_those_of_the_sorted_games() -> None:
    values = np.random.default_rng(4).permutation(1001).astype(np.float64)
    found = estimate(quantile("g", "i", "median", values, 0.5))
    assert found.value == 500
    assert found.low == pytest.approx(469, abs=2)
    assert found.high == pytest.approx(531, abs=2)


def test_equal_games_differ_in_nothing_and_rare_things_are_not_compared() -> None:
    values = np.arange(50.0)
    same = difference(ratio("g", "i", "m", NUMBER, values), ratio("g", "i", "m", NUMBER, values), 1)
    assert (same.value, same.low, same.high, same.clear) == (0, 0, 0, False)
    more = difference(ratio("g", "i", "m", NUMBER, values), ratio("g", "i", "m", NUMBER, values + 1), 1)
    assert (more.value, more.low, more.high, more.clear) == (1, 1, 1, True)
    rare = ratio("g", "i", "m", SHARE, np.zeros(50), (values < 9).astype(np.float64))
    assert difference(rare, rare, 1).value is None


@pytest.mark.parametrize("study", ["seats", "length", "components", "contracts", "openings"])
def test_same_with_any_number_of_workers(study: str) -> None:
    box = load_game("borneo").box(3)
    one, two = (run_study(order(study, box), LocalExecutor(workers)) for workers in (1, 2))
    assert one == two
    assert one[0].games == 300


def test_work_is_picklable() -> None:
    box = load_game("bombay").box(3)
    work = partial(play_batch, box, "components", make_rotation(box, ["greedy", "random"]), 1)
    there = pickle.loads(pickle.dumps(work))
    here, sent = work(0, 10), pickle.loads(pickle.dumps(there(0, 10)))
    assert list(here.columns) == list(sent.columns)
    assert all((here[key] == sent[key]).all() for key in here.columns)


def test_figures_are_those_of_the_games() -> None:
    box = load_game("bombay").box(5)
    (found,) = run_study(order("seats", box, games=2000))
    shares = {each.item: each for each in found.figures if each.measure == "win_share"}
    # The fifth player begins with a rupee more.
    fifth = shares["5"]
    assert fifth.low is not None
    assert fifth.low > 0.2
    assert sum(each.value or 0 for each in shares.values()) == pytest.approx(1)


@pytest.mark.parametrize(("game", "bots"), [("bombay", "random"), ("borneo", "random"), ("borneo", "greedy")])
def test_statistics_agree_with_final_states(game: str, bots: str) -> None:
    box = fix_start_player(load_game(game).box(3, options={"pirates": "blackbeard"} if game == "borneo" else None))
    games = play(box, make_rotation(box, [bots]), 1, 0, 20)
    statistics = box.game.statistics
    assert statistics.sources
    assert (statistics.sources(box, games).points.sum(axis=2) == games.points).all()
    assert statistics.components
    found = {name: np.bincount(each.which[each.which >= 0]) for name, each in statistics.components(box, games).items()}
    if game == "bombay":
        assert found["palaces"].sum() == games.end("palaces").sum()
        assert found["sales_city"].sum() == found["sales_place"].sum() == found["sales_colour"].sum() > 0
        assert found["tokens"].sum() > 0
    else:
        assert found["shares"].sum() == games.end("share_outs").sum()
        assert found["monopolies"].sum() == found["monopolists"].sum() == games.end("monopolies").sum() > 0
        assert found["defended"].sum() == found["challenged"].sum()
        assert statistics.contracts
        kinds = statistics.contracts(box, games)
        assert (
            np.bincount(kinds.which[kinds.which >= 0], minlength=5) == games.end("fulfilled").sum(axis=(0, 1))
        ).all()


def test_other_bots_are_studied_too() -> None:
    """Bots that are not compiled play one by one; what is kept of their games follows the rules."""
    box = fix_start_player(load_game("bombay").box(2))
    games = play(box, make_rotation(box, ["greedy:worlds=1", "random"]), 3, 0, 2)
    assert games.games == 2
    for at, action in zip(games.decision_rows, games.action, strict=True):
        state = games.states[at : at + 1].copy()[0]
        assert box.game.rules.refuse(box.record, state, int(action)) == 0
        assert box.game.rules.to_act(box.record, state) == games.row_seats[at]
    # They change seats from game to game: the greedy one wins from both.
    assert games.wins.tolist() == [[1, 0], [0, 1]]


def test_openings_by_lot_are_equally_likely() -> None:
    box = load_game("borneo").box(3)
    bots = StudySpec("openings", 400, 1, ("greedy",), (box,), depth=1, loose=True)
    (found,) = run_study(bots)
    chosen = {each.item: each for each in found.figures if each.measure == "chosen"}
    assert set(chosen) == {f"place {company}" for company in ("red", "yellow", "green", "blue")}
    for each in chosen.values():
        assert each.value == pytest.approx(0.25, abs=0.08)
    shares = [each.value or 0 for each in found.figures if each.measure == "win_share"]
    assert shares == sorted(shares, reverse=True)


def test_comparing_finds_what_was_changed_and_nothing_else() -> None:
    (found,) = run_study(order("length", changed(), against=(changed(harder),), games=500))
    monopolies = next(each for each in found.differences if each.first.item == "monopolies")
    assert monopolies.certain
    assert monopolies.high is not None
    assert monopolies.high < 0
    (same,) = run_study(order("length", changed(), against=(changed(),)))
    assert same.differences
    assert not any(each.clear for each in same.differences)


def test_boxes_with_the_same_chance_are_compared_game_by_game() -> None:
    """More points for a contract change no random game: only the points differ, and the interval knows how much."""
    richer = changed(
        lambda content: content.replace(
            'name = "four-alike", alike = 4, points = 8', 'name = "four-alike", alike = 4, points = 9'
        )
    )
    (found,) = run_study(order("contracts", changed(), against=(richer,), games=200))
    clear = {(each.first.item, each.first.measure) for each in found.differences if each.clear}
    assert ("four-alike", "points") in clear
    assert ("four-alike", "a_game") not in clear
    assert all(item == "four-alike" for item, measure in clear if measure == "points")


def interrupted_study(wanted: StudySpec, folder: Path, after: int) -> None:
    """Interrupt a study when this many games are kept."""
    done = 0

    def count(games: int) -> None:
        nonlocal done
        done += games
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(wanted, LocalExecutor(2), folder, count)


def test_study_resumes_after_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = order("components", games=650)
    whole = run_study(wanted)
    interrupted_study(wanted, tmp_path, 300)
    kept = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.npz")}
    assert len(kept) == 3
    assert run_study(wanted, LocalExecutor(2), tmp_path) == whole
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in kept} == kept
    monkeypatch.setattr(run, "play", None)
    assert run_study(wanted, SERIAL, tmp_path) == whole


def test_more_games_go_on_from_fewer(tmp_path: Path) -> None:
    run_study(order("seats", games=150), SERIAL, tmp_path)
    assert run_study(order("seats", games=260), SERIAL, tmp_path) == run_study(order("seats", games=260))


def test_another_study_in_the_folder_is_refused(tmp_path: Path) -> None:
    run_study(order("seats", games=2), SERIAL, tmp_path)
    with pytest.raises(Problem, match=r"another study \(study seats ≠ length\)"):
        run_study(order("length", games=2), SERIAL, tmp_path)
    (tmp_path / "order.json").write_text("no")
    with pytest.raises(Problem, match=r"order.json cannot be read"):
        run_study(order("seats", games=2), SERIAL, tmp_path)


def test_a_damaged_batch_is_named(tmp_path: Path) -> None:
    run_study(order("seats", games=2), SERIAL, tmp_path)
    (file,) = tmp_path.glob("*.npz")
    file.write_bytes(b"no")
    with pytest.raises(Problem, match=file.name):
        run_study(order("seats", games=2), SERIAL, tmp_path)


def test_unsupported_study_names_the_supported_ones() -> None:
    with pytest.raises(Problem, match="seats, length, components, openings"):
        run_study(order("contracts"))


def test_one_game_is_too_few() -> None:
    with pytest.raises(Problem, match="at least 2 games"):
        study("length", [load_game("bombay").box(3)], 1)


def test_columns_come_back(tmp_path: Path) -> None:
    one, two = (Columns(2, {("g", name, "p"): np.array([1.0, 1 / 3])}) for name in "ab")
    one.save(tmp_path / "one.npz")
    both = concatenate([load(tmp_path / "one.npz"), two])
    assert both["g", "a", "p"].tolist() == [1, 1 / 3, 0, 0]
    assert both["g", "b", "p"].tolist() == [0, 0, 1, 1 / 3]


def compared() -> tuple[StudySpec, list[Finding]]:
    wanted = order("contracts", changed(), against=(changed(harder),), games=100)
    return wanted, run_study(wanted)


def test_csv_comes_back() -> None:
    wanted, found = compared()
    read = list(csv.DictReader(StringIO(as_csv(wanted, found))))
    written = rows(wanted, found)
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in written] == read
    assert len(read) == len(found[0].differences) > 30


def test_parquet_comes_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    wanted, found = compared()
    write_parquet(wanted, found, tmp_path / "figures.parquet")
    table = parquet.read_table(tmp_path / "figures.parquet")
    assert table.column_names == list(columns_of(wanted))
    assert table.to_pylist() == rows(wanted, found)


def test_all_figures_that_both_boxes_have_are_compared() -> None:
    mine = [ratio("g", item, "m", NUMBER, np.arange(20.0)) for item in "ab"]
    assert [each.first.item for each in compare(mine, mine[1:])] == ["b"]
