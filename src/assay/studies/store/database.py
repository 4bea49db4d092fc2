"""Opening a database: a file of SQLite with full sync, or PostgreSQL.

Writers begin with a lock (`BEGIN IMMEDIATE`, or an advisory lock that all processes share), so that events are
numbered in the order in which they become visible. Readers take none.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, insert, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from assay.errors import AssayError, DependencyError, InputError, OptionError
from assay.studies.options import without_password
from assay.studies.store.layouts import bring_up_to_date, check_readable
from assay.studies.store.tables import SECRETS

# Seconds for another process's lock, and for a server that does not answer
WAIT = 30
# Milliseconds for somebody who reads, while nobody can write
FORGET_WAIT = 50
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", f"busy_timeout={WAIT * 1000}")
ADVICE = {
    "is locked": "another program has been writing to it for half a minute; end that one, or try again",
    "not a database": "it is a file of another kind; give another with --database",
    "unable to open": "is its folder there, and may you write into it?",
    **dict.fromkeys(("malformed", "decode"), "it is damaged; restore it from a copy"),
    "is full": "make room on its disk",
    "disk I/O": "is its disk full, or out of order?",
    "readonly": "it must be written to; change its permissions, or copy it elsewhere",
}
# The name of our lock in PostgreSQL, which has numbers for names
LOCK = 0x61737361


class MovedError(AssayError):
    """The file that was opened is no longer the one in its place."""


@dataclass(frozen=True)
class Database:
    """A database: connections that write, and connections that only read."""

    url: str = field(repr=False)  # which may hold a password
    writing: Engine
    reading: Engine
    # A file on a medium, or in a folder, that nobody may write: it cannot change
    is_frozen: bool = False

    def lock(self, connection: Connection) -> None:
        """Wait until no other process writes; SQLite has done so at the begin, and its files must be in their place."""
        if self.is_frozen:
            return
        if self.writing.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        else:
            _check_files(connection)

    def forget(self) -> bool:
        """Take what was erased out of the write-ahead log of SQLite; False where it is being read at this moment."""
        if self.is_frozen or self.writing.dialect.name != "sqlite":
            return True
        try:
            with closing(self.writing.raw_connection()) as connection:
                cursor = connection.cursor()
                cursor.execute(f"PRAGMA busy_timeout={FORGET_WAIT}")
                try:
                    busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                finally:
                    cursor.execute(f"PRAGMA busy_timeout={WAIT * 1000}")
        except sqlite3.Error:
            return False
        return not busy

    def close(self) -> None:
        """Close every connection."""
        self.writing.dispose()
        self.reading.dispose()


def open_database(name: str, *, only_reads: bool = False) -> Database:
    """Open a database by the path of a SQLite file or by a URL; tables are made where there are none.

    Who only reads is given a file that cannot be written, too.
    """
    if only_reads and "://" not in name and is_unwritable(name):
        return _frozen_database(name)
    url = name if "://" in name else f"sqlite:///{name}"
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    if not url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise OptionError(
            f"--database {without_password(name)} is no file and no database that is known here; give the path of a "
            "file, or postgresql://USER@HOST/NAME"
        )
    try:
        _check_host(url)
        database = Database(url, _engine(url, writes=True), _engine(url, writes=False))
    except (ArgumentError, ValueError) as error:
        raise OptionError(
            f"--database {without_password(name)} cannot be understood; give the path of a file, or "
            "postgresql://USER@HOST/NAME, where a sign such as @ or : in the user or the password is written %40 or %3A"
        ) from error
    except ModuleNotFoundError as error:
        raise DependencyError(
            f"PostgreSQL needs {error.name}; run: pip install 'mt-assay[postgresql]'"
        ) from error
    _make_file(database.writing)
    with in_words(name, "opened"), database.writing.begin() as connection:
        database.lock(connection)
        bring_up_to_date(connection)
        if connection.execute(select(SECRETS.c.name)).first() is None:
            connection.execute(insert(SECRETS).values(name="screens", secret=secrets.token_bytes(32)))
    return database


@contextmanager
def in_words(name: str, done: str) -> Iterator[None]:
    """Tell what a database says where something cannot be done with it, and what to do about it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"the database {without_password(name)} cannot be {done}: {error}") from error
    except (DBAPIError, UnicodeError) as error:  # SQLite names a damaged table by bytes that are no text
        raise InputError(
            f"the database {without_password(name)} cannot be {done}: {explained(error)}"
        ) from error


def is_unwritable(path: str) -> bool:
    """Tell whether a file of SQLite, or the folder that the files beside it are in, is there to be read alone."""
    folder = os.path.dirname(os.path.abspath(path))
    return os.path.isfile(path) and not (os.access(path, os.W_OK) and os.access(folder, os.W_OK))


def reading_address(path: str) -> str:
    """Return the address by which SQLite opens a file to read it; one that cannot be written without files beside it.

    What the write-ahead log holds is a part of the database, and could not be read so.
    """
    address = f"file:{quote(os.path.abspath(path))}?mode=ro"
    if not is_unwritable(path):
        return address
    for ending in ("-wal", "-journal"):
        with suppress(FileNotFoundError):
            if os.path.getsize(f"{path}{ending}"):
                raise InputError(
                    f"the database {path} cannot be read where it cannot be written, for {path}{ending} holds what was "
                    "stored last; copy both files to a folder of yours, and read the copy"
                )
    return f"{address}&immutable=1"


def _frozen_database(path: str) -> Database:
    """Open a file that cannot change."""
    address = reading_address(path)
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None),
        poolclass=QueuePool,
        hide_parameters=True,
    )
    with in_words(path, "read"), engine.begin() as connection:
        check_readable(connection)
    return Database(f"sqlite:///{path}", engine, engine, is_frozen=True)


def _make_file(engine: Engine) -> None:
    """Make a file that is not there for this user alone; SQLite gives those beside it the same permissions."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        with suppress(OSError):  # it is there, or SQLite will say why it cannot be
            Path(engine.url.database).touch(0o600, exist_ok=False)


def _check_files(connection: Connection) -> None:
    """Refuse files that are not those which were opened: what goes into one that was deleted nobody will find."""
    path = connection.engine.url.database
    files = [_inode(f"{path}{ending}") for ending in ("", "-wal")]
    if connection.info.setdefault("files", files) != files:
        raise MovedError(
            f"{path} or its -wal file was moved, deleted or replaced while the server ran; put it back as it was, "
            "or restart the server"
        )


def _inode(path: str) -> int | None:
    """Return what tells a file from all others as long as it is open, as SQLite does; None where there is none."""
    try:
        return os.stat(path).st_ino
    except OSError:
        return None


def _check_host(url: str) -> None:
    """Refuse a password that would be taken for a part of the host, and be printed as such."""
    if "@" in (make_url(url).host or ""):
        raise ValueError


def explained(error: Exception) -> str:
    """Return what the database says, and what to do about it where that can be told."""
    said = str(getattr(error, "orig", error)).strip().partition("\n")[0]
    return said + next((f"; {advice}" for part, advice in ADVICE.items() if part in said), "")


def reading_engine(url: str) -> Engine:
    """Return connections that only read a database which is there, for another process than the server's."""
    return _engine(url, writes=False)


def screen_secret(database: Database) -> bytes:
    """Return the secret by which screens are named."""
    with database.reading.begin() as connection:
        return bytes(connection.execute(select(SECRETS.c.secret)).scalar_one())


def _engine(url: str, *, writes: bool) -> Engine:
    if not url.startswith("sqlite"):
        return _postgresql(url, writes=writes)
    waiting = {"timeout": WAIT, "check_same_thread": False}
    engine = create_engine(url, connect_args=waiting, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say when a transaction begins
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: str, *, writes: bool) -> Engine:
    """Return connections that are made again when the server was away, and wait for nothing without end.

    One that writes has the lock that all share: where its process is paused or cut off, PostgreSQL takes it away.
    """
    patience = {} if "connect_timeout=" in url else {"connect_timeout": WAIT}
    engine = create_engine(url, pool_pre_ping=True, connect_args=patience, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.execute(f"SET lock_timeout = '{WAIT}s'")
        if writes:
            connection.execute(f"SET idle_in_transaction_session_timeout = '{2 * WAIT}s'")
        connection.commit()

    return engine
