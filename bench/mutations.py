"""Which broken rules would no test notice? Rule modules are broken one line at a time, and the rule tests run on each.

    python -m bench.mutations bombay --jobs 2
    python -m bench.mutations borneo --rule BO-7.3
    python -m bench.mutations borneo --sample 200 --seed 3

Everything runs uncompiled, in forks of one process that has collected the tests: a mutant exists in the memory of its
fork only, and no file is changed. A mutant meets only the tests that reach its line, those of the rules cited there
first, until one fails. Survivors are listed, and mutants that only the test of another rule has noticed; a mutant that
makes no difference survives too, so the list is to be read, not to be emptied.
"""

import argparse
import os
import random
import re
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bench.mutants import Mutant, find_mutants

ROOT = Path(__file__).parents[1]
MODULES = (
    *("apply", "box", "challenge", "company_rows", "contracts", "flags", "legal", "markets", "mask", "merchants"),
    *("payment", "scoring", "setup", "share_out", "turn_order"),
)
"""Where the rules of a game stand, as far as it has these modules."""
NAMED = re.compile(r"test_([a-z]{2})_(\d+)(?:_(\d+))?_")
TERMINAL = os.dup(1)
SLACK, PATIENCE = 3.0, 4.0
"""A test may take so many seconds of CPU, and so many times what it takes when nothing is broken."""


def rule_of(test: str) -> str:
    """Return the rule that a test is named after, an empty string if there is none."""
    found = NAMED.match(test)
    if found is None:
        return ""
    game, chapter, number = found.groups()
    return f"{game.upper()}-{chapter}" + (f".{number}" if number else "")


def tests_one_of(test: str, rules: tuple[str, ...]) -> bool:
    """Whether a test is named after one of some rules, or after one of a chapter that is cited as a whole."""
    own = rule_of(test)
    return any(own == rule or own.startswith(f"{rule}.") for rule in rules)


@dataclass
class Verdict:
    """What became of a mutant: the first test that failed, if any, and how many ran."""

    mutant: Mutant
    test: str
    ran: int

    @property
    def survived(self) -> bool:
        """Whether no test noticed."""
        return not self.test

    @property
    def by_another(self) -> bool:
        """Whether a test noticed, but none of those of the cited rules."""
        return bool(self.test and self.mutant.rules and not tests_one_of(self.test, self.mutant.rules))


@dataclass
class Campaign:
    """The pytest plugin that runs in place of the tests: first all tests as they are, then each mutant."""

    mutants: list[Mutant]
    jobs: int
    budget: float
    reached: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are named after a rule."""
        items[:] = [item for item in items if rule_of(item.name)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the tests, then the mutants."""
        paths = {str(mutant.path) for mutant in self.mutants}
        for item in session.items:
            begin = time.process_time()
            self.reached[item.nodeid], failed = run_traced(item, paths)
            self.seconds[item.nodeid] = time.process_time() - begin
            if failed:
                raise pytest.UsageError(f"{item.nodeid} fails before anything is broken.")
        show(f"{len(session.items)} tests, {sum(self.seconds.values()):.0f} s; {len(self.mutants)} mutants")
        waiting = list(reversed(self.mutants))
        running: dict[int, tuple[Mutant, list[pytest.Item], int]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                tests = self.choose(mutant, session.items)
                process, answers = self.fork(mutant, tests)
                running[process] = mutant, tests, answers
            process, status = os.wait()
            mutant, tests, answers = running.pop(process)
            self.judge(mutant, tests, answers, status)
        return True

    def choose(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that reach a mutant's lines: those of its own rules first, then the quick ones."""
        lines = {(str(mutant.path), line) for line in range(mutant.first_line, mutant.last_line + 1)}
        # What is computed once and kept is reached by one test but may matter to all.
        kept = hasattr(getattr(module_of(mutant), mutant.function), "cache_clear")
        found = [item for item in items if kept or self.reached[item.nodeid] & lines]
        found.sort(key=lambda item: (not tests_one_of(item.name, mutant.rules), self.seconds[item.nodeid]))
        # Of what would take too long at least one.
        spent = accumulate(self.seconds[item.nodeid] for item in found)
        return [
            item
            for number, (item, sum_so_far) in enumerate(zip(found, spent, strict=True))
            if not number or sum_so_far <= self.budget
        ]

    def fork(self, mutant: Mutant, tests: list[pytest.Item]) -> tuple[int, int]:
        """Run the tests on a mutant in a process of its own, which tells the number of each test that it begins."""
        reading, writing = os.pipe()
        process = os.fork()
        if process:
            os.close(writing)
            return process, reading
        code = 1
        try:
            put_in(mutant)
            for number, item in enumerate(tests):
                os.write(writing, b"%d\n" % number)
                limit_cpu(SLACK + PATIENCE * self.seconds[item.nodeid])
                if any(report.failed for report in runtestprotocol(item, log=False)):
                    break
            else:
                code = 0
        finally:
            os._exit(code)

    def judge(self, mutant: Mutant, tests: list[pytest.Item], answers: int, status: int) -> None:
        """Note which test has failed; one that has not come to an end has noticed too."""
        with os.fdopen(answers) as file:
            begun = file.read().split()
        last = int(begun[-1]) if begun else -1
        # A mutant that cannot even be put in is noticed by anything.
        test = "" if status == 0 else tests[max(0, last)].name if tests else "import"
        verdict = Verdict(mutant, test, last + 1)
        self.verdicts.append(verdict)
        if verdict.ran and (verdict.survived or verdict.by_another):
            show(describe(verdict))


def run_traced(item: pytest.Item, paths: set[str]) -> tuple[set[tuple[str, int]], bool]:
    """Run a test as it is; return the lines of some files that it reaches, and whether it fails."""
    reached: set[tuple[str, int]] = set()

    def in_rules(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return in_rules

    def anywhere(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ARG001
        return in_rules if frame.f_code.co_filename in paths else None

    sys.settrace(anywhere)
    try:
        reports = runtestprotocol(item, log=False)
    finally:
        sys.settrace(None)
    return reached, any(report.failed for report in reports)


def module_of(mutant: Mutant) -> Any:
    """Return the imported module that a mutant breaks."""
    game, name = mutant.path.parent.name, mutant.path.stem
    return sys.modules[f"tradewinds.games.{game}.{name}"]


def put_in(mutant: Mutant) -> None:
    """Give a function the code of its mutant, wherever it has been imported."""
    function = getattr(module_of(mutant), mutant.function)
    if hasattr(function, "cache_clear"):
        function.cache_clear()
        function = function.__wrapped__
    assert isinstance(function, FunctionType)
    module = compile("from __future__ import annotations\n" + mutant.source, str(mutant.path), "exec")
    function.__code__ = next(part for part in module.co_consts if isinstance(part, CodeType))


def limit_cpu(seconds: float) -> None:
    """End this process when it has computed for so long."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def describe(verdict: Verdict) -> str:
    """One line about a mutant that no test of its own rules has noticed."""
    mutant = verdict.mutant
    place = f"{mutant.path.relative_to(ROOT / 'src' / 'tradewinds')}:{mutant.first_line}"
    fate = f"caught only by {verdict.test}" if verdict.test else f"SURVIVES {verdict.ran} tests"
    return f"{place} [{', '.join(mutant.rules) or '–'}] {mutant.function}: {mutant.change[:120]} — {fate}"


def show(line: str) -> None:
    """Print past pytest, which captures what tests print."""
    os.write(TERMINAL, f"{line}\n".encode())


def summarise(verdicts: list[Verdict]) -> Iterator[str]:
    """How the rules fare, those with holes only."""
    by_rule: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        for rule in verdict.mutant.rules or ("–",):
            by_rule[rule].append(verdict)
    for rule, found in sorted(by_rule.items()):
        survivors, others = sum(v.survived for v in found), sum(v.by_another for v in found)
        if survivors or others:
            yield f"{rule}: {len(found)} mutants, {survivors} survive, {others} caught only by another rule's test"
    unreached = Counter(f"{v.mutant.path.stem}.{v.mutant.function}" for v in verdicts if v.survived and not v.ran)
    for function, count in sorted(unreached.items()):
        yield f"{function}: {count} mutants that no rule test reaches"
    yield f"{len(verdicts)} mutants, {sum(verdict.survived for verdict in verdicts)} survive"


def main() -> None:
    """Break the rules of a game and report what no test notices."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutations", description=__doc__)
    parser.add_argument("game", choices=("bombay", "borneo"))
    parser.add_argument("--rule", help="only mutants where this rule is cited")
    parser.add_argument("--module", help="only mutants of this module, without .py")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="so many at the same time")
    parser.add_argument("--budget", type=float, default=120, help="seconds of tests for each mutant")
    chosen = parser.parse_args()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    folder = ROOT / "src" / "tradewinds" / "games" / chosen.game
    paths = [folder / f"{name}.py" for name in MODULES if chosen.module in (None, name)]
    mutants = [mutant for path in paths if path.exists() for mutant in find_mutants(path)]
    if chosen.rule:
        mutants = [mutant for mutant in mutants if chosen.rule in mutant.rules]
    if chosen.sample is not None and chosen.sample < len(mutants):
        mutants = random.Random(chosen.seed).sample(mutants, chosen.sample)
    if not mutants:
        parser.error("nothing to break: no such rule is cited in a comment, or no such module")
    campaign = Campaign(mutants, chosen.jobs, chosen.budget)
    tests = [str(path) for path in sorted((ROOT / "tests" / chosen.game).glob("test_*_rules.py"))]
    begin = time.monotonic()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "--no-summary", *tests], plugins=[campaign])
    for line in summarise(campaign.verdicts):
        show(line)
    show(f"{time.monotonic() - begin:.0f} s")
    sys.exit(code)


if __name__ == "__main__":
    main()
