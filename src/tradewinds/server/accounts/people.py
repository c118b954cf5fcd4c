"""People and how the server knows them: guests, accounts, and the sessions of their browsers."""

import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import Connection

from tradewinds.server.accounts.names import account_key, clean_name
from tradewinds.server.accounts.passwords import Passwords
from tradewinds.server.errors import Refusal, not_found
from tradewinds.server.http import schemas
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database, PersonRow, SessionRow
from tradewinds.server.storage.queries import accounts, privacy
from tradewinds.server.tables.events import scrubbed

HOUR = 3_600_000
DAY = 24 * HOUR
LONGEST_TOKEN = 64
SESSIONS = 50
"""Sessions of one person; one more ends the one that was used longest ago."""
SECRET_EVENTS = ("started",)


class Person(msgspec.Struct, frozen=True):
    """Somebody whom the server knows, in one of their sessions; `account` is the name to log in with, if any."""

    id: str
    nickname: str
    account: str | None
    language: str | None
    session: str
    digest: str = ""
    """Of the token by which the session was recognised: another one after a change of who somebody is."""


def milliseconds() -> int:
    """The time as it is stored."""
    return int(time.time() * 1000)


class People:
    """Everybody whom the server knows.

    `on_login` hears that a guest has logged in to an account and what the guest has is to be handed over; `on_ended`
    hears the ids of sessions that have ended, `on_renewed` the digests of tokens in place of which somebody has been
    given another; `on_leaving` hears who is about to be forgotten, `on_deleted` at
    which tables they were.
    """

    on_login: Callable[[str, Person], Awaitable[None]] | None = None
    on_ended: Callable[[list[str]], Awaitable[None]] | None = None
    on_renewed: Callable[[list[str]], Awaitable[None]] | None = None
    on_leaving: Callable[[str], Awaitable[None]] | None = None
    on_deleted: Callable[[set[str]], Awaitable[None]] | None = None

    def __init__(self, database: Database, settings: ServerSettings, clock: Callable[[], int] = milliseconds) -> None:
        self.database = database
        self.lifetime = settings.session_days * DAY
        self.clock = clock
        self.passwords = Passwords()

    def close(self) -> None:
        """Let the threads go."""
        self.passwords.close()

    # Coming and going

    async def recognise(self, token: str | None) -> Person | None:
        """Whose token this is, if its session has not ended; notes about once an hour that it is used."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        digest = digest_of(token)
        found = await self.database.reading(lambda connection: accounts.find_session(connection, digest))
        if found is None:
            return None
        session, row = found
        now = self.clock()
        if session.seen < now - self.lifetime:
            return None
        if session.seen < now - HOUR:
            await self.database.write(lambda connection: accounts.touch(connection, digest, now))
        return person_in(row, session)

    async def guest(self, nickname: str, language: str | None, agent: str) -> tuple[Person, str]:
        """Somebody new, who needs a nickname only; and the token of their session."""
        row = self.new_row(clean_name(nickname), language)
        token, session = self.new_session(row.id, agent)

        def work(connection: Connection) -> None:
            accounts.add_person(connection, row)
            accounts.add_session(connection, session)

        await self.database.write(work)
        return person_in(row, session), token

    async def make_account(self, asker: Person | None, account: schemas.Account, agent: str) -> tuple[Person, str]:
        """Make an account of the guest that asks, who stays the same person with the same games, and a token for it.

        Whoever knows the guest's token does not know that of the account. Whoever is not known yet gets an account at
        once.
        """
        name = clean_name(account.name)
        password = await self.passwords.hash(account.password)
        if asker is not None:

            def claim(connection: Connection) -> str:
                claim_name(connection, asker.id, name, password)
                return self.renew(connection, asker)

            token = await self.database.write(claim)
            return msgspec.structs.replace(await self.renewed(asker, token), account=name), token
        row = self.new_row(name, None)
        token, session = self.new_session(row.id, agent)

        def work(connection: Connection) -> None:
            accounts.add_person(connection, row)
            claim_name(connection, row.id, name, password)
            accounts.add_session(connection, session)

        await self.database.write(work)
        return msgspec.structs.replace(person_in(row, session), account=name), token

    async def log_in(self, asker: Person | None, account: schemas.Account, agent: str) -> tuple[Person, str]:
        """A session for whoever knows the password; a guest who asks hands over what they have, and is gone."""
        row = await self.find_account(account.name)
        if not await self.passwords.check(row.password if row else None, account.password) or row is None:
            raise wrong_login()
        fresh = await self.fresh_hash(row, account.password)
        token, session = self.new_session(row.id, agent)
        person = person_in(row, session)
        guest = asker.id if asker is not None and asker.account is None else None
        if guest is not None and self.on_login is not None:
            await self.on_login(guest, person)

        def work(connection: Connection) -> list[str]:
            known = accounts.find_person(connection, row.id)
            if known is None or known.password != row.password:
                raise wrong_login()
            if fresh is not None:
                accounts.set_password(connection, row.id, fresh)
            accounts.add_session(connection, session)
            ended = [old.id for old in accounts.list_sessions(connection, row.id)[SESSIONS:]]
            for old in ended:
                accounts.end_session(connection, row.id, old)
            if asker is not None:
                accounts.end_session(connection, asker.id, asker.session)
            if guest is not None:
                privacy.merge_guest(connection, guest, row.id)
            return ended

        await self.tell_ended(await self.database.write(work))
        if asker is not None:
            await self.tell_renewed(asker)
        return person, token

    async def find_account(self, name: str) -> PersonRow | None:
        """The account with a name; a name that nobody can have is nobody's."""
        key = account_key(name)
        if key is None:
            return None
        return await self.database.reading(lambda connection: accounts.find_by_key(connection, key))

    async def fresh_hash(self, row: PersonRow, password: str) -> str | None:
        """The hash with today's parameters, where the one that is kept was made with others."""
        if row.password is None or not self.passwords.is_outdated(row.password):
            return None
        return await self.passwords.hash(password)

    async def log_out(self, person: Person) -> None:
        """End the session that asks, if it has not ended meanwhile."""
        await self.database.write(lambda connection: accounts.end_session(connection, person.id, person.session))
        await self.tell_ended([person.session])

    # Changes

    async def change(self, person: Person, nickname: str | None = None, language: str | None = None) -> Person:
        """Another nickname or language; what is None stays."""
        name = person.nickname if nickname is None else clean_name(nickname)
        spoken = person.language if language is None else language

        def work(connection: Connection) -> None:
            accounts.change(connection, person.id, nickname=name, language=spoken)

        await self.database.write(work)
        return msgspec.structs.replace(person, nickname=name, language=spoken)

    async def change_password(self, person: Person, old: str, password: str) -> tuple[Person, str]:
        """Another password, and another token for the session that asks; all other sessions end."""
        kept = await self.check_password(person, old)
        fresh = await self.passwords.hash(password)

        def work(connection: Connection) -> tuple[list[str], str]:
            known = accounts.find_person(connection, person.id)
            if known is None or known.password != kept:
                raise wrong_password()
            accounts.set_password(connection, person.id, fresh)
            others = [row.id for row in accounts.list_sessions(connection, person.id) if row.id != person.session]
            for other in others:
                accounts.end_session(connection, person.id, other)
            return others, self.renew(connection, person)

        ended, token = await self.database.write(work)
        await self.tell_ended(ended)
        return await self.renewed(person, token), token

    async def check_password(self, person: Person, password: str) -> str:
        """The hash that is kept, if the password is right."""
        row = await self.database.reading(lambda connection: accounts.find_person(connection, person.id))
        if row is not None and row.password is None:
            raise Refusal("no_account", "no_account")
        kept = row.password if row else None
        if not await self.passwords.check(kept, password) or kept is None:
            raise wrong_password()
        return kept

    async def delete(self, person: Person, password: str | None) -> None:
        """Forget somebody; an account needs its password. The games stay, without the name."""
        if person.account is not None:
            await self.check_password(person, password or "")
        if self.on_leaving is not None:
            await self.on_leaving(person.id)

        def work(connection: Connection) -> tuple[list[str], set[str]]:
            ended = [row.id for row in accounts.list_sessions(connection, person.id)]
            return ended, privacy.delete_person(connection, person.id, scrubbed)

        ended, tables = await self.database.write(work)
        if self.on_deleted is not None:
            await self.on_deleted(tables)
        await self.tell_ended(ended)

    # Sessions

    async def sessions(self, person: Person) -> list[schemas.SessionInfo]:
        """The browsers in which somebody is logged in, the one used last first."""
        rows = await self.database.reading(lambda connection: accounts.list_sessions(connection, person.id))
        oldest = self.clock() - self.lifetime
        return [
            schemas.SessionInfo(row.id, row.created, row.seen, row.agent, row.id == person.session)
            for row in rows
            if row.seen >= oldest
        ]

    async def end_session(self, person: Person, session: str) -> None:
        """End one of somebody's sessions."""
        if not await self.database.write(lambda connection: accounts.end_session(connection, person.id, session)):
            raise not_found("session")
        await self.tell_ended([session])

    def renew(self, connection: Connection, person: Person) -> str:
        """Give the session that asks another token; the one it had is nobody's from now on."""
        token = new_token()
        if not accounts.renew_session(connection, person.id, person.digest, digest_of(token)):
            raise Refusal("who", "who", 401)
        return token

    async def renewed(self, person: Person, token: str) -> Person:
        """Somebody with another token, once that is stored; whoever came with the one before hears of it."""
        await self.tell_renewed(person)
        return msgspec.structs.replace(person, digest=digest_of(token))

    async def tell_renewed(self, person: Person) -> None:
        """Pass on that somebody's token is not theirs any more, since they have another."""
        if self.on_renewed is not None:
            await self.on_renewed([person.digest])

    async def tell_ended(self, sessions: list[str]) -> None:
        """Pass on which sessions have ended."""
        if sessions and self.on_ended is not None:
            await self.on_ended(sessions)

    async def prune(self) -> None:
        """Forget sessions that were not used for long, and guests who were not here for as long and sit nowhere."""
        oldest = self.clock() - self.lifetime
        await self.database.write(lambda connection: privacy.prune_sessions(connection, oldest))
        while await self.database.write(lambda connection: privacy.prune_guests(connection, oldest, scrubbed)):
            pass

    async def export(self, person: Person) -> dict[str, list[dict[str, object]]]:
        """Everything that is kept about somebody, except what tells the secrets of a game: the events with its seed."""
        kept = await self.database.reading(lambda connection: privacy.export_person(connection, person.id))
        kept["events"] = [told(event) for event in kept["events"] if event["kind"] not in SECRET_EVENTS]
        return kept

    def new_row(self, nickname: str, language: str | None) -> PersonRow:
        """Somebody new, not stored yet."""
        now = self.clock()
        return PersonRow(secrets.token_urlsafe(12), nickname, None, None, None, language, now, now)

    def new_session(self, person: str, agent: str) -> tuple[str, SessionRow]:
        """A token, and the session to store, which has only the token's digest."""
        token, now = new_token(), self.clock()
        return token, SessionRow(digest_of(token), secrets.token_urlsafe(12), person, now, now, agent)


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is stored of a token: nobody can get in with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def person_in(row: PersonRow, session: SessionRow) -> Person:
    """A stored person as the rest of the server knows them."""
    return Person(row.id, row.nickname, row.name, row.language, session.id, session.digest)


def claim_name(connection: Connection, person: str, name: str, password: str) -> None:
    """Make an account of a guest, if nobody has the name and the guest is still one."""
    known = accounts.find_person(connection, person)
    if known is None:
        raise Refusal("who", "who", 401)
    if known.name is not None:
        raise Refusal("has_account", "has_account")
    if not accounts.set_account(connection, person, name, password):
        raise Refusal("name_taken", "name_taken", name=name)


def told(event: dict[str, object]) -> dict[str, object]:
    """An event as its person may see it: the body decoded, and not how many others lie before it."""
    body = event["body"]
    plain = {name: value for name, value in event.items() if name not in ("seq", "body")}
    return plain | {"body": msgspec.json.decode(body) if isinstance(body, bytes) else None}


def wrong_login() -> Refusal:
    """The same answer whether the name or the password is wrong."""
    return Refusal("wrong_login", "wrong_login", 401)


def wrong_password() -> Refusal:
    """Somebody who is logged in does not know the password."""
    return Refusal("wrong_password", "wrong_password", 403)
