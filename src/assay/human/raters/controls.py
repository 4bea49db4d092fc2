"""Control items: what a rater was shown twice, degraded, or in place of a translation, and what it belongs to.

A control belongs to the genuine item of the same rater, system, segment, document and question. Appraise numbers
the items of a task one after the other and adds "#bad" and a number to the document of degraded items; the n-th
degraded item of such a document then belongs to the n-th item of the document, if both have equally many. Items that
fill up a task carry "#duplicate" and a number there: they are repeats, whatever their type. Where an item was rated
more than once, the latest rating counts, and the others are counted as superseded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, REPEAT, Array, Codes, Judgements

Rows = NDArray[np.int64]

_MARKS = re.compile(r"(?:#(?:bad|duplicate)\d*)+$")
_DUPLICATE = re.compile(r"#duplicate\d*$")


@dataclass(frozen=True)
class ControlPairs:
    """Rows of control items and, beside each, the row of its original; rows without one are `unmatched`."""

    kind: str
    control: Rows
    original: Rows
    unmatched: Rows
    superseded: int

    def __len__(self) -> int:
        return len(self.control)


def match_controls(judgements: Judgements, kind: str) -> ControlPairs:
    """Find the original of every control item of one kind."""
    scored = np.isfinite(judgements.score) | (judgements.scheme == "mqm")
    wanted = is_repeat(judgements) if kind == REPEAT else judgements.item.among([kind])
    controls = np.flatnonzero(wanted & scored)
    genuine = np.flatnonzero(is_genuine(judgements) & scored)
    if not len(controls):
        return ControlPairs(kind, controls, controls, controls, 0)
    time = order(judgements)
    marked = combined(judgements, _shown_document(judgements), judgements.segment)
    every = len(controls)
    controls = _latest(controls, marked[controls], time)
    found = _by_name(judgements, controls, genuine, time)
    lost = np.flatnonzero(found < 0)
    found[lost] = _by_place(judgements, controls[lost], genuine, time)
    matched = found >= 0
    return ControlPairs(
        kind, controls[matched], found[matched], controls[~matched], superseded=every - len(controls)
    )


def is_genuine(judgements: Judgements) -> NDArray[np.bool_]:
    """Tell which rows say something about a system: genuine items that are no filling."""
    return judgements.item.among([GENUINE]) & ~_duplicates(judgements)


def is_repeat(judgements: Judgements) -> NDArray[np.bool_]:
    """Tell which rows are second ratings of genuine items."""
    filling = judgements.item.among([GENUINE]) & _duplicates(judgements)
    return judgements.item.among([REPEAT]) | filling


def _duplicates(judgements: Judgements) -> NDArray[np.bool_]:
    document = _shown_document(judgements)
    if document is None:
        return np.zeros(len(judgements), dtype=bool)
    return document.among(name for name in document.names if _DUPLICATE.search(name))


def _shown_document(judgements: Judgements) -> Codes | None:
    """Return the documents with their marks: in a column of its own where a reader has taken them off."""
    written = judgements.extra.get("document_id")
    return judgements.document if written is None else Codes.of(written)


def has_times(judgements: Judgements) -> bool:
    """Tell whether every row says when it was made."""
    return judgements.start is not None and bool(np.isfinite(judgements.start).all())


def order(judgements: Judgements) -> Rows:
    """Return the place of every row in time; rows stand in time as in the file where no time is known."""
    if judgements.start is None or not has_times(judgements):
        return np.arange(len(judgements), dtype=np.int64)
    place = np.empty(len(judgements), dtype=np.int64)
    place[np.argsort(judgements.start, kind="stable")] = np.arange(len(judgements))
    return place


def units(judgements: Judgements) -> Rows:
    """Number what was judged: equal for rows of the same system, segment, document and question."""
    return joined(
        plain(judgements.system),
        plain(judgements.segment),
        *([] if judgements.document is None else [plain(judgements.document)]),
        judgements.aspect,
    )


def combined(judgements: Judgements, *columns: Codes | None) -> Rows:
    """Number rater, system and question together with some more columns."""
    more = [column for column in columns if column is not None]
    return joined(judgements.rater, plain(judgements.system), judgements.aspect, *more)


def joined(*columns: Codes) -> Rows:
    """Number the rows by several columns at once: equal numbers, equal names in every column."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        key = key * max(1, len(column.names)) + column.index
        key = np.unique(key, return_inverse=True)[1].astype(np.int64)  # small again: products overflow
    return key


def plain(column: Codes) -> Codes:
    """Return a column without the marks of controls at the end of its names."""
    if not any(_MARKS.search(name) for name in column.names):
        return column
    base = Codes.of([_MARKS.sub("", name) for name in column.names])
    return Codes(base.names, base.index[column.index])


def _latest(rows: Rows, key: Rows, time: Rows) -> Rows:
    """Keep the last row of every key, in the order of the rows."""
    by_time = rows[np.argsort(time[rows], kind="stable")]
    keys = key[np.argsort(time[rows], kind="stable")]
    last = len(by_time) - 1 - np.unique(keys[::-1], return_index=True)[1]
    return np.sort(by_time[last])


def _by_name(judgements: Judgements, controls: Rows, genuine: Rows, time: Rows) -> Rows:
    """Look for originals whose names are the control's own, but for the mark; -1 where there is none."""
    document = None if judgements.document is None else plain(judgements.document)
    key = combined(judgements, plain(judgements.segment), document)
    originals = _latest(genuine, key[genuine], time)
    originals = originals[np.argsort(key[originals], kind="stable")]
    return _looked_up(key[controls], key[originals], originals)


def _looked_up(wanted: Rows, keys: Rows, rows: Rows) -> Rows:
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, rows[place], -1).astype(np.int64)


def _by_place(judgements: Judgements, controls: Rows, genuine: Rows, time: Rows) -> Rows:
    """Look for originals by their place in the document of a degraded item; -1 where there is none."""
    shown = _shown_document(judgements)
    if shown is None or not len(controls):
        return np.full(len(controls), -1, dtype=np.int64)
    exact, document = combined(judgements, shown), combined(judgements, plain(shown))
    originals = _latest(genuine, combined(judgements, shown, judgements.segment)[genuine], time)
    numbers = _numbers(judgements.segment)
    originals = originals[np.lexsort((numbers[originals], document[originals]))]
    places = np.lexsort((numbers[controls], exact[controls]))
    found = np.full(len(controls), -1, dtype=np.int64)
    for group in np.split(places, np.flatnonzero(np.diff(exact[controls[places]])) + 1):
        wanted = document[controls[group[0]]]
        first, after = np.searchsorted(document[originals], [wanted, wanted + 1])
        if after - first == len(group):
            found[group] = originals[first:after]
    return found


def _numbers(segment: Codes) -> Array:
    """Return what segments are sorted by: their number, else the order in which they first appear."""
    digits = [re.search(r"\d+$", name) for name in segment.names]
    known = all(digits)
    keys = [float(match.group()) if match and known else place for place, match in enumerate(digits)]
    return np.array(keys, dtype=np.float64)[segment.index]
