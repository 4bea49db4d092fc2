"""ORANGE (Lin and Och 2004): where does a metric rank a human translation among the outputs of machines?

The mean over segments of the rank of the human translation, 1 being best, divided by the number of candidates; lower is
better, and below one half the human stands above the middle. Equal scores share the mean of their ranks. The human
translation must be scored against other references than itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Scores
from assay.errors import InputError
from assay.meta.material import upward
from assay.stats import mean_ranks


@dataclass(frozen=True)
class Orange:
    """The mean rank of the human translation, and ORANGE: that over the number of candidates."""

    metric: str
    human: tuple[str, ...]
    value: float
    mean_rank: float
    candidates: int  # the human translation among them
    segments: int
    skipped: int  # segments in which a candidate has no score


def orange(metric: Scores, human: str | Sequence[str], systems: Sequence[str] | None = None) -> Orange:
    """Rank a human translation among outputs, all of them scores of one metric.

    Several human translations (each scored against the others) are ranked one at a time among the machines, and the
    results averaged: the leave-one-out form.
    """
    people = (human,) if isinstance(human, str) else tuple(human)
    machines = [name for name in systems or metric.systems if name not in people]
    if not people or not machines:
        raise InputError(
            f"{metric.name}: ORANGE ranks a human translation among outputs of systems; name both"
        )
    each = [_one(metric, person, machines) for person in people]
    mean_rank = sum(one.mean_rank for one in each) / len(each)
    return Orange(
        metric.name,
        people,
        mean_rank / (len(machines) + 1),
        mean_rank,
        len(machines) + 1,
        sum(one.segments for one in each),
        sum(one.skipped for one in each),
    )


def _one(metric: Scores, person: str, machines: Sequence[str]) -> Orange:
    values = upward(metric.for_systems([person, *machines]))
    complete = ~np.isnan(values).any(axis=0)
    ranks = mean_ranks(np.ascontiguousarray(-values[:, complete].T))[:, 0]
    mean_rank = float(ranks.mean()) if len(ranks) else math.nan
    candidates = len(machines) + 1
    return Orange(
        metric.name,
        (person,),
        mean_rank / candidates,
        mean_rank,
        candidates,
        len(ranks),
        int((~complete).sum()),
    )
