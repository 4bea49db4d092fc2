"""Lengths that are out of the ordinary, by the distribution of that very pair of columns.

The log of the ratio of lengths in characters varies less the longer a text is, as a mean would: its deviation from
the median is weighed by the root of the length, and measured in robust standard deviations (1.4826 times the median
absolute deviation). No threshold for a ratio is fixed beforehand: Chinese and German differ from English in their
own ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TO_DEVIATIONS = 1.4826  # 1 / 0.6745, the third quartile of the normal distribution
# Of the weighed deviations: texts that are all but equal must not make outliers of trifles
LEAST_SCALE = 0.2
# Set by hand: lengths stray more widely than the normal distribution, for which 3.5 is usual
OUTLIER = 6.0
LEAST_FACTOR = 1.8  # from the usual ratio; what is less may be the wording
LEAST_SEGMENTS = 20  # to speak of a distribution


@dataclass(frozen=True)
class Ratios:
    """What is usual for a pair of columns: the median log ratio, and how far ratios stray from it."""

    centre: float
    scale: float
    segments: int

    def deviations(self, texts: Sequence[str], against: Sequence[str]) -> Array:
        """Return how many robust standard deviations every text is longer (or shorter, below 0) than is usual."""
        strayed, weight = _strayed(texts, against, self.centre)
        return strayed * weight / self.scale

    def outliers(self, texts: Sequence[str], against: Sequence[str]) -> NDArray[np.int8]:
        """Return 1 where a text is far too long, -1 where it is far too short, else 0; empty texts are left out."""
        strayed, weight = _strayed(texts, against, self.centre)
        far = (np.abs(strayed * weight / self.scale) > OUTLIER) & (np.abs(strayed) > np.log(LEAST_FACTOR))
        known = (self.segments >= LEAST_SEGMENTS) & (sizes(texts) > 0) & (sizes(against) > 0)
        return np.where(far & known, np.sign(strayed), 0).astype(np.int8)


def sizes(texts: Sequence[str]) -> NDArray[np.int64]:
    """Return the number of characters of every text."""
    return np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))


def usual_ratios(columns: Sequence[Sequence[str]], against: Sequence[str]) -> Ratios:
    """Learn what is usual from columns, such as all systems, against one column, such as the source."""
    logs, roots = [], []
    for texts in columns:
        present = (sizes(texts) > 0) & (sizes(against) > 0)
        logs.append(_logs(texts, against)[present])
        roots.append(np.sqrt(sizes(against)[present]))
    ratios, weights = np.concatenate(logs), np.concatenate(roots)
    if not len(ratios):
        return Ratios(0.0, 1.0, 0)
    centre = float(np.median(ratios))
    scale = TO_DEVIATIONS * float(np.median(np.abs(ratios - centre) * weights))
    return Ratios(centre, max(scale, LEAST_SCALE), len(ratios))


def _logs(texts: Sequence[str], against: Sequence[str]) -> Array:
    return np.asarray(np.log((sizes(texts) + 1) / (sizes(against) + 1)))


def _strayed(texts: Sequence[str], against: Sequence[str], centre: float) -> tuple[Array, Array]:
    return _logs(texts, against) - centre, np.sqrt(sizes(against)).astype(np.float64)
