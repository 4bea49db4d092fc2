"""Who gave which item which value: the form that every measure of agreement works on, and its intervals.

A rating is a row of three columns: rater, item, value. An item is one output of one system for one segment under one
question. Of several ratings of one item by one rater the first counts, the others are counted as left out; repeats
are a matter of agreement with oneself.

A measure is a function of weights: one row a draw, one column an item, and one value a draw. With every weight 1 it
is the measure itself, so the estimate and its interval cannot be two different formulas. Outputs of one segment are
alike, so documents, where they are known, or else segments are drawn with replacement, with all their items. Of fewer
than thirty, the interval of a coefficient is Student's, by the jackknife. Draws in which a measure is not defined
(nothing varies) are left out; where they are more than half, there is no interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import REPEAT, Array, Judgements
from assay.errors import InputError, OptionError
from assay.human.options import Resampled
from assay.human.raters.controls import in_time, is_genuine, joined, match_controls, order, plain, units
from assay.kernel import RANK_MEASURES, SharedRatings, pair_draws, shared_ratings
from assay.stats import Interval, Settings, bounds, t_value

Numbers = NDArray[np.int64]


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
    threads: int = 0  # to compare raters with; 0 is every core

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
        shared = self.counts()[self.item] > 1
        return Ratings(
            self.raters, self.items, self.rater[shared], self.item[shared], self.value[shared], self.cluster
        )

    def codes(self) -> tuple[Array, Numbers]:
        """Return the different values in ascending order, and the number of each rating's value."""
        values, codes = np.unique(self.value, return_inverse=True)
        return values, codes.astype(np.int64)

    def sums(self, column: Array) -> Array:
        """Add up a column of ratings by item."""
        return np.asarray(np.bincount(self.item, column, self.items), dtype=np.float64)

    def shared(self, least: int = 1, *, ranked: bool = False) -> tuple[SharedRatings, Array]:
        """Return what pairs of raters have both rated, where enough, and the values that its numbers stand for."""
        if (least, ranked) not in self._shared:
            self._shared[least, ranked] = self._compared(least, ranked)
        return self._shared[least, ranked]

    @cached_property
    def _shared(self) -> dict[tuple[int, bool], tuple[SharedRatings, Array]]:
        return {}

    def _compared(self, least: int, ranked: bool) -> tuple[SharedRatings, Array]:
        by_rater = np.argsort(self.rater, kind="stable")
        ends = np.searchsorted(self.rater[by_rater], np.arange(len(self.raters) + 1)).astype(np.int64)
        values, codes = self.codes()
        items, numbers = self.item[by_rater].astype(np.int32), codes[by_rater].astype(np.int32)
        meetings = np.array(self.meetings(least), dtype=np.int64).reshape(-1, 3)
        pairs = np.ascontiguousarray(meetings[:, :2], dtype=np.int32)
        counts = meetings[:, 2]
        return shared_ratings(
            ends, items, numbers, pairs, counts, ranked=ranked, threads=self.threads
        ), values

    def meetings(self, least: int = 1) -> list[tuple[int, int, int]]:
        """Return the pairs of raters who have rated the same items, and how many, where enough."""
        return [meeting for meeting in self._meetings if meeting[2] >= least]

    @cached_property
    def _meetings(self) -> list[tuple[int, int, int]]:
        met = incidence(self.rater, self.item, (len(self.raters), self.items))
        shared = (met @ met.T).tocoo()
        close = shared.row < shared.col
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
    rows = in_time(judgements)
    rows = rows[(genuine & scored)[rows]]
    unit, person = units(judgements)[rows], judgements.rater.index[rows]
    by_item = np.argsort(unit * max(1, len(judgements.rater.names)) + person, kind="stable")
    rows, unit, rater = rows[by_item], unit[by_item], person[by_item]
    again = np.concatenate([[False], (np.diff(unit) == 0) & (np.diff(rater) == 0)])[: len(rows)]
    rows, unit = rows[~again], unit[~again]
    return _numbered(
        judgements, rows, unit, resampled, lost=(int(again.sum()), int((genuine & ~scored).sum()))
    )


def drawn_unit(judgements: Judgements, resampled: Resampled) -> Resampled:
    """Return what is drawn as one: for "auto", documents where there are several of several segments, else segments."""
    if resampled != "auto":
        return resampled
    document = judgements.document
    if document is None:
        return "segment"
    documents, segments = (len(np.unique(plain(each).index)) for each in (document, judgements.segment))
    return "document" if 1 < documents < segments else "segment"


def _numbered(
    judgements: Judgements, rows: Numbers, unit: Numbers, resampled: Resampled, *, lost: tuple[int, int]
) -> Ratings:
    """Number raters and items as they occur, so that no number is without a rating; rows are sorted by unit."""
    raters = judgements.rater.index[rows]
    present = np.bincount(raters, minlength=len(judgements.rater.names)) > 0
    names = tuple(judgements.rater.names[number] for number in np.flatnonzero(present))
    new = np.concatenate([[True], np.diff(unit) > 0])[: len(unit)]
    cluster = _clusters(judgements, rows[new], resampled)
    return Ratings(
        names,
        len(cluster),
        (np.cumsum(present) - 1)[raters],
        np.cumsum(new) - 1,
        judgements.score[rows].astype(np.float64),
        cluster,
        *lost,
    )


def _clusters(judgements: Judgements, rows: Numbers, resampled: Resampled) -> Numbers:
    if resampled == "item":
        return np.arange(len(rows), dtype=np.int64)
    if resampled not in ("segment", "document"):
        raise OptionError(f"resampled={resampled!r} is not recognised; choose item, segment or document")
    if resampled == "document" and judgements.document is None:
        raise InputError("the judgements do not name the documents of segments; resample segments")
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


def ratio(above: Array, below: Array) -> Array:
    """Divide, with NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(below) > 0, above / below, np.nan)


def incidence(row: Numbers, column: Numbers, shape: tuple[int, int]) -> Any:
    """Return a sparse table of how often row and column meet."""
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(row)), (row, column)), shape=shape)


def counted(weights: Array, table: Any) -> Array:
    """Return weights times a sparse table, dense."""
    return np.asarray(weights @ table)


def midranks(counts: Array) -> Array:
    """Return the mean rank of every value in every draw, from how often each value occurs."""
    return np.cumsum(counts, axis=1) - (counts - 1) / 2


def noise(values: Array) -> float:
    """Return the variance that rounding alone can make: of the values themselves, and of sums of their squares."""
    if not len(values):
        return 0.0
    apart = float(np.abs(values - values.mean()).max())
    return 1e-12 * apart**2 + (1e-14 * float(np.abs(values).max())) ** 2


Statistic = Callable[[Array], Array]

FEWEST_CLUSTERS = 3  # of two, the spread is that of one difference
# Of fewer, percentiles of draws are too narrow (tools/small_studies.py)
FEW_CLUSTERS = 30
CELLS = 2_000_000  # weights that are held at a time
SIDE_BY_SIDE = 16  # draws that the kernel works on at once


def estimate(statistic: Statistic, items: int) -> float:
    """Return the value of a measure on all items as they are."""
    return float(statistic(np.ones((1, items)))[0])


def intervals(
    statistics: Mapping[str, Statistic], cluster: Numbers, settings: Settings, *, few: bool = False
) -> dict[str, Interval]:
    """Return every measure with its interval, all from the same draws; with `few`, of few clusters by the jackknife."""
    if few and len(np.unique(cluster)) < FEW_CLUSTERS and settings.interval == Settings().interval:
        return _jackknifed(statistics, cluster, settings)
    values = {name: estimate(statistic, len(cluster)) for name, statistic in statistics.items()}
    drawn: dict[str, list[Array]] = {name: [] for name in statistics}
    for weights in _weights(cluster, settings):
        for name, statistic in statistics.items():
            drawn[name].append(statistic(weights))
    left_out = _left_out(statistics, cluster) if settings.interval == "bca" else {}
    return {
        name: _interval(values[name], np.concatenate([*draws, []]), settings, left_out.get(name))
        for name, draws in drawn.items()
    }


def _jackknifed(
    statistics: Mapping[str, Statistic], cluster: Numbers, settings: Settings
) -> dict[str, Interval]:
    """Return measures that are 1 at most with Student's intervals of minus the logarithm of what they lack of 1."""
    left_out, clusters = _left_out(statistics, cluster), len(np.unique(cluster))
    measured = {}
    for name, statistic in statistics.items():
        value, without = estimate(statistic, len(cluster)), left_out[name]
        low = high = np.nan
        if clusters >= FEWEST_CLUSTERS and np.isfinite(value) and value < 1 and (without < 1).all():
            logs = -np.log1p(-without)
            reach = t_value(settings.confidence, clusters - 1) * np.sqrt((clusters - 1) * float(logs.var()))
            low, high = (float(-np.expm1(np.log1p(-value) + side * reach)) for side in (1, -1))
        measured[name] = Interval(value, low, high, "jackknife")
    return measured


def interval(statistic: Statistic, cluster: Numbers, settings: Settings) -> Interval:
    """Return one measure with its interval."""
    return intervals({"": statistic}, cluster, settings)[""]


def _interval(estimated: float, draws: Array, settings: Settings, left_out: Array | None) -> Interval:
    method, known = f"bootstrap {settings.bootstrap_interval}", draws[np.isfinite(draws)]
    if not np.isfinite(estimated) or 2 * len(known) < len(draws) or not len(known):
        return Interval(estimated, np.nan, np.nan, method)
    low, high = bounds(estimated, known, settings, left_out)
    return Interval(estimated, low, high, method)


def _weights(cluster: Numbers, settings: Settings) -> Iterator[Array]:
    """Yield how often each item is drawn, some draws at a time; items of a cluster are drawn together."""
    units = int(cluster.max(initial=-1)) + 1
    kind, size = settings.drawn(units)
    random, draws = np.random.default_rng(settings.seed), settings.bootstrap_draws
    alone = units == len(cluster)
    batch = max(1, CELLS // max(1, len(cluster)))
    batch -= batch % SIDE_BY_SIDE if batch > SIDE_BY_SIDE else 0
    for start in range(0, draws if units else 0, batch):
        rows = min(batch, draws - start)
        counts = np.empty((rows, units))
        for row, taken in enumerate(_taken(random, (rows, units, size), kind)):
            counts[row] = np.bincount(taken, minlength=units)
        yield counts if alone and (cluster == np.arange(units)).all() else counts[:, cluster]


def _taken(random: np.random.Generator, shape: tuple[int, int, int], kind: str) -> Numbers:
    rows, units, size = shape
    if kind == "with-replacement":
        return random.integers(units, size=(rows, size))
    return np.argsort(random.random((rows, units)), axis=1)[:, :size]


def _left_out(statistics: Mapping[str, Statistic], cluster: Numbers) -> dict[str, Array]:
    """Return every measure without one cluster at a time; where it is not defined, without effect."""
    jackknife: dict[str, list[Array]] = {name: [] for name in statistics}
    units = int(cluster.max(initial=-1)) + 1
    batch = max(1, CELLS // max(1, len(cluster)))
    for start in range(0, units, batch):
        gone = np.arange(start, min(start + batch, units))
        weights = (cluster[None] != gone[:, None]).astype(np.float64)
        for name, statistic in statistics.items():
            jackknife[name].append(statistic(weights))
    joined = {name: np.concatenate([*values, []]) for name, values in jackknife.items()}
    return {
        name: np.where(np.isfinite(values), values, np.nanmean(values) if np.isfinite(values).any() else 0.0)
        for name, values in joined.items()
    }


# Items without which two raters tell nothing about each other
LEAST_SHARED = 3


def mean_over_pairs(ratings: Ratings, measure: str, least: int = LEAST_SHARED) -> Statistic:
    """Return the mean of a measure over pairs of raters; pairs for which it is not defined are left out."""
    shared, values = ratings.shared(least, ranked=measure in RANK_MEASURES)
    pairs = len(shared.offsets) - 1

    def statistic(weights: Array) -> Array:
        times, batch = np.ascontiguousarray(weights, dtype=np.uint16), max(1, CELLS // max(1, len(weights)))
        total, known = np.zeros(len(weights)), np.zeros(len(weights))
        for start in range(0, pairs, batch):
            part = shared._replace(offsets=shared.offsets[start : start + batch + 1])
            values_of_pairs = pair_draws(part, values, times, measure=measure, threads=ratings.threads)
            defined = np.isfinite(values_of_pairs)
            total += np.where(defined, values_of_pairs, 0.0).sum(axis=0)
            known += defined.sum(axis=0)
        return np.where(known > 0, total / np.maximum(known, 1), np.nan)

    return statistic


def shared_items(ratings: Ratings, least: int = LEAST_SHARED) -> list[tuple[str, str, int]]:
    """Return which raters share how many items."""
    return [
        (ratings.raters[first], ratings.raters[second], items)
        for first, second, items in ratings.meetings(least)
    ]
