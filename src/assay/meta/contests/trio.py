"""People and two metrics side by side, what the metrics are compared by, and both agreements in every draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.material import SystemScores, common_systems, system_scores, upward
from assay.meta.statistics import DRAWN, Drawn
from assay.stats import Settings


@dataclass(frozen=True)
class Criterion:
    """What two metrics are compared by.

    `grouping` "means" is for whole systems; `scores` then says what a system's score is: one number ("corpus",
    "mean", "all" or "given", as in `system_scores`), or the mean of cells that draws may reach into ("cells").
    """

    statistic: str = "pearson"
    grouping: str = "none"
    scores: str = "corpus"

    def __post_init__(self) -> None:
        """Refuse what does not exist."""
        rules = (*get_args(SystemScores), "cells")
        for name, value, known in (
            ("statistic", self.statistic, tuple(DRAWN)),
            ("grouping", self.grouping, kernel.GROUPINGS),
            ("scores", self.scores, rules),
        ):
            if value not in known:
                raise OptionError(f"{name}={value!r} is not recognised; choose from {', '.join(known)}")
        if self.drawn.calibrated and self.grouping == "means":
            raise OptionError(f"{self.statistic} is for segments; for whole systems use accuracy")

    @property
    def drawn(self) -> Drawn:
        """The statistic, as it is drawn again and again."""
        return DRAWN[self.statistic]


@dataclass(frozen=True)
class Trio:
    """People and two metrics on the same systems and segments, higher always better; NaN where a score is missing."""

    names: tuple[str, str]
    human: Array
    first: Array
    second: Array

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where all three have a score."""
        return ~(np.isnan(self.human) | np.isnan(self.first) | np.isnan(self.second))


def trio(
    human: Scores,
    first: Scores,
    second: Scores,
    criterion: Criterion,
    *,
    systems: Sequence[str] | None = None,
) -> Trio:
    """Bring two metrics beside people; systems and segments for which one of the three has no score are left out."""
    shared = set(common_systems(human, first)) & set(common_systems(human, second))
    chosen = [name for name in human.systems if name in shared] if systems is None else list(systems)
    people, one, other = (scores.for_systems(chosen) for scores in (human, first, second))
    if criterion.grouping == "means" and criterion.scores != "cells":
        by_segment = bool(people.judged.any())
        sides = (people, _over(one, people), _over(other, people)) if by_segment else (people, one, other)
        judged = people.judged if by_segment else None
        columns = [system_scores(side, judged, _rule(criterion)) for side in sides]
        matrices = [column.reshape(-1, 1) for column in columns]
    else:
        matrices = [upward(people), upward(_over(one, people)), upward(_over(other, people))]
    return _trimmed(Trio((first.name, second.name), *matrices))


def _rule(criterion: Criterion) -> SystemScores:
    return next(rule for rule in get_args(SystemScores) if rule == criterion.scores)


def _over(scores: Scores, people: Scores) -> Scores:
    """Return a metric's scores of the segments that people know, if it has any."""
    return scores if scores.segments == people.segments else scores.for_segments(people.segments)


def _trimmed(three: Trio) -> Trio:
    """Drop systems and segments without any score: a bootstrap must not draw them."""
    known = three.known
    rows, columns = known.any(axis=1), known.any(axis=0)
    sides = [side[rows][:, columns] for side in (three.human, three.first, three.second)]
    if len(sides[0]) < 2:
        raise InputError(
            f"{three.names[0]} and {three.names[1]} have scores of {len(sides[0])} systems that people "
            "judged; at least two are needed"
        )
    return Trio(three.names, *sides)


def observed(three: Trio, criterion: Criterion) -> tuple[float, float]:
    """Return the agreement of both metrics with people."""
    first, second = draws_of(three, criterion, "observed", draws=1)[0].tolist()
    return first, second


def draws_of(
    three: Trio,
    criterion: Criterion,
    redraw: str,
    *,
    draws: int,
    settings: Settings = Settings(),
    first: int = 0,
) -> Array:
    """Return the agreement of both metrics in every draw from number `first` on: (draws, 2)."""
    return kernel.metric_draws(
        np.ascontiguousarray(three.human),
        np.ascontiguousarray(three.first),
        np.ascontiguousarray(three.second),
        agreement=criterion.statistic,
        grouping=criterion.grouping,
        redraw=redraw,
        draws=draws,
        seed=settings.seed,
        first_draw=first,
        threads=settings.threads,
    )
