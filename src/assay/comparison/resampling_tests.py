"""Tests that resample: approximate randomisation, the bootstrap by shifting, and Koehn's share of draws won.

Approximate randomisation (Noreen 1989; Riezler and Maxwell 2005) swaps the two systems in each unit by a coin
and counts the draws with a difference at least as large as the one observed. The bootstrap counts the draws
whose difference lies as far from the mean of all draws as the observed one lies from 0. Both add 1 to both
counts, so that no p-value is 0, and count ties: identical systems have p = 1. MultEval and sacreBLEU count
only draws that are strictly larger, which gives identical systems the smallest p-value there is. The paired tests of
sacreBLEU 2.6 follow, draw for draw, for comparison with published figures.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.comparison.draw_scores import Batch, Progress, Scores, batches
from assay.comparison.pairs import Pair
from assay.comparison.units import count_units
from assay.data import Array
from assay.metrics import Evaluation
from assay.stats import Settings, apart, at_least


def permutation_p(
    evaluation: Evaluation, settings: Settings, pairs: Sequence[Pair], progress: Progress | None = None
) -> list[float]:
    """Return the two-sided p-value of approximate randomisation for each pair, all from the same coins."""
    draws = settings.permutation_draws
    observed = [pair.difference(evaluation) for pair in pairs]
    totals = {key: stats.sums for key, stats in evaluation.stats.items()}
    reached = np.zeros(len(pairs), dtype=np.int64)
    for batch in batches(evaluation, settings, draws, coins=True):
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


COINS_AT_ONCE = 1 << 22
COINS_IN_A_WORD = 32  # the generator tosses so many at once: batches of whole words leave its stream alone


def sacrebleu_bootstrap(
    evaluation: Evaluation, settings: Settings, progress: Progress | None = None
) -> Scores:
    """Return the scores of every draw of `paired-bs`, by metric and system."""
    random = np.random.default_rng(settings.seed)
    number, draws = count_units(evaluation), settings.bootstrap_draws
    rows = {key: stats.rows.astype(np.float32) for key, stats in evaluation.stats.items()}
    sums = {key: np.empty((draws, matrix.shape[1])) for key, matrix in rows.items()}
    for draw in range(draws):
        taken = random.choice(number, size=number, replace=True)
        for key, matrix in rows.items():
            sums[key][draw] = matrix[taken].sum(axis=0)
        if progress:
            progress(1)
    return {key: key[0].score(drawn) for key, drawn in sums.items()}


def sacrebleu_bootstrap_p(difference: float, drawn: Array) -> float:
    """Return the p-value of `paired-bs`."""
    sizes = np.abs(drawn)
    return (int((sizes - sizes.mean() > abs(difference)).sum()) + 1) / (len(drawn) + 1)


def sacrebleu_randomisation_p(
    evaluation: Evaluation, settings: Settings, pairs: Sequence[Pair], progress: Progress | None = None
) -> list[float]:
    """Return the p-value of `paired-ar` for each pair."""
    random = np.random.default_rng(settings.seed)
    number, draws = count_units(evaluation), settings.permutation_draws
    above = np.zeros(len(pairs), dtype=np.int64)
    step = COINS_IN_A_WORD * max(1, COINS_AT_ONCE // (COINS_IN_A_WORD * number))
    for start in range(0, draws, step):
        coins = random.integers(2, size=(min(step, draws - start), number), dtype=bool).astype(np.float64)
        for place, pair in enumerate(pairs):
            drawn = _shuffled(evaluation, pair, coins)
            above[place] += int((np.abs(drawn) > abs(_observed(evaluation, pair))).sum())
        if progress:
            progress(len(coins))
    return [(int(count) + 1) / (draws + 1) for count in above]


def _observed(evaluation: Evaluation, pair: Pair) -> float:
    first, second = pair.scores(evaluation)
    return first - second


def _shuffled(evaluation: Evaluation, pair: Pair, coins: Array) -> Array:
    first = evaluation.stats[pair.metric, pair.first].rows
    second = evaluation.stats[pair.metric, pair.second].rows
    swapped = coins @ first + (1 - coins) @ second
    other = (1 - coins) @ first + coins @ second
    return np.asarray(pair.metric.score(swapped) - pair.metric.score(other))
