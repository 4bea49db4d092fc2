"""Pairs of outputs and which of the two was preferred: from rankings of several outputs, and from scores.

A ranking of k outputs, as at WMT from 2008 to 2016, holds k (k - 1) / 2 pairs; two outputs of one rank are a tie.
Scores give pairs, too: of one rater and segment, or of one segment; a difference below the threshold is a tie.
Lists of pairs without ties, as WMT made them of direct assessments, are made in `assay.human.ratings.darr`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, REPEAT, Array, Codes, Judgements, Outputs, Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.stats import TOLERANCE, Interval, proportion, sign_p

Numbers = NDArray[np.int64]


def from_rankings(judgements: Judgements) -> Preferences:
    """Return all pairs of every screen, in the order in which outputs were shown.

    Skipped outputs (NaN), control items and pairs of a system with itself give no pair; remarks count them.
    """
    if judgements.screen is None:
        raise InputError(
            f"{_name(judgements)} does not say what was judged side by "
            "side; rankings need a screen; for ratings of single outputs use from_ratings"
        )
    rows, remarks = _usable(judgements)
    first, second = _side_by_side(judgements, judgements.screen, rows)
    _refuse_mixed_screens(judgements, judgements.screen, first, second)
    different = judgements.system.index[first] != judgements.system.index[second]
    remarks += _counted("the same system twice on a screen", int((~different).sum()))
    first, second = first[different], second[different]
    sign = 1 if judgements.scale.higher_is_better else -1
    return Preferences(
        systems=judgements.system.names,
        first=judgements.system.index[first],
        second=judgements.system.index[second],
        outcome=(sign * np.sign(judgements.score[first] - judgements.score[second])).astype(np.int8),
        rater=judgements.rater.at(first),
        segment=judgements.segment.at(first),
        screen=judgements.screen.at(first),
        document=judgements.document and judgements.document.at(first),
        languages=judgements.languages,
        path=judgements.path,
        remarks=(*judgements.remarks, *remarks),
    )


def _name(judgements: Judgements) -> str:
    return judgements.path or "the list of judgements"


def _counted(kind: str, count: int) -> list[Remark]:
    return [Remark(kind, count, ())] if count else []


def _usable(judgements: Judgements) -> tuple[Numbers, list[Remark]]:
    """Return the rows that say something of a system, and what was left out."""
    genuine = judgements.item.among((GENUINE, REPEAT))
    scored = ~np.isnan(judgements.score)
    remarks = _counted("control items, not turned into pairs", int((~genuine).sum()))
    remarks += _counted("skipped, not turned into pairs", int((genuine & ~scored).sum()))
    return np.flatnonzero(genuine & scored), remarks


def _side_by_side(judgements: Judgements, screen: Codes, rows: Numbers) -> tuple[Numbers, Numbers]:
    """Return all pairs of rows of one screen and question, screen after screen as the file has them."""
    shown = screen.index[rows].astype(np.int64) * len(judgements.aspect.names) + judgements.aspect.index[rows]
    order = np.argsort(shown, kind="stable")
    rows, shown = rows[order], shown[order]
    first, second = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for distance in range(1, int(np.unique(shown, return_counts=True)[1].max(initial=1))):
        together = shown[:-distance] == shown[distance:]
        first.append(rows[:-distance][together])
        second.append(rows[distance:][together])
    before, after = np.concatenate(first), np.concatenate(second)
    order = np.lexsort((after, before))
    return before[order], after[order]


def _refuse_mixed_screens(judgements: Judgements, screen: Codes, first: Numbers, second: Numbers) -> None:
    for kind, column in (("raters", judgements.rater), ("segments", judgements.segment)):
        mixed = np.flatnonzero(column.index[first] != column.index[second])
        if len(mixed):
            name = screen.names[screen.index[first[mixed[0]]]]
            raise InputError(
                f'{_name(judgements)}: the screen "{name}" has two {kind}; '
                "a screen is what one rater saw of one segment at a time; give each its own name"
            )


def from_ratings(judgements: Judgements, threshold: float = 0.0) -> Preferences:
    """Return the pairs of systems that one rater scored on one segment; repeated scores are averaged.

    A difference of `threshold` or more decides; a smaller one, or none, is a tie.
    """
    rows, remarks = _usable(judgements)
    if not len(rows):
        raise InputError(
            f"{_name(judgements)} has no scores to compare; turn marked errors into scores first"
        )
    raters, segments, aspects = judgements.rater, judgements.segment, judgements.aspect
    keys = (raters.index[rows].astype(np.int64) * len(segments.names) + segments.index[rows]) * len(
        aspects.names
    ) + aspects.index[rows]
    _, begin, unit = np.unique(keys, return_index=True, return_inverse=True)
    values = _means(unit, judgements.system.index[rows], judgements.score[rows], len(judgements.system.names))
    sign = 1 if judgements.scale.higher_is_better else -1
    first, second, outcome, unit = _pairs(sign * values, threshold)
    return Preferences(
        systems=judgements.system.names,
        first=first,
        second=second,
        outcome=outcome,
        rater=raters.at(rows[begin][unit]),
        segment=segments.at(rows[begin][unit]),
        languages=judgements.languages,
        path=judgements.path,
        remarks=(*judgements.remarks, *remarks),
        as_shown=False,
    )


def _means(unit: Numbers, system: NDArray[np.int32], score: Array, systems: int) -> Array:
    """Return the mean of every system in every unit: (systems, units), NaN where there is none."""
    units = int(unit.max(initial=-1)) + 1
    cell = system.astype(np.int64) * units + unit
    counts = np.bincount(cell, minlength=systems * units)
    sums = np.bincount(cell, weights=score, minlength=systems * units)
    with np.errstate(invalid="ignore"):
        return np.asarray(sums / np.where(counts, counts, np.nan)).reshape(systems, units)


def from_scores(scores: Scores, threshold: float = 0.0) -> Preferences:
    """Return the pairs of systems that have a score of the same segment; who is "first" means nothing here."""
    sign = 1 if scores.higher_is_better else -1
    first, second, outcome, unit = _pairs(sign * scores.values, threshold)
    return Preferences(
        systems=scores.systems,
        first=first,
        second=second,
        outcome=outcome,
        rater=Codes.alike(scores.name, len(outcome)),
        segment=Codes(scores.segments, unit.astype(np.int32)),
        as_shown=False,
    )


def _pairs(
    values: Array, threshold: float
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8], Numbers]:
    """Compare all rows of a matrix column by column: first, second, outcome and column of every pair."""
    if not threshold >= 0:
        raise OptionError(f"threshold must be 0 or more, not {threshold:g}")
    systems = len(values)
    columns: list[list[NDArray[np.int64]]] = [[np.zeros(0, dtype=np.int64)] for _ in range(4)]
    for i in range(systems):
        for j in range(i + 1, systems):
            apart = values[i] - values[j]
            unit = np.flatnonzero(~np.isnan(apart))
            decided = np.abs(apart[unit]) >= threshold * (1 - TOLERANCE)
            compared = (np.full(len(unit), i), np.full(len(unit), j), np.sign(apart[unit]) * decided, unit)
            for column, part in zip(columns, compared, strict=True):
                column.append(part.astype(np.int64))
    first, second, outcome, unit = (np.concatenate(column) for column in columns)
    order = np.argsort(unit, kind="stable")
    return (
        first[order].astype(np.int32),
        second[order].astype(np.int32),
        outcome[order].astype(np.int8),
        unit[order],
    )


def without_raters(preferences: Preferences, names: Sequence[str]) -> Preferences:
    """Return the pairs that everybody else ordered, and count those of these raters."""
    unknown = [name for name in names if name not in preferences.rater.names]
    if unknown:
        raise OptionError(f"{unknown[0]!r} is not a rater in these judgements; check the spelling")
    gone = preferences.rater.among(names)
    others = preferences.where(~gone)
    remarks = _counted("pairs by raters who take no part, left out", int(gone.sum()))
    left = replace(others, rater=Codes.of(others.rater.column()), remarks=(*others.remarks, *remarks))
    return any_left(left)


def any_left(pairs: Preferences) -> Preferences:
    """Return pairs, and refuse to go on without any."""
    if not len(pairs):
        raise InputError(f"{pairs.path}: no pair is left; include more systems or raters")
    return pairs


def tie_rate(preferences: Preferences) -> float:
    """Return the share of pairs in which neither output was preferred; NaN without any pair."""
    return float((preferences.outcome == 0).mean()) if len(preferences) else float("nan")


@dataclass(frozen=True)
class PositionBias:
    """How often the output that was shown first won, of the pairs that were decided."""

    first: int
    second: int
    ties: int
    share: Interval  # of the first, by Wilson
    p_value: float  # sign test, two-sided


def position_bias(preferences: Preferences, confidence: float = 0.95) -> PositionBias | None:
    """Return what being shown first is worth; None where that is not known or every pair is a tie."""
    first, second = int((preferences.outcome > 0).sum()), int((preferences.outcome < 0).sum())
    if not preferences.as_shown or first + second == 0:
        return None
    share = proportion(first, first + second, confidence)
    p_value = sign_p(preferences.outcome.astype(np.float64))
    return PositionBias(first, second, len(preferences) - first - second, share, p_value)


def swapped(preferences: Preferences) -> Preferences:
    """Return the same judgements with first and second in each other's place."""
    return replace(
        preferences,
        first=preferences.second,
        second=preferences.first,
        outcome=(-preferences.outcome).astype(np.int8),
    )


def identical(
    preferences: Preferences, outputs: Outputs, segments: Sequence[str] | None = None
) -> NDArray[np.bool_]:
    """Tell for every pair whether both outputs are the same text.

    `segments` names the segments of the outputs in their order; without it they are numbered from 1.
    """
    rows = segment_rows(preferences, outputs, segments)
    columns = [outputs[name] for name in preferences.systems]
    both = zip(preferences.first.tolist(), preferences.second.tolist(), rows.tolist(), strict=True)
    return np.array([columns[i][row] == columns[j][row] for i, j, row in both], dtype=bool)


def segment_rows(
    preferences: Preferences, outputs: Outputs, segments: Sequence[str] | None = None
) -> Numbers:
    """Return the row of the outputs that every pair is about; an unknown system or segment is an error."""
    missing = [name for name in preferences.systems if name not in outputs]
    if missing:
        raise InputError(f'there is no output of the system "{missing[0]}"; give the outputs of all systems')
    number = min(len(outputs[name]) for name in preferences.systems)
    names = map(str, range(1, number + 1)) if segments is None else segments
    place = {name: row for row, name in enumerate(names)}
    known = [place.get(name, -1) for name in preferences.segment.names]
    rows = np.array(known, dtype=np.int64)[preferences.segment.index]
    if len(rows) and rows.min() < 0:
        unknown = preferences.segment.names[int(preferences.segment.index[int(rows.argmin())])]
        raise InputError(
            f'the outputs have no segment "{unknown}"; they have {number}, '
            + ("numbered from 1" if segments is None else "under the names given")
        )
    return rows
