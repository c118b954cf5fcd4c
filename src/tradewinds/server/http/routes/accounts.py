"""Routes for guests, accounts and sessions."""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.server.accounts.cookies import accounts_of, cookie_name, current_person, require_person, set_cookie
from tradewinds.server.accounts.names import account_key
from tradewinds.server.accounts.person import Person
from tradewinds.server.accounts.service import DAY
from tradewinds.server.errors import not_found
from tradewinds.server.http.responses import json_response, read_body
from tradewinds.server.protocol import schemas
from tradewinds.server.rate_limits import RateLimiter, client_address

MAX_AGENT_LENGTH = 200


async def get_me(request: Request) -> Response:
    """Return the current person and renew the expiry of the cookie."""
    person = await current_person(request)
    token = request.cookies.get(cookie_name(request))
    if person is None or token is None:
        return _signed_out(request) if token else _me_response(None)
    return _signed_in(request, person, token)


async def create_guest(request: Request) -> Response:
    """Create a guest; if there is a current person, update their nickname and language instead."""
    body = await read_body(request, schemas.NewGuest)
    person = await current_person(request)
    if person is not None:
        return _me_response(await accounts_of(request).update(person, body.nickname, body.language))
    rate_limiter_of(request).check("people", client_address(request))
    person, token = await accounts_of(request).create_guest(body.nickname, body.language, _user_agent(request))
    return _signed_in(request, person, token)


async def create_account(request: Request) -> Response:
    """Create an account, from the current guest if there is one."""
    body = await read_body(request, schemas.Credentials)
    rate_limiter_of(request).check("people", client_address(request))
    person, token = await accounts_of(request).create_account(await current_person(request), body, _user_agent(request))
    return _signed_in(request, person, token)


async def log_in(request: Request) -> Response:
    body = await read_body(request, schemas.Credentials)
    _limit_logins(request, body.name)
    person, token = await accounts_of(request).log_in(await current_person(request), body, _user_agent(request))
    return _signed_in(request, person, token)


async def log_out(request: Request) -> Response:
    person = await current_person(request)
    if person is not None:
        await accounts_of(request).log_out(person)
    return _signed_out(request)


async def update_me(request: Request) -> Response:
    body = await read_body(request, schemas.ProfileUpdate)
    person = await require_person(request)
    return _me_response(await accounts_of(request).update(person, body.nickname, body.language))


async def change_password(request: Request) -> Response:
    body = await read_body(request, schemas.PasswordChange)
    person = await require_person(request)
    _limit_logins(request, person.account)
    person, token = await accounts_of(request).change_password(person, body.old, body.password)
    return _signed_in(request, person, token)


async def delete_me(request: Request) -> Response:
    body = await read_body(request, schemas.AccountDeletion)
    person = await require_person(request)
    _limit_logins(request, person.account)
    await accounts_of(request).delete(person, body.password)
    return _signed_out(request)


async def export_me(request: Request) -> Response:
    """Return all data stored about the current person, as a download."""
    person = await require_person(request)
    response = json_response(await accounts_of(request).export(person))
    response.headers["content-disposition"] = 'attachment; filename="tradewinds.json"'
    return response


async def list_sessions(request: Request) -> Response:
    return json_response(await accounts_of(request).list_sessions(await require_person(request)))


async def end_session(request: Request) -> Response:
    """End a session and return the remaining ones."""
    person = await require_person(request)
    session = request.path_params["id"]
    if not (session.isascii() and session.isprintable()):
        raise not_found("session")
    await accounts_of(request).end_session(person, session)
    if session == person.session:
        return _signed_out(request)
    return json_response(await accounts_of(request).list_sessions(person))


def rate_limiter_of(connection: HTTPConnection) -> RateLimiter:
    limiter: RateLimiter = connection.app.state.rate_limiter
    return limiter


def _limit_logins(request: Request, name: str | None) -> None:
    """Limit password attempts by address and by account name."""
    rate_limiter_of(request).check("logins", client_address(request))
    key = None if name is None else account_key(name)
    if key is not None:
        rate_limiter_of(request).check("logins_of_name", key)


def _user_agent(request: Request) -> str:
    agent = request.headers.get("user-agent", "")
    return "".join(character for character in agent if character.isprintable())[:MAX_AGENT_LENGTH]


def _me_response(person: Person | None) -> Response:
    me = None if person is None else schemas.Profile(person.nickname, person.account, person.language)
    return json_response(schemas.Whoami(me))


def _signed_in(request: Request, person: Person, token: str) -> Response:
    """Return a response with the person, which sets the session cookie."""
    response = _me_response(person)
    set_cookie(request, response, token, accounts_of(request).session_lifetime // DAY * 86_400)
    return response


def _signed_out(request: Request) -> Response:
    """Return a response without a person, which deletes the session cookie."""
    response = _me_response(None)
    set_cookie(request, response, "", 0)
    return response


routes: list[Route] = [
    Route("/api/me", get_me, methods=["GET"]),
    Route("/api/me", update_me, methods=["PATCH"]),
    Route("/api/me/delete", delete_me, methods=["POST"]),
    Route("/api/me/export", export_me, methods=["GET"]),
    Route("/api/guest", create_guest, methods=["POST"]),
    Route("/api/account", create_account, methods=["POST"]),
    Route("/api/login", log_in, methods=["POST"]),
    Route("/api/logout", log_out, methods=["POST"]),
    Route("/api/password", change_password, methods=["POST"]),
    Route("/api/sessions", list_sessions, methods=["GET"]),
    Route("/api/sessions/{id}", end_session, methods=["DELETE"]),
]
