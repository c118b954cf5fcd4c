"""Studies for notebooks and programs: one call, and a result that draws itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tradewinds.drawing import Picture
from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box
from tradewinds.lab.executor import ALONE, Crew, Progress, silent
from tradewinds.lab.study.export import as_csv
from tradewinds.lab.study.formatting import Teller
from tradewinds.lab.study.picture import picture
from tradewinds.lab.study.run import Finding, Order, carry_out
from tradewinds.lab.study.studies import STUDIES


@dataclass(frozen=True, repr=False)
class StudyResult:
    """What a study was asked, and what it found about each box."""

    order: Order
    findings: list[Finding]

    def __repr__(self) -> str:
        return f"<StudyResult {self.order.study} of {', '.join(box.name for box in self.order.boxes)}>"

    def picture(self, language: str = "en") -> Picture:
        """All figures with their intervals, as SVG."""
        teller = Teller(load_words(language), self.order.boxes[0].game.name)
        return Picture(picture(self.order, self.findings, teller))

    def csv(self) -> str:
        """All figures with their intervals, a line for each."""
        return as_csv(self.order, self.findings)

    def _repr_svg_(self) -> str:
        return self.picture()


def study(
    name: str,
    boxes: Sequence[Box],
    games: int,
    seed: int = 1,
    bots: Sequence[str] = ("random",),
    against: Sequence[Box] = (),
    crew: Crew = ALONE,
    folder: Path | None = None,
    progress: Progress = silent,
) -> StudyResult:
    """Carry out a study (`seats`, `length`, `components`, `contracts` or `openings`) of boxes of one game.

    With boxes `against`, one for each, what differs is found too. Finished batches are kept in the folder, if given.
    """
    if name not in STUDIES:
        values = {"game": boxes[0].game.name, "study": name, "known": ", ".join(STUDIES)}
        raise Problem(Phrase("study.not_here", values))
    if games < 2:
        raise Problem(Phrase("study.few_games", {"games": games}))
    order = Order(name, games, seed, tuple(bots), tuple(boxes), tuple(against))
    return StudyResult(order, carry_out(order, crew, folder, progress))
