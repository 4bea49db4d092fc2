"""Correlation between raters: over pairs of raters, and each rater against the mean of the others.

Pearson, Spearman (mean ranks for equal values) and Kendall's tau-b. A correlation does not mind if one rater is
stricter than another, where alpha and ICC(2) do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import OptionError
from assay.human.agreement.bootstrap import Statistic, estimate, interval
from assay.human.agreement.pairs import LEAST_SHARED, mean_over_pairs
from assay.human.agreement.ratings import Ratings
from assay.human.agreement.weighted import counted, incidence, midranks, pearson, ratio
from assay.stats import Interval, Settings

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
    return mean_over_pairs(ratings, KINDS[_known(kind)])


def correlation_statistic(first: Array, second: Array, kind: Kind = "pearson") -> Statistic:
    """Return the correlation of two columns as a function of the weights of rows."""
    return KINDS[_known(kind)](first, second)


def correlation(first: Array, second: Array, kind: Kind = "pearson") -> float:
    """Return the correlation of two columns; NaN where one does not vary."""
    return estimate(correlation_statistic(first, second, kind), len(first))


def against_rest(ratings: Ratings, settings: Settings, kind: Kind = "pearson") -> tuple[AgainstRest, ...]:
    """Return every rater's correlation with the mean of the others, with its interval."""
    found = []
    for name, items, own, others in _each(ratings):
        statistic = correlation_statistic(own, others, kind)
        cluster = np.unique(ratings.cluster[items], return_inverse=True)[1]
        found.append(AgainstRest(name, len(items), interval(statistic, cluster, settings)))
    return tuple(found)


def against_others(ratings: Ratings, kind: Kind = "pearson") -> list[tuple[str, float, int]]:
    """Return name, correlation with the mean of the others, and number of shared items, without intervals."""
    return [(name, correlation(own, others, kind), len(items)) for name, items, own, others in _each(ratings)]


def _each(ratings: Ratings) -> list[tuple[str, Numbers, Array, Array]]:
    """Return for every rater the shared items, the own values, and the means of the others."""
    number, total = ratings.counts(), ratings.sums(ratings.value)
    found = []
    for rater, name in enumerate(ratings.raters):
        rows = np.flatnonzero((ratings.rater == rater) & (number[ratings.item] > 1))
        if len(rows) >= LEAST_SHARED:
            items, own = ratings.item[rows], ratings.value[rows]
            found.append((name, items, own, (total[items] - own) / (number[items] - 1)))
    return found


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise OptionError(f"{kind!r} is no correlation; there are {', '.join(KINDS)}")
    return kind


def _pearson(first: Array, second: Array) -> Statistic:
    return lambda weights: pearson(first - first.mean(), second - second.mean(), weights)


def _spearman(first: Array, second: Array) -> Statistic:
    ranks_first, ranks_second = _ranks(first), _ranks(second)
    return lambda weights: pearson(ranks_first(weights), ranks_second(weights), weights)


def _ranks(values: Array) -> Callable[[Array], Array]:
    """Return the ranks of a column among the rows that were drawn, as a function of weights."""
    known, codes = np.unique(values, return_inverse=True)
    table = incidence(np.arange(len(values)), codes, (len(values), len(known)))
    return lambda weights: midranks(counted(weights, table))[:, codes]


def _kendall(first: Array, second: Array) -> Statistic:
    """Count pairs of rows by a table of signs; a row drawn twice is tied with itself in both columns."""
    signs = np.sign(first[:, None] - first) * np.sign(second[:, None] - second)
    tables = [_values_table(values) for values in (first, second)]

    def statistic(weights: Array) -> Array:
        total = weights.sum(axis=1)
        every = total * (total - 1) / 2
        lead = ((weights @ signs) * weights).sum(axis=1) / 2
        untied = [every - _tied(counted(weights, table)) for table in tables]
        return np.clip(ratio(lead, np.sqrt(untied[0] * untied[1])), -1, 1)

    return statistic


def _values_table(values: Array) -> NDArray[np.float64]:
    known, codes = np.unique(values, return_inverse=True)
    table: NDArray[np.float64] = incidence(np.arange(len(values)), codes, (len(values), len(known)))
    return table


def _tied(counts: Array) -> Array:
    return np.asarray((counts * (counts - 1)).sum(axis=1) / 2)


KINDS: Mapping[str, Callable[[Array, Array], Statistic]] = {
    "pearson": _pearson,
    "spearman": _spearman,
    "kendall": _kendall,
}
