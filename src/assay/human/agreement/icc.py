"""Intraclass correlation (Shrout and Fleiss 1979): which share of the variance of scores is that of the items.

ICC(1): raters differ from item to item (one-way); items may have different numbers of ratings, whose mean is then
the usual k0 of unbalanced designs. ICC(2): the same raters for all items, a sample of all raters, and agreement is
absolute. ICC(3): the same raters, these only, and a rater may be stricter than another. The two-way forms take
items that every rater has rated. The k forms are for the mean of all ratings of an item. An ICC is not defined where
nothing varies, and ICC(2,k) where its denominator is below 0: items then vary less than chance would have them.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from assay.data import Array
from assay.errors import OptionError
from assay.human.agreement.bootstrap import Statistic, estimate
from assay.human.agreement.ratings import Ratings
from assay.human.agreement.weighted import noise, ratio

Form = Literal["1", "2", "3", "1k", "2k", "3k"]
FORMS = ("1", "2", "3", "1k", "2k", "3k")


def icc(values: Array, form: Form = "1") -> float:
    """Return the intraclass correlation of a table of raters by items, NaN where there is no rating."""
    ratings = Ratings.of_matrix(values)
    return estimate(icc_statistic(ratings, form), ratings.items)


def icc_statistic(ratings: Ratings, form: Form = "1") -> Statistic:
    """Return an intraclass correlation as a function of the weights of items."""
    if form not in FORMS:
        raise OptionError(f"form={form!r} is not known; it is {', '.join(FORMS)}")
    return _one_way(ratings, form) if form.startswith("1") else _two_way(ratings, form)


def complete_items(ratings: Ratings) -> int:
    """Return how many items every rater has rated."""
    return int((ratings.counts() == len(ratings.raters)).sum())


def _one_way(ratings: Ratings, form: str) -> Statistic:
    paired = ratings.paired()
    value = paired.value - paired.value.mean() if len(paired) else paired.value
    number, total = paired.counts().astype(np.float64), paired.sums(value)
    between = total**2 / np.maximum(number, 1)
    mean = total / np.maximum(number, 1)
    within = paired.sums((value - mean[paired.item]) ** 2)
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
    kept = np.isfinite(table).all(axis=1)
    table = table[kept] - (table[kept].mean() if kept.any() else 0.0)
    raters, means = table.shape[1], table.mean(axis=1) if kept.any() else np.zeros(0)
    squares, least = (table**2).sum(axis=1), noise(ratings.value)

    def statistic(weights: Array) -> Array:
        drawn = weights[:, kept]
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
