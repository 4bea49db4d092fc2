"""Opening a database: a file of SQLite with full sync, or PostgreSQL.

Writers begin with a lock (`BEGIN IMMEDIATE`, or an advisory lock that all processes share), so that events are
numbered in the order in which they become visible. Readers take none.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from assay.errors import DependencyError, InputError, OptionError
from assay.server.store.tables import METADATA, SECRETS

WAIT = 30  # seconds for another process's lock
LOCK = 0x61737361  # the name of our lock in PostgreSQL, which has numbers for names


@dataclass(frozen=True)
class Database:
    """A database: connections that write, and connections that only read."""

    url: str
    writing: Engine
    reading: Engine

    def lock(self, connection: Connection) -> None:
        """Wait until no other process writes; SQLite has done so at the begin."""
        if self.writing.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})

    def close(self) -> None:
        """Close every connection."""
        self.writing.dispose()
        self.reading.dispose()


def open_database(name: str) -> Database:
    """Open a database by the path of a SQLite file or by a URL; tables are made where there are none."""
    url = name if "://" in name else f"sqlite:///{name}"
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        database = Database(url, _engine(url, "BEGIN IMMEDIATE"), _engine(url, "BEGIN"))
        with database.writing.begin() as connection:
            database.lock(connection)
            METADATA.create_all(connection)
            if connection.execute(select(SECRETS.c.name)).first() is None:
                connection.execute(insert(SECRETS).values(name="screens", secret=secrets.token_bytes(32)))
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise OptionError(
            f"--database {_without_password(name)}: {error}; give the path of a file, or postgresql://…"
        ) from error
    except ModuleNotFoundError as error:
        raise DependencyError(
            f"PostgreSQL needs {error.name}; run: pip install 'mt-assay[postgresql]'"
        ) from error
    except DBAPIError as error:
        raise InputError(
            f"the database {_without_password(name)} cannot be opened: {first_line(error)}"
        ) from error
    return database


def reading_engine(url: str) -> Engine:
    """Return connections that only read a database which is there, for another process than the server's."""
    return _engine(url, "BEGIN")


def screen_secret(database: Database) -> bytes:
    """Return the secret by which screens are named."""
    with database.reading.begin() as connection:
        return bytes(connection.execute(select(SECRETS.c.secret)).scalar_one())


def first_line(error: DBAPIError) -> str:
    """Return what the database itself says, on one line."""
    return str(error.orig).strip().partition("\n")[0]


def _without_password(name: str) -> str:
    """Leave a password out of what is printed."""
    head, at, tail = name.rpartition("@")
    return f"{head.partition('://')[0]}://…@{tail}" if at and "://" in head else name


def _engine(url: str, begin: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": WAIT, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say when a transaction begins
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={WAIT * 1000}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
