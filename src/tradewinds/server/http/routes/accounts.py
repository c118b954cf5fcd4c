"""People over HTTP: who one is, accounts, sessions, and what is kept about oneself."""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.server.accounts.names import account_key
from tradewinds.server.accounts.people import DAY, People, Person
from tradewinds.server.errors import Refusal, not_found
from tradewinds.server.http import schemas
from tradewinds.server.http.rate_limits import Rates, address_of
from tradewinds.server.http.responses import answer, read_body

COOKIE = "tradewinds"
LONGEST_AGENT = 200


async def person_of(connection: HTTPConnection) -> Person | None:
    """Who is asking, by the cookie, if anybody we know."""
    return await people_of(connection).recognise(connection.cookies.get(cookie_name(connection)))


async def must_be_known(connection: HTTPConnection) -> Person:
    """Who is asking; refused if we do not know them."""
    person = await person_of(connection)
    if person is None:
        raise Refusal("who", "who", 401)
    return person


async def whoami(request: Request) -> Response:
    """Who is asking; whoever comes back keeps the cookie for longer."""
    person = await person_of(request)
    token = request.cookies.get(cookie_name(request))
    if person is None or token is None:
        return signed_out(request) if token else introduce(None)
    return signed_in(request, person, token)


async def guest(request: Request) -> Response:
    """A guest with a nickname; whoever is known already is renamed."""
    asked = await read_body(request, schemas.Guest)
    person = await person_of(request)
    if person is not None:
        return introduce(await people_of(request).change(person, asked.nickname, asked.language))
    rates_of(request).check("people", address_of(request))
    person, token = await people_of(request).guest(asked.nickname, asked.language, agent_of(request))
    return signed_in(request, person, token)


async def account(request: Request) -> Response:
    """An account, made of the guest that asks if there is one."""
    asked = await read_body(request, schemas.Account)
    rates_of(request).check("people", address_of(request))
    person, token = await people_of(request).make_account(await person_of(request), asked, agent_of(request))
    return signed_in(request, person, token)


async def log_in(request: Request) -> Response:
    """A session in this browser for an account."""
    asked = await read_body(request, schemas.Account)
    check_attempts(request, asked.name)
    person, token = await people_of(request).log_in(await person_of(request), asked, agent_of(request))
    return signed_in(request, person, token)


async def log_out(request: Request) -> Response:
    """End the session of this browser."""
    person = await person_of(request)
    if person is not None:
        await people_of(request).log_out(person)
    return signed_out(request)


async def change(request: Request) -> Response:
    """Another nickname or language."""
    asked = await read_body(request, schemas.Change)
    person = await must_be_known(request)
    return introduce(await people_of(request).change(person, asked.nickname, asked.language))


async def password(request: Request) -> Response:
    """Another password."""
    asked = await read_body(request, schemas.ChangePassword)
    person = await must_be_known(request)
    check_attempts(request, person.account)
    person, token = await people_of(request).change_password(person, asked.old, asked.password)
    return signed_in(request, person, token)


async def delete_me(request: Request) -> Response:
    """Forget whoever asks."""
    asked = await read_body(request, schemas.DeleteMe)
    person = await must_be_known(request)
    check_attempts(request, person.account)
    await people_of(request).delete(person, asked.password)
    return signed_out(request)


async def export(request: Request) -> Response:
    """Everything that is kept about whoever asks, as a file."""
    person = await must_be_known(request)
    response = answer(await people_of(request).export(person))
    response.headers["content-disposition"] = 'attachment; filename="tradewinds.json"'
    return response


async def sessions(request: Request) -> Response:
    """The browsers in which whoever asks is logged in."""
    return answer(await people_of(request).sessions(await must_be_known(request)))


async def end_session(request: Request) -> Response:
    """End one of them; the answer lists those that remain."""
    person = await must_be_known(request)
    session = request.path_params["id"]
    if not (session.isascii() and session.isprintable()):
        raise not_found("session")
    await people_of(request).end_session(person, session)
    if session == person.session:
        return signed_out(request)
    return answer(await people_of(request).sessions(person))


def people_of(connection: HTTPConnection) -> People:
    """Everybody, as the application knows them."""
    people: People = connection.app.state.people
    return people


def rates_of(connection: HTTPConnection) -> Rates:
    """The rates of the application."""
    rates: Rates = connection.app.state.rates
    return rates


def check_attempts(request: Request, name: str | None) -> None:
    """Refuse more passwords than anybody types, from one address or for one name."""
    rates_of(request).check("logins", address_of(request))
    key = None if name is None else account_key(name)
    if key is not None:
        rates_of(request).check("logins_of_name", key)


def agent_of(request: Request) -> str:
    """What the browser calls itself, for the list of sessions."""
    said = request.headers.get("user-agent", "")
    return "".join(character for character in said if character.isprintable())[:LONGEST_AGENT]


def introduce(person: Person | None) -> Response:
    """Tell somebody who they are."""
    me = None if person is None else schemas.Me(person.nickname, person.account, person.language)
    return answer(schemas.Whoami(me))


def signed_in(request: Request, person: Person, token: str) -> Response:
    """The same, with the cookie by which they are recognised."""
    response = introduce(person)
    set_cookie(request, response, token, people_of(request).lifetime // DAY * 86_400)
    return response


def signed_out(request: Request) -> Response:
    """Nobody any more: the cookie goes."""
    response = introduce(None)
    set_cookie(request, response, "", 0)
    return response


def set_cookie(request: Request, response: Response, token: str, seconds: int) -> None:
    """Set the cookie of the session, which scripts and other sites never see."""
    secure = is_secure(request)
    response.set_cookie(
        cookie_name(request), token, max_age=seconds, path="/", secure=secure, httponly=True, samesite="lax"
    )


def cookie_name(connection: HTTPConnection) -> str:
    """Over TLS a name that browsers let nobody but this host set."""
    return f"__Host-{COOKIE}" if is_secure(connection) else COOKIE


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client came over TLS, as far as the server or the proxy before it can tell."""
    return connection.scope["scheme"] in ("https", "wss")


routes: list[Route] = [
    Route("/api/me", whoami, methods=["GET"]),
    Route("/api/me", change, methods=["PATCH"]),
    Route("/api/me/delete", delete_me, methods=["POST"]),
    Route("/api/me/export", export, methods=["GET"]),
    Route("/api/guest", guest, methods=["POST"]),
    Route("/api/account", account, methods=["POST"]),
    Route("/api/login", log_in, methods=["POST"]),
    Route("/api/logout", log_out, methods=["POST"]),
    Route("/api/password", password, methods=["POST"]),
    Route("/api/sessions", sessions, methods=["GET"]),
    Route("/api/sessions/{id}", end_session, methods=["DELETE"]),
]
