"""Tests on the scores of single units: sign, paired t, Wilcoxon.

They ask whether one system is better on a typical unit (sign, Wilcoxon) or on the mean of units (t). For a
corpus metric such as BLEU that is not the question whether its corpus score is higher; use a resampling test
for that, or the sign test on blocks.
"""

from __future__ import annotations

import math
import warnings

import numpy as np

from assay.metrics.base import Array
from assay.significance.differences import varies


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
    """Return the two-sided p-value of Wilcoxon's signed-rank test: ties dropped, 1 if nothing is left."""
    from scipy.stats import wilcoxon

    if not differences.any():
        return 1.0
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # older releases warn that ties make the exact distribution approximate
        found = wilcoxon(differences, zero_method="wilcox", method="auto")
    return float(np.minimum(found.pvalue, 1.0))
