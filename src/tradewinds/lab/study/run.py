"""Carrying out a study: batch by batch, and on from where an earlier run of it came to."""

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from tradewinds import __version__
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, fingerprint
from tradewinds.lab.executor import ALONE, Crew, Progress, Span, silent, spans_of
from tradewinds.lab.study.columns import Columns, load, together
from tradewinds.lab.study.figures import Difference, Estimate, compare, estimate
from tradewinds.lab.study.games import Party, make_party, play
from tradewinds.lab.study.studies import STUDIES, Study, find_study
from tradewinds.lab.survey import with_first_seat

NOTE = "order.json"


@dataclass(frozen=True)
class Order:
    """What is wanted: a study, games of each box, the bots, the boxes, and one to compare with each of them or none."""

    study: str
    games: int
    seed: int
    bots: tuple[str, ...]
    boxes: tuple[Box, ...]
    against: tuple[Box, ...] = ()
    depth: int = 1
    loose: bool = False


class Finding(msgspec.Struct, frozen=True):
    """What was found about a box, and how another one differs if there was one."""

    game: str
    box: str
    edition: str
    players: int
    options: dict[str, str]
    games: int
    even: float
    figures: list[Estimate]
    against: str | None = None
    differences: list[Difference] = []


def carry_out(
    order: Order, crew: Crew = ALONE, folder: Path | None = None, progress: Progress = silent
) -> list[Finding]:
    """Play the games of a study and work out its figures; the same for any crew, and in any pieces.

    Finished batches are kept in the folder, and an interruption from the keyboard loses only those under way.
    """
    study = find_study(order.study, order.boxes[0].game)
    if folder:
        open_folder(order, folder)
    findings = []
    for number, box in enumerate(order.boxes):
        ours = gather(order, study, box, crew, folder, progress)
        theirs = gather(order, study, order.against[number], crew, folder, progress) if order.against else None
        findings.append(finding(study, box, ours, order.against[number] if theirs else None, theirs))
    return findings


def finding(study: Study, box: Box, ours: Columns, other: Box | None, theirs: Columns | None) -> Finding:
    """The figures of a box, and what differs in another."""
    figures = list(study.figures(ours))
    return Finding(
        game=box.game.name,
        box=box.name,
        edition=box.edition,
        players=box.players,
        options=dict(box.options),
        games=ours.games,
        even=1 / box.players,
        figures=[estimate(figure) for figure in figures],
        against=other.name if other else None,
        differences=compare(figures, list(study.figures(theirs))) if theirs else [],
    )


def gather(order: Order, study: Study, box: Box, crew: Crew, folder: Path | None, progress: Progress) -> Columns:
    """The games of one box: those that are kept, and the others, which are played."""
    fixed = with_first_seat(box)
    party = make_party(fixed, order.bots, order.depth, order.depth if order.loose else 0)
    batches = list(spans_of(order.games, party.batch))
    found: dict[Span, Columns] = {}
    for batch in batches:
        if folder and (kept := read_batch(batch_file(folder, box, batch), batch)):
            found[batch] = kept
            progress(batch[1])
    missing = [batch for batch in batches if batch not in found]
    work = partial(play_batch, fixed, study.name, party, order.seed)
    with closing(crew.carry_out(work, missing)) as results:
        for batch, columns in zip(missing, results, strict=True):
            if folder:
                columns.save(batch_file(folder, box, batch))
            found[batch] = columns
            progress(batch[1])
    return together([found[batch] for batch in batches])


def play_batch(box: Box, study: str, party: Party, seed: int, first: int, games: int) -> Columns:
    """What a study keeps of games number `first` and following."""
    chronicle = play(box, party, seed, first, games)
    return Columns(games, STUDIES[study].keep(box, chronicle, party, first))


def batch_file(folder: Path, box: Box, batch: Span) -> Path:
    """Where a batch is kept."""
    return folder / f"{box_key(box)}-{batch[0]:09}.npz"


def box_key(box: Box) -> str:
    """What tells a box from every other, also of the same name."""
    return fingerprint([box.name, box.digest])


def read_batch(file: Path, batch: Span) -> Columns | None:
    """A batch that was kept; one of another size, the last of a shorter run, is played again."""
    if not file.exists():
        return None
    try:
        found = load(file)
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("study.unreadable", {"file": file, "reason": str(error)})) from error
    return found if found.games == batch[1] else None


def open_folder(order: Order, folder: Path) -> None:
    """Make a folder ready; one that holds another study is left alone, with a complaint."""
    note = {
        "study": order.study,
        "game": order.boxes[0].game.name,
        "rules": str(order.boxes[0].game.rules_version),
        "version": __version__,
        "bots": ", ".join(order.bots),
        "seed": str(order.seed),
        "depth": f"{order.depth}{' any' if order.loose else ''}" if order.study == "openings" else "",
    }
    file = folder / NOTE
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(note)))
        return
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError) as error:
        raise Problem(Phrase("study.unreadable", {"file": file, "reason": str(error)})) from error
    other = [f"{name} {kept.get(name, '–')} ≠ {value}" for name, value in note.items() if kept.get(name) != value]
    if other:
        raise Problem(Phrase("study.other", {"folder": folder, "other": "; ".join(other)}))


def kept_games(order: Order, folder: Path) -> int:
    """How many games of a study a folder holds."""
    boxes = {box_key(box) for box in (*order.boxes, *order.against)}
    files = [file for key in boxes for file in folder.glob(f"{key}-*.npz")]
    return sum(load(file).games for file in files)
