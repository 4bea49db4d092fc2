"""Intervals from draws, of means and of shares.

Percentile and basic intervals take order statistics: of 1000 draws at 95 %, 25 are dropped at each end, as in
Koehn's textbook. BCa (Efron 1987) corrects for bias and skewness with the jackknife.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Array
from assay.errors import InputError, OptionError
from assay.stats.settings import Settings


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds around it; bounds may coincide where nothing varies."""

    estimate: float
    low: float
    high: float
    method: str


def bounds(
    estimate: float, draws: Array, settings: Settings, left_out: Array | None = None
) -> tuple[float, float]:
    """Return the bounds of an interval from bootstrap draws; BCa wants the jackknife's values, too."""
    ordered, tail = np.sort(draws), (1 - settings.confidence) / 2
    if settings.interval == "bca":
        if left_out is None:
            raise ValueError("BCa needs the values of the jackknife")
        return _between(ordered, *_bca_levels(estimate, ordered, left_out, tail))
    low, high = _between(ordered, tail, 1 - tail)
    return (2 * estimate - high, 2 * estimate - low) if settings.interval == "basic" else (low, high)


def _between(ordered: Array, lower: float, upper: float) -> tuple[float, float]:
    """Drop the draws below one level and above the other."""
    last = len(ordered) - 1
    # Levels such as (1 - 0.95) / 2 are not exact in floats: unrounded, a draw more or less would be dropped.
    first_kept = math.floor(round(lower * len(ordered), 6))
    last_kept = math.ceil(round(upper * len(ordered), 6)) - 1
    return float(ordered[min(first_kept, last)]), float(ordered[max(last_kept, 0)])


def _bca_levels(estimate: float, ordered: Array, left_out: Array, tail: float) -> tuple[float, float]:
    from scipy.special import ndtr, ndtri

    # Draws equal to the estimate count half: many metrics have few values, and ties on one side are no bias.
    below = ((ordered < estimate).mean() + (ordered <= estimate).mean()) / 2
    apart = left_out.mean() - left_out
    spread = (apart**2).sum() ** 1.5
    # All draws on one side, or nothing that varies: a quantile would be infinite, so percentiles stand.
    if not 0 < below < 1 or spread == 0:
        return tail, 1 - tail
    bias, skew = ndtri(below), (apart**3).sum() / (6 * spread)
    shifted = bias + ndtri([tail, 1 - tail])
    lower, upper = ndtr(bias + shifted / (1 - skew * shifted))
    return float(lower), float(upper)


def t_interval(scores: Sequence[float] | Array, confidence: float = 0.95) -> Interval:
    """Return Student's interval of the mean, with n - 1 degrees of freedom; no width if nothing varies."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 1 or len(values) < 2:
        raise InputError(f"a t interval needs at least two scores, not {values.size}")
    if not np.isfinite(values).all():
        raise InputError("a t interval needs finite scores; leave out those that are not")
    mean = float(values.mean())
    reach = t_value(confidence, len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Interval(mean, mean - reach, mean + reach, "t")


def t_value(confidence: float, freedom: float) -> float:
    """Return Student's t of a two-sided interval."""
    from scipy.special import stdtrit

    if not 0 < confidence < 1:
        raise OptionError(f"confidence must lie between 0 and 1, such as 0.95, not {confidence:g}")
    return float(stdtrit(freedom, (1 + confidence) / 2))


def expanded(confidence: float, units: int) -> float:
    """Return the share of draws of so many units that an interval must hold to reach as far as Student's.

    The bootstrap takes the spread of a few units for that of all, and the normal for Student's distribution; the
    expanded percentile interval makes up for both (Hesterberg 2015).
    """
    from scipy.special import ndtr

    reach = t_value(confidence, units - 1) * math.sqrt(units / (units - 1))
    return min(float(2 * ndtr(reach) - 1), math.nextafter(1, 0))


def proportion(successes: int, number: int, confidence: float = 0.95, method: str = "wilson") -> Interval:
    """Return an interval of a share of right judgements: "wilson", "exact" (Clopper-Pearson), "t" or "bootstrap"."""
    if not 0 <= successes <= number or number < 1:
        raise InputError(f"{successes} of {number} is not a proportion; give 0 to n successes, n at least 1")
    if not 0 < confidence < 1:
        raise OptionError(f"confidence must lie between 0 and 1, such as 0.95, not {confidence:g}")
    if method not in PROPORTIONS:
        raise OptionError(f"method={method!r} is not recognised; choose from {', '.join(PROPORTIONS)}")
    low, high = PROPORTIONS[method](successes, number, confidence)
    return Interval(successes / number, low, high, method)


def _wilson(successes: int, number: int, confidence: float) -> tuple[float, float]:
    from scipy.special import ndtri

    share, z = successes / number, float(ndtri((1 + confidence) / 2))
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z * math.sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2) / (1 + z * z / number)
    # The ends are exactly 0 and 1 in theory, and rounding would put them beside it.
    return centre - reach if successes else 0.0, centre + reach if successes < number else 1.0


def _exact(successes: int, number: int, confidence: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    tail, failures = (1 - confidence) / 2, number - successes
    low = float(betaincinv(successes, failures + 1, tail)) if successes else 0.0
    return low, float(betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0


def _student(successes: int, number: int, confidence: float) -> tuple[float, float]:
    if number < 2:
        raise InputError("a t interval needs at least two judgements; use wilson")
    share = successes / number
    reach = t_value(confidence, number - 1) * math.sqrt(share * (1 - share) / (number - 1))
    return share - reach, share + reach


def _endless_bootstrap(successes: int, number: int, confidence: float) -> tuple[float, float]:
    """Return the percentile interval that a bootstrap comes to with ever more draws: that of the binomial."""
    from scipy.stats import binom

    tail = (1 - confidence) / 2
    low, high = binom.ppf([tail, 1 - tail], number, successes / number)
    return float(low) / number, float(high) / number


PROPORTIONS: dict[str, Callable[[int, int, float], tuple[float, float]]] = {
    "wilson": _wilson,
    "exact": _exact,
    "t": _student,
    "bootstrap": _endless_bootstrap,
}
