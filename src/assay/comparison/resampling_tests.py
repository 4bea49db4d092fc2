"""Tests that resample: approximate randomisation, the bootstrap by shifting, and Koehn's share of draws won.

Approximate randomisation (Noreen 1989; Riezler and Maxwell 2005) swaps the two systems in each unit by a coin
and counts the draws with a difference at least as large as the one observed. The bootstrap counts the draws
whose difference lies as far from the mean of all draws as the observed one lies from 0. Both add 1 to both
counts, so that no p-value is 0, and count ties: identical systems have p = 1. MultEval and sacreBLEU count
only draws that are strictly larger, which gives identical systems the smallest p-value there is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.comparison import draw_scores as resampled
from assay.comparison.differences import Pair
from assay.comparison.draw_scores import Batch, Progress, Scores
from assay.data import Array
from assay.metrics import Evaluation
from assay.stats import Settings, apart, at_least


def permutation_p(
    evaluation: Evaluation, settings: Settings, pairs: Sequence[Pair], progress: Progress | None = None
) -> list[float]:
    """Return the two-sided p-value of approximate randomisation for each pair, all from the same coins."""
    draws = settings.permutation_draws
    observed = [pair.difference(evaluation) for pair in pairs]
    totals = {key: one.sums for key, one in evaluation.stats.items()}
    reached = np.zeros(len(pairs), dtype=np.int64)
    for batch in resampled.batches(evaluation, settings, draws, coins=True):
        for place, pair in enumerate(pairs):
            reached[place] += at_least(_swapped(pair, batch, totals), observed[place])
        if progress:
            progress(batch.draws)
    return [(int(count) + 1) / (draws + 1) for count in reached]


def _swapped(pair: Pair, batch: Batch, totals: Scores) -> Array:
    """Return the differences when the units whose coin fell on its face change sides."""
    first, second = (pair.metric, pair.first), (pair.metric, pair.second)
    moved = batch.sums[second] - batch.sums[first]
    return apart(pair.metric.score(totals[first] + moved), pair.metric.score(totals[second] - moved))


def shift_p(difference: float, drawn: Array) -> float:
    """Return the two-sided p-value of the bootstrap, the draws shifted to a mean of 0."""
    noise = 1e-12 * float(np.abs(drawn).max(initial=0.0))
    shifted = drawn - drawn.mean()
    return (at_least(np.where(np.abs(shifted) <= noise, 0.0, shifted), difference) + 1) / (len(drawn) + 1)


def koehn_p(difference: float, drawn: Array) -> float:
    """Return one less the share of draws that the better system wins, 1 added to both counts."""
    if difference == 0:
        return 1.0
    lost = int((np.sign(drawn) != np.sign(difference)).sum())
    return (lost + 1) / (len(drawn) + 1)
