"""Running a study batch by batch, and resuming from stored batches."""

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from tradewinds import __version__
from tradewinds.executor import SERIAL, Executor, Progress, Span, batch_spans, no_progress
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, fingerprint
from tradewinds.lab.study.columns import Columns, concatenate, load
from tradewinds.lab.study.figures import Difference, Estimate, compare, estimate
from tradewinds.lab.study.games import BotRotation, fix_start_player, make_rotation, play
from tradewinds.lab.study.studies import STUDIES, Study, find_study

SPEC_FILE = "order.json"


@dataclass(frozen=True)
class StudySpec:
    """What to study: games per box, seed, bots, boxes and, optionally, a second box to compare with each box."""

    study: str
    games: int
    seed: int
    bots: tuple[str, ...]
    boxes: tuple[Box, ...]
    against: tuple[Box, ...] = ()
    depth: int = 1
    loose: bool = False


class Finding(msgspec.Struct, frozen=True):
    """The figures of a box and, if there is a second box, how its figures differ."""

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


def run_study(
    spec: StudySpec, executor: Executor = SERIAL, folder: Path | None = None, progress: Progress = no_progress
) -> list[Finding]:
    """Play the games of a study and compute its figures.

    The result does not depend on the executor or on interruptions. Finished batches are stored in the folder, so that a
    keyboard interrupt loses only pending batches.
    """
    study = find_study(spec.study, spec.boxes[0].game)
    if folder:
        prepare_folder(spec, folder)
    findings = []
    for number, box in enumerate(spec.boxes):
        ours = gather(spec, study, box, executor, folder, progress)
        theirs = gather(spec, study, spec.against[number], executor, folder, progress) if spec.against else None
        findings.append(finding(study, box, ours, spec.against[number] if theirs else None, theirs))
    return findings


def finding(study: Study, box: Box, ours: Columns, other: Box | None, theirs: Columns | None) -> Finding:
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


def gather(
    spec: StudySpec, study: Study, box: Box, executor: Executor, folder: Path | None, progress: Progress
) -> Columns:
    """Return the columns of one box, loading stored batches and playing the missing ones."""
    fixed = fix_start_player(box)
    rotation = make_rotation(fixed, spec.bots, spec.depth, spec.depth if spec.loose else 0)
    batches = list(batch_spans(spec.games, rotation.batch))
    found: dict[Span, Columns] = {}
    for batch in batches:
        if folder and (kept := read_batch(batch_file(folder, box, batch), batch)):
            found[batch] = kept
            progress(batch[1])
    missing = [batch for batch in batches if batch not in found]
    work = partial(play_batch, fixed, study.name, rotation, spec.seed)
    with closing(executor.map(work, missing)) as results:
        for batch, columns in zip(missing, results, strict=True):
            if folder:
                columns.save(batch_file(folder, box, batch))
            found[batch] = columns
            progress(batch[1])
    return concatenate([found[batch] for batch in batches])


def play_batch(box: Box, study: str, rotation: BotRotation, seed: int, first: int, games: int) -> Columns:
    """Play a batch and return the columns that the study collects."""
    trajectories = play(box, rotation, seed, first, games)
    return Columns(games, STUDIES[study].collect(box, trajectories, rotation, first))


def batch_file(folder: Path, box: Box, batch: Span) -> Path:
    return folder / f"{box_key(box)}-{batch[0]:09}.npz"


def box_key(box: Box) -> str:
    """Return a key that distinguishes boxes of the same name."""
    return fingerprint([box.name, box.digest])


def read_batch(file: Path, batch: Span) -> Columns | None:
    """Load a stored batch; the short last batch of an earlier run is ignored."""
    if not file.exists():
        return None
    try:
        found = load(file)
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("study.unreadable", {"file": file, "reason": str(error)})) from error
    return found if found.games == batch[1] else None


def prepare_folder(spec: StudySpec, folder: Path) -> None:
    """Create the folder, or raise a Problem if it holds a different study."""
    note = {
        "study": spec.study,
        "game": spec.boxes[0].game.name,
        "rules": str(spec.boxes[0].game.rules_version),
        "version": __version__,
        "bots": ", ".join(spec.bots),
        "seed": str(spec.seed),
        "depth": f"{spec.depth}{' any' if spec.loose else ''}" if spec.study == "openings" else "",
    }
    file = folder / SPEC_FILE
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


def count_kept_games(spec: StudySpec, folder: Path) -> int:
    """Return the number of games of a study stored in a folder."""
    boxes = {box_key(box) for box in (*spec.boxes, *spec.against)}
    files = [file for key in boxes for file in folder.glob(f"{key}-*.npz")]
    return sum(load(file).games for file in files)
