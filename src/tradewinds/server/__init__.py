"""Game server: accounts, tables, bots, storage, and the HTTP and websocket API."""

from tradewinds.i18n import Phrase, Problem

try:
    import starlette  # noqa: F401
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "Starlette", "extra": "server"})) from error
