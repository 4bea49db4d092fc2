"""Who gave which item which value: the form that every measure of agreement works on.

A rating is a row of three columns: rater, item, value. An item is one output of one system for one segment under one
question. Of several ratings of one item by one rater the first counts, the others are counted as left out; repeats
are a matter of agreement with oneself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import REPEAT, Array, Judgements
from assay.errors import InputError, OptionError
from assay.human.agreement.weighted import incidence
from assay.human.raters.controls import is_genuine, joined, match_controls, order, plain, units

Numbers = NDArray[np.int64]
Resampled = Literal["item", "segment", "document"]


@dataclass(frozen=True)
class Ratings:
    """Ratings sorted by item; `cluster` says for every item what it is resampled with."""

    raters: tuple[str, ...]
    items: int
    rater: Numbers
    item: Numbers
    value: Array
    cluster: Numbers
    left_out: int = 0  # ratings of an item that its rater had rated before
    unscored: int = 0  # rows without a score

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def of_matrix(cls, values: Array, raters: Sequence[str] = ()) -> Ratings:
        """Take a table of raters by items, NaN where there is no rating."""
        table = np.asarray(values, dtype=np.float64)
        item, rater = np.nonzero(np.isfinite(table.T))
        names = tuple(raters) or tuple(f"rater {number + 1}" for number in range(len(table)))
        every = np.arange(table.shape[1])
        return cls(names, table.shape[1], rater, item, table[rater, item], every)

    def matrix(self) -> Array:
        """Return a table of raters by items, NaN where there is no rating."""
        table = np.full((len(self.raters), self.items), np.nan)
        table[self.rater, self.item] = self.value
        return table

    def counts(self) -> Numbers:
        """Return how many ratings every item has."""
        return np.bincount(self.item, minlength=self.items)

    def paired(self) -> Ratings:
        """Return the ratings of items that two raters or more have rated; items keep their numbers."""
        kept = self.counts()[self.item] > 1
        return Ratings(
            self.raters, self.items, self.rater[kept], self.item[kept], self.value[kept], self.cluster
        )

    def codes(self) -> tuple[Array, Numbers]:
        """Return the different values in ascending order, and the number of each rating's value."""
        values, codes = np.unique(self.value, return_inverse=True)
        return values, codes.astype(np.int64)

    def sums(self, column: Array) -> Array:
        """Add up a column of ratings by item."""
        return np.asarray(np.bincount(self.item, column, self.items), dtype=np.float64)

    def pairs(self, least: int = 1) -> Iterator[tuple[int, int, Numbers, Array, Array]]:
        """Yield two raters, the items that both have rated, and what each gave them."""
        by_rater = np.argsort(self.rater, kind="stable")
        rows = np.split(by_rater, np.searchsorted(self.rater[by_rater], np.arange(1, len(self.raters))))
        for first, second, _ in self.meetings(least):
            items, here, there = np.intersect1d(
                self.item[rows[first]], self.item[rows[second]], assume_unique=True, return_indices=True
            )
            yield first, second, items, self.value[rows[first][here]], self.value[rows[second][there]]

    def meetings(self, least: int = 1) -> list[tuple[int, int, int]]:
        """Return the pairs of raters who have rated the same items, and how many, where enough."""
        met = incidence(self.rater, self.item, (len(self.raters), self.items))
        shared = (met @ met.T).tocoo()
        close = (shared.row < shared.col) & (shared.data >= least)
        columns = (shared.row[close], shared.col[close], shared.data[close].astype(np.int64))
        return sorted(zip(*(column.tolist() for column in columns), strict=True))


def ratings_of(
    judgements: Judgements, *, aspect: str | None = None, resampled: Resampled = "item"
) -> Ratings:
    """Return the ratings of genuine items, of one question where it is named."""
    genuine = is_genuine(judgements)
    if aspect is not None:
        genuine &= judgements.aspect.among([aspect])
    scored = np.isfinite(judgements.score)
    rows = np.flatnonzero(genuine & scored)
    unit = units(judgements)[rows]
    time = order(judgements)[rows]
    by_item = np.lexsort((time, judgements.rater.index[rows], unit))
    rows, unit, rater = rows[by_item], unit[by_item], judgements.rater.index[rows][by_item]
    again = np.concatenate([[False], (np.diff(unit) == 0) & (np.diff(rater) == 0)])[: len(rows)]
    rows, unit = rows[~again], unit[~again]
    return _numbered(
        judgements, rows, unit, resampled, lost=(int(again.sum()), int((genuine & ~scored).sum()))
    )


def _numbered(
    judgements: Judgements, rows: Numbers, unit: Numbers, resampled: Resampled, *, lost: tuple[int, int]
) -> Ratings:
    """Number raters and items as they occur, so that no number is without a rating."""
    present, rater = np.unique(judgements.rater.index[rows], return_inverse=True)
    known, first, item = np.unique(unit, return_index=True, return_inverse=True)
    names = tuple(judgements.rater.names[number] for number in present)
    cluster = _clusters(judgements, rows[first], resampled)
    return Ratings(
        names,
        len(known),
        rater.astype(np.int64),
        item.astype(np.int64),
        judgements.score[rows].astype(np.float64),
        cluster,
        *lost,
    )


def _clusters(judgements: Judgements, rows: Numbers, resampled: Resampled) -> Numbers:
    if resampled == "item":
        return np.arange(len(rows), dtype=np.int64)
    if resampled not in ("segment", "document"):
        raise OptionError(f"resampled={resampled!r} is not known; it is item, segment or document")
    if resampled == "document" and judgements.document is None:
        raise InputError("the judgements do not say which document a segment is of; resample segments")
    columns = [] if judgements.document is None else [plain(judgements.document).at(rows)]
    if resampled == "segment":
        columns.append(plain(judgements.segment).at(rows))
    return joined(*columns)


def repeats_of(judgements: Judgements, rater: str | None = None) -> Ratings:
    """Return first and second ratings of repeated items as those of two raters; every pair is an item of its own."""
    pairs = match_controls(judgements, REPEAT)
    first, second = pairs.original, pairs.control
    if rater is not None:
        own = judgements.rater.at(second).among([rater])
        first, second = first[own], second[own]
    later = order(judgements)[first] > order(judgements)[second]
    first, second = np.where(later, second, first), np.where(later, first, second)
    values = np.stack([judgements.score[first], judgements.score[second]])
    return Ratings.of_matrix(values, ("first", "second"))
