"""Judges made comparable: centred, of equal variance, or standardised as the WMT campaigns do.

Koehn's textbook (8.1.3) adds 3 minus the judge's mean to scores from 1 to 5, and may equalise the variance in
the same way; here the middle is that of the scale, and the common standard deviation is the pooled one. WMT
takes z = (score - mean of the judge) / standard deviation (n - 1). The campaigns differ in what the mean runs over:
`z` takes genuine and repeated items (WMT19-22), `z-all` the controls too (Graham's early campaigns), `z-genuine`
genuine items only (Appraise). Judges whose scores do not vary have no z; they are left out and counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Array, Judgements, Remark
from assay.errors import OptionError, counted
from assay.human.options import Standardisation

UNVARIED = "ratings of raters whose scores do not vary, left out"
SYSTEM_ITEMS = (GENUINE, REPEAT)
EVERY_ITEM = (GENUINE, REPEAT, DEGRADED, REFERENCE)
# What the mean and the deviation of a judge are taken over
MODES: Mapping[Standardisation, tuple[str, ...]] = {
    "raw": SYSTEM_ITEMS,
    "centred": SYSTEM_ITEMS,
    "equalised": SYSTEM_ITEMS,
    "z": SYSTEM_ITEMS,
    "z-all": EVERY_ITEM,
    "z-genuine": (GENUINE,),
}


@dataclass(frozen=True)
class JudgeScale:
    """How one rater used the scale for one question: number of scores, mean, standard deviation (n - 1)."""

    rater: str
    aspect: str
    number: int
    mean: float
    deviation: float  # NaN for a single score


@dataclass(frozen=True)
class Standardised:
    """Scores after standardisation, NaN where a row has none; what was left out is counted in `remarks`."""

    mode: Standardisation
    values: Array
    judges: tuple[JudgeScale, ...]
    remarks: tuple[Remark, ...] = ()


def standardise(
    judgements: Judgements,
    mode: Standardisation = "z",
    *,
    values: Array | None = None,
    truncate: bool = False,
) -> Standardised:
    """Return the scores of every row made comparable between judges, question by question.

    `values` stand in for the scores where these come from marked errors. `truncate` cuts scores to whole
    numbers first, as the scripts of the campaigns did.
    """
    if mode not in MODES:
        raise OptionError(f"standardise={mode!r} is not recognised; choose from {', '.join(MODES)}")
    basis = judgements.item.among(MODES[mode])
    scores = judgements.score if values is None else values
    remarks = []
    if truncate:
        whole = np.trunc(scores)
        remarks += _truncated(int((whole != scores)[~np.isnan(scores)].sum()))
        scores = whole
    judge = _judge_codes(judgements)
    used = _Use.of(judge, scores, basis & ~np.isnan(scores), _judges(judgements))
    if mode == "raw":
        return Standardised(mode, scores, used.table(judgements), tuple(remarks))
    changed = _changed(judgements, mode, scores, used, judge=judge)
    lost = np.isnan(changed) & ~np.isnan(scores)
    return Standardised(
        mode, changed, used.table(judgements), (*remarks, *_left_out(judgements, judge, lost))
    )


@dataclass(frozen=True)
class _Use:
    """Number, mean and standard deviation of scores, by judge."""

    numbers: NDArray[np.int64]
    means: Array
    deviations: Array

    @classmethod
    def of(cls, judge: NDArray[np.int64], scores: Array, basis: NDArray[np.bool_], judges: int) -> _Use:
        judge, scores = (judge, scores) if basis.all() else (judge[basis], scores[basis])
        numbers = np.bincount(judge, minlength=judges)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.bincount(judge, scores, minlength=judges) / numbers
            apart = scores - means[judge]
            squares = np.bincount(judge, apart * apart, minlength=judges)
            deviations = np.sqrt(squares / (numbers - 1))
        return cls(numbers, means, np.where(numbers > 1, deviations, np.nan))

    def table(self, judgements: Judgements) -> tuple[JudgeScale, ...]:
        """Return one entry for each judge and question that there are scores of, in the order of the names."""
        aspects = len(judgements.aspect.names)
        return tuple(
            JudgeScale(
                judgements.rater.names[place // aspects],
                judgements.aspect.names[place % aspects],
                int(self.numbers[place]),
                float(self.means[place]),
                float(self.deviations[place]),
            )
            for place in np.flatnonzero(self.numbers)
        )

    @property
    def varying(self) -> NDArray[np.bool_]:
        """Tell which judges gave scores that differ by more than rounding."""
        noise = 1e-12 * np.maximum(np.abs(self.means), 1e-300)
        return np.asarray(self.deviations > noise)

    @property
    def pooled(self) -> float:
        """The standard deviation within judges, pooled over those that vary."""
        freedom = (self.numbers - 1)[self.varying]
        squares = (self.deviations**2)[self.varying]
        return float(np.sqrt((freedom * squares).sum() / freedom.sum())) if len(freedom) else 1.0


def _judge_codes(judgements: Judgements) -> NDArray[np.int64]:
    if len(judgements.aspect.names) == 1:
        return judgements.rater.index.astype(np.int64)
    rater = judgements.rater.index.astype(np.int64)
    return np.asarray(rater * len(judgements.aspect.names) + judgements.aspect.index)


def _judges(judgements: Judgements) -> int:
    return len(judgements.rater.names) * len(judgements.aspect.names)


def _changed(
    judgements: Judgements, mode: Standardisation, scores: Array, used: _Use, *, judge: NDArray[np.int64]
) -> Array:
    """Subtract the mean of the judge, divide by what the mode asks for, and add the middle of the scale."""
    apart = scores - used.means[judge]
    if mode == "centred":
        return apart + _middle(judgements, used)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = apart / np.where(used.varying, used.deviations, np.nan)[judge]
    return z * used.pooled + _middle(judgements, used) if mode == "equalised" else np.asarray(z)


def _middle(judgements: Judgements, used: _Use) -> float:
    """Return the middle of the scale; of a scale without end it is the mean of all scores."""
    scale = judgements.scale
    if np.isfinite(scale.low) and np.isfinite(scale.high):
        return (scale.low + scale.high) / 2
    known = used.numbers > 0
    return float(np.average(used.means[known], weights=used.numbers[known])) if known.any() else 0.0


def _truncated(count: int) -> list[Remark]:
    return [Remark("scores truncated to whole numbers", count, ())] if count else []


def _left_out(judgements: Judgements, judge: NDArray[np.int64], lost: NDArray[np.bool_]) -> list[Remark]:
    """Count the ratings of judges who have no standardised score, and name these judges."""
    if not lost.any():
        return []
    counts = np.bincount(judge[lost], minlength=_judges(judgements))
    aspects = len(judgements.aspect.names)
    places = [
        f"{judgements.rater.names[place // aspects]}: {counted(counts[place], 'rating')}"
        for place in np.flatnonzero(counts)
    ]
    return [Remark(UNVARIED, int(lost.sum()), tuple(places[:10]))]
