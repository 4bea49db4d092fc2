"""Intervals and standard errors with few units: the jackknife, and Student's t with as many degrees of freedom as hold.

A bootstrap of few units is too narrow: it draws from n units with a spread that is (n - 1) / n of the true one, and
looks up no t. The jackknife about the score itself (Tukey 1958; the CV3 of MacKinnon, Nielsen and Webb 2023, Journal of
Applied Econometrics 38) serves every score that is made of sums. Where units are of unequal size, a large one decides
more than a degree of freedom: these are Satterthwaite's (Bell and McCaffrey 2002, Survey Methodology 28), with the
variance of a unit's mean taken to be one over its segments. docs/significance.md has the coverage.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from assay.data import Array
from assay.stats import Settings, apart, t_value

FEW_UNITS = (
    30  # the usual rule of thumb; bench/calibration.py has the coverage of both kinds of interval around it
)


@dataclass(frozen=True)
class Spread:
    """The standard error of a score or a difference over units, and the degrees of freedom it is known with."""

    error: float
    freedom: float

    def bounds(self, estimate: float, confidence: float) -> tuple[float, float]:
        """Return Student's two-sided interval."""
        reach = t_value(confidence, self.freedom) * self.error
        return estimate - reach, estimate + reach


def takes_t(units: int, settings: Settings) -> bool:
    """Tell whether an interval is Student's: by default over few units, and where no kind was asked for."""
    return settings.interval == "auto" and units < FEW_UNITS


def spread(estimate: float, without: Array, sizes: Array | None = None) -> Spread:
    """Return the spread of an estimate from what it is without each unit; `sizes` are the segments of the units."""
    number = len(without)
    shares = np.full(number, 1 / number) if sizes is None else sizes / sizes.sum()
    moved = apart(without, np.full(number, estimate))
    squares = (number - 1) / number * float((moved**2).sum())
    return Spread(math.sqrt(squares), _satterthwaite(shares))


def _satterthwaite(shares: Array) -> float:
    """Return the degrees of freedom of the jackknife's variance: n - 1 of n equal units, fewer of unequal ones."""
    own = shares / (1 - shares)
    weights = own * shares / (1 - shares)
    spread_of_it = float((own**2).sum() + weights.sum() ** 2 - (weights**2).sum())
    return max(1.0, float(own.sum()) ** 2 / spread_of_it)


def interval_words(units: int, settings: Settings, *, plural: str = "units") -> str:
    """Say how intervals over so many units were made, with the number of draws where there are any."""
    if takes_t(units, settings):
        return f"Student's t over {units} {plural} (jackknife)"
    sizes = {
        "full": "",
        "half": ", half-size samples",
        "half-without": ", half-size samples without replacement",
    }
    draws = f"{settings.bootstrap_draws:,} draws{sizes[settings.sample]}"
    return f"{settings.bootstrap_interval} bootstrap, {draws}"
