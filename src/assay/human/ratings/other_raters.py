"""Means and differences of systems that hold for other raters: the mixed model's, with all that makes them uncertain.

A mean over segments drawn anew holds for the raters there are. Raters who saw one system more than another lend it
their leniency, and raters with tastes, few as they are, prefer one system for reasons that no number of segments takes
away. The mixed model (`rater_effects`) takes leniency out of the means and says how far both go; what segments or
documents add is told from the scores less what the model calls leniency, so that it holds however they depend on each
other. The degrees of freedom are Satterthwaite's: tastes have those of the cells of raters and systems, with the
residual in their mean square, leniency those of raters, and the rest those of segments or documents.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from assay.comparison import UnitChoice
from assay.comparison.resampling import by_unit
from assay.data import Array, Scores
from assay.human.ratings.judged_means import UnitScores, evaluation
from assay.human.ratings.likelihood import RATERS, SEGMENTS, Levels
from assay.human.ratings.rater_effects import TASTES, MixedModel
from assay.human.ratings.scoring import RaterMeans
from assay.stats import signs_p, t_value

# Over raters, segments and tastes, to tell them apart; a difference below this ends them
SWEEPS = 200
SETTLED = 1e-9
# Of raters, and of the cells of raters and systems: with fewer, tastes are often estimated as none by chance.
LEAST_RATERS, LEAST_FREEDOM = 3, 3


@dataclass(frozen=True)
class Uncertain:
    """A mean or difference with its standard error, and the degrees of freedom that this has."""

    value: float
    error: float
    freedom: float

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the t test that it is 0."""
        from scipy.special import stdtr

        if self.error == 0:
            return signs_p(self.freedom + 1) if self.value else 1.0
        return 2 * float(stdtr(self.freedom, -abs(self.value) / self.error)) if self.freedom > 0 else 1.0

    def ends(self, confidence: float) -> tuple[float, float]:
        """Return the bounds of Student's interval."""
        reach = t_value(confidence, self.freedom) * self.error if self.freedom > 0 else math.nan
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class OtherRaters:
    """What the model makes of every system, with the units that its error rests on."""

    model: MixedModel
    units: UnitScores

    @classmethod
    def of(cls, model: MixedModel, rater_means: RaterMeans, scores: Scores, unit: UnitChoice) -> OtherRaters:
        """Take leniency off the scores, and gather them by unit."""
        even = replace(rater_means, value=rater_means.value - leniency(model, rater_means)[rater_means.rater])
        values = even.matrix().reshape(len(rater_means.systems), -1)
        rows = [rater_means.systems.index(name) for name in scores.systems]
        columns = {name: place for place, name in enumerate(rater_means.segments)}
        chosen = values[np.ix_(rows, [columns[name] for name in scores.segments])]
        judged = np.where(scores.judged, chosen, np.nan)
        by_segment = evaluation(replace(scores, values=judged, totals=None, higher_is_better=True))
        return cls(
            model, UnitScores.of(by_segment if unit.unit == "segment" else by_unit(by_segment, unit.unit))
        )

    @property
    def few(self) -> bool:
        """Whether raters and systems are too few to show that raters have no tastes: then they count as if they had."""
        tastes = self.model.effect(TASTES)
        return tastes is not None and (self.model.raters < LEAST_RATERS or tastes.freedom < LEAST_FREEDOM)

    def mean(self, system: str) -> Uncertain:
        """Return the model's mean of a system."""
        weights = np.zeros(len(self.model.systems))
        weights[self.model.systems.index(system)] = 1.0
        judged = int(self.units.judged[system].sum())
        return self._of(weights, self.units.parts[system], judged)

    def difference(self, first: str, second: str) -> Uncertain:
        """Return the model's difference of two systems."""
        parts = self.units.parts[first] - self.units.parts[second]
        judged = int((self.units.judged[first] | self.units.judged[second]).sum())
        return self._of(self.model.contrast(first, second), parts, judged)

    def _of(self, weights: Array, parts: Array, units: int) -> Uncertain:
        """Add up what raters, their tastes and units make of the variance, with the degrees of freedom of the sum."""
        shares = {effect.name: float(weights @ effect.part @ weights) for effect in self.model.effects}
        freedom = {effect.name: effect.freedom for effect in self.model.effects}
        raters, tastes = max(shares[RATERS], 0.0), max(shares.get(TASTES, 0.0), 0.0)
        whole = float(weights @ self.model.covariance @ weights)
        rest = max(whole - raters - tastes, 0.0)
        counted = tastes > 0 or self.few
        within = max(rest - max(shares[SEGMENTS], 0.0), 0.0) if counted else 0.0
        drawn = max(float(parts @ parts) * units / max(units - 1, 1), rest)
        terms = [(raters, freedom[RATERS]), (drawn - within, units - 1)]
        terms += [(tastes + within, freedom[TASTES])] if counted else []
        squares = sum(part**2 / known for part, known in terms if part > 0 and known > 0)
        variance = raters + tastes + drawn
        known = min((known for part, known in terms if part > 0), default=0)
        return Uncertain(
            float(weights @ self.model.means),
            math.sqrt(variance),
            variance**2 / squares if known > 0 and squares > 0 else 0.0,
        )

    def widening(self, first: str, second: str) -> float:
        """Return how many times as large the error of a difference is as without the tastes of raters."""
        weights, parts = (
            self.model.contrast(first, second),
            self.units.parts[first] - self.units.parts[second],
        )
        judged = int((self.units.judged[first] | self.units.judged[second]).sum())
        shares = {each.name: max(float(weights @ each.part @ weights), 0.0) for each in self.model.effects}
        more = shares.get(TASTES, 0.0)
        rest = float(weights @ self.model.covariance @ weights) - more - shares[RATERS]
        alone = max(float(parts @ parts) * judged / max(judged - 1, 1), rest)
        return math.sqrt(1 + more / alone) if alone > 0 else math.inf if more else 1.0


def leniency(model: MixedModel, rater_means: RaterMeans) -> Array:
    """Return what the model predicts of every rater: raters, segments and tastes shrunk in turn until they settle."""
    known = {name: place for place, name in enumerate(model.systems)}
    system = rater_means.cell // len(rater_means.segments)
    segment, rater = rater_means.cell % len(rater_means.segments), rater_means.rater
    means = model.means[[known[name] for name in rater_means.systems]]
    rest = rater_means.value - means[system]
    cells = np.unique(rater * len(means) + system, return_inverse=True)[1]
    levels: Mapping[str, Levels] = {RATERS: rater, SEGMENTS: segment, TASTES: cells}
    effects = {effect.name: effect.variance for effect in model.effects if effect.variance > 0}
    predicted = {name: np.zeros(int(levels[name].max()) + 1) for name in levels}
    for _ in range(SWEEPS):
        moved = 0.0
        for name, variance in effects.items():
            index, before = levels[name], predicted[name]
            rest = rest + before[index]
            counts, sums = np.bincount(index), np.bincount(index, rest)
            after = sums / (counts + model.residual_variance / variance)
            rest, predicted[name] = rest - after[index], after
            moved = max(moved, float(np.abs(after - before).max()))
        if moved <= SETTLED * max(math.sqrt(model.residual_variance), 1e-300):
            break
    return predicted[RATERS]
