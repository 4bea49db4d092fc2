"""From ratings to scores: a matrix of systems by segments, NaN where nobody judged, higher always better.

Marked errors become minus their weighted sum, raters are made comparable, repeats are averaged within a rater,
raters within a segment, and segments within a system (Graham et al. 2013; WMT16-22): a plain mean over all ratings
would count a rater twice who happened to see an item twice. Whatever was left out is counted, and the notes of the
scores say which weights and which standardisation made them. All is arithmetic on numbered columns: ten million
ratings take a few seconds.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Judgements, MqmWeights, Remark, Scores
from assay.errors import AssayWarning, InputError, OptionError, counted
from assay.human.options import ScoreOptions, Standardisation
from assay.human.ratings.mqm import DEFAULT, published_weights, weigh, weights_of
from assay.human.ratings.standardise import UNVARIED, JudgeScale, standardise
from assay.io import listed

ALL = "all"
VIEWS: tuple[Standardisation, ...] = ("raw", "centred", "equalised", "z")


class NothingLeftError(InputError):
    """No rating is left to score."""


DEFAULTS = ScoreOptions()


@dataclass(frozen=True)
class ScoredRatings:
    """Scores with all that led to them: means by rater, judges, and what was left out."""

    scores: Scores
    rater_means: RaterMeans
    judges: tuple[JudgeScale, ...]
    remarks: tuple[Remark, ...]
    ratings: int  # rows that count
    weights: MqmWeights | None = None


def to_scores(judgements: Judgements, scoring: ScoreOptions = DEFAULTS) -> Scores:
    """Return the scores of systems by segments."""
    return score(judgements, scoring).scores


@dataclass(frozen=True)
class PreparedRatings:
    """Ratings ready to be averaged: one value a row, which rows count, and what was left out."""

    judgements: Judgements
    values: Array
    counted: NDArray[np.bool_]
    judges: tuple[JudgeScale, ...]
    remarks: tuple[Remark, ...]
    weights: MqmWeights | None


def prepare(judgements: Judgements, scoring: ScoreOptions = DEFAULTS) -> PreparedRatings:
    """Choose the question, weigh marked errors and standardise: what comes before any averaging."""
    asked, remarks = _without(_asked(judgements, scoring.aspect), scoring.ignored_systems)
    weights = _weights(asked, scoring)
    given = asked.score
    if weights is not None:
        weighed = weigh(asked, weights)
        given = weighed.values
        remarks += weighed.remarks
    elif not asked.scale.higher_is_better:
        given = -given
    standard = standardise(asked, scoring.standardise, values=given, truncate=scoring.truncate)
    wanted = asked.item.among(scoring.items)
    counted = wanted & ~np.isnan(standard.values)
    remarks += [*standard.remarks, *_counted(asked, wanted, np.isnan(given))]
    if not counted.any():
        raise NothingLeftError(f"{asked.path or asked.scheme}: no rating is left to score; {_kinds(asked)}")
    return PreparedRatings(asked, standard.values, counted, standard.judges, tuple(remarks), weights)


def score(judgements: Judgements, scoring: ScoreOptions = DEFAULTS) -> ScoredRatings:
    """Return the scores together with judges, means by rater and counts of what was left out."""
    ready = prepare(judgements, scoring)
    rater_means = average_raters(ready.judgements, ready.values, ready.counted)
    scores = _scores(ready.judgements, scoring, rater_means, weights=ready.weights)
    remarks = (*ready.remarks, *_repeats(rater_means.repeats))
    return ScoredRatings(scores, rater_means, ready.judges, remarks, int(ready.counted.sum()), ready.weights)


def _asked(judgements: Judgements, aspect: str | None) -> Judgements:
    """Return the rows that answer one question, or all of them."""
    counts = np.bincount(judgements.aspect.index, minlength=len(judgements.aspect.names))
    present = [name for name, count in zip(judgements.aspect.names, counts, strict=True) if count]
    if aspect == ALL or (aspect is None and len(present) <= 1):
        return judgements
    listed = ", ".join(f'"{name}"' for name in present)
    if aspect is None and all(present):
        warnings.warn(
            f"several questions were asked, {listed}: scores are means over all of them; an aspect can be chosen",
            AssayWarning,
            stacklevel=2,
        )
        return judgements
    if aspect is None:
        raise OptionError(
            f'several questions were asked; choose one (--aspect): {listed}, or "{ALL}" for their mean'
        )
    if aspect not in present:
        raise OptionError(f"aspect={aspect!r} was not asked; choose from {listed}")
    return judgements.where(judgements.aspect.among([aspect]))


def _without(judgements: Judgements, patterns: Sequence[str]) -> tuple[Judgements, list[Remark]]:
    """Leave out the systems that match a pattern, and count their ratings; a pattern without a match is an error."""
    names = judgements.system.names
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise OptionError(f"ignored_systems={pattern!r} is not among the systems {listed(names)}")
    chosen = [name for name in names if any(fnmatchcase(name, pattern) for pattern in patterns)]
    if not chosen:
        return judgements, []
    dropped = judgements.system.among(chosen)
    remark = Remark("ratings of excluded systems", int(dropped.sum()), tuple(chosen[:10]))
    return judgements.where(~dropped), [remark]


def _weights(judgements: Judgements, scoring: ScoreOptions) -> MqmWeights | None:
    if scoring.weights is not None:
        return weights_of(scoring.weights)
    from_spans = judgements.scheme == "mqm" and judgements.spans is not None
    return published_weights(DEFAULT) if from_spans and np.isnan(judgements.score).any() else None


def with_scores(
    judgements: Judgements, scoring: ScoreOptions = DEFAULTS
) -> tuple[Judgements, MqmWeights | None]:
    """Give ratings that are nothing but marked errors the scores that their weights make, for raters to be judged by.

    Schemes that ask for a score keep it: it is what the rater said.
    """
    weights = _weights(judgements, scoring) if judgements.scheme == "mqm" else None
    if weights is None or judgements.spans is None:
        return judgements, None
    return replace(judgements, score=weigh(judgements, weights).values), weights


def _counted(judgements: Judgements, wanted: NDArray[np.bool_], missing: NDArray[np.bool_]) -> list[Remark]:
    """Count the control items and the ratings without a score."""
    remarks = []
    for number, name in enumerate(judgements.item.names):
        count = int(((judgements.item.index == number) & ~wanted).sum()) if not wanted.all() else 0
        remarks += [Remark(f"{name} items, not part of the scores", count, ())] if count else []
    without = int((missing & wanted).sum())
    return remarks + ([Remark("ratings without a score, left out", without, ())] if without else [])


def _repeats(count: int) -> list[Remark]:
    return [Remark("repeated ratings, averaged within their rater", count, ())] if count else []


def _kinds(judgements: Judgements) -> str:
    counts = np.bincount(judgements.item.index, minlength=len(judgements.item.names))
    kinds = ", ".join(f"{count} {name}" for name, count in zip(judgements.item.names, counts, strict=True))
    return f"there are {kinds or 'no'} items; check the kinds of items, the scores and the standardisation"


def _scores(
    judgements: Judgements, scoring: ScoreOptions, rater_means: RaterMeans, *, weights: MqmWeights | None
) -> Scores:
    notes = [
        f"scheme: {judgements.scheme}",
        *([f"question: {scoring.aspect}"] if scoring.aspect else []),
        *([f"weights: {weights}", f"weights from: {weights.source}"] if weights else []),
        f"standardisation: {scoring.standardise}"
        + (", scores truncated to whole numbers" if scoring.truncate else ""),
        f"items: {', '.join(scoring.items)}",
        "repeats averaged within raters, raters within segments, segments within systems",
        *([f"without: {', '.join(scoring.ignored_systems)}"] if scoring.ignored_systems else []),
        *([f"at least {scoring.least_raters} raters per segment"] if scoring.least_raters > 1 else []),
        *([] if judgements.scale.higher_is_better else ["negated: rank 1 is the best"]),
    ]
    scores = Scores(
        name=judgements.scheme + ("" if scoring.standardise == "raw" else f" {scoring.standardise}"),
        systems=rater_means.systems,
        segments=rater_means.segments,
        values=rater_means.matrix(scoring.least_raters),
        document=_of_segments(judgements, judgements.document, rater_means.segments, "documents"),
        domain=_of_segments(judgements, judgements.domain, rater_means.segments, "domains"),
        notes=tuple(notes),
    )
    return by_document(scores) if scoring.level == "document" else scores


def _of_segments(
    judgements: Judgements, column: Codes | None, segments: Sequence[str], what: str
) -> Codes | None:
    """Return the document or domain of every segment: that of its first rating."""
    if column is None:
        return None
    first = np.zeros(len(judgements.segment.names), dtype=np.int32)
    first[judgements.segment.index[::-1]] = column.index[::-1]
    stray = int((first[judgements.segment.index] != column.index).sum())
    if stray:
        warnings.warn(
            f"{counted(stray, 'rating')} {'names' if stray == 1 else 'name'} other {what} than the first rating of the "
            "segment; the first is used",
            AssayWarning,
            stacklevel=2,
        )
    if len(segments) == len(judgements.segment.names):
        return Codes(column.names, first)
    place = {name: number for number, name in enumerate(judgements.segment.names)}
    return Codes(column.names, first[[place[name] for name in segments]])


def by_document(scores: Scores) -> Scores:
    """Return the mean of every document's judged segments: a column a document."""
    if scores.document is None:
        raise InputError(f"{scores.name}: level=document needs to know the document of each segment")
    present, index = np.unique(scores.document.index, return_inverse=True)
    judged = scores.judged
    belongs = np.arange(len(scores.systems))[:, None] * len(present) + index
    size = len(scores.systems) * len(present)
    sums = np.bincount(belongs.ravel(), np.where(judged, scores.values, 0).ravel(), size)
    with np.errstate(invalid="ignore"):
        values = sums / np.bincount(belongs.ravel(), judged.ravel(), size)
    return replace(
        scores,
        segments=tuple(scores.document.names[place] for place in present),
        values=values.reshape(len(scores.systems), len(present)),
        document=None,
        domain=_first_of(scores.domain, index, len(present)),
        notes=(*scores.notes, "level: documents, each the mean of its judged segments"),
    )


def _first_of(column: Codes | None, index: NDArray[np.int64], number: int) -> Codes | None:
    if column is None:
        return None
    first = np.zeros(number, dtype=np.int32)
    first[index[::-1]] = column.index[::-1]
    return Codes(column.names, first)


def views(
    judgements: Judgements, scoring: ScoreOptions, modes: Sequence[Standardisation] = VIEWS
) -> dict[str, Scores]:
    """Return the same ratings under several standardisations, so that their rankings can be laid side by side.

    A standardisation that leaves nothing, because no judge's scores vary, is not among them; one that leaves some
    ratings out says so in the notes.
    """
    by_mode: dict[str, Scores] = {}
    for mode in modes:
        try:
            ready = score(judgements, replace(scoring, standardise=mode))
        except NothingLeftError:
            if mode == modes[0]:
                raise
            continue
        lost = [remark for remark in ready.remarks if remark.kind == UNVARIED]
        notes = [f"{mode}: {remark.count} {remark.kind} ({', '.join(remark.places)})" for remark in lost]
        by_mode[mode] = replace(ready.scores, notes=(*ready.scores.notes, *notes))
    return by_mode


def esa_scores(judgements: Judgements, scoring: ScoreOptions = DEFAULTS) -> dict[str, Scores]:
    """Return the slider's scores and those derived from spans (-1 minor, -5 major) of the same ratings."""
    return {
        "slider": to_scores(judgements, replace(scoring, weights=None)),
        "spans": to_scores(judgements, replace(scoring, weights=scoring.weights or published_weights("esa"))),
    }


Ints = NDArray[np.int64]


@dataclass(frozen=True)
class RaterMeans:
    """One entry for each rater and output that he judged: his mean score; `cell` is system times segments + segment."""

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    raters: tuple[str, ...]
    cell: Ints
    rater: Ints
    value: Array
    # Ratings that were averaged with an earlier one of the same rater
    repeats: int

    def sums(self) -> tuple[Array, Ints]:
        """Return the sum of the raters' means and the number of raters, by cell."""
        size = len(self.systems) * len(self.segments)
        sums = np.bincount(self.cell, weights=self.value, minlength=size)
        return sums.astype(np.float64), np.bincount(self.cell, minlength=size).astype(np.int64)

    def matrix(self, least: int = 1) -> Array:
        """Return systems by segments, NaN where fewer raters than `least` judged."""
        sums, counts = self.sums()
        with np.errstate(invalid="ignore"):
            means = np.where(counts >= max(least, 1), sums / counts, np.nan)
        return means.reshape(len(self.systems), len(self.segments))


def average_raters(judgements: Judgements, values: Array, counted: NDArray[np.bool_]) -> RaterMeans:
    """Average the repeats of each rater, then his questions; what no counted rating is of is not there."""
    rows = np.flatnonzero(counted)
    systems, system = _numbered(judgements.system.index[rows], judgements.system.names)
    segments, segment = _numbered(judgements.segment.index[rows], judgements.segment.names)
    raters, rater = _numbered(judgements.rater.index[rows], judgements.rater.names)
    key, values = (system * len(segments) + segment) * len(raters) + rater, values[rows]
    aspects = len(judgements.aspect.names)
    if aspects > 1:
        key, values = averaged(key * aspects + judgements.aspect.index[rows], values)
        repeats = len(rows) - len(values)
        key, values = averaged(key // aspects, values)
    else:
        key, values = averaged(key, values)
        repeats = len(rows) - len(values)
    return RaterMeans(systems, segments, raters, key // len(raters), key % len(raters), values, repeats)


def averaged(key: Ints, values: Array) -> tuple[Ints, Array]:
    """Return every key once with the mean of its values; as they are where no key comes twice."""
    ordered = np.sort(key)
    if not (ordered[1:] == ordered[:-1]).any():
        return key, values
    order = np.argsort(key)
    ordered = key[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    counts = np.diff(np.append(starts, len(key)))
    return ordered[starts], np.add.reduceat(values[order], starts) / counts


def _numbered(index: NDArray[np.int32], names: tuple[str, ...]) -> tuple[tuple[str, ...], Ints]:
    """Number anew the names that occur, in their old order."""
    present = np.bincount(index, minlength=len(names)) > 0
    if present.all():
        return names, index.astype(np.int64)
    number = np.cumsum(present) - 1
    return tuple(np.array(names, dtype=object)[present]), number[index].astype(np.int64)
