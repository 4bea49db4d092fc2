"""Grids of systems and directions: scores of cells, macro-averages, and one correction over the tests of all cells.

Within a direction two systems are compared by the jackknife: the score is computed without each unit in turn, the
spread of the differences is the standard error of the difference (Miller 1974, Biometrika 61), and the ratio of the two
is compared with Student's t. Units are documents where they are known, else lines. Unlike a resampling test it has no
smallest p-value: of 9,000 tests under Holm's correction, 10,000 draws could find none significant.

Macro-averages are means over the directions that all systems have, so that a hole favours nobody. Directions may share
sentences (sets translated into many languages do), so their errors are not independent: `macro_averages` measures how
far they go together. Where it has nothing to measure by, the mean of the standard errors stands for the standard error
of the mean, which is never above it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.comparison.macro_averages import BY_DOCUMENT, LeftOut, average_spread
from assay.comparison.resampling import scores_without_each, spread
from assay.data import Array
from assay.metrics import Evaluation, Metric
from assay.stats import adjust, apart, signs_p

LEAST_UNITS = 2  # of which a spread can be told
# What pairs are called whose difference is one of means over directions
MACRO_AVERAGE = "macro-average"


@dataclass(frozen=True)
class PairSpread:
    """Two systems in one direction under one metric: first minus second, and the standard error of that over units."""

    metric: Metric
    direction: str
    first: str
    second: str
    difference: float
    error: float
    units: int
    freedom: float = math.nan  # degrees; one less than the units unless it is known


@dataclass(frozen=True)
class GridPair(PairSpread):
    """The same, tested: the p-value of the direction alone, and after the correction over the whole grid."""

    p_value: float = 1.0
    adjusted: float = 1.0

    @property
    def better(self) -> str | None:
        """The system with the better score, None if both are equal."""
        if self.difference == 0:
            return None
        return self.first if (self.difference > 0) == self.metric.higher_is_better else self.second


def spread_pairs(evaluation: Evaluation, direction: str) -> Iterator[PairSpread]:
    """Return the difference of every two systems of a direction under every metric, and its spread."""
    systems = evaluation.systems
    units = len(next(iter(evaluation.stats.values())).rows)
    for metric in evaluation.metrics:
        keys = [(metric, system) for system in systems]
        totals = np.array([evaluation.stats[key].total() for key in keys])
        enough = units >= LEAST_UNITS and len(keys) > 1
        without = np.array([scores_without_each(evaluation, key) for key in keys]) if enough else None
        for first in range(len(systems) - 1):
            differences = apart(totals[first], totals[first + 1 :]).tolist()
            for place, difference in enumerate(differences, start=first + 1):
                error, freedom = math.nan, math.nan
                if without is not None:
                    known = spread(difference, apart(without[first], without[place]), evaluation.sizes)
                    error, freedom = known.error, known.freedom
                two = systems[first], systems[place]
                yield PairSpread(metric, direction, *two, difference, error, units, freedom)


def _p_values(pairs: Sequence[PairSpread]) -> Array:
    """Return the two-sided p-values of differences over their errors: 1 where there is none, or nothing to tell by.

    Few short documents have the same difference now and then: an error of 0 is no proof (`signs_p`).
    """
    from scipy.special import stdtr

    differences = np.abs([pair.difference for pair in pairs])
    errors = np.array([pair.error for pair in pairs])
    freedom = np.array([pair.units - 1.0 if math.isnan(pair.freedom) else pair.freedom for pair in pairs])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = 2 * stdtr(freedom, -differences / errors)
    for place in np.flatnonzero((errors == 0) & (differences > 0)).tolist():
        values[place] = signs_p(float(freedom[place]) + 1)
    return np.where((differences == 0) | np.isnan(values), 1.0, values)


def corrected_pairs(
    pairs: Sequence[PairSpread], metrics: Sequence[Metric], correction: str
) -> list[GridPair]:
    """Test all pairs, and correct the p-values of all directions at once, metric by metric."""
    tested: list[GridPair] = []
    for metric in metrics:
        family = [pair for pair in pairs if pair.metric == metric]
        values = _p_values(family)
        both = zip(family, values.tolist(), adjust(values, correction).tolist(), strict=True)
        tested += [GridPair(**vars(pair), p_value=value, adjusted=adjusted) for pair, value, adjusted in both]
    return tested


def _averaged(pairs: Sequence[PairSpread]) -> PairSpread:
    """Return the mean difference of two systems over directions, and the bound of its standard error."""
    return PairSpread(
        pairs[0].metric,
        MACRO_AVERAGE,
        pairs[0].first,
        pairs[0].second,
        math.fsum(pair.difference for pair in pairs) / len(pairs),
        math.fsum(pair.error for pair in pairs) / len(pairs),
        min(pair.units for pair in pairs),
    )


@dataclass(frozen=True)
class GridColumn:
    """A direction of a grid: what it is called, its fields and groups, and what decided its figures."""

    name: str
    fields: Mapping[str, str]
    segments: int
    references: tuple[int, int]
    # As computed here: a target language may have a tokeniser of its own
    metrics: tuple[Metric, ...]
    groups: Mapping[str, str] = field(default_factory=dict)  # such as family: Romance


@dataclass(frozen=True)
class Swap:
    """Two systems, the first ahead in the macro-average, and the directions in which the other is ahead."""

    ahead: str
    behind: str
    directions: tuple[str, ...]
    significant: tuple[str, ...]


@dataclass(frozen=True)
class ScoreGrid:
    """Systems by directions under every metric, with the tests of all pairs; `scores` is NaN where there is a hole."""

    metrics: tuple[Metric, ...]
    systems: tuple[str, ...]
    directions: tuple[GridColumn, ...]
    scores: NDArray[np.float64]  # (metrics, systems, directions)
    filled: NDArray[np.bool_]  # (systems, directions): is there an output?
    pairs: tuple[GridPair, ...]
    correction: str = "holm"
    alpha: float = 0.05
    unreferenced: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()  # of every direction, where it is known
    paths: tuple[str, ...] = ()  # all files that were read

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Return the holes, by system and direction."""
        empty = np.argwhere(~self.filled)
        return [(self.systems[row], self.directions[column].name) for row, column in empty.tolist()]

    @cached_property
    def common(self) -> NDArray[np.int64]:
        """Return the directions that all systems have."""
        return np.flatnonzero(self.filled.all(axis=0))

    def averages(self, metric: Metric, among: Sequence[int] | NDArray[np.int64] | None = None) -> Array:
        """Return the macro-average of every system over the directions that all have, or over some of these."""
        chosen = (
            self.common if among is None else np.intersect1d(self.common, np.asarray(among, dtype=np.int64))
        )
        if not len(chosen):
            return np.full(len(self.systems), np.nan)
        rows = self.scores[self.metrics.index(metric)][:, chosen].tolist()
        return np.array([math.fsum(row) / len(chosen) for row in rows])

    def ranking(self, metric: Metric) -> list[int]:
        """Return the systems by macro-average, best first; as they are named where there is no direction in common."""
        averages = self.averages(metric)
        sign = -1 if metric.higher_is_better else 1
        return sorted(
            range(len(self.systems)), key=lambda place: sign * averages[place] if len(self.common) else place
        )

    def best(self, metric: Metric) -> list[list[str]]:
        """Return the systems with the best score of every direction; several if they are equal."""
        scores = self.scores[self.metrics.index(metric)]
        tops = (np.nanmax if metric.higher_is_better else np.nanmin)(scores, axis=0)
        return [
            [
                self.systems[row]
                for row in np.flatnonzero(apart(scores[:, column], np.full(len(scores), top)) == 0)
            ]
            for column, top in enumerate(tops.tolist())
        ]

    def is_significant(self, pair: GridPair) -> bool:
        """Tell whether a difference stands after the correction over the whole grid."""
        return pair.better is not None and pair.adjusted < self.alpha

    @cached_property
    def average_pairs(self) -> tuple[GridPair, ...]:
        """Return the tests of every two macro-averages, corrected together metric by metric."""
        common = {self.directions[place].name for place in self.common}
        together: dict[tuple[Metric, str, str], list[GridPair]] = {}
        for pair in self.pairs:
            if pair.direction in common:
                together.setdefault((pair.metric, pair.first, pair.second), []).append(pair)
        averaged = [self._sharpened(_averaged(pairs)) for pairs in together.values()]
        return tuple(corrected_pairs(averaged, self.metrics, self.correction))

    def _sharpened(self, bound: PairSpread) -> PairSpread:
        """Return the test of two macro-averages with the error that was measured in the place of its bound."""
        if not self.left_out:
            return bound
        columns = [self.directions[place] for place in self.common]
        sources = [column.fields.get("source", "") for column in columns]
        left_out = [self.left_out[place] for place in self.common]
        pair, metric = (bound.first, bound.second), self.metrics.index(bound.metric)
        known = average_spread(left_out, sources, pair, metric)
        return replace(bound, error=known.error, freedom=known.freedom)

    @property
    def without_documents(self) -> list[str]:
        """The directions whose documents are not known."""
        both = zip(self.directions, self.left_out, strict=bool(self.left_out))
        return [column.name for column, left_out in both if left_out.by != BY_DOCUMENT]

    def wins(self, metric: Metric) -> dict[str, tuple[int, int]]:
        """Return how many comparisons each system wins and loses significantly."""
        wins = {system: [0, 0] for system in self.systems}
        for pair in self.pairs:
            if pair.metric == metric and self.is_significant(pair):
                winner = pair.better or pair.first
                wins[winner][0] += 1
                wins[pair.second if winner == pair.first else pair.first][1] += 1
        return {system: (won, lost) for system, (won, lost) in wins.items()}

    def unbeaten(self, metric: Metric) -> dict[str, int]:
        """Return in how many directions each system is significantly better than every other that is there."""
        others = self.filled.sum(axis=0) - 1
        won: dict[tuple[str, str], int] = {}
        for pair in self.pairs:
            if pair.metric == metric and self.is_significant(pair):
                key = (pair.better or pair.first, pair.direction)
                won[key] = won.get(key, 0) + 1
        counts = {column.name: int(number) for column, number in zip(self.directions, others, strict=True)}
        return {
            system: sum(won.get((system, name), 0) == number for name, number in counts.items() if number)
            for system in self.systems
        }

    def swaps(self, metric: Metric) -> list[Swap]:
        """Return the pairs whose order in the macro-average is turned round in some direction, most often first."""
        place = {self.systems[row]: at for at, row in enumerate(self.ranking(metric))}
        turned: dict[tuple[str, str], list[GridPair]] = {}
        for pair in self.pairs if len(self.common) else ():
            ahead, behind = sorted((pair.first, pair.second), key=place.__getitem__)
            if pair.metric == metric and pair.better == behind:
                turned.setdefault((ahead, behind), []).append(pair)
        swaps = [
            Swap(
                *names,
                tuple(pair.direction for pair in pairs),
                tuple(pair.direction for pair in pairs if self.is_significant(pair)),
            )
            for names, pairs in turned.items()
        ]
        return sorted(swaps, key=lambda swap: (-len(swap.significant), -len(swap.directions)))

    def grouped(self) -> dict[str, dict[str, list[int]]]:
        """Return the directions of every group, by the kind of grouping; those without one are not in any."""
        kinds: dict[str, dict[str, list[int]]] = {}
        for place, column in enumerate(self.directions):
            for kind, name in column.groups.items():
                kinds.setdefault(kind, {}).setdefault(name, []).append(place)
        return kinds
