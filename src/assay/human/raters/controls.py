"""What each rater did: control items and what they belong to, rows in time, and seconds.

A control belongs to the genuine item of the same rater, system, segment, document and question. Appraise numbers
the items of a task one after the other and adds "#bad" and a number to the document of degraded items; the n-th
degraded item of such a document then belongs to the n-th item of the document, if both have equally many. Items that
fill up a task carry "#duplicate" or "#dup" there: they are repeats, whatever their type. Where an item was rated more
than once, the latest rating counts, and the others are counted as superseded.

Time is the sum of what lies between two actions of a rater, as on Appraise's status page: starts and ends of all items
are put in order, and gaps of ten minutes or more are pauses. Where only the time of each item is known, the times are
added up. A column in which every time is 0 was not kept: it says nothing of anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, FILLER, GENUINE, REPEAT, Array, Codes, Judgements
from assay.human.raters.runs import carried_on

Rows = NDArray[np.int64]

_MARKS = re.compile(r"(?:#(?:bad|dup(?:licate)?)\d*)+$")
_DUPLICATE = re.compile(r"#dup(?:licate)?\d*$")


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
    ranked = kind == DEGRADED and judgements.scheme == "ranking"
    marked = combined(
        judgements,
        _shown_document(judgements),
        judgements.segment,
        judgements.screen if ranked else None,  # each screen has a pair of its own
    )
    every = len(controls)
    controls = _latest(controls, marked[controls], time)
    originals = _by_name(judgements, controls, genuine, time)
    if judgements.screen is not None and kind == DEGRADED:
        beside = _beside(judgements, judgements.screen, controls, scored)
        originals = np.where(beside >= 0, beside, originals)
    lost = np.flatnonzero(originals < 0)
    originals[lost] = _by_place(judgements, controls[lost], genuine, time)
    matched = originals >= 0
    return ControlPairs(
        kind, controls[matched], originals[matched], controls[~matched], superseded=every - len(controls)
    )


def is_genuine(judgements: Judgements) -> NDArray[np.bool_]:
    """Tell which rows say something about a system: genuine items that are no filling."""
    return judgements.item.among([GENUINE]) & ~_duplicates(judgements)


def is_repeat(judgements: Judgements) -> NDArray[np.bool_]:
    """Tell which rows are second ratings of genuine items."""
    filling = judgements.item.among([GENUINE, FILLER]) & _duplicates(judgements)
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
    place[in_time(judgements)] = np.arange(len(judgements))
    return place


def in_time(judgements: Judgements) -> Rows:
    """Return the rows in the order in which they were made: as in the file where no time is known."""
    if judgements.start is None or not has_times(judgements):
        return np.arange(len(judgements), dtype=np.int64)
    return np.argsort(judgements.start, kind="stable")


def units(judgements: Judgements) -> Rows:
    """Number what was judged: equal for rows of the same system, segment, document and question."""
    system, segment = plain(judgements.system), plain(judgements.segment)
    document = [] if judgements.document is None else [plain(judgements.document)]
    return joined(
        system, segment, *(each for each in document if not _tells(segment, each)), judgements.aspect
    )


def _tells(first: Codes, second: Codes) -> bool:
    """Tell whether a name of the one column always stands beside the same name of the other."""
    beside = np.zeros(len(first.names), dtype=np.int32)
    beside[first.index] = second.index
    return bool((beside[first.index] == second.index).all())


def combined(judgements: Judgements, *columns: Codes | None) -> Rows:
    """Number rater, system and question together with some more columns."""
    more = [column for column in columns if column is not None]
    return joined(judgements.rater, plain(judgements.system), judgements.aspect, *more)


MOST_KEYS = 2**62
MOST_COUNTED = 2**16  # keys that are counted, however few rows there are


def joined(*columns: Codes) -> Rows:
    """Number the rows by several columns at once: equal numbers, equal names in every column."""
    key, size = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        names = max(1, len(column.names))
        if size * names >= MOST_KEYS:  # small again: products overflow
            key = _renumbered(key, size)
            size = int(key.max(initial=0)) + 1
        key, size = key * names + column.index, size * names
    return _renumbered(key, size)


def _renumbered(key: Rows, size: int) -> Rows:
    """Number the keys that occur in rising order; by counting where that is cheaper than sorting them."""
    if size > MOST_COUNTED + 4 * len(key):
        return np.unique(key, return_inverse=True)[1].astype(np.int64)
    return np.asarray((np.cumsum(np.bincount(key, minlength=1) > 0) - 1)[key])


def plain(column: Codes) -> Codes:
    """Return a column without the marks of controls at the end of its names."""
    if "#" not in "".join(column.names) or not any(map(_MARKS.search, column.names)):
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


def _beside(judgements: Judgements, screen: Codes, controls: Rows, scored: NDArray[np.bool_]) -> Rows:
    """Look for originals on the same screen, where outputs stand side by side; -1 where there is none."""
    key = combined(judgements, judgements.segment, screen)
    company = np.flatnonzero(judgements.item.among([FILLER]) & scored)
    company = company[np.argsort(key[company], kind="stable")]
    return _looked_up(key[controls], key[company], company)


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
    matches = np.full(len(controls), -1, dtype=np.int64)
    for group in np.split(places, np.flatnonzero(np.diff(exact[controls[places]])) + 1):
        wanted = document[controls[group[0]]]
        first, after = np.searchsorted(document[originals], [wanted, wanted + 1])
        if after - first == len(group):
            matches[group] = originals[first:after]
    return matches


def _numbers(segment: Codes) -> Array:
    """Return what segments are sorted by: their number, else the order in which they first appear."""
    digits = [re.search(r"\d+$", name) for name in segment.names]
    known = all(digits)
    keys = [float(match.group()) if match and known else place for place, match in enumerate(digits)]
    return np.array(keys, dtype=np.float64)[segment.index]


@dataclass(frozen=True)
class ByRater:
    """Judgements with the rows of every rater, by the number of the name, in time."""

    judgements: Judgements
    rows: tuple[Rows, ...]
    genuine: NDArray[np.bool_]
    # Active seconds of every rater, where somebody has measured them
    measured: Array | None = None

    @cached_property
    def seconds(self) -> Array:
        """The active seconds of every rater, by the number of the name; NaN where no time is known."""
        return time_spent(self.judgements) if self.measured is None else self.measured

    def items(self, rater: int) -> int:
        """Return how many outputs a rater judged; several questions on one are one item."""
        own = self.rows[rater]
        if len(self.judgements.aspect.names) < 2:
            return len(own)
        columns = (self.judgements.system, self.judgements.segment, self.judgements.item)
        return len(np.unique(joined(*(column.at(own) for column in columns))))

    @property
    def present(self) -> list[int]:
        """The numbers of the raters who judged anything."""
        return [number for number, rows in enumerate(self.rows) if len(rows)]

    @cached_property
    def _scores(self) -> dict[str, tuple[Array, ...]]:
        """What was asked for of `scores` so far, of all raters."""
        return {}

    def scores(self, kind: str, rater: int) -> Array:
        """Return the scores that one rater gave to items of one kind, in time."""
        if kind not in self._scores:
            score = self.judgements.score
            wanted = self.genuine if kind == GENUINE else self.judgements.item.among([kind])
            wanted = wanted & np.isfinite(score)
            self._scores[kind] = tuple(score[rows[wanted[rows]]] for rows in self.rows)
        return self._scores[kind][rater]

    def given_by_others(self, rater: int, score: float) -> float:
        """Return in which share of their genuine items the other raters gave a score; 0 where there are none."""
        values, counts = self._given
        own = self.scores(GENUINE, rater)
        place = int(np.searchsorted(values, score))
        others = int(counts.sum()) - len(own)
        return (int(counts[place]) - int((own == score).sum())) / others if others else 0.0

    @cached_property
    def _given(self) -> tuple[Array, Rows]:
        """Every score that was given to genuine items, in rising order, and how often."""
        known = self.judgements.score[self.genuine & np.isfinite(self.judgements.score)]
        values, counts = np.unique(known, return_counts=True)
        return values, counts.astype(np.int64)

    def longest_run(self, rater: int) -> int:
        """Return the most equal scores that a rater gave one after the other, controls included."""
        return int(self._runs(rater)[1].max(initial=0))

    def odd_run(self, rater: int, rare: float, ignored: float | None = None) -> int:
        """Return the longest of those runs that would be rare if scores followed one another as those of others may.

        Rare is what is expected less than `rare` times. A score follows itself because it is carried on, as often as
        that may be so with the others, or else by chance, in the rater's own share of it. Runs of the score `ignored`
        do not count.
        """
        value, length = self._runs(rater)
        if not len(value):
            return 0
        scores = int(length.sum())
        _, inverse = np.unique(value, return_inverse=True)
        share = np.bincount(inverse, length)[inverse] / scores
        carried = self._carried_by_others(rater, value)
        again = carried + (1 - carried) * share
        some = ((scores - length) * (1 - again) + 1) * share * again ** (length - 1)
        expected = np.where(share < 1, some, 0.0)
        return int(length[(value != ignored) & (expected < rare)].max(initial=0))

    def _carried_by_others(self, rater: int, value: Array) -> Array:
        """Return how often the other raters may carry on each of some scores."""
        values, given, runs = self._followed
        own, own_length = self._runs(rater)
        place = np.searchsorted(values, own)
        given = given - np.bincount(place, own_length, len(values))
        runs = runs - np.bincount(place, minlength=len(values))
        return np.asarray(carried_on(given, runs)[np.searchsorted(values, value)])

    @cached_property
    def _followed(self) -> tuple[Array, Array, Array]:
        """Every score in rising order: how often all raters gave it, and in how many runs."""
        runs = [self._runs(rater) for rater in self.present]
        value, length = (np.concatenate(column) for column in zip(*runs, strict=True))
        values, place = np.unique(value, return_inverse=True)
        return values, np.bincount(place, length).astype(np.float64), np.bincount(place).astype(np.float64)

    def _runs(self, rater: int) -> tuple[Array, Rows]:
        """Return the score and the length of every run of equal scores, in time."""
        scores = self.judgements.score[self.rows[rater]]
        scores = scores[np.isfinite(scores)]
        starts = np.flatnonzero(np.concatenate([[True], np.diff(scores) != 0])[: len(scores)])
        return scores[starts], np.diff(np.append(starts, len(scores)))


def by_rater(judgements: Judgements, measured: Array | None = None) -> ByRater:
    """Sort out the rows of every rater; `measured` are their active seconds, by the number of the name."""
    index, rows = judgements.rater.index, in_time(judgements)
    rows = rows[np.argsort(_narrow(index)[rows], kind="stable")]
    parts = np.split(rows, np.searchsorted(index[rows], np.arange(1, max(1, len(judgements.rater.names)))))
    return ByRater(judgements, tuple(parts), is_genuine(judgements), measured)


def _narrow(index: NDArray[np.int32]) -> NDArray[np.int32] | NDArray[np.uint16]:
    """Return numbers in 16 bits where they fit, which are sorted by their digits in a fraction of the time."""
    return index.astype(np.uint16) if index.max(initial=0) < 2**16 else index


IDLE = 600.0  # seconds without any action that count as a pause


def time_spent(judgements: Judgements, idle: float = IDLE) -> Array:
    """Return the active seconds of every rater, by the number of the name; NaN where no time is known."""
    raters = len(judgements.rater.names)
    if judgements.start is not None and np.isfinite(judgements.start).any():
        return _between_actions(judgements, raters, idle)
    return item_seconds(judgements, raters)


def item_seconds(judgements: Judgements, raters: int) -> Array:
    """Return the sum of the seconds of every rater's items; NaN where none has any."""
    if judgements.seconds is None:
        return np.full(raters, np.nan)
    known = np.isfinite(judgements.seconds)
    if not judgements.seconds[known].any():
        return np.full(raters, np.nan)
    index = judgements.rater.index[known]
    total = np.bincount(index, judgements.seconds[known], raters)
    return np.where(np.bincount(index, minlength=raters) > 0, total, np.nan)


def _between_actions(judgements: Judgements, raters: int, idle: float) -> Array:
    start = np.asarray(judgements.start, dtype=np.float64)
    spent = np.zeros(len(start)) if judgements.seconds is None else np.nan_to_num(judgements.seconds)
    known = np.isfinite(start)
    times = np.concatenate([start[known], (start + spent)[known]])
    rater = np.tile(judgements.rater.index[known], 2)
    by_rater = np.argsort(_narrow(rater), kind="stable")
    times, rater = times[by_rater], rater[by_rater]
    for own in np.split(times, np.searchsorted(rater, np.arange(1, max(1, raters)))):
        # In its place, and fast: starts and ends stand nearly in their order
        own.sort(kind="stable")
    gaps, same = np.diff(times), np.diff(rater) == 0
    counted = same & (gaps < idle)
    total = np.bincount(rater[1:][counted], gaps[counted], raters)
    return np.where(np.bincount(rater, minlength=raters) > 0, total, np.nan)
