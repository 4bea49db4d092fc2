"""How often raters may give the same score again, told from runs of equal scores.

The next score is the same again, or it is drawn by chance: the discrete autoregression of Jacobs and Lewis (1978). Few
runs say little of how often it is the same, and whoever has the longest is not to be blamed for it: so bounds count.
"""

from __future__ import annotations

import numpy as np

from assay.data import Array

FEW_SCORES = 10  # values that were given less often are taken together


def carried_on(given: Array, runs: Array) -> Array:
    """Return how often each value may be carried on, from how often it was given and in how many runs.

    Wherever a value seems to follow itself more often than by chance this is the upper end of an interval of 99 %, and
    0 elsewhere.
    """
    total = max(float(given.sum()), 1.0)
    few = given < FEW_SCORES
    followed = given - runs
    chance = (given + 0.5) / (total + 1)
    together = max(float(given[few].sum()), 1.0)
    again = np.where(few, followed[few].sum() / together, followed.sum() / total)
    upper = 1 - _wilson_low(runs + FEW_SCORES * (1 - again), given + FEW_SCORES)
    by_chance = float(given[few] @ chance[few]) / together
    surely = bool(followed[few].any() and _wilson_low(followed[few].sum(), np.asarray(together)) > by_chance)
    seems = np.where(few, surely, _wilson_low(followed, given, z=1.0) > chance)
    return np.where(seems, np.maximum((upper - chance) / (1 - chance), 0.0), 0.0)


def _wilson_low(number: Array, of: Array, z: float = 2.576) -> Array:
    """Return the lower ends of Wilson's intervals of many shares, of 99 % by default; 0 where there is nothing."""
    middle = number + z**2 / 2 - z * np.sqrt(number * (of - number) / np.maximum(of, 1) + z**2 / 4)
    return np.asarray(np.maximum(middle, 0.0) / (of + z**2))
