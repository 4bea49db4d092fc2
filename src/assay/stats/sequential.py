"""A test that may be looked at whenever one likes while its data grow, and what that leaves for the end.

Under the null hypothesis z·√t is a Brownian motion W(t), where t is the share of the information that is planned. Where
W reaches a bound c before the end, or a lower one e at the end, a difference is claimed. By reflection, of one side

    P(W reaches c, or W(1) ≥ e) = P(W(1) ≥ e) + P(W(1) ≥ 2c - e),

at any number of looks and whenever they are. So e takes most of the level, and c what is left: at 5 % with nine tenths
kept, p-values of a finished study are compared with 4.5 %, and c is 2.41, a z of 4.81 when a quarter is done. With half
kept, c = e is the boundary of O'Brien and Fleming (1979) in the limit of ever more looks, and P(W reaches c by t) the
spending function of Lan and DeMets (1983). Who looks seldom spends less than is allowed. The sum over both sides is a
bound, since one path may reach both: at the usual levels it is too large by less than a millionth.
"""

from __future__ import annotations

import math

KEPT = (
    # Of the level, for the end: most studies run to it, and so their power of 80 % falls by half a point
    0.9
)
SMALLEST = 1e-300  # p-values below it are as good as it


def early_bound(alpha: float, kept: float = KEPT) -> float:
    """Return what z times the root of the share done must reach for a claim before the end."""
    from scipy.special import ndtri

    return -float(ndtri(kept * alpha / 2) + ndtri((1 - kept) * alpha / 2)) / 2


def any_time_p(p_value: float, share: float, kept: float = KEPT) -> float:
    """Return the least level at which a two-sided p-value at this share of all information is significant.

    It holds however often and whenever one looks: under the null hypothesis the smallest of all is below alpha with a
    probability of at most alpha.
    """
    from scipy.special import ndtri

    if share >= 1:
        return min(1.0, p_value / kept)
    reached = -float(ndtri(max(p_value, SMALLEST) / 2)) * math.sqrt(max(share, 0.0))
    if reached <= early_bound(1.0, kept):
        return 1.0
    low, high = math.log(SMALLEST), 0.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if early_bound(math.exp(middle), kept) > reached else (low, middle)
    return math.exp(high)
