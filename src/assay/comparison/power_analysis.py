"""Power (Card et al. 2020): could this test set have shown the difference, and how large must it be?

Planning needs only the standard error of the difference, which shrinks with the root of the number of units, and
Student's t, for the error is estimated. Of several pairs that are tested together each has its share of the level:
what Holm asks of the first. With up to 13 units a test that swaps them counts all ways to do so, and few of these are
rare enough: its power is that of this very test on normal differences, far below that of Student's t where its smallest
p-value is just below the level, and none at all with a handful of units. The observed
difference is no more than an estimate, so the units it takes are given for the ends of its interval, too. Simulation
draws sets of n units from two systems' outputs, tests each, and counts: it makes
no assumption, but knows only the observed difference. Where power is low, a significant difference is too
large on average (type M) and may have the wrong sign (type S; Gelman and Carlin 2014).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay.comparison.paired import p_values
from assay.comparison.pairs import Pair, swaps_all
from assay.comparison.resampling import (
    FEW_UNITS,
    Progress,
    Spread,
    bootstrap,
    bootstrap_intervals,
    check_units,
)
from assay.data import Array
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation, Metric, Stats
from assay.stats import Interval, Settings, adjust, proportion

# A power from 500 trials has a standard error of 2.2 points at most
TRIALS, TRIAL_DRAWS = 500, 500
MOST_STEPPED = 100_000  # units; beyond them Student's t is the normal distribution
# Of normal differences; a power of 80 % is then known to 0.6 points
EXACT_TRIALS, EXACT_SEED = 4000, 12345
AT_ONCE = 1 << 20  # sums of signed differences that are held at a time


@dataclass(frozen=True)
class Power:
    """How often a difference of this size is found with so many units, and what finding it then means."""

    difference: float
    error: float
    units: int
    alpha: float
    power: float
    exaggeration: float
    wrong_sign: float
    method: str


@dataclass(frozen=True)
class Plan:
    """Two systems under one metric: power at n units, the smallest difference detected, the units needed."""

    metric: Metric
    first: str
    second: str
    power: Power
    # Infinite where no difference can be significant with so few units
    detectable: float
    needed: int | None  # None where there is no difference to be found
    pairs: int = 1  # tested together
    open: tuple[float, float] | None = (
        # The interval of the difference, where the observed one is assumed
        None
    )

    def power_at(self, units: int) -> float:
        """Return the power with another number of units."""
        power = self.power
        error = power.error * math.sqrt(power.units / units)
        return paired_power(power.difference, error, units, alpha=power.alpha, pairs=self.pairs).power

    def needed_for(self, difference: float, wanted: float) -> int | None:
        """Return the units needed for another difference of these two systems."""
        power = self.power
        return units_needed(
            difference, power.error, power.units, alpha=power.alpha, pairs=self.pairs, power=wanted
        )


@dataclass(frozen=True)
class Coverage:
    """How often intervals from samples held the score of the whole set; `low` and `high` bound that share."""

    metric: Metric
    system: str
    units: int
    trials: int
    confidence: float
    share: float
    low: float
    high: float


def detectable(error: float, alpha: float = 0.05, power: float = 0.8) -> float:
    """Return the smallest difference that a two-sided test at alpha finds with this power."""
    return (
        normal_quantile(1 - check_rate(alpha, "alpha") / 2) + normal_quantile(check_rate(power, "power"))
    ) * error


def needed(
    difference: float, error: float, number: int, *, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """Return the units needed to find a difference, from the error with `number` units; None if it is 0."""
    if difference == 0:
        return None
    return max(2, math.ceil(round(number * (detectable(error, alpha, power) / difference) ** 2, 6)))


def normal_power(difference: float, error: float, number: int, alpha: float = 0.05) -> Power:
    """Return the power of a two-sided test whose statistic is normal with this standard error."""
    from scipy.special import ndtr

    z, size = normal_quantile(1 - check_rate(alpha, "alpha") / 2), abs(difference)
    if error < 0 or not math.isfinite(error):
        raise InputError(f"a standard error must be 0 or more, not {error:g}")
    if error == 0 or size == 0:
        power = alpha if size == 0 else 1.0
        unknown = float("nan") if size == 0 else 1.0
        return Power(difference, error, number, alpha, power, unknown, 0.5 if size == 0 else 0.0, "normal")
    ratio = size / error
    right, wrong = float(ndtr(ratio - z)), float(ndtr(-ratio - z))
    density = _density(ratio + z) + _density(ratio - z)
    mean = density + ratio * float(ndtr(ratio + z) + ndtr(ratio - z) - 1)
    power = right + wrong
    return Power(difference, error, number, alpha, power, mean / (ratio * power), wrong / power, "normal")


def least_units(alpha: float, pairs: int = 1) -> int:
    """Return the fewest units with which a test of signs can be significant: 2 ** (1 - n), pairs times, below alpha."""
    return math.floor(1 + math.log2(pairs / check_rate(alpha, "alpha"))) + 1


def paired_power(
    difference: float, error: float, number: int, *, alpha: float = 0.05, pairs: int = 1
) -> Power:
    """Return the power of a paired test at the level that Holm leaves to the first of so many pairs.

    It is that of Student's t test, which permutation tests of many units come close to; where all ways to swap units
    are counted, that of this count; 0 with fewer units than can be significant.
    """
    from scipy.special import nctdtr, stdtrit

    level = check_rate(alpha, "alpha") / pairs
    planned = replace(normal_power(difference, error, number, level), alpha=alpha, method="t")
    if number < least_units(alpha, pairs):
        return replace(planned, power=0.0, exaggeration=math.nan, wrong_sign=math.nan)
    if error == 0 or difference == 0:
        return planned
    if swaps_all(number, Settings()):
        ratio = abs(difference) / (error * math.sqrt(number))
        return replace(planned, power=exact_power(ratio, number, level), method="exact")
    freedom, reach = number - 1, abs(difference) / error
    threshold = float(stdtrit(freedom, 1 - level / 2))
    power = 1 - float(nctdtr(freedom, reach, threshold)) + float(nctdtr(freedom, reach, -threshold))
    return replace(planned, power=min(power, 1.0)) if math.isfinite(power) else planned


def exact_power(ratio: float, number: int, level: float) -> float:
    """Return how often the count of all ways to swap so many units finds a mean of `ratio` standard deviations."""
    critical = _critical_ratios(number, level)
    return float((critical <= ratio).mean() + (critical <= -ratio).mean())


@cache
def _critical_ratios(number: int, level: float) -> Array:
    """Return, for draws of normal differences, from which mean on they are significant, in standard deviations.

    Turning the signs of some units brings at least the sum of all up to a mean that depends on these units; a draw is
    significant where so few ways are left as the level allows.
    """
    ways = 2 ** (number - 1)
    # ways that may bring the sum of all: this itself is one
    allowed = math.ceil(round(level * ways, 9)) - 1
    signs = 1.0 - 2.0 * (np.arange(1, ways)[:, None] >> np.arange(number) & 1)
    trials = min(EXACT_TRIALS, (8 * AT_ONCE) // ways)
    drawn = np.random.default_rng(EXACT_SEED).normal(size=(trials, number))
    critical = np.full(trials, math.inf)
    step = max(1, AT_ONCE // ways)
    for start in range(0, trials if allowed > 0 else 0, step):
        some = drawn[start : start + step]
        whole, turned, kept = some.sum(axis=1)[:, None], some @ signs.T, signs.sum(axis=1)
        reached = np.maximum((turned - whole) / (number - kept), -(turned + whole) / (number + kept))
        critical[start : start + step] = np.partition(reached, -allowed, axis=1)[:, -allowed]
    return critical


def units_needed(
    difference: float, error: float, number: int, *, alpha: float = 0.05, pairs: int = 1, power: float = 0.8
) -> int | None:
    """Return the units needed to find a difference, from the error with `number` units; None if it is 0."""
    roughly = needed(difference, error, number, alpha=check_rate(alpha, "alpha") / pairs, power=power)
    if roughly is None:
        return None
    units = max(roughly, least_units(alpha, pairs))

    def too_few(units: int) -> bool:
        scaled = error * math.sqrt(number / units)
        return paired_power(difference, scaled, units, alpha=alpha, pairs=pairs).power < power

    while units < MOST_STEPPED and too_few(units):
        units += 1
    return units


def detectable_at(
    error: float, number: int, *, alpha: float = 0.05, pairs: int = 1, power: float = 0.8
) -> float:
    """Return the smallest difference found with this power; infinite with fewer units than can be significant."""
    if number < least_units(alpha, pairs):
        return math.inf
    low = detectable(error, check_rate(alpha, "alpha") / pairs, power)
    high = 10 * low
    while error and high - low > 1e-9 * high:
        middle = (low + high) / 2
        found = paired_power(middle, error, number, alpha=alpha, pairs=pairs).power >= power
        low, high = (low, middle) if found else (middle, high)
    return high if error else 0.0


def plan_difference(
    difference: float, error: float, number: int, *, asked: int, alpha: float, pairs: int, wanted: float
) -> tuple[Power, float, int | None]:
    """Return the power and the least difference found with `asked` units, and the units needed."""
    scaled = error * math.sqrt(number / asked)
    return (
        paired_power(difference, scaled, asked, alpha=alpha, pairs=pairs),
        detectable_at(scaled, asked, alpha=alpha, pairs=pairs, power=wanted),
        units_needed(difference, error, number, alpha=alpha, pairs=pairs, power=wanted),
    )


def check_rate(rate: float, name: str) -> float:
    """Return a share, refused unless it lies between 0 and 1."""
    if not 0 < rate < 1:
        raise OptionError(f"{name} must lie between 0 and 1, not {rate:g}")
    return rate


def normal_quantile(level: float) -> float:
    """Return the quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(level))


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def power(
    evaluation: Evaluation,
    settings: Settings,
    *,
    number: int | None = None,
    difference: float | None = None,
    wanted: float = 0.8,
    together: int = 1,
    progress: Progress | None = None,
) -> list[Plan]:
    """Return, for every pair and metric, the power of a test of the score at `number` units (as many as given).

    `difference` is the one assumed, in the metric's points; the observed one unless given. `together` is the number
    of pairs that are tested together.
    """
    own = check_units(evaluation)
    asked = own if number is None else _number(number)
    few = own < FEW_UNITS  # of which a bootstrap has too small a spread
    draws = {} if few else bootstrap(evaluation, settings, progress)
    plans = []
    for pair in _pairs(evaluation):
        spread = pair.spread(evaluation) if few else Spread(float(pair.of(draws).std(ddof=1)), own - 1)
        error = spread.error
        assumed = pair.difference(evaluation) if difference is None else difference
        planned = plan_difference(
            assumed, error, own, asked=asked, alpha=settings.alpha, pairs=together, wanted=wanted
        )
        interval = spread.bounds(assumed, settings.confidence) if difference is None else None
        plans.append(Plan(pair.metric, pair.first, pair.second, *planned, together, interval))
    return plans


def simulated_power(
    evaluation: Evaluation,
    test: str,
    settings: Settings,
    *,
    number: int | None = None,
    trials: int = TRIALS,
    correction: str = "none",
    progress: Progress | None = None,
) -> list[Power]:
    """Return the power for every pair and metric (in the order of `power`) by drawing sets and testing them.

    Each test has 500 draws unless the settings say otherwise; p-values of the pairs of a metric are adjusted.
    """
    own = check_units(evaluation)
    asked = own if number is None else _number(number)
    pairs = list(_pairs(evaluation))
    within = replace(settings, draws=settings.draws or TRIAL_DRAWS)
    differences, drawn_p = np.empty((_number(trials), len(pairs))), np.empty((trials, len(pairs)))
    random = np.random.default_rng(settings.seed)
    for trial in range(trials):
        sample = _sample(evaluation, random.integers(own, size=asked))
        differences[trial] = [pair.difference(sample) for pair in pairs]
        values = p_values(sample, test, replace(within, seed=int(random.integers(2**63))), pairs)
        families = np.array(values).reshape(len(evaluation.metrics), -1)
        drawn_p[trial] = np.concatenate([adjust(family, correction) for family in families])
        if progress:
            progress(1)
    true = [pair.difference(evaluation) for pair in pairs]
    return [
        _counted(true[place], differences[:, place], drawn_p[:, place], settings.alpha, number=asked)
        for place in range(len(pairs))
    ]


def _counted(true: float, differences: Array, drawn_p: Array, alpha: float, *, number: int) -> Power:
    significant = differences[drawn_p < alpha]
    share = len(significant) / len(differences)
    exaggeration = wrong = float("nan")
    if len(significant) and true:
        exaggeration = float(np.abs(significant).mean() / abs(true))
        wrong = float((np.sign(significant) != np.sign(true)).mean())
    error = float(differences.std(ddof=1)) if len(differences) > 1 else float("nan")
    return Power(true, error, number, alpha, share, exaggeration, wrong, f"{len(differences)} simulated sets")


def coverage(
    evaluation: Evaluation,
    settings: Settings,
    *,
    number: int | None = None,
    trials: int = TRIALS,
    progress: Progress | None = None,
) -> list[Coverage]:
    """Ask whether the interval holds the truth as often as it says: the whole set is the truth here.

    Sets of `number` units are drawn from it with replacement, each with its own bootstrap interval.
    """
    own = check_units(evaluation)
    asked = own if number is None else _number(number)
    true = {key: stats.total() for key, stats in evaluation.stats.items()}
    held = dict.fromkeys(true, 0)
    random = np.random.default_rng(settings.seed)
    for _ in range(_number(trials)):
        sample = _sample(evaluation, random.integers(own, size=asked))
        seeded = replace(settings, seed=int(random.integers(2**63)))
        for key, interval in bootstrap_intervals(sample, seeded).items():
            held[key] += _holds(interval, true[key])
        if progress:
            progress(1)
    shares = {key: proportion(count, trials) for key, count in held.items()}
    return [
        Coverage(*key, asked, trials, settings.confidence, share.estimate, share.low, share.high)
        for key, share in shares.items()
    ]


def _holds(interval: Interval, number: float) -> bool:
    return interval.low <= number <= interval.high


def _pairs(evaluation: Evaluation) -> Sequence[Pair]:
    if len(evaluation.systems) < 2:
        raise InputError("there is only one system; power is about the difference between two")
    names = evaluation.systems
    return [
        Pair(metric, first, second)
        for metric in evaluation.metrics
        for place, first in enumerate(names)
        for second in names[place + 1 :]
    ]


def _number(number: int) -> int:
    if not 2 <= number <= 100_000_000:
        raise OptionError(
            f"there must be 2 or more units and trials, and no absurd number of them, not {number}"
        )
    return number


def _sample(evaluation: Evaluation, taken: NDArray[np.int64]) -> Evaluation:
    stats = {key: Stats(old.metric, old.rows[taken]) for key, old in evaluation.stats.items()}
    sizes = None if evaluation.sizes is None else evaluation.sizes[taken]
    return replace(evaluation, stats=stats, document=None, segments=len(taken), sizes=sizes)
