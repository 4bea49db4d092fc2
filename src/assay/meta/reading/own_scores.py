"""What the metrics of this program say of systems and segments, brought to the form of scores from files.

A metric's score of a system is that of the corpus, not the mean of its segments: the statistics of the segments that
people judged are added up, system by system, and scored once. Those of domains and
documents are made the same way.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Scores
from assay.metrics import Evaluation, Metric, spec_of

Judged = NDArray[np.bool_]


def scores_of(evaluation: Evaluation, people: Scores | None = None) -> list[Scores]:
    """Return what metrics say, segments named by their numbers; totals are of what `people` judged, or of all.

    All is scored as well where people's scores are of whole systems alone.
    """
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    # Else of whole systems: the corpus is scored
    by_segment = people is not None and bool(people.judged.any())
    judged = _judged(evaluation, people.for_segments(segments)) if people is not None and by_segment else None
    scores = []
    for metric in evaluation.metrics:
        each = np.stack([evaluation.stats[metric, system].each() for system in evaluation.systems])
        own = Scores(
            *(spec_of(metric), evaluation.systems, segments, each),
            corpus_scores(evaluation, metric, judged),
            metric.higher_is_better,
            notes=(evaluation.signature(metric),),
            pooled=True,
        )
        if people is not None and by_segment:
            by_domain, by_document = (
                _totals_by(evaluation, metric, people, column) for column in (people.domain, people.document)
            )
            own = replace(own, domain_totals=by_domain, document_totals=by_document)
        scores.append(own)
    return scores


def _judged(evaluation: Evaluation, people: Scores) -> Judged:
    """Return what people judged: systems by segments, in the order of the evaluation."""
    rows = dict(zip(people.systems, people.judged, strict=True))
    nothing = np.zeros(evaluation.segments, dtype=bool)
    return np.stack([rows.get(system, nothing) for system in evaluation.systems])


def corpus_scores(evaluation: Evaluation, metric: Metric, judged: Judged | None) -> Array:
    """Return one score a system: of the segments that `judged` keeps, all together; NaN without any."""
    totals = np.full(len(evaluation.systems), np.nan)
    for row, system in enumerate(evaluation.systems):
        stats = evaluation.stats[metric, system]
        if judged is None:
            totals[row] = stats.total()
        elif judged[row].any():
            totals[row] = float(stats.metric.score(stats.rows[judged[row]].sum(axis=0)))
    return totals


def _totals_by(
    evaluation: Evaluation, metric: Metric, people: Scores, column: Codes | None
) -> dict[str, Array]:
    """Return the corpus scores of what people judged of every domain or document."""
    if column is None:
        return {}
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    judged = _judged(evaluation, people.for_segments(segments))
    known = dict(zip(people.segments, column.column(), strict=True))
    names = np.array([known.get(segment, "") for segment in segments])
    return {name: corpus_scores(evaluation, metric, judged & (names == name)) for name in column.names}
