"""Session cookies and the people they identify."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tradewinds.server.accounts.person import Person
from tradewinds.server.accounts.service import AccountService
from tradewinds.server.errors import RequestError

COOKIE = "tradewinds"


def accounts_of(connection: HTTPConnection) -> AccountService:
    service: AccountService = connection.app.state.accounts
    return service


async def current_person(connection: HTTPConnection) -> Person | None:
    """Return the person identified by the session cookie, if it is valid."""
    return await accounts_of(connection).authenticate(connection.cookies.get(cookie_name(connection)))


async def require_person(connection: HTTPConnection) -> Person:
    """Return the current person; raise a 401 error if there is none."""
    person = await current_person(connection)
    if person is None:
        raise RequestError("who", "who", 401)
    return person


def set_cookie(connection: HTTPConnection, response: Response, token: str, seconds: int) -> None:
    """Set the session cookie in a response; zero seconds delete it."""
    secure = _is_secure(connection)
    response.set_cookie(
        cookie_name(connection), token, max_age=seconds, path="/", secure=secure, httponly=True, samesite="lax"
    )


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of the cookie; over TLS, with the `__Host-` prefix, so that other hosts cannot set it."""
    return f"__Host-{COOKIE}" if _is_secure(connection) else COOKIE


def _is_secure(connection: HTTPConnection) -> bool:
    """Return whether the client uses TLS, according to the server or its proxy."""
    return connection.scope["scheme"] in ("https", "wss")
