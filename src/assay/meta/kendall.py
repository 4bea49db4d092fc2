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

from assay.data import Array, Scores
from assay.errors import OptionError
from assay.meta.aligned import Grouping, align
from assay.stats import (
    Counts,
    acc_eq,
    double_ties_against,
    double_ties_for,
    gamma,
    pair_counts,
    somers_d,
    tau_a,
    tau_b,
    tau_c,
    tau_eq,
    ties_against,
)


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
    def of(cls, row: Counts, missing: int = 0) -> PairCounts:
        """Return five counts in the order of the formulas."""
        c, d, th, tm, thm = row.tolist()
        return cls(c, d, th, tm, thm, missing)

    @property
    def pairs(self) -> int:
        """All pairs that were counted."""
        return sum(astuple(self)[:5])

    @property
    def row(self) -> Counts:
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
    of: Callable[[Counts], Array]  # (..., 5) counts to (...) values


VARIANTS: Mapping[str, Variant] = {
    one.name: one
    for one in (
        Variant("tau-a", "(C - D) / all", "Kendall 1938", tau_a),
        Variant("tau-b", "(C - D) / sqrt((C + D + Th)(C + D + Tm))", "WMT21 and WMT22", tau_b),
        Variant("tau-13", "(C - D) / (C + D)", "WMT13 (4a); gamma", gamma),
        Variant("tau-14", "(C - D) / (C + D + Tm)", "WMT14 to WMT16 (4b); Somers' d", somers_d),
        Variant("tau-10", "(C - D - Tm) / (C + D + Tm)", "WMT10 to WMT12 and daRR (4c)", ties_against),
        Variant("table-5", "(C - D + Thm) / all", "ties integrated", double_ties_for),
        Variant(
            "table-5-error", "(C - D - Thm) / all", "ties integrated, raw error rates", double_ties_against
        ),
        Variant("tau-eq", "(C + Thm - D - Th - Tm) / all", "Deutsch et al. 2023", tau_eq),
        Variant("acc-eq", "(C + Thm) / all", "WMT23 on", acc_eq),
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
    counts = pair_counts(*rows, epsilon=epsilon, threshold=threshold)
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
