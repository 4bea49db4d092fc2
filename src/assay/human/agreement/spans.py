"""Agreement on marked errors: F1 of the spans of two raters of the same output, summed over outputs and pairs.

"character": code points that both marked, against those that either did. "severity": the same, with half a point
where severities differ, as the WMT23 quality-estimation task scores error spans. "weighted": a code point has the
weight of the most severe error on it, and both share the smaller of two weights. "exact": spans with the same start
and end on the same side, and "exact-severity" with the same severity, too. F1 is symmetric, so nobody is the
reference. Outputs that neither marked add nothing; where nobody marked anything at all, raters agree. Spans without
a place count only in the exact forms, and planted tests in none; both are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from assay.data import Array, Judgements, Spans
from assay.errors import InputError
from assay.human.agreement.ratings import intervals
from assay.human.raters.controls import is_genuine, order, units
from assay.human.raters.planted import planted_spans
from assay.stats import Interval, Settings

Mark = tuple[str, int, int, str]  # side, start, end, severity in lower case
SEVERITIES: Mapping[str, float] = {"minor": 1.0, "major": 5.0, "critical": 5.0}
NOT_ERRORS = ("no-error", "neutral", "")


@dataclass(frozen=True)
class SpanAgreement:
    """F1 of spans by several rules, and what it rests on."""

    f1: Mapping[str, Interval]
    outputs: int  # rated by two raters or more
    pairs: int  # pairs of raters, summed over outputs
    spans: int
    placeless: int  # spans without a place: left out of the rules by characters
    planted: int  # planted tests: left out
    unweighted: int  # spans of a severity without a weight: of weight 1


def span_agreement(
    judgements: Judgements, settings: Settings | None = None, weights: Mapping[str, float] | None = None
) -> SpanAgreement:
    """Compare the spans of every two raters of the same output; `weights` are those of severities."""
    if judgements.spans is None:
        raise InputError("these judgements have no spans; use a measure of scores")
    severities = SEVERITIES if weights is None else weights
    marks = _marks(judgements)
    groups = _groups(judgements)
    pairs = [
        (place, marks[first], marks[second])
        for place, rows in enumerate(groups)
        for at, first in enumerate(rows)
        for second in rows[at + 1 :]
    ]
    sums = {name: _sums(pairs, rule, len(groups), severities) for name, rule in RULES.items()}
    statistics = {name: lambda drawn, table=table: _f1(drawn @ table) for name, table in sums.items()}
    f1 = intervals(statistics, np.arange(len(groups)), settings or Settings())
    spans, chosen = judgements.spans, [mark for rows in groups for row in rows for mark in marks[row]]
    return SpanAgreement(
        f1,
        len(groups),
        len(pairs),
        len(chosen),
        sum(start < 0 for _, start, _, _ in chosen),
        int(planted_spans(spans).sum()),
        sum(severity not in severities for _, _, _, severity in chosen),
    )


def _f1(sums: Array) -> Array:
    """Return twice what is shared over all that is marked; 1 where nothing is."""
    marked = sums[:, 1]
    return np.where(marked > 0, 2 * sums[:, 0] / np.where(marked > 0, marked, 1), 1.0)


def _marks(judgements: Judgements) -> list[list[Mark]]:
    """Return the errors of every row, without planted tests and without rows that say there is none."""
    spans: Spans | None = judgements.spans
    marks: list[list[Mark]] = [[] for _ in range(len(judgements))]
    if spans is None:
        return marks
    planted, rows = planted_spans(spans), spans.rows()
    severities = [name.lower() for name in spans.severity.names]
    for at, row in enumerate(rows.tolist()):
        severity = severities[spans.severity.index[at]]
        if not planted[at] and severity not in NOT_ERRORS:
            side = spans.side.names[spans.side.index[at]]
            marks[row].append((side, int(spans.start[at]), int(spans.end[at]), severity))
    return marks


def _groups(judgements: Judgements) -> list[list[int]]:
    """Return the rows of every output that two raters or more have judged; of each rater the first."""
    rows = np.flatnonzero(is_genuine(judgements))
    unit, rater = units(judgements)[rows], judgements.rater.index[rows]
    groups: dict[int, dict[int, int]] = {}
    for at in np.argsort(order(judgements)[rows], kind="stable").tolist():
        groups.setdefault(int(unit[at]), {}).setdefault(int(rater[at]), int(rows[at]))
    return [list(by_rater.values()) for by_rater in groups.values() if len(by_rater) > 1]


Rule = Callable[[list[Mark], list[Mark], Mapping[str, float]], tuple[float, float]]


def _sums(
    pairs: list[tuple[int, list[Mark], list[Mark]]], rule: Rule, outputs: int, weights: Mapping[str, float]
) -> Array:
    """Return what is shared and what is marked by both together, one row an output."""
    table = np.zeros((outputs, 2))
    for place, first, second in pairs:
        table[place] += rule(first, second, weights)
    return table


def _character(first: list[Mark], second: list[Mark], weights: Mapping[str, float]) -> tuple[float, float]:
    a, b = _painted(first, second, dict.fromkeys(weights, 1.0))
    return float(np.minimum(a, b).sum()), float(a.sum() + b.sum())


def _weighted(first: list[Mark], second: list[Mark], weights: Mapping[str, float]) -> tuple[float, float]:
    a, b = _painted(first, second, weights)
    return float(np.minimum(a, b).sum()), float(a.sum() + b.sum())


def _severity(first: list[Mark], second: list[Mark], weights: Mapping[str, float]) -> tuple[float, float]:
    names = sorted({mark[3] for mark in [*first, *second]}, key=lambda name: (weights.get(name, 1.0), name))
    a, b = _painted(first, second, {name: place + 1.0 for place, name in enumerate(names)})
    both = (a > 0) & (b > 0)
    shared = np.where(a == b, 1.0, 0.5)[both].sum()
    return float(shared), float((a > 0).sum() + (b > 0).sum())


def _exact(first: list[Mark], second: list[Mark], weights: Mapping[str, float]) -> tuple[float, float]:
    del weights
    shared = Counter(mark[:3] for mark in first) & Counter(mark[:3] for mark in second)
    return float(shared.total()), float(len(first) + len(second))


def _exact_severity(
    first: list[Mark], second: list[Mark], weights: Mapping[str, float]
) -> tuple[float, float]:
    del weights
    return float((Counter(first) & Counter(second)).total()), float(len(first) + len(second))


def _painted(first: list[Mark], second: list[Mark], weights: Mapping[str, float]) -> tuple[Array, Array]:
    """Return the weight of every code point for both raters, the two sides one after the other."""
    sides = sorted({mark[0] for mark in [*first, *second]})
    lengths = {side: max(mark[2] for mark in [*first, *second] if mark[0] == side) for side in sides}
    begins, total = {}, 0
    for side in sides:
        begins[side], total = total, total + max(lengths[side], 0)
    painted = (np.zeros(total), np.zeros(total))
    for canvas, marks in zip(painted, (first, second), strict=True):
        for side, start, end, severity in marks:
            if start >= 0:
                part = canvas[begins[side] + start : begins[side] + end]
                np.maximum(part, weights.get(severity, 1.0), out=part)
    return painted


RULES: Mapping[str, Rule] = {
    "character": _character,
    "severity": _severity,
    "weighted": _weighted,
    "exact": _exact,
    "exact-severity": _exact_severity,
}
