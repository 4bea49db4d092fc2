"""Fleiss' kappa (1971): how often two ratings of one item agree, against the shares of all grades.

Fleiss has equally many ratings an item. Where items differ, the agreement of an item counts once and the shares are
those of all ratings; items with one rating are left out.
"""

from __future__ import annotations

import numpy as np

from assay.data import Array
from assay.human.agreement.bootstrap import Statistic
from assay.human.agreement.ratings import Ratings
from assay.human.agreement.weighted import counted, incidence, ratio


def fleiss_kappa(ratings: Ratings) -> Statistic:
    """Return Fleiss' kappa as a function of the weights of items; NaN where nothing varies."""
    paired = ratings.paired()
    values, codes = paired.codes()
    number = paired.counts().astype(np.float64)
    table = incidence(paired.item, codes, (paired.items, len(values)))
    alike = np.asarray(table.multiply(table).sum(axis=1)) - number
    agreement, used = ratio(alike, number * (number - 1)), number > 1

    def statistic(weights: Array) -> Array:
        observed = ratio(weights[:, used] @ agreement[used], weights[:, used].sum(axis=1))
        shares = ratio(counted(weights, table), (weights @ number)[:, None])
        expected = (shares**2).sum(axis=1)
        return np.where(expected < 1 - 1e-12, ratio(observed - expected, 1 - expected), np.nan)

    return statistic
