"""Krippendorff's alpha (2004): any number of raters, ratings may be missing, for four kinds of values.

alpha = 1 - D / E: D is the mean distance of two ratings of one item, E that of two ratings of any items. Distances:
nominal 0 or 1; interval the squared difference; ratio ((a - b) / (a + b)) squared; ordinal the squared difference of
the mean ranks among all ratings that can be paired, which is the same as Krippendorff's sum of marginals. Nominal,
ordinal and interval need no table of all pairs of values, so many different values cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import InputError, OptionError
from assay.human.agreement.bootstrap import Statistic, estimate
from assay.human.agreement.ratings import Ratings
from assay.human.agreement.weighted import counted, incidence, midranks, noise, ratio

Level = Literal["nominal", "ordinal", "interval", "ratio"]
MOST_VALUES = 3000  # different values of a ratio scale


def alpha(values: Array, level: Level = "interval") -> float:
    """Return alpha of a table of raters by items, NaN where there is no rating; NaN where nothing varies."""
    ratings = Ratings.of_matrix(values)
    return estimate(alpha_statistic(ratings, level), ratings.items)


def alpha_statistic(ratings: Ratings, level: Level = "interval") -> Statistic:
    """Return alpha as a function of the weights of items."""
    if level not in LEVELS:
        raise OptionError(f"level={level!r} is not known; it is {', '.join(LEVELS)}")
    paired = ratings.paired()
    observed, expected = LEVELS[level](paired)
    number = paired.counts().astype(np.float64)

    def statistic(weights: Array) -> Array:
        pairable = weights @ number
        return 1 - ratio((pairable - 1) * observed(weights), expected(weights))

    return statistic


Parts = tuple[Statistic, Statistic]  # sum of distances within items, and of all pairs of ratings


def _shares(ratings: Ratings) -> Array:
    """Return for every item what a pair of its ratings counts: 1 / (ratings - 1)."""
    number = ratings.counts()
    return np.where(number > 1, 1 / np.maximum(number - 1, 1), 0.0)


def _nominal(ratings: Ratings) -> Parts:
    values, codes = ratings.codes()
    table = incidence(ratings.item, codes, (ratings.items, len(values)))
    number = ratings.counts()
    within = (number**2 - np.asarray(table.multiply(table).sum(axis=1))) * _shares(ratings)

    def expected(weights: Array) -> Array:
        counts = counted(weights, table)
        return np.asarray(counts.sum(axis=1) ** 2 - (counts**2).sum(axis=1))

    return lambda weights: weights @ within, expected


def _interval(ratings: Ratings) -> Parts:
    value = ratings.value - ratings.value.mean() if len(ratings) else ratings.value
    number, total, squares = ratings.counts(), ratings.sums(value), ratings.sums(value**2)
    spread = _spread(ratings, value)
    within = 2 * number * spread * _shares(ratings)
    least = noise(ratings.value)

    def expected(weights: Array) -> Array:
        pairable = weights @ number
        found = 2 * (pairable * (weights @ squares) - (weights @ total) ** 2)
        return np.where(found > least * pairable**2, found, 0.0)

    return lambda weights: weights @ within, expected


def _spread(ratings: Ratings, value: Array) -> Array:
    """Return the sum of squared distances from the mean of every item; exactly 0 where all are equal."""
    mean = ratings.sums(value) / np.maximum(ratings.counts(), 1)
    return ratings.sums((value - mean[ratings.item]) ** 2)


def _ordinal(ratings: Ratings) -> Parts:
    values, codes = ratings.codes()
    table = incidence(ratings.item, codes, (ratings.items, len(values)))
    starts = np.flatnonzero(np.concatenate([[True], np.diff(ratings.item) > 0])[: len(ratings)])
    rated, number = ratings.item[starts], ratings.counts()[ratings.item[starts]]
    shares = 2 * _shares(ratings)[rated]

    def observed(weights: Array) -> Array:
        ranks = midranks(counted(weights, table))[:, codes]
        totals, squares = np.add.reduceat(ranks, starts, axis=1), np.add.reduceat(ranks**2, starts, axis=1)
        return np.asarray((weights[:, rated] * shares * (number * squares - totals**2)).sum(axis=1))

    def expected(weights: Array) -> Array:
        counts = counted(weights, table)
        ranks, pairable = midranks(counts), counts.sum(axis=1)
        mean = ratio((counts * ranks).sum(axis=1), pairable)[:, None]
        return np.asarray(2 * pairable * (counts * (ranks - mean) ** 2).sum(axis=1))

    return (observed, expected) if len(ratings) else (_nothing, _nothing)


def _nothing(weights: Array) -> Array:
    return np.zeros(len(weights))


def _ratio(ratings: Ratings) -> Parts:
    values, codes = ratings.codes()
    if len(values) and values[0] < 0:
        raise InputError("a ratio scale starts at 0, and there are values below; take interval")
    if len(values) > MOST_VALUES:
        raise InputError(f"{len(values)} different values are too many for a ratio scale; take interval")
    table = incidence(ratings.item, codes, (ratings.items, len(values)))
    distance = np.nan_to_num(ratio(values[:, None] - values, values[:, None] + values)) ** 2
    within = _pair_sums(ratings, lambda first, second: distance[codes[first], codes[second]])
    shared = within * _shares(ratings)

    def expected(weights: Array) -> Array:
        counts = counted(weights, table)
        return np.asarray(((counts @ distance) * counts).sum(axis=1))

    return lambda weights: weights @ shared, expected


def _pair_sums(ratings: Ratings, distance: Callable[[NDArray[np.int64], NDArray[np.int64]], Array]) -> Array:
    """Add up the distances of all ordered pairs of ratings of every item; ratings are sorted by item."""
    found = np.zeros(ratings.items)
    for lag in range(1, int(ratings.counts().max(initial=0))):
        first = np.flatnonzero(ratings.item[:-lag] == ratings.item[lag:])
        found += np.bincount(ratings.item[first], 2 * distance(first, first + lag), ratings.items)
    return found


LEVELS: dict[str, Callable[[Ratings], Parts]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
