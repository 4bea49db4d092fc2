"""Tests on the scores of single units: sign, paired t, Wilcoxon.

They ask whether one system is better on a typical unit (sign, Wilcoxon) or on the mean of units (t). For a
corpus metric such as BLEU that is not the question whether its corpus score is higher; use a resampling test
for that, or the sign test on blocks.
"""

from __future__ import annotations

import math

import numpy as np

from assay.data import Array
from assay.stats.differences import varies

MOST_EXACT = 50


def sign_p(differences: Array) -> float:
    """Return the exact two-sided p-value of the sign test: ties dropped, 1 if nothing is left."""
    from scipy.special import bdtr

    plus, minus = int((differences > 0).sum()), int((differences < 0).sum())
    if plus + minus == 0:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(plus, minus), plus + minus, 0.5)))


def t_p(differences: Array) -> float:
    """Return the two-sided p-value of the paired t test.

    If all differences are equal, it is 1 where they are 0, and 0 otherwise: then t is infinite.
    """
    from scipy.special import stdtr

    number = len(differences)
    if not varies(differences):
        return 0.0 if differences.any() else 1.0
    t = float(differences.mean() / differences.std(ddof=1)) * math.sqrt(number)
    return float(2 * stdtr(number - 1, -abs(t)))


def wilcoxon_p(differences: Array) -> float:
    """Return the two-sided p-value of Wilcoxon's signed-rank test: ties dropped, 1 if nothing is left.

    It is exact for up to fifty differences of different size, else normal with a correction for equal sizes.
    """
    from scipy.stats import wilcoxon

    largest = np.abs(differences).max(initial=0.0)
    if largest == 0:
        return 1.0
    rounded = np.round(
        differences / largest, 12
    )  # differences of equal size have equal ranks, whatever the noise
    left = rounded[rounded != 0]
    exact = len(left) <= MOST_EXACT and len(np.unique(np.abs(left))) == len(left)
    return min(1.0, float(wilcoxon(left, method="exact" if exact else "approx").pvalue))
