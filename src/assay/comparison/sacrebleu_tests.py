"""The paired tests of sacreBLEU 2.6, draw for draw, for comparison with published figures.

The generator is NumPy's, started from the seed for every pair, as sacreBLEU does with its default of 12345; a
seed of 0 is a seed here (sacreBLEU takes it as none). `paired-bs` sums in float32 and so do we; scores are
then computed in float64, which can only matter if a draw lies within a hundred-thousandth of the observed
difference. Its p-value subtracts the mean of absolute differences: a true null is rejected in about 10 % of
cases at 5 %, and no p-value is much above 0.43. Both tests give identical systems the smallest p-value.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.comparison.differences import Pair
from assay.comparison.draw_scores import Progress, Scores
from assay.comparison.units import count_units
from assay.data import Array
from assay.metrics import Evaluation
from assay.stats import Settings

COINS_AT_ONCE = 1 << 22
COINS_IN_A_WORD = 32  # the generator tosses so many at once: batches of whole words leave its stream alone


def bootstrap(evaluation: Evaluation, settings: Settings, progress: Progress | None = None) -> Scores:
    """Return the scores of every draw of `paired-bs`, by metric and system."""
    random = np.random.default_rng(settings.seed)
    number, draws = count_units(evaluation), settings.bootstrap_draws
    rows = {key: one.rows.astype(np.float32) for key, one in evaluation.stats.items()}
    sums = {key: np.empty((draws, matrix.shape[1])) for key, matrix in rows.items()}
    for draw in range(draws):
        taken = random.choice(number, size=number, replace=True)
        for key, matrix in rows.items():
            sums[key][draw] = matrix[taken].sum(axis=0)
        if progress:
            progress(1)
    return {key: key[0].score(drawn) for key, drawn in sums.items()}


def bootstrap_p(difference: float, drawn: Array) -> float:
    """Return the p-value of `paired-bs`."""
    sizes = np.abs(drawn)
    return (int((sizes - sizes.mean() > abs(difference)).sum()) + 1) / (len(drawn) + 1)


def randomisation_p(
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
    one = coins @ first + (1 - coins) @ second
    other = (1 - coins) @ first + coins @ second
    return np.asarray(pair.metric.score(one) - pair.metric.score(other))
