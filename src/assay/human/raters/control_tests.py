"""One-sided tests of degraded items against their originals, and how often each would pass a careful rater.

Every test asks whether the originals are scored higher. The signed-rank test is exact, also where differences are
equal in size, up to fifty of them; differences of zero are dropped. The rank-sum test forgets which original a
degraded item belongs to; it is here because Appraise uses it. Power is that of normal differences with a stated
mean and standard deviation: in closed form for t (noncentral t), by seeded simulation for the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import OptionError
from assay.stats import varies

MOST_EXACT = 50
TRIALS = 4000


def signed_rank_p(differences: Array) -> float:
    """Return the one-sided p-value of Wilcoxon's signed-rank test that differences lie above 0."""
    left = _rounded(differences)
    if not len(left):
        return 1.0
    ranks = _midranks(np.abs(left)[None])[0]
    reached = float(ranks[left > 0].sum())
    if len(left) <= MOST_EXACT:
        return float(_rank_sums(np.rint(2 * ranks).astype(np.int64))[round(2 * reached) :].sum())
    mean, error = ranks.sum() / 2, math.sqrt(float((ranks**2).sum()) / 4)
    return _upper((reached - mean - 0.5) / error)


def paired_t_p(differences: Array) -> float:
    """Return the one-sided p-value of the paired t test that the mean difference lies above 0."""
    from scipy.special import stdtr

    number = len(differences)
    if number < 2:
        return 1.0
    if not varies(differences):
        return 0.0 if differences.mean() > 0 else 1.0
    t = float(differences.mean() / differences.std(ddof=1)) * math.sqrt(number)
    return float(stdtr(number - 1, -t))


def rank_sum_p(originals: Array, degraded: Array) -> float:
    """Return the one-sided p-value of the Mann-Whitney test that degraded scores are lower, unpaired."""
    from scipy.stats import mannwhitneyu

    if not len(originals) or not len(degraded):
        return 1.0
    return float(mannwhitneyu(degraded, originals, alternative="less").pvalue)


TESTS: Mapping[str, Callable[[Array], float]] = {"signed-rank": signed_rank_p, "t": paired_t_p}


def paired_test(name: str) -> Callable[[Array], float]:
    """Return a paired test by its name."""
    if name not in TESTS:
        raise OptionError(f"{name!r} is no test of control items; there are {', '.join(TESTS)}")
    return TESTS[name]


@lru_cache(maxsize=256)
def paired_power(test: str, pairs: int, effect: float, alpha: float, seed: int) -> float:
    """Return how often a paired test passes a rater whose mean drop is `effect` standard deviations."""
    paired_test(test)
    if pairs < 2:
        return 0.0
    if math.isinf(effect):
        return 1.0 if test == "t" or 0.5**pairs <= alpha else 0.0
    if test == "t":
        return _t_power(pairs, effect, alpha)
    differences = np.random.default_rng(seed).standard_normal((TRIALS, pairs)) + effect
    return float((_signed_rank_each(differences) <= alpha).mean())


def simulated_pass_rates(
    pairs: int, drop: float, *, alpha: float, trials: int, seed: int, spreads: tuple[float, float] = (20, 10)
) -> dict[str, float]:
    """Simulate raters whose degraded items score lower by `drop`; return the share that each test passes.

    `spreads` are the standard deviations of segments and of the rater's own noise.
    """
    from scipy.stats import mannwhitneyu

    random, (segment_sd, noise_sd) = np.random.default_rng(seed), spreads
    segments = random.normal(60, segment_sd, (trials, pairs))
    originals = segments + random.normal(0, noise_sd, (trials, pairs))
    degraded = segments - drop + random.normal(0, noise_sd, (trials, pairs))
    differences = originals - degraded
    rank_sum = mannwhitneyu(degraded, originals, alternative="less", axis=1).pvalue
    p_values = {
        "t": _t_each(differences),
        "rank-sum": rank_sum,
        "signed-rank": _signed_rank_each(differences),
    }
    return {name: float((values <= alpha).mean()) for name, values in p_values.items()}


def _rounded(differences: Array) -> Array:
    """Drop zeros; differences of equal size become equal, whatever the noise of their last digits."""
    largest = float(np.abs(differences).max(initial=0.0))
    rounded = np.round(differences / (largest or 1.0), 12)
    return np.asarray(rounded[rounded != 0])


def _midranks(values: Array) -> Array:
    from scipy.stats import rankdata

    return np.asarray(rankdata(values, axis=1))


def _rank_sums(doubled: NDArray[np.int64]) -> Array:
    """Return the probability of every sum of ranks, each taken by the toss of a coin."""
    chance = np.zeros(int(doubled.sum()) + 1)
    chance[0] = 1.0
    for rank in doubled:
        moved = np.concatenate([np.zeros(rank), chance[: len(chance) - rank]])
        chance = (chance + moved) / 2
    return chance


def _signed_rank_each(differences: Array) -> Array:
    """Return the p-value of every row; rows must have no two differences of equal size."""
    ranks = np.argsort(np.argsort(np.abs(differences), axis=1), axis=1) + 1
    reached = np.where(differences > 0, ranks, 0).sum(axis=1)
    number = differences.shape[1]
    if number > MOST_EXACT:
        error = math.sqrt(number * (number + 1) * (2 * number + 1) / 24)
        return np.array([_upper((one - number * (number + 1) / 4 - 0.5) / error) for one in reached])
    chance = _rank_sums(np.arange(1, number + 1))
    return np.asarray(np.cumsum(chance[::-1])[::-1][reached])


def _t_each(differences: Array) -> Array:
    from scipy.special import stdtr

    number = differences.shape[1]
    t = differences.mean(axis=1) / differences.std(axis=1, ddof=1) * math.sqrt(number)
    return np.asarray(stdtr(number - 1, -t))


def _t_power(pairs: int, effect: float, alpha: float) -> float:
    from scipy.special import nctdtr, stdtrit

    return float(1 - nctdtr(pairs - 1, effect * math.sqrt(pairs), stdtrit(pairs - 1, 1 - alpha)))


def _upper(z: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(-z))
