"""Kendall's tau and its relatives, each from the same five counts of pairs.

C and D are the pairs that metric and people order alike and against each other; Th are tied by people only, Tm by the
metric only, Thm by both. What the formulas make of ties is all that sets them apart (Kendall 1945; Stuart 1953;
Goodman and Kruskal 1954; Somers 1962; the WMT metrics tasks 2010 to 2023; Deutsch, Foster and Freitag 2023).
A formula whose denominator is 0 is undefined, NaN here; mt-metrics-eval returns 0 for some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import OptionError
from assay.meta.aligned import Grouping, align, offsets_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class PairCounts:
    """Pairs by what both sides say of them; `missing` had no score on one side and are in none of the counts."""

    concordant: int
    discordant: int
    human_ties: int
    metric_ties: int
    double_ties: int
    missing: int = 0

    @classmethod
    def of(cls, row: Ints, missing: int = 0) -> PairCounts:
        """Return five counts in the order of the formulas."""
        c, d, th, tm, thm = row.tolist()
        return cls(c, d, th, tm, thm, missing)

    @property
    def pairs(self) -> int:
        """All pairs that were counted."""
        return sum(astuple(self)[:5])

    @property
    def row(self) -> Ints:
        """The five counts as the formulas take them."""
        return np.array(astuple(self)[:5], dtype=np.int64)

    def __add__(self, other: PairCounts) -> PairCounts:
        """Pool two sets of pairs."""
        return PairCounts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Variant:
    """One formula: how it is written, who used it, and the function from counts to values."""

    name: str
    formula: str
    used: str
    of: Callable[[Ints], Array]  # (..., 5) counts to (...) values


def _ratio(above: NDArray[np.generic], below: NDArray[np.generic]) -> Array:
    """Divide, NaN where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.asarray(above, dtype=np.float64) / np.asarray(below, dtype=np.float64)
    return np.where(np.asarray(below) == 0, np.nan, quotient)


def _tau_a(counts: Ints) -> Array:
    return _ratio(counts[..., 0] - counts[..., 1], counts.sum(axis=-1))


def _tau_b(counts: Ints) -> Array:
    c, d, th, tm, _ = np.moveaxis(counts.astype(np.float64), -1, 0)
    return _ratio(c - d, np.sqrt((c + d + th) * (c + d + tm)))


def _tau_13(counts: Ints) -> Array:
    return _ratio(counts[..., 0] - counts[..., 1], counts[..., 0] + counts[..., 1])


def _tau_14(counts: Ints) -> Array:
    c, d, _, tm, _ = np.moveaxis(counts, -1, 0)
    return _ratio(c - d, c + d + tm)


def _tau_10(counts: Ints) -> Array:
    c, d, _, tm, _ = np.moveaxis(counts, -1, 0)
    return _ratio(c - d - tm, c + d + tm)


def _table_5(counts: Ints) -> Array:
    c, d, _, _, thm = np.moveaxis(counts, -1, 0)
    return _ratio(c - d + thm, counts.sum(axis=-1))


def _table_5_error(counts: Ints) -> Array:
    c, d, _, _, thm = np.moveaxis(counts, -1, 0)
    return _ratio(c - d - thm, counts.sum(axis=-1))


def _tau_eq(counts: Ints) -> Array:
    c, d, th, tm, thm = np.moveaxis(counts, -1, 0)
    return _ratio(c + thm - d - th - tm, counts.sum(axis=-1))


def _acc_eq(counts: Ints) -> Array:
    return _ratio(counts[..., 0] + counts[..., 4], counts.sum(axis=-1))


VARIANTS: Mapping[str, Variant] = {
    one.name: one
    for one in (
        Variant("tau-a", "(C - D) / all", "Kendall 1938", _tau_a),
        Variant("tau-b", "(C - D) / sqrt((C + D + Th)(C + D + Tm))", "WMT21 and WMT22", _tau_b),
        Variant("tau-13", "(C - D) / (C + D)", "WMT13 (4a); gamma", _tau_13),
        Variant("tau-14", "(C - D) / (C + D + Tm)", "WMT14 to WMT16 (4b); Somers' d", _tau_14),
        Variant("tau-10", "(C - D - Tm) / (C + D + Tm)", "WMT10 to WMT12 and daRR (4c)", _tau_10),
        Variant("table-5", "(C - D + Thm) / all", "ties integrated", _table_5),
        Variant("table-5-error", "(C - D - Thm) / all", "ties integrated, raw error rates", _table_5_error),
        Variant("tau-eq", "(C + Thm - D - Th - Tm) / all", "Deutsch et al. 2023", _tau_eq),
        Variant("acc-eq", "(C + Thm) / all", "WMT23 on", _acc_eq),
    )
}
# One formula under several names; tau-c needs more than counts, see `tau_c`.
ALIASES = {
    "4a": "tau-13",
    "gamma": "tau-13",
    "4b": "tau-14",
    "somers-d": "tau-14",
    "4c": "tau-10",
    "darr": "tau-10",
}
TAU_C_FORMULA = "2 (C - D) / (n^2 (k - 1) / k)"


def variant(name: str) -> Variant:
    """Return a formula by its name or alias."""
    known = ALIASES.get(name, name)
    if known not in VARIANTS:
        raise OptionError(
            f"{name!r} is no variant of tau; there are {', '.join([*VARIANTS, 'tau-c', *ALIASES])}"
        )
    return VARIANTS[known]


def tau(counts: PairCounts, name: str) -> float:
    """Return one variant from the counts, NaN where it is undefined."""
    return float(variant(name).of(counts.row))


def tau_c(counts: Ints, human: Array, metric: Array) -> Array:
    """Return Stuart's tau-c of every row: k is the smaller number of different values, n that of values."""
    kept = ~(np.isnan(human) | np.isnan(metric))
    kinds = np.minimum(_distinct(np.where(kept, human, np.nan)), _distinct(np.where(kept, metric, np.nan)))
    n = kept.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _ratio(2 * (counts[..., 0] - counts[..., 1]), n**2 * (kinds - 1) / np.maximum(kinds, 1))


def _distinct(rows: Array) -> Ints:
    """Count the different values of every row, NaN left out."""
    ordered = np.sort(rows, axis=-1)
    steps = ordered[..., 1:] > ordered[..., :-1]  # false against NaN, which stands at the end
    return np.asarray(steps.sum(axis=-1) + ~np.isnan(ordered[..., 0]), dtype=np.int64)


def group_counts(human: Array, metric: Array, *, epsilon: float = 0.0, threshold: float = 0.0) -> Ints:
    """Return the five counts of every row: (groups, 5)."""
    return kernel.pair_counts(
        human.ravel(), metric.ravel(), offsets_of(human), epsilon=epsilon, threshold=threshold
    )


@dataclass(frozen=True)
class Kendall:
    """Every variant of one metric, with the counts behind it: pooled over groups, and as means over groups."""

    metric: str
    grouping: str
    epsilon: float
    threshold: float
    counts: PairCounts
    groups: int  # groups that have a pair
    pooled: Mapping[str, float]
    means: Mapping[str, float]
    used: Mapping[str, int]  # groups in which the variant is defined: the others are in no mean


def kendall_table(
    human: Scores,
    metric: Scores,
    grouping: Grouping = "item",
    *,
    epsilon: float = 0.0,
    threshold: float = 0.0,
    systems: Sequence[str] | None = None,
) -> Kendall:
    """Return every variant side by side; tau-c is pooled only where there is one group."""
    both = align(human, metric, systems)
    rows = both.rows(grouping)
    counts = group_counts(*rows, epsilon=epsilon, threshold=threshold)
    pooled_row, in_pairs = counts.sum(axis=0), counts.sum(axis=1) > 0
    judged = (~np.isnan(rows[0])).sum(axis=1)
    missing = int((judged * (judged - 1) // 2).sum() - pooled_row.sum())
    each = {name: one.of(counts) for name, one in VARIANTS.items()} | {"tau-c": tau_c(counts, *rows)}
    pooled = {name: float(one.of(pooled_row)) for name, one in VARIANTS.items()}
    pooled["tau-c"] = float(each["tau-c"][0]) if len(counts) == 1 else float("nan")
    return Kendall(
        both.metric_name,
        grouping,
        epsilon,
        threshold,
        PairCounts.of(pooled_row, missing),
        int(in_pairs.sum()),
        pooled,
        {name: _mean(values) for name, values in each.items()},
        {name: int((~np.isnan(values)).sum()) for name, values in each.items()},
    )


def _mean(values: Array) -> float:
    kept = values[~np.isnan(values)]
    return float(kept.mean()) if len(kept) else float("nan")
