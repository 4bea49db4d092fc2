"""Pairs of outputs that people put in order: direct assessments turned to pairs (daRR), and rankings.

The WMT tasks of 2017 to 2020 kept pairs whose direct assessments are 25 points apart or more, and those of 2010 to 2016
pairs out of rankings of five outputs. Here the other pairs are counted too, as human ties, so that every variant of tau
can be taken from the same counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from assay.data import Array, Preferences, Scores
from assay.errors import MismatchError
from assay.meta.aligned import align, upward
from assay.meta.kendall import PairCounts


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
    found = PairCounts(0, 0, 0, 0, 0)
    for a, b in combinations(range(len(both.systems)), 2):
        apart = both.human[a] - both.human[b]
        order = np.where(np.abs(apart) >= max(threshold, np.finfo(float).tiny), np.sign(apart), 0.0)
        if texts is not None:
            order[[one == other for one, other in zip(texts[a], texts[b], strict=True)]] = 0.0
        order[np.isnan(apart)] = np.nan
        found += order_counts(order, both.metric[a] - both.metric[b])
    return found


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
