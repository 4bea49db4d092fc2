"""ORANGE (Lin and Och 2004): where does a metric rank a human translation among the outputs of machines?

The mean over segments of the rank of the human translation, 1 being best, divided by the number of candidates; lower is
better, and below one half the human stands above the middle. Equal scores share the mean of their ranks. The human
translation must be scored against other references than itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import EvalSet, Outputs, Scores
from assay.errors import InputError
from assay.meta.material import upward
from assay.meta.reading.own_scores import scores_of
from assay.metrics import Metric, evaluate
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
        raise InputError(f"{metric.name}: ORANGE ranks a human translation among system outputs; name both")
    return _averaged([_ranked(metric, person, machines) for person in people])


def _averaged(each: Sequence[Orange]) -> Orange:
    """Average over human translations."""
    mean_rank, candidates = sum(each_orange.mean_rank for each_orange in each) / len(each), each[0].candidates
    return Orange(
        each[0].metric,
        tuple(name for each_orange in each for name in each_orange.human),
        mean_rank / candidates,
        mean_rank,
        candidates,
        sum(each_orange.segments for each_orange in each),
        sum(each_orange.skipped for each_orange in each),
    )


def _ranked(metric: Scores, person: str, machines: Sequence[str]) -> Orange:
    values = upward(metric.for_systems([person, *machines]))
    complete = ~np.isnan(values).any(axis=0)
    ranks = mean_ranks(np.ascontiguousarray(-values[:, complete].T))[:, 0]
    mean_rank = float(ranks.mean()) if len(ranks) else math.nan
    candidates, skipped = len(machines) + 1, int((~complete).sum())
    return Orange(metric.name, (person,), mean_rank / candidates, mean_rank, candidates, len(ranks), skipped)


def rank_references(evalset: EvalSet, outputs: Outputs, metrics: Sequence[Metric]) -> list[Orange]:
    """Rank every reference among the outputs, both scored against the other references: one result a metric.

    Segments that lack a reference are left out.
    """
    if len(evalset.references) < 2:
        raise InputError(
            f"{evalset.name}: ORANGE scores a reference against the others; give at least two references"
        )
    rows = complete_segments(evalset)
    texts = {name: [column[row] for row in rows] for name, column in outputs.items()}
    by_metric: dict[str, list[Orange]] = {}
    for name, column in evalset.references.items():
        person = name if name not in outputs else f"reference {name}"
        others = {
            other: [refs[row] for row in rows] for other, refs in evalset.references.items() if other != name
        }
        source = None if evalset.source is None else [evalset.source[row] for row in rows]
        part = EvalSet(evalset.name, evalset.languages, source, others, None)
        candidates = {person: [column[row] or "" for row in rows], **texts}
        for metric in scores_of(evaluate([(part, candidates)], metrics)):
            by_metric.setdefault(metric.name, []).append(_ranked(metric, person, list(texts)))
    skipped = len(evalset) - len(rows)
    return [
        replace(_averaged(each), skipped=_averaged(each).skipped + skipped * len(each))
        for each in by_metric.values()
    ]


def complete_segments(evalset: EvalSet) -> list[int]:
    """Return the segments that have every reference: scores are compared over the same ones."""
    columns = list(evalset.references.values())
    rows = [row for row in range(len(evalset)) if all(column[row] is not None for column in columns)]
    if not rows:
        raise InputError(
            f"{evalset.name}: no segment has all {len(columns)} references; give one or two of them"
        )
    return rows
