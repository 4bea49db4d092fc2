"""Do judgements belong to the lines they name, or to those before or after them?

Judgements know segments by number, texts by line. Where one side counts a line that the other lacks, such as the canary
line at the head of WMT24's files, all numbers fit and every judgement is of its neighbour. Metrics then agree better
with people one line on. Scores are taken as deviations from the mean of their system, so that systems that differ agree
at any shift by no more than chance; segments are the units.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import Array, Scores
from assay.errors import AssayWarning
from assay.meta.material import align, upward

FEWEST = 30  # judged segments from which it can be told
# Standard errors by which another line must be better than the one that is named, and than the one on the other side.
# Of the 205 metrics and human scores of WMT23 none comes near (docs/meta.md).
SURE = 3.5
WAYS = {1: "on", -1: "back"}


def warn_of_shift(people: Scores, metrics: Mapping[str, Scores]) -> None:
    """Warn where metrics agree clearly better with people one line further on or back."""
    doubts = [doubt for metric in metrics.values() for doubt in _doubts(people, metric)]
    if doubts:
        _, words = max(doubts)
        warnings.warn(words, AssayWarning, stacklevel=2)


def _doubts(people: Scores, metric: Scores) -> list[tuple[float, str]]:
    if not people.judged.any() or not metric.judged.any():
        return []
    if not all(name.isdecimal() for name in people.segments):
        return []
    here = align(people, metric)
    moved = {shift: _moved(people, metric, here.systems, shift) for shift in WAYS}
    doubts = []
    for shift, way in WAYS.items():
        sides = (here.human, here.metric, moved[-shift], moved[shift])
        known = ~np.isnan(np.sum(sides, axis=0))
        human, own, opposite, there = (np.where(known, side, np.nan) for side in sides)
        # A metric that is worst at the right line, as bad ones may be, is better on either side of it.
        told = [_compared(human, other, there) for other in (own, opposite)]
        if all(each is not None and each[0] > SURE for each in told) and told[0] is not None:
            doubts.append((told[0][0], _words(metric.name, way, told[0])))
    return doubts


def _moved(people: Scores, metric: Scores, systems: Sequence[str], shift: int) -> Array:
    """Return a metric's scores of the lines so much further on than those that people judged, higher better."""
    names = [str(int(name) + shift) for name in people.segments]
    return upward(metric.for_systems(systems).for_segments(names))


def _compared(human: Array, here: Array, there: Array) -> tuple[float, float, float] | None:
    """Return by how many standard errors another line is better, and both correlations."""
    judged = (~np.isnan(human)).any(axis=0)
    people, own, other = (_standardised(side[:, judged]) for side in (human, here, there))
    if not (people.any() and own.any() and other.any()):
        return None
    gains = (people * (other - own)).sum(axis=0)
    error = float(gains.std(ddof=1)) * math.sqrt(len(gains)) if len(gains) >= FEWEST else 0.0
    cells = float((~np.isnan(human)).sum())
    r_here, r_there = (float((people * side).sum()) / cells for side in (own, other))
    return (float(gains.sum()) / error, r_here, r_there) if error else None


def _standardised(values: Array) -> Array:
    """Return deviations from the mean of each system, 0 where there is none, with the variance of all 1."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    means = filled.sum(axis=1, keepdims=True) / np.maximum(known.sum(axis=1, keepdims=True), 1)
    apart = np.where(known, values - means, 0.0)
    spread = math.sqrt(float((apart**2).sum()) / max(1, int(known.sum())))
    return apart / spread if spread > 0 else np.zeros_like(apart)


def _words(name: str, way: str, told: tuple[float, float, float]) -> str:
    _, here, there = told
    return (
        f"{name} agrees better with people one line {way} (r = {there:.3f}) than on the lines that the judgements name "
        f"(r = {here:.3f}); check whether the texts have a line that the judgements do not count, or the other way "
        "round, such as the canary line at the head of WMT24's files"
    )
