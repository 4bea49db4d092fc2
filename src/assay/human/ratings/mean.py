"""Mean of human scores as a metric: sums and counts that add, so that every test and interval applies.

A segment that was not judged has a row of zeros, not a score of zero: it counts neither above nor below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet, Scores
from assay.errors import InputError
from assay.metrics import Evaluation, Stats, StatsFn, ratio
from assay.resources import Resources


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
    notes = (*scores.notes, "negated: the lower was the better")
    return replace(scores, values=-scores.values, totals=totals, higher_is_better=True, notes=notes)


def evaluation(
    scores: Scores, systems: Sequence[str] | None = None, kept: NDArray[np.bool_] | None = None
) -> Evaluation:
    """Turn scores into statistics, of all systems and segments or of some; higher is better afterwards."""
    chosen = oriented(scores if systems is None else scores.for_systems(systems))
    values = chosen.values if kept is None else chosen.values[:, kept]
    document = chosen.document
    if document is not None and kept is not None:
        document = document.at(np.flatnonzero(kept))
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
