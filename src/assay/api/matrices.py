"""Every candidate against every reference, segment by segment: for MBR decoding, reranking and rewards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import EvalSet
from assay.errors import InputError, MismatchError, counted
from assay.metrics import Metric, parse_metric
from assay.metrics.base import Crossing
from assay.questions import texts
from assay.questions.columns import elements
from assay.resources import Resources
from assay.text import Column

Matrix = NDArray[np.float64]
AT_ONCE = 1 << 16  # pairs that are scored at a time


def pairwise(
    candidates: Any, references: Any = None, metric: str | Metric = "chrf", *, threads: int = 0
) -> Any:
    """Score every candidate of a segment against every reference of it, one pair at a time.

    `candidates` and `references` are lists of strings, and the result is a matrix with a row per candidate; or lists
    of such lists, one per segment, and the result is a list of matrices. Without references the candidates are
    compared with each other, as in minimum Bayes risk decoding.
    """
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    if chosen.fits_corpus:
        raise InputError(
            f"{chosen.label} learns weights from a whole set; choose a metric that scores a pair alone"
        )
    rows = elements(candidates, "candidates")
    several = bool(rows) and not isinstance(rows[0], str)
    sides = [_lists(given, name, several) for name, given in (("candidates", candidates), ("references", references))
             if given is not None]  # fmt: skip
    if len({len(side) for side in sides}) > 1:
        raise MismatchError(
            f"candidates has {counted(len(sides[0]), 'segment')}, references has {len(sides[1])}; "
            "give a list per segment"
        )
    pairs = list(zip(sides[0], sides[-1], strict=True))
    resources = Resources(threads=threads)
    matrices = [_matrix(outputs, others, chosen, resources) for outputs, others in pairs]
    return matrices if several else matrices[0]


def _lists(given: Any, name: str, several: bool) -> list[list[str]]:
    """Return the texts of every segment."""
    if not several:
        return [list(texts(given, name))]
    segments = enumerate(elements(given, name))
    return [list(texts(segment, f"{name}[{place}]")) for place, segment in segments]


def _matrix(
    candidates: Sequence[str], references: Sequence[str], metric: Metric, resources: Resources
) -> Matrix:
    """Return the score of every pair: (candidates, references)."""
    matrix = np.empty((len(candidates), len(references)))
    for rows in _portions(len(candidates), len(references)):
        stats = (
            metric.cross(candidates[rows], references, resources) if isinstance(metric, Crossing) else None
        )
        if stats is None:
            stats = _pair_by_pair(candidates[rows], references, metric, resources)
        matrix[rows] = np.asarray(metric.score(stats)).reshape(-1, len(references))
    return matrix


def _pair_by_pair(
    candidates: Sequence[str], references: Sequence[str], metric: Metric, resources: Resources
) -> Matrix:
    """Return the statistics of every pair, each pair a segment of its own."""
    outputs = [text for text in candidates for _ in references]
    repeated = [text for _ in candidates for text in references]
    evalset = EvalSet("references", ("", ""), None, {"reference": Column.of(repeated)}, None)
    return metric.prepare(evalset, resources)(Column.of(outputs))


def _portions(candidates: int, references: int) -> Iterator[slice]:
    step = max(1, AT_ONCE // max(references, 1))
    return (slice(start, min(start + step, candidates)) for start in range(0, candidates, step))
