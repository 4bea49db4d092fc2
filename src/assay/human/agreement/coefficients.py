"""Coefficients of agreement: Krippendorff's alpha, intraclass correlation, Cohen's and Fleiss' kappa.

Alpha (2004) = 1 - D / E: D is the mean distance of two ratings of one item, E that of two ratings of any items; any
number of raters, and ratings may be missing. Distances: nominal 0 or 1; interval the squared difference; ratio
((a - b) / (a + b)) squared; ordinal the squared difference of the mean ranks among all ratings that can be paired,
which is the same as Krippendorff's sum of marginals. Nominal, ordinal and interval need no table of all pairs of
values, so many different values cost nothing.

The intraclass correlation (Shrout and Fleiss 1979) is the share of the variance of scores that is that of the items.
ICC(1): raters differ from item to item (one-way); items may have different numbers of ratings, whose mean is then
the usual k0 of unbalanced designs. ICC(2): the same raters for all items, a sample of all raters, and agreement is
absolute. ICC(3): the same raters, these only, and a rater may be stricter than another. The two-way forms take
items that every rater has rated. The k forms are for the mean of all ratings of an item. An ICC is not defined where
nothing varies, and ICC(2,k) where its denominator is below 0: items then vary less than chance would have them.

Cohen's kappa of two raters (1960) is 1 - D / E, too, with all pairs of an item of one and an item of the other for E.
Disagreement is 0 or 1 without weights, else (1968) the distance of the two values or its square. Distances are those of
the values, so a grade that nobody used keeps its place; scikit-learn numbers the grades that occur, which is the same
where all do. More than two raters: the mean over pairs of raters. Fleiss' kappa (1971) has equally many ratings an
item. Where items differ, the agreement of an item counts once and the shares are those of all ratings; items with one
rating are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import InputError, MismatchError, OptionError
from assay.human.agreement.ratings import (
    LEAST_SHARED,
    Ratings,
    Statistic,
    counted,
    estimate,
    incidence,
    mean_over_pairs,
    midranks,
    noise,
    ratio,
)

Level = Literal["nominal", "ordinal", "interval", "ratio"]
MOST_VALUES = 3000  # different values of a ratio scale


def alpha(values: Array, level: Level = "interval") -> float:
    """Return alpha of a table of raters by items, NaN where there is no rating; NaN where nothing varies."""
    ratings = Ratings.of_matrix(values)
    return estimate(alpha_statistic(ratings, level), ratings.items)


def alpha_statistic(ratings: Ratings, level: Level = "interval") -> Statistic:
    """Return alpha as a function of the weights of items."""
    if level not in LEVELS:
        raise OptionError(f"level={level!r} is not recognised; choose from {', '.join(LEVELS)}")
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
    # Sums of squares of scores far from 0 would lose the digits that their differences are made of.
    centred = ratings.value - ratings.value.mean() if len(ratings) else ratings.value
    number, total, squares = ratings.counts(), ratings.sums(centred), ratings.sums(centred**2)
    spread = _spread(ratings, centred)
    within = 2 * number * spread * _shares(ratings)
    least = noise(ratings.value)

    def expected(weights: Array) -> Array:
        pairable = weights @ number
        distances = 2 * (pairable * (weights @ squares) - (weights @ total) ** 2)
        return np.where(distances > least * pairable**2, distances, 0.0)

    return lambda weights: weights @ within, expected


def _spread(ratings: Ratings, scores: Array) -> Array:
    """Return the sum of squared distances from the mean of every item; exactly 0 where all are equal."""
    mean = ratings.sums(scores) / np.maximum(ratings.counts(), 1)
    return ratings.sums((scores - mean[ratings.item]) ** 2)


def _ordinal(ratings: Ratings) -> Parts:
    values, codes = ratings.codes()
    table = incidence(ratings.item, codes, (ratings.items, len(values)))
    number, shares, of_items = ratings.counts(), 2 * _shares(ratings), table.T.tocsr()

    def observed(weights: Array) -> Array:
        # Ranks depend on how often each value was given, so that every draw has its own.
        ranks = midranks(counted(weights, table))
        totals, squares = counted(ranks, of_items), counted(ranks**2, of_items)
        return np.asarray((weights * shares * (number * squares - totals**2)).sum(axis=1))

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
        raise InputError("a ratio scale starts at 0, and there are values below; use interval")
    if len(values) > MOST_VALUES:
        raise InputError(f"{len(values)} different values are too many for a ratio scale; use interval")
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
    sums = np.zeros(ratings.items)
    for lag in range(1, int(ratings.counts().max(initial=0))):
        first = np.flatnonzero(ratings.item[:-lag] == ratings.item[lag:])
        sums += np.bincount(ratings.item[first], 2 * distance(first, first + lag), ratings.items)
    return sums


LEVELS: dict[str, Callable[[Ratings], Parts]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}


Form = Literal["1", "2", "3", "1k", "2k", "3k"]
FORMS = ("1", "2", "3", "1k", "2k", "3k")


def icc(values: Array, form: Form = "1") -> float:
    """Return the intraclass correlation of a table of raters by items, NaN where there is no rating."""
    ratings = Ratings.of_matrix(values)
    return estimate(icc_statistic(ratings, form), ratings.items)


def icc_statistic(ratings: Ratings, form: Form = "1") -> Statistic:
    """Return an intraclass correlation as a function of the weights of items."""
    if form not in FORMS:
        raise OptionError(f"form={form!r} is not recognised; choose from {', '.join(FORMS)}")
    return _one_way(ratings, form) if form.startswith("1") else _two_way(ratings, form)


def _one_way(ratings: Ratings, form: str) -> Statistic:
    paired = ratings.paired()
    centred = paired.value - paired.value.mean() if len(paired) else paired.value
    number, total = paired.counts().astype(np.float64), paired.sums(centred)
    between = total**2 / np.maximum(number, 1)
    mean = total / np.maximum(number, 1)
    within = paired.sums((centred - mean[paired.item]) ** 2)
    used = (number > 1).astype(np.float64)
    least = noise(paired.value)

    def statistic(weights: Array) -> Array:
        items, every = weights @ used, weights @ number
        grand = ratio((weights @ total) ** 2, every)
        of_items = ratio(weights @ between - grand, items - 1)
        error = ratio(weights @ within, every - items)
        usual = ratio(every - ratio(weights @ number**2, every), items - 1)
        below = of_items if form == "1k" else of_items + (usual - 1) * error
        varied = weights @ (within + between) - grand > least * every
        return np.where(varied, ratio(of_items - error, _above_noise(below, of_items + error)), np.nan)

    return statistic


def _two_way(ratings: Ratings, form: str) -> Statistic:
    table = ratings.matrix().T
    # The two-way analysis has no simple sums of squares with holes in the table.
    complete = np.isfinite(table).all(axis=1)
    table = table[complete] - (table[complete].mean() if complete.any() else 0.0)
    raters, means = table.shape[1], table.mean(axis=1) if complete.any() else np.zeros(0)
    squares, least = (table**2).sum(axis=1), noise(ratings.value)

    def statistic(weights: Array) -> Array:
        drawn = weights[:, complete]
        items = drawn.sum(axis=1)
        of_raters = drawn @ table
        grand = ratio(of_raters.sum(axis=1) ** 2, items * raters)
        rows = raters * (drawn @ means**2) - grand
        columns = ratio((of_raters**2).sum(axis=1), items) - grand
        total = drawn @ squares - grand
        error = ratio(total - rows - columns, (raters - 1) * (items - 1))
        parts = (ratio(rows, items - 1), columns / (raters - 1), error)
        return np.where(total > least * items, _shrout_fleiss(*parts, (items, raters), form), np.nan)

    return statistic if raters > 1 else lambda weights: np.full(len(weights), np.nan)


def _shrout_fleiss(rows: Array, columns: Array, error: Array, size: tuple[Array, int], form: str) -> Array:
    items, raters = size
    bias = ratio(columns - error, items) if form.startswith("2") else np.zeros_like(error)
    single = rows + (raters - 1) * error + raters * bias
    below = rows + bias if form.endswith("k") else single
    return ratio(rows - error, _above_noise(below, rows + columns + error))


def _above_noise(below: Array, size: Array) -> Array:
    """Return denominators, with 0 in place of those that are below 0 or mere rounding of their terms."""
    return np.where(below > 1e-12 * size, below, 0.0)


Weights = Literal["none", "linear", "quadratic"]
PAIR_KAPPAS = {"none": "kappa", "linear": "kappa-linear", "quadratic": "kappa-quadratic"}
# 0 to 100 in tenths; its table of pairs stays at a million cells
MOST_CATEGORIES = 1001


def kappa(first: Array, second: Array, weights: Weights = "none") -> float:
    """Return the kappa of two columns of grades; NaN where nothing varies."""
    first, second = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise MismatchError(f"kappa needs two columns of one length, not {first.shape} and {second.shape}")
    return estimate(kappa_statistic(first, second, weights), len(first))


def mean_kappa(ratings: Ratings, weights: Weights = "none") -> Statistic:
    """Return the mean kappa of all pairs of raters as a function of weights."""
    if weights not in PAIR_KAPPAS:
        raise OptionError(f"weights={weights!r} is not recognised; choose none, linear or quadratic")
    _check_categories(ratings)
    return mean_over_pairs(ratings, PAIR_KAPPAS[weights])


def _check_categories(ratings: Ratings) -> None:
    """Refuse pairs of raters who use so many different values that these are no categories."""
    if len(np.unique(ratings.value)) <= MOST_CATEGORIES:
        return
    shared, _ = ratings.shared(LEAST_SHARED)
    for start, end in zip(shared.offsets[:-1].tolist(), shared.offsets[1:].tolist(), strict=True):
        _check_number(len(np.unique(np.concatenate([shared.first[start:end], shared.second[start:end]]))))


def _check_number(values: int) -> None:
    if values > MOST_CATEGORIES:
        raise InputError(
            f"kappa is for categories, and there are {values} different values; use alpha, ICC or a correlation"
        )


def kappa_statistic(first: Array, second: Array, weights: Weights = "none") -> Statistic:
    """Return kappa as a function of the weights of items."""
    values, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    _check_number(len(values))
    distance = _distance(values, weights)
    items = np.arange(len(first))
    codes_first, codes_second = codes[: len(first)], codes[len(first) :]
    shape = (len(first), len(values))
    of_first, of_second = incidence(items, codes_first, shape), incidence(items, codes_second, shape)
    apart = distance[codes_first, codes_second]

    def statistic(drawn: Array) -> Array:
        total = drawn.sum(axis=1)
        expected = ((counted(drawn, of_first) @ distance) * counted(drawn, of_second)).sum(axis=1)
        return 1 - ratio(drawn @ apart * total, expected)

    return statistic


def _distance(values: Array, weights: Weights) -> Array:
    apart = np.abs(values[:, None] - values)
    if weights == "none":
        return (apart > 0).astype(np.float64)
    if weights not in ("linear", "quadratic"):
        raise OptionError(f"weights={weights!r} is not recognised; choose none, linear or quadratic")
    return apart if weights == "linear" else apart**2


def fleiss_kappa(ratings: Ratings) -> Statistic:
    """Return Fleiss' kappa as a function of the weights of items; NaN where nothing varies."""
    paired = ratings.paired()
    values, codes = paired.codes()
    number = paired.counts().astype(np.float64)
    table = incidence(paired.item, codes, (paired.items, len(values)))
    alike = np.asarray(table.multiply(table).sum(axis=1)) - number
    agreement, used = ratio(alike, number * (number - 1)), number > 1

    def statistic(weights: Array) -> Array:
        observed = ratio(weights[:, used] @ agreement[used], weights[:, used].sum(axis=1))
        shares = ratio(counted(weights, table), (weights @ number)[:, None])
        expected = (shares**2).sum(axis=1)
        return np.where(expected < 1 - 1e-12, ratio(observed - expected, 1 - expected), np.nan)

    return statistic
