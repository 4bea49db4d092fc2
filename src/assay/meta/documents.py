"""Whole documents as units: people's and metrics' scores of documents instead of those of segments.

A document's score is the mean over its segments that people judged. A metric that was computed here scores these
segments together instead, as it does a corpus. Where a folder of mt-metrics-eval gives scores of
documents, these are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Scores
from assay.errors import InputError
from assay.meta.material import Material, steady


def by_documents(material: Material) -> Material:
    """Return a language pair with documents where it had segments; metrics without scores of segments are left out."""
    human, documents = material.human, material.human.document
    if documents is None:
        raise InputError(
            f"{material.languages}: {human.name} has no documents; give judgements with a column document, "
            "or a folder with documents/LP.docs"
        )
    metrics = {
        name: _metric(metric, human, documents)
        for name, metric in material.metrics.items()
        if metric.judged.any() or metric.document_totals
    }
    return replace(material, human=_metric(human, human, documents), metrics=metrics)


def _of_documents(scores: Scores, documents: Sequence[str], values: Array) -> Scores:
    return Scores(
        *(scores.name, scores.systems, tuple(documents), values),
        higher_is_better=scores.higher_is_better,
        notes=scores.notes,
    )


def _metric(metric: Scores, human: Scores, documents: Codes) -> Scores:
    """Return scores of documents: those given or computed together, or means over what people judged of each system."""
    if metric.document_totals:
        unknown = np.full(len(metric.systems), np.nan)
        columns = [metric.document_totals.get(name, unknown) for name in documents.names]
        return _of_documents(metric, documents.names, np.stack(columns, axis=1))
    rows = dict(zip(human.systems, human.judged, strict=True))
    nothing = np.zeros(len(human.segments), dtype=bool)
    judged = np.stack([rows.get(system, nothing) for system in metric.systems])
    values = metric.for_segments(human.segments).values
    return _of_documents(metric, documents.names, _means(values, judged & ~np.isnan(values), documents))


def _means(values: Array, counted: NDArray[np.bool_], documents: Codes) -> Array:
    belongs = np.eye(len(documents.names))[documents.index]
    sums, numbers = np.where(counted, values, 0) @ belongs, counted @ belongs
    with np.errstate(invalid="ignore"):
        return steady(np.asarray(sums / numbers))
