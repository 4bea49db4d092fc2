"""Pairs of outputs, as metric and people order them: five counts, and what every variant of tau makes of them.

C and D are the pairs that metric and people order alike and against each other; Th are tied by people only, Tm by the
metric only, Thm by both. The formulas stand in `meta.statistics`; a formula whose denominator is 0 is undefined, NaN
here; mt-metrics-eval returns 0 for some.

Pairs that people put in order: the WMT tasks of 2017 to 2020 took pairs whose direct assessments are 25 points apart or
more (daRR), and those of 2010 to 2016 pairs out of rankings of five outputs. Here the other pairs are counted too, as
human ties, so that every variant of tau can be taken from the same counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import combinations

import numpy as np

from assay.data import Array, Preferences, Scores
from assay.errors import MismatchError, OptionError
from assay.meta.material import Grouping, align, upward
from assay.meta.statistics import PairFormula, find_statistic, pair_statistics
from assay.stats.correlate import Counts, pair_counts, tau_c


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
    def ordered(self) -> int:
        """The pairs that people do not tie."""
        return self.concordant + self.discordant + self.metric_ties

    @property
    def row(self) -> Counts:
        """The five counts as the formulas take them."""
        return np.array(astuple(self)[:5], dtype=np.int64)

    def __add__(self, other: PairCounts) -> PairCounts:
        """Pool two sets of pairs."""
        return PairCounts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def pair_formula(name: str) -> PairFormula:
    """Return a variant of tau, by its name or alias, as a function of counts."""
    formula = find_statistic(name).pairs
    if formula is None:
        raise OptionError(
            f"{name!r} is not a variant of tau; choose from {', '.join([*pair_statistics(), 'tau-c'])}"
        )
    return formula


def tau(counts: PairCounts, name: str) -> float:
    """Return one variant from the counts, NaN where it is undefined."""
    return float(pair_formula(name)(counts.row))


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
    # Groups in which the variant is defined: the others are in no mean
    used: Mapping[str, int]


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
    formulas = {name: pair_formula(name) for name in pair_statistics()}
    each = {name: formula(counts) for name, formula in formulas.items()} | {"tau-c": tau_c(counts, *rows)}
    pooled = {name: float(formula(pooled_row)) for name, formula in formulas.items()}
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
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


def darr_counts(
    human: Scores,
    metric: Scores,
    *,
    threshold: float = 25.0,
    outputs: Mapping[str, Sequence[str]] | None = None,
    systems: Sequence[str] | None = None,
) -> PairCounts:
    """Count the pairs of outputs of one segment as the WMT tasks did on direct assessments (daRR).

    People tie two outputs less than `threshold` apart. Where the texts are given, they also tie two outputs that are
    the same string, however far apart their scores are.
    """
    both = align(human, metric, systems)
    texts = None if outputs is None else [_texts(outputs, name, len(both.segments)) for name in both.systems]
    counts = PairCounts(0, 0, 0, 0, 0)
    for a, b in combinations(range(len(both.systems)), 2):
        apart = both.human[a] - both.human[b]
        order = np.where(np.abs(apart) >= max(threshold, np.finfo(float).tiny), np.sign(apart), 0.0)
        if texts is not None:
            order[[one == other for one, other in zip(texts[a], texts[b], strict=True)]] = 0.0
        order[np.isnan(apart)] = np.nan
        counts += order_counts(order, both.metric[a] - both.metric[b])
    return counts


def _texts(outputs: Mapping[str, Sequence[str]], name: str, segments: int) -> Sequence[str]:
    if name not in outputs or len(outputs[name]) != segments:
        raise MismatchError(f"{name}: the texts must have one line for each of the {segments} segments")
    return outputs[name]


def order_counts(order: Array, difference: Array, epsilon: float = 0.0) -> PairCounts:
    """Count pairs that people ordered: 1, -1 or 0 beside the metric's differences; NaN orders are no pairs.

    A pair that people ordered and the metric has no score for is counted as missing.
    """
    asked = ~np.isnan(order)
    known = asked & ~np.isnan(difference)
    people = np.sign(order[known]).astype(np.int64)
    machine = np.where(np.abs(difference[known]) <= epsilon, 0, np.sign(difference[known])).astype(np.int64)
    tied, level = people == 0, machine == 0
    alike = ~tied & (people == machine)
    against = ~tied & ~level & (people != machine)
    parts = (alike, against, tied & ~level, ~tied & level, tied & level)
    return PairCounts.of(np.array([part.sum() for part in parts]), int((asked & ~known).sum()))


def preference_counts(preferences: Preferences, metric: Scores, epsilon: float = 0.0) -> PairCounts:
    """Count pairs that people ranked, as in the WMT rankings: one row of the preferences is one pair."""
    ordered = metric.for_systems(preferences.systems).for_segments(preferences.segment.names)
    values, column = upward(ordered), preferences.segment.index
    difference = values[preferences.first, column] - values[preferences.second, column]
    return order_counts(preferences.outcome.astype(np.float64), difference, epsilon)
