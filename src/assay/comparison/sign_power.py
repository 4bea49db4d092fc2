"""Power of the sign test: how many decisions between two systems does it take to show which one wins?

Decisions of people between two outputs, or segments on which one of two systems is better; ties are left out. The power
is exact: the sum of the binomial probabilities of all counts that the two-sided test at its level calls significant.
Over the number of decisions it goes up like a saw, so what is needed is the number from which it stays high enough.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from assay.comparison.power_analysis import check_rate, normal_quantile
from assay.errors import InputError

# Decisions; beyond them the normal approximation is right to the third digit
MOST_EXACT = 20_000
# The saw's teeth are over long before a quarter more than the approximation
WINDOW = 1.25


@dataclass(frozen=True)
class WinPower:
    """How often so many decisions show that a system wins at this rate, the least rate shown, the decisions needed."""

    win_rate: float
    decisions: int
    alpha: float
    pairs: int  # tested together
    power: float
    # None where no rate can be significant with so few decisions
    detectable: float | None
    needed: int | None  # None at a rate of a half, which is no difference


def plan_wins(
    win_rate: float, decisions: int, *, alpha: float = 0.05, pairs: int = 1, wanted: float = 0.8
) -> WinPower:
    """Return the power of so many decisions at the level that Holm leaves to the first of so many pairs."""
    level = check_rate(alpha, "alpha") / pairs
    return WinPower(
        win_rate,
        decisions,
        alpha,
        pairs,
        sign_power(decisions, win_rate, level),
        _detectable(decisions, level, wanted),
        _needed(win_rate, level, wanted),
    )


def sign_power(number: int, win_rate: float, alpha: float = 0.05) -> float:
    """Return the exact power of the two-sided sign test on so many units without ties."""
    from scipy.special import bdtr, bdtrc

    check_rate(alpha, "alpha")
    if number < 1 or not 0 <= win_rate <= 1:
        raise InputError("the power of a sign test needs 1 unit or more and a win rate from 0 to 1")
    lows = np.arange(0, (number - 1) // 2 + 1)
    rejected = lows[2 * bdtr(lows, number, 0.5) <= alpha]
    if not len(rejected):
        return 0.0
    most = int(rejected[-1])
    return float(bdtr(most, number, win_rate) + bdtrc(number - most - 1, number, win_rate))


def _detectable(number: int, level: float, wanted: float) -> float | None:
    """Return the least win rate above a half that is shown with the power wanted."""
    low, high = 0.5, 1.0
    if sign_power(number, high, level) < wanted:
        return None
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (low, middle) if sign_power(number, middle, level) >= wanted else (middle, high)
    return high


def _needed(win_rate: float, level: float, wanted: float) -> int | None:
    """Return the decisions from which on the power stays at what is wanted."""
    if win_rate == 0.5:
        return None
    z, quantile = normal_quantile(1 - level / 2), normal_quantile(check_rate(wanted, "power"))
    spread = z / 2 + quantile * math.sqrt(win_rate * (1 - win_rate))
    roughly = max(1, math.ceil((spread / (win_rate - 0.5)) ** 2))
    if roughly > MOST_EXACT:
        return roughly
    number = math.ceil(WINDOW * roughly) + 20
    while number > 1 and sign_power(number - 1, win_rate, level) >= wanted:
        number -= 1
    return number
