"""Databases as earlier versions left them: a small study, of which one of two annotators had answered everything.

`unit/studies/earlier` has one of each layout, by the commit whose program stored it, as `sqlite3.Connection.iterdump`
writes a database.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

EARLIER = sorted((Path(__file__).parents[1] / "unit" / "studies" / "earlier").glob("*.sql"))
FIRST = "7efaf1a7"  # of the first server, whose answers have fewer columns and whose protocols fewer texts


def made(dump: Path, folder: Path) -> str:
    """Make a database from a dump; return its path."""
    path = folder / "campaigns.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    return str(path)
