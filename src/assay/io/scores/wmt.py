"""Scores as the organisers of WMT collected them: tables of metrics up to 2020, and averaged MQM.

Tables have no header, and tabs between cells. Segments: `METRIC LP TESTSET REFSET SYSTEM DOCUMENT SEGMENT SCORE`;
systems: `METRIC LP TESTSET REFSET SYSTEM SCORE`. A segment is called `DOCUMENT::SEGMENT`, as in the organisers' tables
of human scores. Error metrics were submitted negated, so higher is better throughout. Each metric, pair, test set and
reference is a set of scores of its own.

Averaged MQM has `SYSTEM SCORE SEGMENT` a line under a header, minus the mean of the raters' weighted errors. Cells are
separated by blanks, in some files the first two by a tab; `None` is a segment that was not judged. Six digits are
written behind the point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.data import Scores
from assay.errors import InputError, counted
from assay.io.opening import Named, contents, label
from assay.io.scores.entries import Entries, is_number, number, of_systems
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

PAIR = re.compile(r"[a-z]{2,3}(_\w+)?-[a-z]{2,3}(_\w+)?", re.IGNORECASE)
SEGMENT, SYSTEM = 8, 6  # cells in a line


def recognises_wmt(head: Head) -> bool:
    """Tell from the first line of a file whether it is one of these."""
    cells = head.first.split("\t")
    return len(cells) in (SEGMENT, SYSTEM) and bool(PAIR.fullmatch(cells[1])) and is_number(cells[-1])


def read_wmt(path: Named) -> list[Scores]:
    """Read a table; the notes of the scores name pair, test set and reference."""
    rows = [line.split("\t") for line in text_lines(decoded(path, contents(path)))]
    width = len(rows[0])
    groups: dict[tuple[str, ...], list[tuple[int, list[str]]]] = {}
    for line, cells in enumerate(rows, start=1):
        if len(cells) != width or width not in (SEGMENT, SYSTEM):
            raise InputError(
                f"{label(path)}, line {line}: {counted(len(cells), 'cell')}; a line of the WMT metrics task has "
                f"{SEGMENT} (segments) or {SYSTEM} (systems), separated by tabs"
            )
        groups.setdefault(tuple(cells[:4]), []).append((line, cells[4:]))
    scores_of = _of_segments if width == SEGMENT else _of_systems
    return [scores_of(path, key, lines) for key, lines in groups.items()]


def _of_segments(path: Named, key: Sequence[str], lines: list[tuple[int, list[str]]]) -> Scores:
    entries, values, file = Entries(path), [], label(path)
    for line, (system, document, segment, score) in lines:
        entries.add(line, system, f"{document}::{segment}", document)
        values.append(number(f"{file}, line {line}", score))
    return entries.scores(key[0], values, notes=_notes(key))


def _of_systems(path: Named, key: Sequence[str], lines: list[tuple[int, list[str]]]) -> Scores:
    totals: dict[str, float] = {}
    for line, (system, score) in lines:
        where = f"{label(path)}, line {line}"
        if system in totals:
            raise InputError(f'{where}: a second score of "{system}" under {key[0]}; remove one of the two')
        totals[system] = number(where, score)
    return of_systems(key[0], totals, notes=_notes(key))


def _notes(key: Sequence[str]) -> tuple[str, ...]:
    return (f"pair {key[1]}", f"test set {key[2]}", f"reference {key[3]}")


HEADER = "system mqm_avg_score seg_id"


def recognises_averaged(head: Head) -> bool:
    """Tell from the first line of a file whether it is one of these."""
    return head.first.split() == HEADER.split()


def read_averaged(path: Named) -> list[Scores]:
    """Read averaged MQM scores; one above 0 is an error, since these are minus the errors."""
    entries, values, file = Entries(path), [], label(path)
    for line, text in enumerate(text_lines(decoded(path, contents(path)))[1:], start=2):
        where, cells = f"{file}, line {line}", text.split()
        if len(cells) != 3:
            raise InputError(
                f"{where}: {counted(len(cells), 'cell')}, not SYSTEM SCORE SEGMENT; repair the line"
            )
        value = number(where, cells[1])
        if value > 0:
            raise InputError(f"{where}: score {cells[1]} is above 0, which is perfect; negate all scores")
        entries.add(line, cells[0], cells[2])
        values.append(value)
    return [entries.scores("mqm", values)]
