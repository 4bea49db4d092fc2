"""Who has which answers under way: claims in the file of answers, so that two runs do not pay for the same text.

A run claims the keys that it is going to ask for, and says every few seconds that it is alive. Claims of a run that has
been silent for longer, or whose process is gone from this machine, are nobody's.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress

_TABLES = """
CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, alive_until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID;
"""
LIFETIME = 20.0  # seconds of silence after which a run is taken for dead
PULSE = 4.0  # seconds from one sign of life to the next


class Claims:
    """The claims of one run in a file of answers; `connect` opens the file once more, for another thread."""

    def __init__(self, rows: sqlite3.Connection, connect: Callable[[], sqlite3.Connection]) -> None:
        self._rows, self._connect = rows, connect
        self._owner = f"{platform.node()} {os.getpid()} {uuid.uuid4().hex}"
        rows.executescript(_TABLES)

    @contextmanager
    def of(self, keys: Iterable[str]) -> Iterator[set[str]]:
        """Claim keys that nobody has under way for as long as this lasts; yield those that are ours."""
        stop = threading.Event()
        heart = threading.Thread(target=self._beat, args=(stop,), daemon=True)
        claimed = self._claim(keys)
        heart.start()
        try:
            yield claimed
        finally:
            stop.set()
            heart.join()
            self._let_go()

    def under_way(self) -> set[str]:
        """Return the keys that other runs are asking for, which are alive."""
        claims = self._rows.execute("SELECT key, owner FROM claims").fetchall()
        living = self._living() - {self._owner}
        return {key for key, owner in claims if owner in living}

    def _claim(self, keys: Iterable[str]) -> set[str]:
        with _transaction(self._rows):
            living = self._living()
            for (owner,) in self._rows.execute("SELECT DISTINCT owner FROM claims").fetchall():
                if owner not in living:
                    self._forget(owner)
            _say_alive(self._rows, self._owner)
            wanted = [(key, self._owner) for key in keys]
            self._rows.executemany("INSERT OR IGNORE INTO claims VALUES (?, ?)", wanted)
        return {
            key for (key,) in self._rows.execute("SELECT key FROM claims WHERE owner = ?", (self._owner,))
        }

    def _let_go(self) -> None:
        with suppress(sqlite3.Error), _transaction(self._rows):  # else they end with their lifetime
            self._forget(self._owner)

    def _forget(self, owner: str) -> None:
        for table in ("claims", "owners"):
            self._rows.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))

    def _living(self) -> set[str]:
        signs = self._rows.execute("SELECT owner FROM owners WHERE alive_until > ?", (time.time(),))
        return {owner for (owner,) in signs.fetchall() if _may_live(owner)}

    def _beat(self, stop: threading.Event) -> None:
        while not stop.wait(PULSE):
            # If busy, the next sign is soon enough
            with suppress(sqlite3.Error), closing(self._connect()) as rows:
                _say_alive(rows, self._owner)


def _say_alive(rows: sqlite3.Connection, owner: str) -> None:
    rows.execute("INSERT OR REPLACE INTO owners VALUES (?, ?)", (owner, time.time() + LIFETIME))


def _may_live(owner: str) -> bool:
    """Tell whether a run may still be there: not if it was on this machine, and its process is gone."""
    machine, process, _ = owner.rsplit(" ", 2)
    if os.name == "nt" or machine != platform.node():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True


@contextmanager
def _transaction(rows: sqlite3.Connection) -> Iterator[None]:
    rows.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        rows.execute("ROLLBACK")
        raise
    rows.execute("COMMIT")
