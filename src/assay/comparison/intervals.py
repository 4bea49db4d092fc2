"""Intervals for one system: of mean segment scores, of proportions, and of any metric by the bootstrap.

Percentile and basic intervals take order statistics: of 1000 draws at 95 %, 25 are dropped at each end, as in
Koehn's textbook. BCa (Efron 1987) corrects for bias and skewness with the jackknife. Half-size samples with
replacement (compare-mt) make intervals about 1.4 times too wide; half-size samples without replacement are as
wide as full ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.comparison import draw_scores as resampled
from assay.comparison.draw_scores import Key, Progress, Scores
from assay.comparison.units import check_units
from assay.metrics import Evaluation
from assay.stats import Interval, Settings, bounds, t_value


@dataclass(frozen=True)
class Jackknife:
    """The jackknife's view of a score: its bias, its standard error, and the interval from the error."""

    interval: Interval
    bias: float
    error: float


def bootstrap_intervals(
    evaluation: Evaluation,
    settings: Settings,
    progress: Progress | None = None,
    *,
    drawn: Scores | None = None,
) -> dict[Key, Interval]:
    """Return an interval of the score of every system under every metric, all from the same draws.

    The scores of the draws are taken from `drawn` where they have been made before.
    """
    check_units(evaluation)
    scores = resampled.bootstrap(evaluation, settings, progress) if drawn is None else drawn
    found = {}
    for key, draws in scores.items():
        estimate = evaluation.stats[key].total()
        left_out = resampled.left_out(evaluation, key) if settings.interval == "bca" else None
        low, high = bounds(estimate, draws, settings, left_out)
        found[key] = Interval(estimate, low, high, f"bootstrap {settings.interval}")
    return found


def jackknife(evaluation: Evaluation, key: Key, confidence: float = 0.95) -> Jackknife:
    """Leave out one unit at a time: the interval is the score, less its bias, plus and minus t errors."""
    number = check_units(evaluation)
    estimate, left_out = evaluation.stats[key].total(), resampled.left_out(evaluation, key)
    bias = (number - 1) * float(left_out.mean() - estimate)
    error = math.sqrt((number - 1) / number * float(((left_out - left_out.mean()) ** 2).sum()))
    reach = t_value(confidence, number - 1) * error
    centre = estimate - bias
    return Jackknife(Interval(centre, centre - reach, centre + reach, "jackknife"), bias, error)
