"""The client for browsers. Its source is in `web/` beside the package; what is built from it lies here."""

from pathlib import Path

PAGES = Path(__file__).resolve().parent / "pages"
"""Built by `hatch_build.py`, never committed."""
