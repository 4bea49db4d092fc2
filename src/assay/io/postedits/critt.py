"""Keystroke tables of CRITT's translation process database (`.kd`): one row a key, with its time and segment.

A row of ours is a segment of a session. Places count from the start of a whole text that the table does not hold, so
such events are timed and counted, and never replayed. A session begins with its first key, for no table says when the
text was first seen. Insertions and deletions that the program made (`Ains`, `Adel`) are no keys.
"""

from __future__ import annotations

import numpy as np

from assay.data import Codes, Events, PostEdits, kind_code
from assay.data.postedits import key_class
from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.postedits.tables import read_cells
from assay.io.scores.entries import number
from assay.io.tables.reading import Given
from assay.io.tables.table import Table

NEEDED = ("Session", "Task", "Part", "Time", "Type", "Char", "TTseg")
TYPE, ERASE, SET = map(kind_code, ("type", "erase", "set"))
ERASE_KEY = 6


def read_keystrokes(given: Given) -> PostEdits:
    """Read a table of keystrokes."""
    table = read_cells(given)
    missing = [name for name in NEEDED if name not in table.header]
    if missing or not len(table):
        what = f"no column {missing[0]}" if missing else "a header but no rows"
        raise InputError(f"{label(table.source)}: {what}; give a .kd table of CRITT's database")
    return _postedits(table)


def _postedits(table: Table) -> PostEdits:
    text = "Text" if "Text" in table.header else "Session"
    units: dict[tuple[str, ...], list[int]] = {}
    named = (table.column(name) for name in ("Part", "Task", text, "TTseg", "Session"))
    for row, key in enumerate(zip(*named, strict=True)):
        units.setdefault(key, []).append(row)
    order = np.array([row for members in units.values() for row in members], dtype=np.int64)
    sizes = [len(members) for members in units.values()]
    editors, tasks, documents, segments, _ = zip(*units, strict=True)
    return PostEdits(
        editor=Codes.of(editors),
        system=Codes.of(tasks),
        segment=Codes.of(
            [f"{document}:{segment}" for document, segment in zip(documents, segments, strict=True)]
        ),
        scratch=np.array([task.startswith("T") for task in tasks]),
        document=Codes.of(documents),
        events=_events(table, order, sizes),
        path=str(table.source),
        form="critt-kd",
    )


def _events(table: Table, order: np.ndarray, sizes: list[int]) -> Events:
    lines = order.tolist()
    times, types, characters = (table.column(name) for name in ("Time", "Type", "Char"))
    time = np.array([number(f"{table.where(line)}, column Time", times[line]) for line in lines])
    if np.isnan(time).any():
        line = lines[int(np.isnan(time).argmax())]
        raise InputError(f"{table.where(line)}, column Time: no time; every key needs one in milliseconds")
    kind, key = (np.empty(len(lines), dtype=np.uint8) for _ in range(2))
    for row, line in enumerate(lines):
        what, character = types[line], characters[line]
        if "ins" not in what and "del" not in what:
            raise InputError(f'{table.where(line)}: "{shown(what)}" is no type of CRITT; it holds ins or del')
        erased = "del" in what
        kind[row] = SET if what.startswith("A") else ERASE if erased else TYPE
        typed = key_class(" " if character == "_" else character[:1] or " ")
        key[row] = 0 if what.startswith("A") else ERASE_KEY if erased else typed
    ones, erasing = (
        np.ones(len(lines), np.int64),
        np.char.find([types[line] for line in lines], "del") >= 0,
    )
    offsets = np.cumsum([0, *sizes]).astype(np.int64)
    none = np.zeros(len(lines), np.int64)
    return Events(offsets, time.astype(np.int64), kind, key, none, ones * erasing, ones * ~erasing, None)
