"""Databases that cannot be opened are told at once; of an address that holds a password, the password never is."""

from __future__ import annotations

import socket
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from assay.errors import AssayError, InputError
from assay.studies.desk import Desk
from assay.studies.options import without_password
from assay.studies.store import database
from assay.studies.store.database import open_database
from support.postgres import postgres
from support.program import HARBOUR, LIMIT, assay

SECRET = "hidd3n"
ADDRESSES = [  # none of which can be reached
    f"postgresql://me:{SECRET}@127.0.0.1:1/db",
    f"postgres://me:x@{SECRET}@127.0.0.1:1/db",
    f"postgresql://me:{SECRET}@{SECRET}@nowhere.invalid/db",
    f"postgresql://me:x/{SECRET}@127.0.0.1:1/db",
    f"postgresql://me:{SECRET}?x@127.0.0.1:1/db",
    f"postgresql://me:{SECRET}://x@127.0.0.1:1/db",
    f"postgresql://127.0.0.1:1/db?user=me&password={SECRET}",
    f"postgresql://127.0.0.1:1/db?user=me&p%61ssword={SECRET}",
    f"postgresql://127.0.0.1/db?password={SECRET}@{SECRET}",
    f"postgresql://me:{SECRET}@127.0.0.1:port/db",
    f"postgresql:/me:{SECRET}@127.0.0.1/db",
    f"postgresql:me:{SECRET}@127.0.0.1/db",
    f"mysql://me:{SECRET}@127.0.0.1/db",
]


def test_a_database_is_written_without_its_address(tmp_path: Path) -> None:
    kept = open_database(str(tmp_path / "campaigns.db"))
    assert SECRET not in repr(replace(kept, url=ADDRESSES[0]))
    with pytest.raises(DBAPIError) as failed, kept.reading.begin() as connection:
        connection.execute(text("SELECT 1 FROM nowhere WHERE answer = :answer"), {"answer": SECRET})
    assert SECRET not in str(failed.value)
    kept.close()


def test_a_disk_that_fails_is_told_with_what_to_look_at() -> None:
    """What SQLite says where a file beside the database cannot be made, because the disk is full."""
    failed = sqlite3.OperationalError("disk I/O error")
    assert database.explained(failed) == "disk I/O error; is its disk full, or out of order?"


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_error_shows_no_part_of_a_password(address: str) -> None:
    with pytest.raises(AssayError) as refused:
        open_database(address)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("campaigns.db", "campaigns.db"),
        ("/data/a@b.db", "/data/a@b.db"),
        ("postgresql://assay@localhost/assay", "postgresql://…@localhost/assay"),
        (f"postgresql://me:{SECRET}@host:5433/db?sslmode=require", "postgresql://…@host:5433/db?…"),
        (f"postgresql://host/db?password={SECRET}@x", "postgresql://…"),
    ],
)
def test_what_is_shown_of_a_database(name: str, shown: str) -> None:
    assert without_password(name) == shown


@pytest.mark.slow
def test_no_command_prints_a_password(tmp_path: Path) -> None:
    words = ["--protocol", "da", "-s", "source.de.txt", "-r", "reference-a.en.txt", "alder.en.txt"]
    log = str(tmp_path / "spring.jsonl")
    with postgres() as url:
        kept = ["--database", url.replace("assay@", f"assay:{SECRET}@")]
        for asked in (
            ["status"],
            ["new", "spring", *words],
            ["status", "spring"],
            ["export", "spring", "-o", log],
            ["import", "summer", log],
            ["status", "nosuch"],
        ):
            told = assay("campaign", *asked, *kept, cwd=HARBOUR)
            assert told.returncode == int("nosuch" in asked), told.stderr
            assert SECRET not in told.stdout + told.stderr, asked
        with Desk(kept[1]) as desk:
            assert SECRET not in repr(desk.database)


def test_a_database_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT", 2)
    with socket.socket() as silent, ThreadPoolExecutor(1) as pool:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"postgresql://me:{SECRET}@127.0.0.1:{silent.getsockname()[1]}/db"
        refused = pool.submit(open_database, address)
        try:
            with pytest.raises(InputError, match="timeout"):
                refused.result(LIMIT)
        finally:
            silent.close()  # whoever still waits is told that nobody is there


def test_a_file_that_is_locked_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "campaigns.db"
    monkeypatch.setattr(database, "WAIT", 1)
    monkeypatch.setattr(database, "_PRAGMAS", ("busy_timeout=1000",))
    open_database(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        with pytest.raises(InputError, match="is locked; another program has been writing to it"):
            open_database(str(path))
        assert time.monotonic() - begun < LIMIT


def test_a_file_in_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    told = assay("serve", "--database", str(tmp_path / "no" / "campaigns.db"), "--port", "0", cwd=tmp_path)
    assert told.returncode == 1
    assert "unable to open database file; is its folder there" in told.stderr
