"""Measures of two raters, for many: the mean over all pairs of raters that share items."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.data import Array
from assay.human.agreement.bootstrap import Statistic
from assay.human.agreement.ratings import Ratings

LEAST_SHARED = 3  # items without which two raters tell nothing about each other


def mean_over_pairs(
    ratings: Ratings, of_two: Callable[[Array, Array], Statistic], least: int = LEAST_SHARED
) -> Statistic:
    """Return the mean of a measure over pairs of raters; pairs for which it is not defined are left out."""
    found = [(items, of_two(first, second)) for _, _, items, first, second in ratings.pairs(least)]

    def statistic(weights: Array) -> Array:
        total, known = np.zeros(len(weights)), np.zeros(len(weights))
        for items, one in found:
            values = one(weights[:, items])
            defined = np.isfinite(values)
            total += np.where(defined, values, 0.0)
            known += defined
        return np.where(known > 0, total / np.maximum(known, 1), np.nan)

    return statistic


def shared_items(ratings: Ratings, least: int = LEAST_SHARED) -> list[tuple[str, str, int]]:
    """Return which raters share how many items."""
    return [
        (ratings.raters[first], ratings.raters[second], items)
        for first, second, items in ratings.meetings(least)
    ]
