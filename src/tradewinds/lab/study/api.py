"""Studies as function calls, for notebooks and programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tradewinds.drawing import Picture
from tradewinds.executor import SERIAL, Executor, Progress, no_progress
from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box
from tradewinds.lab.study.export import as_csv
from tradewinds.lab.study.formatting import Formatter
from tradewinds.lab.study.picture import picture
from tradewinds.lab.study.run import Finding, StudySpec, run_study
from tradewinds.lab.study.studies import STUDIES


@dataclass(frozen=True, repr=False)
class StudyResult:
    """The specification of a study and its findings, one per box."""

    spec: StudySpec
    findings: list[Finding]

    def __repr__(self) -> str:
        return f"<StudyResult {self.spec.study} of {', '.join(box.name for box in self.spec.boxes)}>"

    def picture(self, language: str = "en") -> Picture:
        """Return an SVG picture of all figures with their intervals."""
        formatter = Formatter(load_words(language), self.spec.boxes[0].game.name)
        return Picture(picture(self.spec, self.findings, formatter))

    def csv(self) -> str:
        """Return all figures with their intervals as CSV, one row per figure and box."""
        return as_csv(self.spec, self.findings)

    def _repr_svg_(self) -> str:
        return self.picture()


def study(
    name: str,
    boxes: Sequence[Box],
    games: int,
    seed: int = 1,
    bots: Sequence[str] = ("random",),
    against: Sequence[Box] = (),
    executor: Executor = SERIAL,
    folder: Path | None = None,
    progress: Progress = no_progress,
) -> StudyResult:
    """Run a study (`seats`, `length`, `components`, `contracts` or `openings`) of boxes of one game.

    If `against` holds a second box for each box, the two are compared. Finished batches are stored in the folder, if
    one is given.
    """
    if name not in STUDIES:
        values = {"game": boxes[0].game.name, "study": repr(name), "known": ", ".join(STUDIES)}
        raise Problem(Phrase("study.not_here", values))
    if games < 2:
        raise Problem(Phrase("study.few_games", {"games": games}))
    spec = StudySpec(name, games, seed, tuple(bots), tuple(boxes), tuple(against))
    return StudyResult(spec, run_study(spec, executor, folder, progress))
