"""Text of study figures: localized names, numbers and intervals."""

from tradewinds.i18n import Words
from tradewinds.lab.study.figures import NUMBER, Difference, Estimate
from tradewinds.lab.study.run import Finding, StudySpec

PLAIN = ("smallest", "p5", "p25", "median", "p75", "p95", "largest")
"""Measures shown without intervals."""

RARE = 30
"""Openings with fewer cases are not listed."""


NOTES = {
    "components": "study.note_components",
    "contracts": "study.note_contracts",
    "openings": "study.note_openings",
}
"""Message keys of explanatory notes, by study."""


class Formatter:
    """Formats the study of one game in one language."""

    def __init__(self, words: Words, game: str) -> None:
        self.words, self.game = words, game
        self.names: dict[str, str] = words.find(game).get("names", {}).get("item", {}) | words.find("study.names.item")
        self.typed: dict[str, str] = words.find(game).get("typed", {})

    def group(self, group: str) -> str:
        """Return the title of a group: the game's own if it has one, else the shared one."""
        own = self.words.find(self.game).get("ledger", {})
        return str(own[group] if group in own else self.words.find(f"study.names.group.{group}"))

    def title(self, study: str) -> str:
        return str(self.words.find(f"study.names.title.{study}"))

    def measure(self, measure: str) -> str:
        return str(self.words.find(f"study.names.measure.{measure}"))

    def item(self, item: str) -> str:
        """Return the name of an item; openings are translated word by word."""
        if item in self.names:
            return self.names[item]
        return ", ".join(" ".join(self.typed.get(word, word) for word in part.split(" ")) for part in item.split(", "))

    def value(self, value: float | None, kind: str, signed: bool = False) -> str:
        if value is None:
            return "–"
        sign = "+" if signed else ""
        if kind == NUMBER:
            return f"{value:{sign}.2f}" if abs(value) < 100 else f"{value:{sign}.1f}"
        return f"{100 * value:{sign}.1f}%"

    def interval(self, low: float | None, high: float | None, kind: str, signed: bool = False) -> str:
        if low is None or high is None:
            return ""
        return f"{self.value(low, kind, signed).rstrip('%')} – {self.value(high, kind, signed)}"

    def figure(self, figure: Estimate) -> str:
        """Return a figure with its interval."""
        value = self.value(figure.value, figure.kind)
        if figure.measure in PLAIN or figure.low is None:
            return value
        return f"{value} ({self.interval(figure.low, figure.high, figure.kind)})"

    def mark(self, each: Difference) -> str:
        """Return one star for a clear difference, two for a certain one."""
        return "**" if each.certain else "*" if each.clear else ""


def grouped(finding: Finding) -> dict[str, dict[str, dict[str, Estimate]]]:
    """Return figures by group, item and measure, without rare openings."""
    found: dict[str, dict[str, dict[str, Estimate]]] = {}
    for figure in finding.figures:
        found.setdefault(figure.group, {}).setdefault(figure.item, {})[figure.measure] = figure
    if "openings" in found:
        openings = found["openings"]
        often = {item: shown for item, shown in openings.items() if shown["win_share"].cases >= RARE}
        found["openings"] = often or openings
    return found


def heading(formatter: Formatter, spec: StudySpec, finding: Finding) -> str:
    """Return a one-line summary of what was played."""
    return formatter.words.text(
        "study.heading" if finding.against is None else "study.heading_against",
        game=finding.game,
        box=finding.box,
        other=finding.against or "",
        games=f"{finding.games:,}",
        bots=", ".join(spec.bots),
        seed=spec.seed,
        even=f"{100 * finding.even:.1f}%",
    )
