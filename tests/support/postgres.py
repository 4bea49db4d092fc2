"""A PostgreSQL of the test's own: made in a temporary folder, run by a user without rights, gone with the test."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from support.program import LIMIT, guarded
from support.waits import until


def programs() -> Path:
    """Return the folder of PostgreSQL's programs, or skip the test."""
    inside = shutil.which("initdb")
    folders = [Path(inside).resolve().parent] if inside else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders or not (folders[-1] / "initdb").exists():
        pytest.skip("PostgreSQL is not installed; make test installs it")
    return folders[-1]


def unprivileged() -> str | None:
    """Return the user that a database server runs as, where we are root: it refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@dataclass
class PostgresServer:
    """A server in a folder of its own, on a socket of its own alone, that can be killed and started again."""

    folder: Path
    user: str | None
    process: subprocess.Popen[Any] | None = None
    stack: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        """The address of an empty database."""
        return f"postgresql://assay@/postgres?host={self.folder}"

    def make(self) -> None:
        """Make the files of a server."""
        make = [str(programs() / "initdb"), "-D", str(self.folder / "store"), "-U", "assay", "-A", "trust"]
        make += ["--no-locale", "-E", "UTF8"]
        where: dict[str, Any] = {"cwd": self.folder, "user": self.user}
        subprocess.run(make, check=True, timeout=LIMIT, capture_output=True, **where)

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        store, socket = self.folder / "store", self.folder
        run = [str(programs() / "postgres"), "-D", str(store), "-k", str(socket), "-c", "listen_addresses="]
        streams: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        where: dict[str, Any] = {"cwd": self.folder, "user": self.user, **streams}
        self.process = self.stack.enter_context(guarded(run, seconds=10 * LIMIT, **where))
        wait_until_ready(self.folder, self.user)

    def kill(self) -> None:
        """End it at once, as a crash does: all connections break, and the next start recovers from its log."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(LIMIT)


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Run a server until the end of the block."""
    folder, user = Path(tempfile.mkdtemp(prefix="assay-pg-")), unprivileged()
    try:
        if user is not None:
            shutil.chown(folder, user)
        server = PostgresServer(folder, user)
        with server.stack:
            server.make()
            server.start()
            yield server
            server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server, and yield the URL of an empty database."""
    with postgres_server() as server:
        yield server.url


def wait_until_ready(folder: Path, user: str | None) -> None:
    """Wait until a server takes connections."""
    ask = [str(programs() / "pg_isready"), "-h", str(folder)]
    until(
        lambda: not subprocess.run(ask, timeout=LIMIT, capture_output=True, user=user, check=False).returncode
    )
