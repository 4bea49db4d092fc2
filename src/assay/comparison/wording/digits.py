"""How many digits a sentence must print to be true: no difference is written as 0, no p-value on the wrong side."""

from __future__ import annotations

import math

LEAST_DECIMALS, MOST_DECIMALS = 2, 12
SMALL_SHARE = 0.001  # a smaller one, or its complement, would be printed as 0.0 % or 100.0 %


def decimals(*numbers: float) -> int:
    """Return how many decimals it takes, two or more, so that no number other than 0 is written as 0."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        if all(number == 0 or not math.isfinite(number) or round(number, digits) for number in numbers):
            return digits
    return MOST_DECIMALS


def decimals_apart(first: float, second: float) -> int:
    """Return how many decimals it takes, two or more, so that two numbers that differ are written differently."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        if first == second or f"{first:.{digits}f}" != f"{second:.{digits}f}":
            return digits
    return MOST_DECIMALS


def signed(number: float, digits: int = LEAST_DECIMALS) -> str:
    """Write a number with its sign, and nothing as 0.00."""
    text = f"{number:+.{digits}f}"
    return text if float(text) else text[1:]


def write_p(p_value: float, alpha: float, draws: int = 0) -> str:
    """Write a p-value with two digits that count, or as many as show on which side of alpha it is.

    Below the reach of the draws only a bound is known.
    """
    if draws and p_value <= 1 / (draws + 1):
        return f"≤ {_beside(1 / (draws + 1), alpha)}"
    return "< 0.0001" if p_value < 0.0001 <= alpha else f"= {_beside(p_value, alpha)}"


def _beside(p_value: float, alpha: float) -> str:
    for digits in range(2, MOST_DECIMALS):
        text = f"{p_value:.{digits}g}"
        if (float(text) < alpha) == (p_value < alpha):
            return text
    return f"{p_value}"


def write_share(share: float, bound: float | None = None) -> str:
    """Write a share in per cent, with as many digits as show on which side of a bound it is.

    What is next to nothing or to all is not called so: it is less than 0.1 or more than 99.9.
    """
    if 0 < share < SMALL_SHARE:
        return "less than 0.1"
    if 1 - SMALL_SHARE < share < 1:
        return "more than 99.9"
    for digits in range(MOST_DECIMALS):
        text = f"{100 * share:.{digits}f}"
        shown = float(text) / 100
        if (share in (0, 1) or 0 < shown < 1) and (bound is None or (shown < bound) == (share < bound)):
            return text
    return f"{100 * share}"
