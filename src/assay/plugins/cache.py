"""Answers that were computed or paid for, by the hash of all that decided them, in one SQLite file.

Nothing but hashes and answers is kept: no source, no reference, no key of an endpoint. Every answer is committed as it
comes, so that a program that is killed loses at most the ones under way. Several runs may share the file, and what one
has under way the others wait for.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import Any

from assay.errors import InputError
from assay.io import parse_json
from assay.plugins.claims import Claims

NO_FILE = "none"  # nothing outlives the command
_TABLE = """CREATE TABLE IF NOT EXISTS answers
            (key TEXT PRIMARY KEY, plugin TEXT NOT NULL, answer TEXT NOT NULL) WITHOUT ROWID"""
_BUSY = 60.0  # seconds to wait for another run that writes
_PAUSE = 0.01
_ASKED = 500  # keys to look up in one statement


class AnswerCache:
    """A table of answers by key; its file is opened when it is first asked for something."""

    def __init__(self, path: str) -> None:
        self.path = path

    @cached_property
    def _rows(self) -> sqlite3.Connection:
        if self.path == NO_FILE:
            rows = sqlite3.connect(":memory:", isolation_level=None)
        else:
            os.makedirs(os.path.dirname(os.path.abspath(self.path)), exist_ok=True)
            rows = self._connect()
            _write_ahead(rows)
        rows.execute(_TABLE)
        return rows

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)

    @cached_property
    def _claims(self) -> Claims:
        with self._named():
            return Claims(self._rows, self._connect)

    @contextmanager
    def claimed(self, keys: Collection[str]) -> Iterator[set[str]]:
        """Claim keys for as long as this lasts; yield those that no other run has under way."""
        if self.path == NO_FILE:
            yield set(keys)
            return
        with ExitStack() as stack:
            with self._named():
                own = stack.enter_context(self._claims.of(keys))
            yield own

    def under_way(self) -> set[str]:
        """Return the keys that other runs are asking for."""
        if self.path == NO_FILE:
            return set()
        with self._named():
            return self._claims.under_way()

    def look_up(self, keys: Iterable[str]) -> dict[str, Mapping[str, Any]]:
        """Return the answers that are known."""
        wanted = list(dict.fromkeys(keys))
        known: dict[str, Mapping[str, Any]] = {}
        with self._named():
            for start in range(0, len(wanted), _ASKED):
                part = wanted[start : start + _ASKED]
                marks = ",".join("?" * len(part))
                rows = self._rows.execute(f"SELECT key, answer FROM answers WHERE key IN ({marks})", part)
                known |= {key: _answer(answer) for key, answer in rows}
        return known

    def keep(self, key: str, plugin: str, answer: Mapping[str, Any]) -> None:
        """Write an answer down for good."""
        row = (key, plugin, json.dumps(answer))
        with self._named():
            self._rows.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", row)

    def close(self) -> None:
        """Close the file, if it was opened."""
        if "_rows" in vars(self):
            self._rows.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Name the file in what goes wrong with it."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            raise InputError(
                f"{self.path} cannot keep the answers of plug-ins: {error}; name another file with --cache"
            ) from error


def _answer(text: object) -> Mapping[str, Any]:
    """Read an answer as it was kept; anybody may have written into the file since."""
    answer = parse_json(text, nan=True) if isinstance(text, str) else None
    if not isinstance(answer, dict):
        raise ValueError("it holds an answer that is no object")
    return answer


def _write_ahead(rows: sqlite3.Connection) -> None:
    """Keep a log beside the file; other runs that begin at this moment are waited for, as SQLite here does not."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            rows.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
