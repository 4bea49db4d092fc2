"""What tests say of metrics: every pair, a matrix of p-values, and ranks in tasks and over all of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from assay.meta import DRAWN, TESTS, AverageRank, Contest, MetricRank
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Head, Listing, Table, Value, drawn
from assay.reporting.columns import LEAST_P
from assay.reporting.tables.comparison.pairwise import matrix_label
from assay.stats import Settings

GROUPS = {
    "none": "all values in one group",
    "item": "grouped by segment",
    "system": "grouped by system",
    "means": "whole systems",
}


def _heads(statistic: str) -> tuple[Head, ...]:
    p_values = (
        ("p_greater", "p second better"),
        ("p_less", "p first better"),
        ("p", "p two-sided"),
        ("adjusted", "adjusted p"),
    )
    return (
        *(Head("first"), Head("second")),
        *(
            Head(f"{place}_value", label=f"{statistic}, {place}", align="right", digits=4)
            for place in ("first", "second")
        ),
        Head("difference", align="right", digits=4),
        *(Head(name, label=label, align="right", digits=4, least=LEAST_P) for name, label in p_values),
        *(Head(name, align="right") for name in ("systems", "segments", "undefined")),
        Head("note"),
    )


def metric_tests_report(
    contests: Sequence[Contest],
    settings: Settings,
    *,
    correction: str = "none",
    name: str = "",
    picture: bool = False,
) -> list[Block]:
    """Say which metric agrees better with people than which, then show every pair."""
    matrix: Block = (
        contest_figure(contests, settings.alpha, name)
        if picture
        else contest_matrix(contests, settings.alpha, name)
    )
    return [
        Listing(
            _named("metric-verdict", name),
            "Which metric agrees better with people",
            tuple(verdicts(contests, settings.alpha)),
        ),
        matrix,
        contests_table(contests, settings, correction=correction, name=name),
    ]


def verdicts(contests: Sequence[Contest], alpha: float) -> list[str]:
    """Say in words which pairs the test tells apart, and how many it does not."""
    told = [one for one in contests if one.significant(alpha)]
    sure = [
        f"{one.better} agrees better with people than {_other(one)}: {_high(one):.4f} against {_low(one):.4f}, "
        f"p = {_p(one):.4f}."
        for one in told
    ]
    open_ones = len(contests) - len(told) - sum(bool(one.note) for one in contests)
    left = (
        [f"{open_ones} of {len(contests)} pairs are not told apart at {100 * alpha:g} %."]
        if open_ones
        else []
    )
    undefined = [f"{one.first} against {one.second}: {one.note}." for one in contests if one.note]
    return [*sure, *left, *undefined]


def _other(one: Contest) -> str:
    return one.first if one.better == one.second else one.second


def _high(one: Contest) -> float:
    return max(one.value_first, one.value_second)


def _low(one: Contest) -> float:
    return min(one.value_first, one.value_second)


def _p(one: Contest) -> float:
    return one.p_better if math.isnan(one.adjusted) else one.adjusted


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _named(block: str, name: str) -> str:
    return f"{block}.{name}" if name else block


def contests_table(
    contests: Sequence[Contest], settings: Settings, *, correction: str = "none", name: str = ""
) -> Table:
    """Show every pair of metrics: both agreements, their difference, and the p-values in both directions."""
    rows: list[tuple[Value, ...]] = [
        (
            *(one.first, one.second, _known(one.value_first), _known(one.value_second), _difference(one)),
            *(_known(one.p_greater), _known(one.p_less), _known(one.p_two_sided), _known(one.adjusted)),
            *(one.systems, one.segments or None, one.undefined, one.note),
        )
        for one in contests
    ]
    return Table(
        name=_named("metric-pairs", name),
        columns=_heads(contests[0].statistic if contests else "value"),
        rows=tuple(rows),
        title="Metric against metric: second minus first" + (f", {name}" if name else ""),
        notes=(provenance(contests, settings, correction), *_undefined_note(contests)),
        facts=_facts(contests, settings, correction),
    )


def _difference(one: Contest) -> Value:
    if math.isnan(one.difference):
        return None
    return one.difference if math.isnan(one.low) else Estimate(one.difference, one.low, one.high)


def _undefined_note(contests: Sequence[Contest]) -> list[str]:
    number = sum(one.undefined for one in contests)
    return ["undefined: draws in which an agreement has no value; they do not count"] if number else []


def provenance(contests: Sequence[Contest], settings: Settings, correction: str) -> str:
    """Say what the p-values rest on: statistic, grouping, systems, segments, test, draws and seed."""
    if not contests:
        return "no pair of metrics"
    one = contests[0]
    drawn_words = f", {one.draws:,} draws, seed {settings.seed}" if one.draws and not one.exact else ""
    exact = f", all {one.draws:,} ways of swapping systems" if one.exact else ""
    cells = (
        f"{one.systems} systems, {one.segments} segments, {one.cells} human scores"
        if one.segments
        else f"{one.systems} systems"
    )
    ties = (
        "; ties calibrated anew in every draw"
        if DRAWN[one.statistic].calibrated and TESTS[one.test].redraw
        else ""
    )
    return (
        f"{one.statistic}, {GROUPS[one.grouping]}; {cells}; {TESTS[one.test].words}{drawn_words}{exact}{ties}; "
        f"correction: {correction}"
    )


def _facts(contests: Sequence[Contest], settings: Settings, correction: str) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"seed": settings.seed, "alpha": settings.alpha, "correction": correction}
    if contests:
        one = contests[0]
        facts |= {"statistic": one.statistic, "grouping": one.grouping, "test": one.test, "draws": one.draws}
    return facts


def relation(one: Contest, metric: str, alpha: float) -> str:
    """Say whether a metric of a pair is significantly better or worse than the other, or it is open."""
    if not one.significant(alpha):
        return "open"
    return "better" if one.better == metric else "worse"


def _cells(contests: Sequence[Contest], alpha: float) -> dict[tuple[str, str], tuple[str, float]]:
    cells = {}
    for one in contests:
        for row, column in ((one.first, one.second), (one.second, one.first)):
            cells[row, column] = relation(one, row, alpha), _p(one)
    return cells


def _order(contests: Sequence[Contest]) -> list[str]:
    """Return the metrics, best first; those without a value last."""
    values: dict[str, float] = {}
    for one in contests:
        values |= {one.first: one.value_first, one.second: one.value_second}
    return sorted(values, key=lambda metric: (math.isnan(values[metric]), -values[metric], metric))


def contest_matrix(contests: Sequence[Contest], alpha: float, name: str = "") -> Table:
    """Show who beats whom, best metric first: a sign and the p-value of the better one."""
    cells, order = _cells(contests, alpha), _order(contests)
    rows = [(row, *(_cell(cells.get((row, column))) for column in order)) for row in order]
    return Table(
        name=_named("metric-matrix", name),
        columns=(Head("row against column"), *(Head(metric, align="right") for metric in order)),
        rows=tuple(rows),
        title="p of the better metric: > the row is significantly better, < worse, ? open",
    )


def _cell(found: tuple[str, float] | None) -> str | None:
    return None if found is None or math.isnan(found[1]) else matrix_label(*found)


def contest_figure(contests: Sequence[Contest], alpha: float, name: str = "") -> Figure:
    """Draw who beats whom as coloured squares with p-values."""
    cells, order = _cells(contests, alpha), _order(contests)
    rows = [
        (row, column, p_value, word, matrix_label(word, p_value))
        for row in order
        for column in order
        for word, p_value in [cells.get((row, column), ("open", math.nan))]
        if not math.isnan(p_value)
    ]
    wins = [f"{row} beats {column}" for row, column, _, word, _ in rows if word == "better"]
    words = f"Significantly better: {'; '.join(wins)}." if wins else "No pair differs significantly."
    title = "Metrics, row against column, p of the better one" + (f": {name}" if name else "")
    return Figure(
        _named("metric-matrix-figure", name), "matrix", title, drawn("matrix", "matrix", rows), words
    )


def clusters_table(placed: Sequence[MetricRank], name: str, notes: Sequence[str] = ()) -> Table:
    """Show the metrics of one task with their ranks, and which of the cluster above beat them."""
    rows = [(one.metric, one.value, one.rank, ", ".join(one.beaten_by)) for one in placed]
    return Table(
        name=_named("metric-ranks", name),
        columns=(
            Head("metric"),
            Head("value", align="right", digits=4),
            Head("rank", align="right"),
            Head("beaten_by", label="beaten by"),
        ),
        rows=tuple(rows),
        title="Ranks of metrics" + (f": {name}" if name else ""),
        notes=(RANK_RULE, *notes),
    )


RANK_RULE = (
    "a new rank starts where any metric of the rank above is significantly better (rule of mt-metrics-eval)"
)


def average_ranks_table(
    overall: Sequence[AverageRank], weights: Mapping[str, float] | None = None, notes: Sequence[str] = ()
) -> Table:
    """Show every metric's average rank and agreement over tasks, and its rank in each."""
    tasks = list(dict.fromkeys(task for one in overall for task in one.ranks))
    rows = [
        (
            one.metric,
            one.rank,
            one.value,
            f"{one.tasks}/{one.all_tasks}",
            *(one.ranks.get(task) for task in tasks),
        )
        for one in overall
    ]
    total = sum((weights or dict.fromkeys(tasks, 1.0)).values())
    shares = "; ".join(f"{task} {(weights or {}).get(task, 1.0) / total:.4g}" for task in tasks)
    partial = any(not one.complete for one in overall)
    return Table(
        name="average-ranks",
        columns=(
            Head("metric"),
            Head("rank", label="average rank", align="right", better="lower"),
            Head("value", label="average", align="right", digits=3, better="higher"),
            Head("tasks", align="right"),
            *(Head(f"rank.{task}", label=task, align="right") for task in tasks),
        ),
        rows=tuple(rows),
        title="Average ranks of metrics over tasks",
        notes=(
            RANK_RULE,
            f"weights of tasks: {shares}",
            *(
                ["metrics below took part in some tasks only: their averages are not comparable"]
                if partial
                else []
            ),
            *notes,
        ),
    )
