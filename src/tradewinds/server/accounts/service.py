"""Guests, accounts and sessions."""

from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import Connection

from tradewinds.server.accounts.names import account_key, clean_name
from tradewinds.server.accounts.passwords import Passwords
from tradewinds.server.accounts.person import Person, new_person, new_session, new_token, person_in, token_digest
from tradewinds.server.errors import RequestError, not_found
from tradewinds.server.protocol import schemas
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database, PersonRow
from tradewinds.server.storage.queries import accounts, privacy
from tradewinds.server.storage.rows import now_ms

HOUR = 3_600_000
DAY = 24 * HOUR
MAX_TOKEN_LENGTH = 64
MAX_SESSIONS = 50
"""Maximum number of sessions of one person; a further login ends the least recently used one."""
SECRET_EVENTS = ("started",)


class AccountService:
    """Manages guests, accounts and sessions.

    `on_login` is called with the id of a guest who logs in and the person of the account, to transfer the guest's
    seats; `on_sessions_ended` with the ids of ended sessions; `on_tokens_renewed` with the digests of replaced tokens;
    `on_deleting` with the id of a person about to be deleted; `on_deleted` with the tables whose events were rewritten.
    """

    def __init__(self, database: Database, settings: ServerSettings, clock: Callable[[], int] = now_ms) -> None:
        self.database = database
        self.session_lifetime = settings.session_days * DAY
        self.clock = clock
        self.passwords = Passwords()
        self.on_login: Callable[[str, Person], Awaitable[None]] = _ignore
        self.on_sessions_ended: Callable[[list[str]], Awaitable[None]] = _ignore
        self.on_tokens_renewed: Callable[[list[str]], Awaitable[None]] = _ignore
        self.on_deleting: Callable[[str], Awaitable[None]] = _ignore
        self.on_deleted: Callable[[set[str]], Awaitable[None]] = _ignore

    def close(self) -> None:
        self.passwords.close()

    # Logging in and out

    async def authenticate(self, token: str | None) -> Person | None:
        """Return the person of a session token, if it is valid; update when it was last seen, at most hourly."""
        if not token or len(token) > MAX_TOKEN_LENGTH:
            return None
        digest = token_digest(token)
        found = await self.database.read_async(lambda connection: accounts.find_session(connection, digest))
        if found is None:
            return None
        session, row = found
        now = self.clock()
        if session.seen < now - self.session_lifetime:
            return None
        if session.seen < now - HOUR:
            await self.database.write(lambda connection: accounts.touch(connection, digest, now))
        return person_in(row, session)

    async def create_guest(self, nickname: str, language: str | None, agent: str) -> tuple[Person, str]:
        """Create a guest; return it with a session token."""
        row = new_person(clean_name(nickname), language, self.clock())
        token, session = new_session(row.id, agent, self.clock())

        def work(connection: Connection) -> None:
            accounts.add_person(connection, row)
            accounts.add_session(connection, session)

        await self.database.write(work)
        return person_in(row, session), token

    async def create_account(
        self, current: Person | None, account: schemas.Credentials, agent: str
    ) -> tuple[Person, str]:
        """Turn the current guest into an account, or create a new one; return it with a session token.

        A guest remains the same person, with the same games, but gets a new token: the old one must not give access to
        the account.
        """
        name = clean_name(account.name)
        password = await self.passwords.hash(account.password)
        if current is not None:

            def claim(connection: Connection) -> str:
                _claim_name(connection, current.id, name, password)
                return self._renew_token(connection, current)

            token = await self.database.write(claim)
            return msgspec.structs.replace(await self._with_token(current, token), account=name), token
        row = new_person(name, None, self.clock())
        token, session = new_session(row.id, agent, self.clock())

        def work(connection: Connection) -> None:
            accounts.add_person(connection, row)
            _claim_name(connection, row.id, name, password)
            accounts.add_session(connection, session)

        await self.database.write(work)
        return msgspec.structs.replace(person_in(row, session), account=name), token

    async def log_in(self, current: Person | None, account: schemas.Credentials, agent: str) -> tuple[Person, str]:
        """Log in to an account and start a session; merge the current guest, if any, into the account."""
        row = await self._find_account(account.name)
        if not await self.passwords.check(row.password if row else None, account.password) or row is None:
            raise _wrong_login()
        fresh = await self._rehash(row, account.password)
        token, session = new_session(row.id, agent, self.clock())
        person = person_in(row, session)
        guest = current.id if current is not None and current.account is None else None
        if guest is not None:
            await self.on_login(guest, person)

        def work(connection: Connection) -> list[str]:
            known = accounts.find_person(connection, row.id)
            if known is None or known.password != row.password:
                raise _wrong_login()
            if fresh is not None:
                accounts.update_person(connection, row.id, password=fresh)
            accounts.add_session(connection, session)
            ended = [old.id for old in accounts.list_sessions(connection, row.id)[MAX_SESSIONS:]]
            for old in ended:
                accounts.end_session(connection, row.id, old)
            if current is not None:
                accounts.end_session(connection, current.id, current.session)
            if guest is not None:
                privacy.merge_guest(connection, guest, row.id)
            return ended

        await self.on_sessions_ended(await self.database.write(work))
        if current is not None:
            await self.on_tokens_renewed([current.digest])
        return person, token

    async def _find_account(self, name: str) -> PersonRow | None:
        key = account_key(name)
        if key is None:
            return None
        return await self.database.read_async(lambda connection: accounts.find_by_key(connection, key))

    async def _rehash(self, row: PersonRow, password: str) -> str | None:
        """Return a new hash if the stored one was made with outdated parameters, else None."""
        if row.password is None or not self.passwords.is_outdated(row.password):
            return None
        return await self.passwords.hash(password)

    async def log_out(self, person: Person) -> None:
        """End the current session."""
        await self.database.write(lambda connection: accounts.end_session(connection, person.id, person.session))
        await self.on_sessions_ended([person.session])

    # Profile and password

    async def update(self, person: Person, nickname: str | None = None, language: str | None = None) -> Person:
        """Change nickname or language; None keeps the current value."""
        name = person.nickname if nickname is None else clean_name(nickname)
        new_language = person.language if language is None else language

        def work(connection: Connection) -> None:
            accounts.update_person(connection, person.id, nickname=name, language=new_language)

        await self.database.write(work)
        return msgspec.structs.replace(person, nickname=name, language=new_language)

    async def change_password(self, person: Person, old: str, password: str) -> tuple[Person, str]:
        """Change the password; the current session gets a new token, all others end."""
        stored = await self._check_password(person, old)
        fresh = await self.passwords.hash(password)

        def work(connection: Connection) -> tuple[list[str], str]:
            known = accounts.find_person(connection, person.id)
            if known is None or known.password != stored:
                raise _wrong_password()
            accounts.update_person(connection, person.id, password=fresh)
            others = [row.id for row in accounts.list_sessions(connection, person.id) if row.id != person.session]
            for other in others:
                accounts.end_session(connection, person.id, other)
            return others, self._renew_token(connection, person)

        ended, token = await self.database.write(work)
        await self.on_sessions_ended(ended)
        return await self._with_token(person, token), token

    async def _check_password(self, person: Person, password: str) -> str:
        """Return the stored hash; raise if the password is wrong or the person has no account."""
        row = await self.database.read_async(lambda connection: accounts.find_person(connection, person.id))
        if row is not None and row.password is None:
            raise RequestError("no_account", "no_account")
        stored = row.password if row else None
        if not await self.passwords.check(stored, password) or stored is None:
            raise _wrong_password()
        return stored

    async def delete(self, person: Person, password: str | None) -> None:
        """Delete a guest or account; an account requires its password. Its games are kept, without the name."""
        if person.account is not None:
            await self._check_password(person, password or "")
        await self.on_deleting(person.id)

        def work(connection: Connection) -> tuple[list[str], set[str]]:
            ended = [row.id for row in accounts.list_sessions(connection, person.id)]
            return ended, privacy.delete_person(connection, person.id)

        ended, tables = await self.database.write(work)
        await self.on_deleted(tables)
        await self.on_sessions_ended(ended)

    # Sessions

    async def list_sessions(self, person: Person) -> list[schemas.SessionInfo]:
        """Return the sessions of a person, the most recently used first."""
        rows = await self.database.read_async(lambda connection: accounts.list_sessions(connection, person.id))
        oldest = self.clock() - self.session_lifetime
        return [
            schemas.SessionInfo(row.id, row.created, row.seen, row.agent, row.id == person.session)
            for row in rows
            if row.seen >= oldest
        ]

    async def end_session(self, person: Person, session: str) -> None:
        """End a session of a person; raise a 404 error if it does not exist."""
        if not await self.database.write(lambda connection: accounts.end_session(connection, person.id, session)):
            raise not_found("session")
        await self.on_sessions_ended([session])

    def _renew_token(self, connection: Connection, person: Person) -> str:
        """Replace the token of the current session and return the new one."""
        token = new_token()
        if not accounts.renew_session(connection, person.id, person.digest, token_digest(token)):
            raise RequestError("who", "who", 401)
        return token

    async def _with_token(self, person: Person, token: str) -> Person:
        """Call `on_tokens_renewed`, and return the person with the digest of the new token."""
        await self.on_tokens_renewed([person.digest])
        return msgspec.structs.replace(person, digest=token_digest(token))

    async def prune(self) -> None:
        """Delete expired sessions, and guests who have no seat and were not seen for as long."""
        oldest = self.clock() - self.session_lifetime
        await self.database.write(lambda connection: privacy.prune_sessions(connection, oldest))
        while await self.database.write(lambda connection: privacy.prune_guests(connection, oldest)):
            pass

    async def export(self, person: Person) -> dict[str, list[dict[str, object]]]:
        """Return all data stored about a person, except events that contain the seed of a game."""
        stored = await self.database.read_async(lambda connection: privacy.export_person(connection, person.id))
        stored["events"] = [_exported_event(event) for event in stored["events"] if event["kind"] not in SECRET_EVENTS]
        return stored


async def _ignore(*_: object) -> None:
    """Do nothing; the default callback."""


def _claim_name(connection: Connection, person: str, name: str, password: str) -> None:
    """Turn a guest into an account; raise if the name is taken or the person already has an account."""
    known = accounts.find_person(connection, person)
    if known is None:
        raise RequestError("who", "who", 401)
    if known.name is not None:
        raise RequestError("has_account", "has_account")
    if not accounts.set_account(connection, person, name, password):
        raise RequestError("name_taken", "name_taken", name=name)


def _exported_event(event: dict[str, object]) -> dict[str, object]:
    """Return an event with its body decoded, without its sequence number, which reveals how many others there are."""
    body = event["body"]
    plain = {name: value for name, value in event.items() if name not in ("seq", "body")}
    return plain | {"body": msgspec.json.decode(body) if isinstance(body, bytes) else None}


def _wrong_login() -> RequestError:
    """Return the same error for a wrong name and a wrong password."""
    return RequestError("wrong_login", "wrong_login", 401)


def _wrong_password() -> RequestError:
    return RequestError("wrong_password", "wrong_password", 403)
