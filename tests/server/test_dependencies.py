"""Other people's code: exactly the versions that were locked, checked by hash, and from nowhere in particular.

Known holes in dependencies are published on the network only, so nothing here can tell of them.
"""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
ENVIRONMENTS = [lock for lock in LOCKS if lock.stem != "node"]
"""All but the lock of what only builds the pages."""
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(lock: Path) -> list[str]:
    """Return the entries of a lock file, each with its hashes on one line."""
    joined = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip() and not line.startswith("#")]


def requirement(entry: str) -> Requirement:
    return Requirement(entry.partition("--hash")[0].strip())


def pinned(lock: Path) -> dict[str, set[str]]:
    """Return the versions of each package; several if they depend on the Python version."""
    found: dict[str, set[str]] = {}
    for entry in entries(lock):
        wanted = requirement(entry)
        found.setdefault(canonicalize_name(wanted.name), set()).add(str(wanted.specifier))
    return found


def declared() -> dict[str, list[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    own = {
        name: [wanted for wanted in listed if not wanted.startswith("tradewinds[")] for name, listed in extras.items()
    }
    always = project["dependencies"] + own["build"] + own["server"] + own["arena"]
    lab = own["lab"] + own["openspiel"] + own["ray"]
    return {"run": always, "dev": always + own["dev"] + lab, "bench": always + own["bench"], "lab": always + lab}


def test_lock_files_exist() -> None:
    assert {lock.stem for lock in LOCKS} == {"run", "dev", "bench", "lab", "node"}
    assert all(len(entries(lock)) > 20 for lock in ENVIRONMENTS)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_package_is_pinned_and_has_hashes(lock: Path) -> None:
    for entry in entries(lock):
        wanted = requirement(entry)
        assert [part.operator for part in wanted.specifier] == ["=="], entry[:80]
        assert "*" not in str(wanted.specifier)
        hashes = entry.partition("--hash")
        parts = (hashes[1] + hashes[2]).split()
        assert parts, wanted.name
        assert all(HASH.fullmatch(part) for part in parts), wanted.name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_lock_files_name_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"(?m)@|index-url|find-links|trusted-host|^-", text)


def test_runtime_and_test_locks_agree() -> None:
    run = pinned(ROOT / "requirements" / "run.lock")
    for lock in ENVIRONMENTS:
        others = pinned(lock)
        assert {name: others.get(name) for name in run} == run, lock.stem


@pytest.mark.parametrize("lock", ENVIRONMENTS, ids=lambda lock: lock.stem)
def test_locks_satisfy_declared_requirements(lock: Path) -> None:
    versions = pinned(lock)
    for text in declared()[lock.stem]:
        wanted = Requirement(text)
        found = versions[canonicalize_name(wanted.name)]
        assert all(wanted.specifier.contains(one.removeprefix("==")) for one in found), text


def test_installed_versions_are_locked() -> None:
    for entry in entries(ROOT / "requirements" / "dev.lock"):
        wanted = requirement(entry)
        if wanted.marker is None or wanted.marker.evaluate():
            assert wanted.specifier.contains(version(wanted.name), prereleases=True), wanted.name
