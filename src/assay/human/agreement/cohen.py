"""Cohen's kappa of two raters (1960), and the weighted kappa (1968) for grades: linear or quadratic.

kappa = 1 - D / E: D is the mean disagreement of the two on the same items, E the mean over all pairs of an item of
one and an item of the other. Disagreement is 0 or 1 without weights, else the distance of the two values or its
square. Distances are those of the values, so a grade that nobody used keeps its place; scikit-learn numbers the
grades that occur, which is the same where all do. More than two raters: the mean over pairs of raters.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from assay.data import Array
from assay.errors import InputError, MismatchError, OptionError
from assay.human.agreement.bootstrap import Statistic, estimate
from assay.human.agreement.pairs import mean_over_pairs
from assay.human.agreement.ratings import Ratings
from assay.human.agreement.weighted import counted, incidence, ratio

Weights = Literal["none", "linear", "quadratic"]
MOST_CATEGORIES = 1001


def kappa(first: Array, second: Array, weights: Weights = "none") -> float:
    """Return the kappa of two columns of grades; NaN where nothing varies."""
    first, second = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise MismatchError(f"kappa needs two columns of one length, not {first.shape} and {second.shape}")
    return estimate(kappa_statistic(first, second, weights), len(first))


def mean_kappa(ratings: Ratings, weights: Weights = "none") -> Statistic:
    """Return the mean kappa of all pairs of raters as a function of weights."""
    return mean_over_pairs(ratings, lambda first, second: kappa_statistic(first, second, weights))


def kappa_statistic(first: Array, second: Array, weights: Weights = "none") -> Statistic:
    """Return kappa as a function of the weights of items."""
    values, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    if len(values) > MOST_CATEGORIES:
        raise InputError(
            f"kappa is for grades, and there are {len(values)} different values; take alpha, ICC or a correlation"
        )
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
        raise OptionError(f"weights={weights!r} is not known; it is none, linear or quadratic")
    return apart if weights == "linear" else apart**2
