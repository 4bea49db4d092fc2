"""The mean of human scores as a metric whose rows are sums and counts, so that every test and interval applies.

A segment that was not judged has a row of zeros, not a score of zero: it counts neither above nor below. A mean is a
ratio of sums, and its error is computed from what each unit adds: with one segment a unit this is Student's interval,
with documents it allows for the dependence within them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet, Scores
from assay.errors import InputError
from assay.metrics import Evaluation, Stats, StatsFn, ratio
from assay.resources import Resources
from assay.stats import apart, t_value


@dataclass(frozen=True)
class JudgedMean:
    """Mean over the segments that were judged; its rows come from people, not from text."""

    name: ClassVar[str] = "human"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    scores: str = "human"

    @property
    def label(self) -> str:
        """Return the name of the scores."""
        return self.scores

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return "sum", "judged"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse: no text says what people think of it."""
        raise InputError(f"{evalset.name}: human scores are read from judgements, not computed from outputs")

    def score(self, totals: Array) -> Array:
        """Divide the sum by the number judged; NaN where nothing was."""
        return ratio(totals[..., 0], totals[..., 1], np.nan)


def oriented(scores: Scores) -> Scores:
    """Return scores of which the higher is the better: negated where it was the lower."""
    if scores.higher_is_better:
        return scores
    totals = None if scores.totals is None else -scores.totals
    notes = (*scores.notes, "negated, since lower was better")
    return replace(scores, values=-scores.values, totals=totals, higher_is_better=True, notes=notes)


def evaluation(
    scores: Scores, systems: Sequence[str] | None = None, segments: NDArray[np.bool_] | None = None
) -> Evaluation:
    """Turn scores into statistics, of all systems and segments or of some; higher is better afterwards."""
    chosen = oriented(scores if systems is None else scores.for_systems(systems))
    values = chosen.values if segments is None else chosen.values[:, segments]
    document = chosen.document
    if document is not None and segments is not None:
        document = document.at(np.flatnonzero(segments))
    metric, judged = JudgedMean(chosen.name), ~np.isnan(values)
    rows = np.stack([np.where(judged, values, 0.0), judged.astype(np.float64)], axis=-1)
    return Evaluation(
        systems=chosen.systems,
        metrics=(metric,),
        stats={(metric, name): Stats(metric, rows[place]) for place, name in enumerate(chosen.systems)},
        document=document,
        references=(0, 0),
        segments=values.shape[1],
    )


@dataclass(frozen=True)
class UnitScores:
    """Of every system its mean, the score of each unit, what each adds to the error of the mean, and which count."""

    metric: JudgedMean
    means: Mapping[str, float]
    each: Mapping[str, Array]
    parts: Mapping[str, Array]
    judged: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of(cls, whole: Evaluation) -> UnitScores:
        """Divide the sums of units by their counts."""
        rows = {system: whole.stats[whole.metrics[0], system].rows for system in whole.systems}
        metric = JudgedMean(whole.metrics[0].label)
        return cls(
            metric,
            {name: float(_mean(own.sum(axis=0))) for name, own in rows.items()},
            {name: _mean(own) for name, own in rows.items()},
            {name: ratio_parts(own) for name, own in rows.items()},
            {name: own[:, 1] > 0 for name, own in rows.items()},
        )

    def difference(self, first: str, second: str) -> float:
        """Return the difference of two means, 0 where it is no more than rounding."""
        return float(apart(np.asarray(self.means[first]), np.asarray(self.means[second])))

    def interval(self, system: str, confidence: float) -> tuple[float, float]:
        """Return the bounds of Student's interval of a mean."""
        reach = t_reach(self.parts[system], confidence, int(self.judged[system].sum()))
        return self.means[system] - reach, self.means[system] + reach

    def reach(self, first: str, second: str, confidence: float) -> tuple[float, int]:
        """Return how far the interval of the difference reaches, and the units that it rests on."""
        number = int((self.judged[first] | self.judged[second]).sum())
        return t_reach(self.parts[first] - self.parts[second], confidence, number), number


def _mean(sums: Array) -> Array:
    """Divide sums by counts, NaN where nothing was judged."""
    with np.errstate(invalid="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


def ratio_parts(rows: Array) -> Array:
    """Return what every unit adds to the error of a ratio of sums, to first order."""
    total, judged = rows.sum(axis=0)
    return np.asarray((rows[:, 0] - total / judged * rows[:, 1]) / judged)


def t_reach(parts: Array, confidence: float, number: int) -> float:
    """Return how far Student's interval reaches to either side; of the parts, so many are of judged units."""
    if number < 2:
        return float("nan")
    # One thread: a sum this short is not worth waking others
    squares = float(np.einsum("i,i->", parts, parts))
    return t_value(confidence, number - 1) * math.sqrt(squares * number / (number - 1))
