"""Correlation between raters, and whether they come to agree as they go on.

Pearson, Spearman (mean ranks for equal values) and Kendall's tau-b, over pairs of raters, and each rater against the
mean of the others. A correlation does not mind if one rater is stricter than another, where alpha and ICC(2) do.

Over time there are two kinds of disagreement: "within", between a rater's two ratings of a repeated item, at the place
of the second; "between", between a rating and the mean of all others of the item, at the place of the rating. A place
is a share of the rater's own sequence, from 0 to 1. Reported are thirds of the sequence, the slope of disagreement over
the whole of it (below 0 where raters come to agree), and the rank correlation of disagreement with seconds spent. For
slope and correlation each rater's own mean is taken out: a careful slow rater beside a careless quick one is no trend.
Intervals are from resampled comparisons. More than `MOST_DRAWN` of them are put into so many blocks at random, which
are drawn as wholes: the standard error of a sum from 20,000 blocks is that from a million rows to within half a
percent, and 1,000 draws leave more than that open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import REPEAT, Array, Judgements
from assay.errors import OptionError
from assay.human.agreement.ratings import (
    LEAST_SHARED,
    Ratings,
    Statistic,
    estimate,
    interval,
    intervals,
    mean_over_pairs,
    ratio,
)
from assay.human.raters.controls import has_times, is_genuine, match_controls, order, units
from assay.stats import Interval, Settings
from assay.stats.correlate import CORRELATIONS, block_sums, drawn_pearson

Numbers = NDArray[np.int64]
Kind = Literal["pearson", "spearman", "kendall"]


@dataclass(frozen=True)
class AgainstRest:
    """One rater against the mean of the others on the items that both have rated."""

    rater: str
    items: int
    correlation: Interval


def mean_correlation(ratings: Ratings, kind: Kind = "pearson") -> Statistic:
    """Return the mean correlation of all pairs of raters as a function of weights."""
    if kind not in CORRELATIONS:
        raise OptionError(f"{kind!r} is not a correlation; choose from {', '.join(CORRELATIONS)}")
    return mean_over_pairs(ratings, kind)


def correlation_statistic(first: Array, second: Array, kind: Kind = "pearson") -> Statistic:
    """Return the correlation of two columns as a function of the weights of rows."""
    if kind not in CORRELATIONS:
        raise OptionError(f"{kind!r} is not a correlation; choose from {', '.join(CORRELATIONS)}")
    if kind == "pearson":
        return drawn_pearson(first, second)
    return lambda weights: CORRELATIONS[kind](first, second, weights)


def correlation(first: Array, second: Array, kind: Kind = "pearson") -> float:
    """Return the correlation of two columns; NaN where one does not vary."""
    return estimate(correlation_statistic(first, second, kind), len(first))


def against_rest(ratings: Ratings, settings: Settings, kind: Kind = "pearson") -> tuple[AgainstRest, ...]:
    """Return every rater's correlation with the mean of the others, with its interval."""
    correlations = []
    for name, items, own, others in _each(ratings):
        statistic = correlation_statistic(own, others, kind)
        cluster = np.unique(ratings.cluster[items], return_inverse=True)[1]
        correlations.append(AgainstRest(name, len(items), interval(statistic, cluster, settings)))
    return tuple(correlations)


def against_others(ratings: Ratings, kind: Kind = "pearson") -> list[tuple[str, float, int]]:
    """Return name, correlation with the mean of the others, and number of shared items, without intervals."""
    return [(name, correlation(own, others, kind), len(items)) for name, items, own, others in _each(ratings)]


def _each(ratings: Ratings) -> list[tuple[str, Numbers, Array, Array]]:
    """Return for every rater the shared items, the own values, and the means of the others."""
    number, total = ratings.counts(), ratings.sums(ratings.value)
    shared, several = [], np.flatnonzero(number[ratings.item] > 1)
    several = several[np.argsort(ratings.rater[several], kind="stable")]
    ends = np.searchsorted(ratings.rater[several], np.arange(len(ratings.raters) + 1))
    for name, start, end in zip(ratings.raters, ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        rows = several[start:end]
        if len(rows) >= LEAST_SHARED:
            items, own = ratings.item[rows], ratings.value[rows]
            shared.append((name, items, own, (total[items] - own) / (number[items] - 1)))
    return shared


Whose = Literal["within", "between"]
THIRDS = 3
# Comparisons or blocks: the error of a variance from so many is sqrt(2 / 20,000), or 1 %
MOST_DRAWN = 20_000


@dataclass(frozen=True)
class Third:
    """A third of all raters' sequences: mean disagreement, and the correlation of the two sides."""

    number: int
    pairs: int
    disagreement: Interval
    correlation: Interval


@dataclass(frozen=True)
class OverTime:
    """Agreement as raters go on; `seconds` is None where no time is known."""

    kind: Whose
    pairs: int
    parts: tuple[Third, ...]
    slope: Interval  # points of disagreement from the first to the last item
    seconds: Interval | None  # rank correlation of disagreement with seconds spent
    # Whether the sequence is that of time; else it is that of the rows
    timed: bool
    settings: Settings


@dataclass(frozen=True)
class _Compared:
    """Two sides of a comparison, whose it is, where in the rater's sequence, and the seconds spent."""

    first: Array
    second: Array
    rater: Numbers
    place: Array
    seconds: Array

    def __len__(self) -> int:
        return len(self.first)


def agreement_over_time(
    judgements: Judgements, kind: Whose = "within", settings: Settings | None = None
) -> OverTime:
    """Measure disagreement by thirds of each rater's sequence, its slope, and whether time spent has to do with it."""
    if kind not in COMPARED:
        raise OptionError(f"{kind!r} is not recognised; choose from {', '.join(COMPARED)}")
    settings = settings or Settings()
    compared = COMPARED[kind](judgements)
    apart = np.abs(compared.first - compared.second)
    third = np.minimum((compared.place * THIRDS).astype(np.int64), THIRDS - 1)
    parts = tuple(_part(compared, apart, third, number, settings) for number in range(THIRDS))
    slope = _slope(_own(apart, compared), _own(compared.place, compared), settings)
    seconds = _against_seconds(compared, apart, settings)
    return OverTime(kind, len(compared), parts, slope, seconds, has_times(judgements), settings)


def _part(compared: _Compared, apart: Array, third: Numbers, number: int, settings: Settings) -> Third:
    rows = np.flatnonzero(third == number)
    own, first, second = apart[rows], compared.first[rows], compared.second[rows]
    blocks, units = _blocks(len(rows), settings)
    sums = block_sums(np.stack([own, np.ones(len(own))], axis=1), blocks)
    statistics: dict[str, Statistic] = {
        "disagreement": lambda weights: ratio(*(weights @ sums).T),
        "correlation": drawn_pearson(first, second, blocks) if len(rows) > 2 else _unknown,
    }
    measured = intervals(statistics, units, settings) if len(rows) else {}
    nothing = Interval(np.nan, np.nan, np.nan, "none")
    return Third(
        number + 1, len(rows), measured.get("disagreement", nothing), measured.get("correlation", nothing)
    )


def _blocks(rows: int, settings: Settings) -> tuple[Numbers | None, Numbers]:
    """Return the block of every row, if there are too many rows to draw each by itself, and what is drawn."""
    if rows <= MOST_DRAWN:
        return None, np.arange(rows)
    dealt = np.random.default_rng(settings.seed).permutation(rows) % MOST_DRAWN
    return dealt, np.arange(MOST_DRAWN)


def _unknown(weights: Array) -> Array:
    return np.full(len(weights), np.nan)


def _own(column: Array, compared: _Compared) -> Array:
    """Take each rater's mean out of a column."""
    number = np.bincount(compared.rater)
    mean = np.bincount(compared.rater, column) / np.maximum(number, 1)
    return column - mean[compared.rater]


def _slope(apart: Array, place: Array, settings: Settings) -> Interval:
    blocks, units = _blocks(len(apart), settings)
    columns = [np.ones(len(apart)), place, apart, place * apart, place**2]
    sums = block_sums(np.stack(columns, axis=1), blocks)

    def statistic(weights: Array) -> Array:
        total, x, y, xy, xx = (weights @ sums).T
        return ratio(total * xy - x * y, total * xx - x**2)

    return interval(statistic, units, settings)


def _against_seconds(compared: _Compared, apart: Array, settings: Settings) -> Interval | None:
    known = np.isfinite(compared.seconds)
    if known.sum() < 3 or np.ptp(compared.seconds[known]) == 0:
        return None
    part = _Compared(*(column[known] for column in vars(compared).values()))
    statistic = correlation_statistic(_own(apart[known], part), _own(part.seconds, part), "spearman")
    correlation = interval(statistic, np.arange(len(part)), settings)
    return None if np.isnan(correlation.estimate) else correlation


def _within(judgements: Judgements) -> _Compared:
    pairs, time = match_controls(judgements, REPEAT), order(judgements)
    swapped = time[pairs.original] > time[pairs.control]
    first = np.where(swapped, pairs.control, pairs.original)
    second = np.where(swapped, pairs.original, pairs.control)
    seconds = _seconds(judgements)
    return _Compared(
        judgements.score[first],
        judgements.score[second],
        judgements.rater.index[second].astype(np.int64),
        sequence_places(judgements)[second],
        (seconds[first] + seconds[second]) / 2,
    )


def _between(judgements: Judgements) -> _Compared:
    rows = np.flatnonzero(is_genuine(judgements) & np.isfinite(judgements.score))
    unit = np.unique(units(judgements)[rows], return_inverse=True)[1]
    rater, score = judgements.rater.index[rows].astype(np.int64), judgements.score[rows]
    own_key = np.unique(unit * len(judgements.rater.names) + rater, return_inverse=True)[1]
    own_sum, own_number = np.bincount(own_key, score)[own_key], np.bincount(own_key)[own_key]
    others = np.bincount(unit)[unit] - own_number
    compared = others > 0
    mean = (np.bincount(unit, score)[unit] - own_sum)[compared] / others[compared]
    place, seconds = sequence_places(judgements)[rows], _seconds(judgements)[rows]
    return _Compared(score[compared], mean, rater[compared], place[compared], seconds[compared])


def sequence_places(judgements: Judgements) -> Array:
    """Return where every row stands in its rater's sequence, from 0 for the first to 1 for the last."""
    by_rater = np.lexsort((order(judgements), judgements.rater.index))
    rater = judgements.rater.index[by_rater]
    starts = np.searchsorted(rater, rater)
    number = np.bincount(judgements.rater.index, minlength=len(judgements.rater.names))[rater]
    place = np.empty(len(judgements))
    place[by_rater] = (np.arange(len(rater)) - starts) / np.maximum(number - 1, 1)
    return place


def _seconds(judgements: Judgements) -> Array:
    return np.full(len(judgements), np.nan) if judgements.seconds is None else judgements.seconds


COMPARED: dict[str, Callable[[Judgements], _Compared]] = {"within": _within, "between": _between}
