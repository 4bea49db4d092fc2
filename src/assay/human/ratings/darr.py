"""Direct assessment to relative ranking (daRR): pairs of outputs of one segment whose raw scores lie far apart.

WMT17-20 kept the pairs of systems with a difference of 25 or more on the scale of 100, human translations left out,
and counted how often a metric agrees. Raw scores decide, not z. WMT19 left pairs of identical strings in; here one
says what becomes of them. A difference of 0 is never a preference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Judgements, Preferences, Scores
from assay.errors import MismatchError, OptionError, counted
from assay.human.options import ScoreOptions
from assay.human.ratings.judged_means import oriented
from assay.human.ratings.scoring import DEFAULTS, to_scores

Identical = Literal["keep", "drop", "tie"]
Repeats = Literal["mean", "first"]
# Means of whole numbers that differ by 25 may miss it in the last digit
ROUNDING = 1e-9


@dataclass(frozen=True)
class Darr:
    """The pairs, better output first, and how many there were on the way to them."""

    preferences: Preferences
    pairs: int  # pairs of systems with a score on the same segment
    near: int  # of these, pairs closer than the threshold
    # Of these, pairs of identical strings, whatever their scores
    identical: int
    threshold: float
    excluded: tuple[str, ...]
    rule: str  # what became of identical strings


def darr(
    scores: Scores,
    threshold: float = 25.0,
    *,
    humans: Sequence[str] = (),
    identical: Identical = "keep",
    outputs: Mapping[str, Sequence[str]] | None = None,
) -> Darr:
    """Return the pairs of systems whose scores differ by the threshold or more, segment by segment.

    `outputs` are the texts of each system in the order of the segments; without them identical strings cannot be
    told, so only `keep` works.
    """
    _check(scores, threshold, identical, outputs)
    systems = [name for name in scores.systems if name not in humans]
    chosen = oriented(scores.for_systems(systems))
    parts = [
        _pair(chosen, two, threshold, identical, outputs) for two in combinations(range(len(systems)), 2)
    ]
    return Darr(
        preferences=_preferences(chosen, parts),
        pairs=sum(part.pairs for part in parts),
        near=sum(part.near for part in parts),
        identical=sum(part.identical for part in parts),
        threshold=threshold,
        excluded=tuple(name for name in scores.systems if name in humans),
        rule=identical,
    )


def darr_of_ratings(
    judgements: Judgements,
    threshold: float = 25.0,
    *,
    repeats: Repeats = "mean",
    scoring: ScoreOptions = DEFAULTS,
) -> Darr:
    """Return the pairs from single ratings: several of one output are averaged, or the first one is taken."""
    if repeats not in get_args(Repeats):
        raise OptionError(
            f"repeats={repeats!r} is not recognised; choose from {', '.join(get_args(Repeats))}"
        )
    return darr(to_scores(_firsts(judgements) if repeats == "first" else judgements, scoring), threshold)


def _firsts(judgements: Judgements) -> Judgements:
    """Return the first rating of each system's segment that has a score."""
    scored = np.flatnonzero(~np.isnan(judgements.score))
    key = judgements.system.index[scored].astype(np.int64) * len(judgements.segment.names)
    _, first = np.unique(key + judgements.segment.index[scored], return_index=True)
    firsts = np.zeros(len(judgements), dtype=bool)
    firsts[scored[first]] = True
    return judgements.where(firsts)


@dataclass(frozen=True)
class _Part:
    """The preferences between two systems."""

    better: NDArray[np.int32]
    worse: NDArray[np.int32]
    outcome: NDArray[np.int8]
    segment: NDArray[np.int64]
    pairs: int
    near: int
    identical: int


def _pair(
    scores: Scores,
    two: tuple[int, int],
    threshold: float,
    identical: Identical,
    outputs: Mapping[str, Sequence[str]] | None,
) -> _Part:
    first, second = two
    difference = scores.values[first] - scores.values[second]
    both = ~np.isnan(difference)
    same = np.zeros(len(difference), dtype=bool)
    if outputs is not None:
        texts = (outputs[scores.systems[first]], outputs[scores.systems[second]])
        same = both & np.array([ours == theirs for ours, theirs in zip(*texts, strict=True)], dtype=bool)
    with np.errstate(invalid="ignore"):
        far = both & (np.abs(difference) >= threshold - ROUNDING) & (np.abs(difference) > ROUNDING)
    tied = same & (identical == "tie")
    wins = far & ~same if identical != "keep" else far
    rows = np.flatnonzero(wins | tied)
    ahead = difference[rows] > 0
    return _Part(
        better=np.where(ahead, first, second).astype(np.int32),
        worse=np.where(ahead, second, first).astype(np.int32),
        outcome=np.where(tied[rows], 0, 1).astype(np.int8),
        segment=rows,
        pairs=int(both.sum()),
        near=int((both & ~far).sum()),
        identical=int(same.sum()),
    )


def _preferences(scores: Scores, parts: Sequence[_Part]) -> Preferences:
    segment = np.concatenate([np.zeros(0, dtype=np.int64), *(part.segment for part in parts)])
    order = np.argsort(segment, kind="stable")
    return Preferences(
        systems=scores.systems,
        first=np.concatenate([np.zeros(0, dtype=np.int32), *(part.better for part in parts)])[order],
        second=np.concatenate([np.zeros(0, dtype=np.int32), *(part.worse for part in parts)])[order],
        outcome=np.concatenate([np.zeros(0, dtype=np.int8), *(part.outcome for part in parts)])[order],
        rater=Codes.alike("daRR", len(order)),
        segment=Codes(scores.segments, segment[order].astype(np.int32)),
        as_shown=False,
    )


def _check(
    scores: Scores, threshold: float, identical: str, outputs: Mapping[str, Sequence[str]] | None
) -> None:
    if not threshold >= 0:
        raise OptionError(f"threshold must be 0 or more, not {threshold:g}")
    if identical not in get_args(Identical):
        raise OptionError(
            f"identical={identical!r} is not recognised; choose from {', '.join(get_args(Identical))}"
        )
    if outputs is None:
        if identical != "keep":
            raise OptionError(
                f"identical={identical} needs the outputs: without texts it is unknown which are identical"
            )
        return
    for name in scores.systems:
        if name in outputs and len(outputs[name]) != len(scores.segments):
            raise MismatchError(
                f"{name} has {counted(len(outputs[name]), 'output')}, the scores are of "
                f"{counted(len(scores.segments), 'segment')}"
            )
