"""How much more is needed: judgements to tell two systems apart, segments to tell two metrics apart, and how steady a
metric's agreement with people is on so many segments.

Two systems: the smallest detectable effect of Card et al. (2020) on paired human scores of segments. Two metrics: the
bootstrap error of the difference of their agreements, which shrinks with the root of the number of segments (or
systems). Steadiness: the statistic on random subsets of segments; a subset without replacement varies too little by the
factor sqrt(1 - n/N), and is corrected for it, so that the curve speaks of fresh segments.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.comparison import detectable, needed
from assay.comparison.power_analysis import normal_power
from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.contests.trio import Criterion, draws_of, observed, trio
from assay.meta.learning.weights import agreement_with
from assay.meta.material import align, upward
from assay.meta.options import DRAWS
from assay.meta.system_pairs import soft_pairwise_accuracy
from assay.stats import Settings

# Of each size; an error of 7 % of the standard deviation that they show
SUBSETS = 100
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)


@dataclass(frozen=True)
class Need:
    """A difference, what is known of it now, and how many units it takes to find it with the power wanted."""

    what: str  # "systems" or "metrics"
    first: str
    second: str
    difference: float  # second minus first
    error: float  # standard error with the units there are
    unit: str  # "segments" or "systems"
    units: int
    power: float
    detectable: float  # the smallest difference found with the power wanted
    needed: int | None  # None: there is no difference to be found
    alpha: float
    wanted: float

    @property
    def missing(self) -> int | None:
        """How many units are still to come."""
        return None if self.needed is None else max(0, self.needed - self.units)


@dataclass(frozen=True)
class Steadiness:
    """A statistic on random subsets of one size: where 95 % (or so) of them lie, and the error for fresh segments."""

    segments: int
    mean: float
    low: float
    high: float
    error: float
    undefined: int = 0  # subsets without a value


@dataclass(frozen=True)
class EffortCurve:
    """How steady a metric's agreement is, by the number of segments; errors follow `rate` / sqrt(segments)."""

    metric: str
    statistic: str
    grouping: str
    value: float
    segments: int
    rate: float
    points: tuple[Steadiness, ...]
    subsets: int
    seed: int

    def error(self, segments: int) -> float:
        """Return the standard error expected with so many segments."""
        return self.rate / math.sqrt(segments)

    def needed(self, error: float) -> int:
        """Return the segments that bring the standard error down to this."""
        if not error > 0:
            raise OptionError(f"the target standard error must be above 0, not {error:g}")
        return max(1, math.ceil(round((self.rate / error) ** 2, 6)))


def judgements_needed(
    human: Scores,
    pairs: Sequence[tuple[str, str]] | None = None,
    *,
    difference: float | None = None,
    wanted: float = 0.8,
    settings: Settings = Settings(),
) -> list[Need]:
    """Return, for pairs of systems (all unless given), the segments people must judge to tell them apart.

    `difference` is the one to be found, in points of the human scale; the observed one unless given.
    """
    chosen = list(combinations(human.systems, 2)) if pairs is None else pairs
    return [_judgements(human, pair, difference, wanted, settings.alpha) for pair in chosen]


def _judgements(
    human: Scores, pair: tuple[str, str], difference: float | None, wanted: float, alpha: float
) -> Need:
    first, second = upward(human.for_systems(pair))
    apart = (second - first)[~np.isnan(second - first)]
    if len(apart) < 2:
        raise InputError(
            f"{pair[0]} and {pair[1]} were judged together on {len(apart)} segments; at least two are needed"
        )
    error = float(apart.std(ddof=1)) / math.sqrt(len(apart))
    sought = float(apart.mean()) if difference is None else difference
    return _need(("systems", *pair, "segments"), sought, error, len(apart), (alpha, wanted))


def _need(
    names: tuple[str, str, str, str], difference: float, error: float, units: int, rates: tuple[float, float]
) -> Need:
    what, first, second, unit = names
    alpha, wanted = rates
    return Need(
        *(what, first, second, difference, error, unit, units),
        power=normal_power(difference, error, units, alpha).power,
        detectable=detectable(error, alpha, wanted),
        needed=needed(difference, error, units, alpha=alpha, power=wanted),
        alpha=alpha,
        wanted=wanted,
    )


def metrics_needed(
    human: Scores,
    first: Scores,
    second: Scores,
    criterion: Criterion = Criterion(),
    *,
    unit: str = "segments",
    wanted: float = 0.8,
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> Need:
    """Return the segments (or systems) it takes to tell two metrics apart, from bootstrap draws of them."""
    if unit not in ("segments", "systems"):
        raise OptionError(f"unit={unit!r} is not recognised; choose segments or systems")
    three = trio(human, first, second, criterion, systems=systems)
    axis = 1 if unit == "segments" else 0
    units = three.human.shape[axis]
    if units < 2:
        raise InputError(f"there are {units} {unit} to resample; at least two are needed")
    drawn = draws_of(three, criterion, f"draw-{unit}", draws=settings.draws or DRAWS, settings=settings)
    differences = drawn[:, 1] - drawn[:, 0]
    known = differences[~np.isnan(differences)]
    one, other = observed(three, criterion)
    if len(known) < 2 or math.isnan(other - one):
        raise InputError(
            f"{first.name} and {second.name}: {criterion.statistic} is undefined on most resamples of {unit}"
        )
    names = ("metrics", first.name, second.name, unit)
    return _need(names, other - one, float(known.std(ddof=1)), units, (settings.alpha, wanted))


def steadiness(
    human: Scores,
    metric: Scores,
    criterion: Criterion | None = None,
    *,
    sizes: Sequence[int] | None = None,
    subsets: int = SUBSETS,
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> EffortCurve:
    """Return how much a metric's agreement varies between random sets of segments; no agreement given is SPA."""
    both = align(human, metric, systems)
    used = np.flatnonzero(both.judged.any(axis=0))
    if len(used) < 4 or subsets < 2:
        raise InputError(
            f"{metric.name}: {len(used)} segments and {subsets} subsets; at least 4 and 2 are needed"
        )
    wanted = sizes or sorted({max(2, round(share * len(used))) for share in SHARES})
    if not all(2 <= size < len(used) for size in wanted):
        raise OptionError(f"the sizes of subsets must lie between 2 and {len(used) - 1}")
    people, machine = both.human[:, used], both.metric[:, used]

    def value(columns: Array) -> float:
        places = columns.astype(np.int64)
        return _value(people[:, places], machine[:, places], criterion, settings)

    random = np.random.default_rng(settings.seed)
    every = np.arange(len(used), dtype=np.float64)
    points = []
    for size in wanted:
        values = np.array([value(random.choice(every, size, replace=False)) for _ in range(subsets)])
        points.append(_point(values, size, len(used), settings))
    rates = [point.error * math.sqrt(point.segments) for point in points if not math.isnan(point.error)]
    return EffortCurve(
        metric.name,
        *(("spa", "means") if criterion is None else (criterion.statistic, criterion.grouping)),
        value(every),
        len(used),
        float(np.mean(rates)) if rates else math.nan,
        tuple(points),
        subsets,
        settings.seed,
    )


def _value(human: Array, metric: Array, criterion: Criterion | None, settings: Settings) -> float:
    if criterion is None:
        names = tuple(str(row) for row in range(len(human)))
        segments = tuple(str(column) for column in range(human.shape[1]))
        people, machine = (
            Scores(name, names, segments, side) for name, side in (("h", human), ("m", metric))
        )
        return soft_pairwise_accuracy(people, machine, settings, systems=names).value
    return agreement_with(human, metric, criterion)


def _point(values: Array, size: int, of: int, settings: Settings) -> Steadiness:
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return Steadiness(size, math.nan, math.nan, math.nan, math.nan, len(values) - len(known))
    tail = (1 - settings.confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail]).tolist()
    error = float(known.std(ddof=1)) / math.sqrt(1 - size / of)
    return Steadiness(size, float(known.mean()), low, high, error, len(values) - len(known))
