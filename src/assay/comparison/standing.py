"""Who stands where: ranges of ranks and clusters, by the rule of the WMT campaigns.

A system's best rank is one more than the systems significantly better than it; its worst leaves below it only
those significantly worse. A new cluster begins below a system if every system down to it beats every system
after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.comparison.pairs import Comparison
from assay.errors import InputError
from assay.metrics import Evaluation, Metric
from assay.stats import Standing, places


def standings(
    evaluation: Evaluation, comparisons: Sequence[Comparison], metric: Metric, alpha: float
) -> list[Standing]:
    """Return every system's place under one metric, best first; all pairs must have been compared."""
    sign = 1 if metric.higher_is_better else -1
    scores = {system: evaluation.stats[metric, system].total() for system in evaluation.systems}
    order = sorted(scores, key=lambda system: -sign * scores[system])
    beats = _beats([comparison for comparison in comparisons if comparison.metric == metric], order, alpha)
    return [
        Standing(system, scores[system], *ranks) for system, ranks in zip(order, places(beats), strict=True)
    ]


def _beats(comparisons: Sequence[Comparison], order: Sequence[str], alpha: float) -> NDArray[np.bool_]:
    """Say who is significantly better than whom: row over column."""
    place = {system: number for number, system in enumerate(order)}
    beats = np.zeros((len(order), len(order)), dtype=bool)
    seen = set()
    for comparison in comparisons:
        first, second = place[comparison.first], place[comparison.second]
        seen.add(frozenset((first, second)))
        if comparison.significant(alpha):
            beats[(first, second) if comparison.better == comparison.first else (second, first)] = True
    if len(seen) < len(order) * (len(order) - 1) // 2:
        raise InputError("ranks need a comparison of every pair of systems; leave out the baseline")
    return beats
