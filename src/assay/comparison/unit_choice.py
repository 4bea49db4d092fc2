"""Which unit is drawn by default: documents, where they are known and matter, else segments.

Segments of one document are alike; drawn one by one they make a set look larger than it is. Two jackknives are held
against each other, one that leaves out segments and one that leaves out documents: the ratio of their standard errors
says how far that goes. Documents are drawn if the ratio is above 1.05 for any score or difference, however few there
are: of five documents nothing can be significant, and segments in their place would find what is not there. Two
documents cannot show that they do not matter, so they are always drawn. Everything that tests or draws asks
`choose_unit`; docs/significance.md has the rates of false alarms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.comparison.options import AUTO
from assay.comparison.resampling import by_unit, count_units, scores_without_each
from assay.data import Array
from assay.errors import OptionError, counted
from assay.metrics import Evaluation
from assay.stats import apart

# With two, the ratio is of one difference, and misses documents that matter in one set of five or six.
TELLING_DOCUMENTS = 3
# A z test at 5 % whose error is 1.05 times too small has 6.2 % false alarms
MATTERS = 1.05


@dataclass(frozen=True)
class UnitChoice:
    """The unit that is drawn, the one asked for, and what documents change.

    `scores` and `differences` are ratios of standard errors, by document over by segment, the largest of all systems
    and pairs under all metrics; NaN where documents are not known or nothing varies.
    """

    unit: str
    asked: str = AUTO
    documents: int = 0  # 0 where they are not known
    scores: float = math.nan
    differences: float = math.nan

    @property
    def plural(self) -> str:
        """The units that were drawn, such as documents, or blocks of 20 segments."""
        kind, _, size = self.unit.partition(":")
        return f"blocks of {size} segments" if size else f"{kind}s"

    @property
    def ratio(self) -> float:
        """The largest ratio; NaN where there is none."""
        return float(np.fmax(self.scores, self.differences))

    @property
    def matters(self) -> bool:
        """Whether segments drawn one by one would make the set look larger than it is."""
        return round(self.ratio, 2) > MATTERS if self.documents else False

    @property
    def reason(self) -> str:
        """Say why this is the unit, with the ratios; nothing where documents are not known or not in question."""
        if not self.documents or self.unit.startswith("block"):
            return ""
        if math.isnan(self.ratio):
            return counted(self.documents, "document")
        return self._ratios

    @property
    def _ratios(self) -> str:
        named = (("scores", self.scores), ("differences", self.differences))
        known = [(name, ratio) for name, ratio in named if not math.isnan(ratio)]
        said = " and ".join(f"{ratio:.2f} times ({name})" for name, ratio in known)
        return f"standard errors by document are up to {said} those by segment"

    @property
    def caution(self) -> str:
        """A sentence where segments are drawn although documents matter, or may; else nothing."""
        if self.unit != "segment":
            return ""
        if self.documents == 1:
            return (
                "Note: all segments are from one document. The results are about more text of this kind, not about "
                "other documents, which may well differ more."
            )
        if not self.matters:
            return ""
        return (
            f"Note: as requested, segments were resampled. By document, standard errors are up to {self.ratio:.2f} "
            "times as large, so p-values may be too small and intervals too narrow."
        )

    def of_part(self, part: Evaluation) -> Evaluation:
        """Return a part of the set in units; a part of a single document is about that, and stays in segments."""
        if self.unit in ("segment", part.unit) or not part.stats:
            return part
        units = by_unit(part, self.unit)
        return part if self.asked == AUTO and count_units(units) == 1 else units


def choose_unit(evaluation: Evaluation, asked: str = AUTO) -> UnitChoice:
    """Decide what is drawn as one: what was asked for, and for `auto` documents where they matter, else segments.

    Rows that are blocks already, as in merged parts, are drawn as they are.
    """
    if evaluation.unit != "segment":
        if asked not in (AUTO, evaluation.unit):
            raise OptionError(
                f"unit={asked}: parts hold sums of {evaluation.unit}s, and nothing finer; leave the unit out"
            )
        return UnitChoice(evaluation.unit, asked)
    if evaluation.document is None or not evaluation.metrics:
        return UnitChoice("segment" if asked == AUTO else asked, asked)
    by_document = by_unit(evaluation, "document")
    documents = len(next(iter(by_document.stats.values())).rows)
    scores, differences = _ratios(evaluation, by_document) if documents > 1 else (math.nan, math.nan)
    choice = UnitChoice("segment", asked, documents, scores, differences)
    if asked != AUTO:
        return replace(choice, unit=asked)
    untold = 1 < documents < TELLING_DOCUMENTS and documents < evaluation.segments
    return replace(choice, unit="document") if choice.matters or untold else choice


def in_units(evaluation: Evaluation, asked: str) -> tuple[Evaluation, UnitChoice]:
    """Return the evaluation with a row a unit, and how the unit was chosen."""
    choice = choose_unit(evaluation, asked)
    rows = evaluation if choice.unit == evaluation.unit else by_unit(evaluation, choice.unit)
    return rows, choice


def _ratios(by_segment: Evaluation, by_document: Evaluation) -> tuple[float, float]:
    """Return the largest ratios of standard errors: of the scores of systems, and of differences of two."""
    scores, differences = [], []
    for metric in by_segment.metrics:
        errors = []
        for rows in (by_segment, by_document):
            left_out = [scores_without_each(rows, (metric, system)) for system in rows.systems]
            errors.append((_errors(left_out), _errors(apart(*two) for two in combinations(left_out, 2))))
        (fine, fine_apart), (coarse, coarse_apart) = errors
        scores.append(_largest(coarse, fine))
        differences.append(_largest(coarse_apart, fine_apart))
    return float(np.fmax.reduce(scores)), float(np.fmax.reduce(differences))


def _errors(left_out: Iterable[Array]) -> Array:
    """Return the jackknife's standard errors."""
    return np.array([math.sqrt((len(each) - 1) * float(each.var())) for each in left_out])


def _largest(coarse: Array, fine: Array) -> float:
    """Return the largest ratio; NaN where no error is above 0."""
    some = np.isfinite(fine) & np.isfinite(coarse) & (fine > 0)
    return float((coarse[some] / fine[some]).max(initial=-math.inf)) if some.any() else math.nan
