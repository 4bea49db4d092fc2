"""Shares of right answers, and time spent reading: yes/no correctness and comprehension tests (Koehn 8.1.1, 8.4.2).

An answer counts as right from half of the scale on, so that a third state may have a score in the middle.
Each share has its intervals side by side: Wilson's is the one to report, the exact one never promises too much,
Student's is the textbook's, and the bootstrap's is what resampling comes to. Levels are the questions' aspects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Judgements
from assay.errors import InputError, OptionError
from assay.human.ratings.standardise import SYSTEM_ITEMS
from assay.stats import Interval, proportion
from assay.stats.intervals import PROPORTIONS

EVERY_LEVEL = "all"


@dataclass(frozen=True)
class Share:
    """How often a system's answers were right on one level of question, with intervals by method."""

    system: str
    level: str
    right: int
    number: int
    intervals: Mapping[str, Interval]

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.number


@dataclass(frozen=True)
class ReadingTime:
    """Seconds that readers spent on a system's texts; words per minute where their lengths are known."""

    system: str
    number: int
    median: float
    mean: float
    trimmed: float
    words_per_minute: float | None
    missing: int  # ratings without a time


def correct_shares(
    judgements: Judgements, confidence: float = 0.95, methods: Sequence[str] = tuple(PROPORTIONS)
) -> list[Share]:
    """Return the share of right answers by system and level, and of all levels where there are several."""
    genuine = judgements.item.among(SYSTEM_ITEMS) & ~np.isnan(judgements.score)
    middle = (judgements.scale.low + judgements.scale.high) / 2
    if not np.isfinite(middle):
        raise InputError(f"{judgements.scheme} has no right and wrong answers; give yes-no or comprehension")
    aspects = len(judgements.aspect.names)
    key = judgements.system.index.astype(np.int64)[genuine] * aspects + judgements.aspect.index[genuine]
    size = len(judgements.system.names) * aspects
    right = np.bincount(key, judgements.score[genuine] >= middle, size).reshape(-1, aspects).astype(np.int64)
    number = np.bincount(key, minlength=size).reshape(-1, aspects)
    levels = [(name, [place]) for place, name in enumerate(judgements.aspect.names) if number[:, place].any()]
    if len(levels) > 1:
        levels.append((EVERY_LEVEL, [*range(aspects)]))
    return [
        _share(
            (system, level),
            int(right[row, chosen].sum()),
            int(number[row, chosen].sum()),
            confidence,
            methods,
        )
        for row, system in enumerate(judgements.system.names)
        for level, chosen in levels
        if number[row, chosen].any()
    ]


def _share(
    names: tuple[str, str], right: int, number: int, confidence: float, methods: Sequence[str]
) -> Share:
    possible = [method for method in methods if number > 1 or method != "t"]
    intervals = {method: proportion(right, number, confidence, method) for method in possible}
    return Share(*names, right, number, intervals)


def reading_times(
    judgements: Judgements, *, words: Mapping[tuple[str, str], int] | None = None, trim: float = 0.1
) -> list[ReadingTime]:
    """Return how long readers took, system by system; `words` is the length of a system's segment.

    The trimmed mean leaves out this share of times at each end: who went for coffee says nothing about the text.
    """
    if judgements.seconds is None:
        raise InputError(f"{judgements.path or judgements.scheme}: reading times are not recorded")
    if not 0 <= trim < 0.5:
        raise OptionError(f"trim must be from 0 to below 0.5 at each end, not {trim:g}")
    genuine = judgements.item.among(SYSTEM_ITEMS)
    times = []
    for number, system in enumerate(judgements.system.names):
        rows = np.flatnonzero(genuine & (judgements.system.index == number))
        seconds = judgements.seconds[rows]
        timed = rows[~np.isnan(seconds)]
        if len(timed):
            times.append(_time(judgements, system, timed, len(rows) - len(timed), words=words, trim=trim))
    return times


def _time(
    judgements: Judgements,
    system: str,
    rows: NDArray[np.int64],
    missing: int,
    *,
    words: Mapping[tuple[str, str], int] | None,
    trim: float,
) -> ReadingTime:
    seconds = np.asarray(judgements.seconds)[rows]
    rate = None
    if words is not None:
        read = sum(words.get((system, name), 0) for name in judgements.segment.at(rows).column())
        rate = 60 * read / float(seconds.sum()) if seconds.sum() > 0 else None
    return ReadingTime(
        system=system,
        number=len(rows),
        median=float(np.median(seconds)),
        mean=float(seconds.mean()),
        trimmed=trimmed_mean(seconds, trim),
        words_per_minute=rate,
        missing=missing,
    )


def trimmed_mean(values: Array, trim: float) -> float:
    """Return the mean without the share `trim` of values at each end, rounded down to whole values."""
    cut = int(len(values) * trim)
    return float(np.sort(values)[cut : len(values) - cut].mean())
