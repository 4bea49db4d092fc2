"""Agreement on order, derived from scores: do two raters put two outputs of a segment in the same order?

Every two outputs of one segment that two raters have both scored give a comparison: each prefers one of them or has
a tie. `share` counts comparisons in which both say the same, `strict` those in which neither has a tie. Chance is
as in WMT's ranking kappa, with each rater's own ties: both tie, or both prefer the same side of two equally likely.
Segments are resampled, for comparisons within one depend on each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Judgements
from assay.human.agreement.bootstrap import intervals
from assay.human.agreement.weighted import ratio
from assay.human.raters.controls import is_genuine, joined, order, plain
from assay.stats import Interval, Settings

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class PreferenceAgreement:
    """How far orders agree, over all pairs of raters; all counts are of comparisons."""

    share: Interval
    strict: Interval
    kappa: Interval
    comparisons: int
    same: int
    opposite: int
    one_tie: int
    both_tie: int
    segments: int


def preference_agreement(judgements: Judgements, settings: Settings | None = None) -> PreferenceAgreement:
    """Compare the orders of every two raters."""
    counts = _counts(judgements)
    strict, opposite, first_tie, second_tie, both = counts.sum(axis=0)
    found = intervals(
        {
            "share": lambda drawn: _share(drawn @ counts),
            "strict": lambda drawn: _strict(drawn @ counts),
            "kappa": lambda drawn: _kappa(drawn @ counts),
        },
        np.arange(len(counts)),
        settings or Settings(),
    )
    return PreferenceAgreement(
        found["share"],
        found["strict"],
        found["kappa"],
        int(counts.sum()),
        int(strict),
        int(opposite),
        int(first_tie + second_tie),
        int(both),
        len(counts),
    )


def _share(sums: Array) -> Array:
    return ratio(sums[:, 0] + sums[:, 4], sums.sum(axis=1))


def _strict(sums: Array) -> Array:
    return ratio(sums[:, 0], sums[:, 0] + sums[:, 1])


def _kappa(sums: Array) -> Array:
    every = sums.sum(axis=1)
    ties = ratio(
        sums[:, 2] + sums[:, 3] + 2 * sums[:, 4], 2 * every
    )  # of all raters together: nobody is first
    chance = ties**2 + (1 - ties) ** 2 / 2
    return np.where(chance < 1 - 1e-12, ratio(_share(sums) - chance, 1 - chance), np.nan)


def _counts(judgements: Judgements) -> Array:
    """Return for every segment: same order, opposite, tie of the first only, of the second only, both tie."""
    rater, segment, system, score = _scored(judgements)
    groups = np.split(np.arange(len(score)), np.flatnonzero(np.diff(segment)) + 1) if len(score) else []
    counts = [_segment(rater[rows], system[rows], score[rows]) for rows in groups]
    found = np.array([row for row in counts if row is not None], dtype=np.float64)
    return found.reshape(-1, 5)


def _scored(judgements: Judgements) -> tuple[Numbers, Numbers, Numbers, Array]:
    """Return first ratings sorted by segment: rater, segment, system, score."""
    kept = np.flatnonzero(is_genuine(judgements) & np.isfinite(judgements.score))
    kept = kept[np.argsort(order(judgements)[kept], kind="stable")]
    document = [] if judgements.document is None else [plain(judgements.document)]
    segment = joined(plain(judgements.segment), judgements.aspect, *document)[kept]
    system, rater = judgements.system.index[kept], judgements.rater.index[kept]
    key = np.stack([segment, rater, system], axis=1)
    first = np.unique(key, axis=0, return_index=True)[1]
    return (
        rater[first].astype(np.int64),
        segment[first],
        system[first].astype(np.int64),
        judgements.score[kept][first],
    )


def _segment(rater: Numbers, system: Numbers, score: Array) -> Array | None:
    """Count the comparisons of one segment; nothing where no two raters share two systems."""
    raters, row = np.unique(rater, return_inverse=True)
    systems, column = np.unique(system, return_inverse=True)
    table = np.full((len(raters), len(systems)), np.nan)
    table[row, column] = score
    one, other = np.triu_indices(len(systems), 1)
    signs = np.sign(table[:, one] - table[:, other])
    total = np.zeros(5)
    for first in range(len(raters)):
        a, b = np.broadcast_arrays(signs[first], signs[first + 1 :])
        known = np.isfinite(a) & np.isfinite(b)
        a, b = a[known], b[known]
        total += [
            ((a == b) & (a != 0)).sum(),
            (a * b < 0).sum(),
            ((a == 0) & (b != 0)).sum(),
            ((a != 0) & (b == 0)).sum(),
            ((a == 0) & (b == 0)).sum(),
        ]
    return total if total.any() else None
