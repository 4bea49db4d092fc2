"""What tests say of metrics: every pair, a matrix of p-values, and ranks in tasks and over all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from assay.meta import DRAWN, TESTS, Contest
from assay.meta.contests.contest import ONE_SIDED, AverageRank
from assay.reporting.blocks import Block, Fact, Figure, Head, Listing, Table
from assay.reporting.columns import (
    LEAST_P,
    estimate,
    figure_of,
    matrix_label,
    number,
    number_head,
    p_value,
    several,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.meta.notes import told_apart
from assay.stats import Settings

GROUPS = {
    "none": "all values in one group",
    "item": "grouped by segment",
    "system": "grouped by system",
    "means": "whole systems",
}
OF_AVERAGES = (
    "draws of tasks are added up by their weights, as in AverageCorrMatrix of mt-metrics-eval; they are independent "
    "of each other, though tasks may share systems and segments"
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
    told = [contest for contest in contests if contest.significant(alpha)]
    left = len(contests) - len(told) - sum(bool(contest.note) for contest in contests)
    return [
        *(_verdict(contest, alpha) for contest in told),
        *([f"{left} of {len(contests)} pairs are not significantly different at {alpha:g}."] if left else []),
        *(
            f"{contest.first} against {contest.second}: {contest.note}."
            for contest in contests
            if contest.note
        ),
    ]


def _verdict(contest: Contest, alpha: float) -> str:
    other = contest.first if contest.better == contest.second else contest.second
    worse, better = sorted((contest.value_first, contest.value_second))
    low, high = told_apart(worse, better)
    return f"{contest.better} agrees better with people than {other}: {high} against {low}, {_p(contest, alpha)}."


def _p(contest: Contest, alpha: float) -> str:
    """Write the p-value of a claim, below the level at the digits that are shown."""
    p = contest.p_shown
    return (
        f"p < {LEAST_P:g}" if p < LEAST_P else f"p = {told_apart(p, alpha)[0] if p < alpha else f'{p:.4f}'}"
    )


def _named(block: str, name: str) -> str:
    return f"{block}.{name}" if name else block


def contests_table(
    contests: Sequence[Contest], settings: Settings, *, correction: str = "none", name: str = ""
) -> Table:
    """Show every pair of metrics: both agreements, their difference, and the p-values in both directions."""
    statistic = contests[0].statistic if contests else "value"
    return table_of(
        _named("metric-pairs", name),
        "Metric against metric: second minus first" + (f", {name}" if name else ""),
        contests,
        [
            *texts("first", "second"),
            number("first_value", f"{statistic}, first", digits=4, read=_known("value_first")),
            number("second_value", f"{statistic}, second", digits=4, read=_known("value_second")),
            estimate("difference", digits=4, read=_known("difference"), interval=_interval),
            p_value("p", "p two-sided", read=_known("p_two_sided")),
            *([p_value("adjusted", "adjusted p", read=_known("adjusted"))] if correction != "none" else []),
            p_value("p_greater", "p second better", read=_known("p_greater")),
            p_value("p_less", "p first better", read=_known("p_less")),
            *(
                number("systems", read=lambda contest: contest.systems or None),
                number("segments", read=_segments),
            ),
            *(number("undefined"), text("note")),
        ],
        notes=[
            provenance(contests, settings, correction),
            *_claim_notes(contests),
            *_undefined_note(contests),
        ],
        facts=_facts(contests, settings, correction),
    )


def _segments(contest: Contest) -> int | None:
    return None if _single(contest) or not contest.segments else contest.segments


def _known(name: str) -> Callable[[Contest], float | None]:
    """Return what reads a number of a contest, nothing where it is undefined."""

    def read(contest: Contest) -> float | None:
        value: float = getattr(contest, name)
        return None if math.isnan(value) else value

    return read


def _interval(contest: Contest) -> Contest | None:
    return None if math.isnan(contest.difference) else contest


WHOLE_SYSTEMS = {"boot-both": "boot-sys", "perm-both": "perm-sys"}


def _single(contest: Contest) -> bool:
    """Tell whether every system has one score, and no segments that a test could reach into."""
    return contest.grouping == "means" and contest.segments <= 1


def _drawn(contest: Contest) -> str:
    """Return the test that was in fact run: with one score a system there are only systems to draw or to swap."""
    return WHOLE_SYSTEMS.get(contest.test, contest.test) if _single(contest) else contest.test


def _claim_notes(contests: Sequence[Contest]) -> list[str]:
    """Say of which systems and segments a claim may be made, what the p-values are of, and on whom pairs rest."""
    if not contests:
        return []
    notes = [TESTS[_drawn(contests[0])].claim]
    notes += [ONE_SIDED] if any(contest.sides != "two" for contest in contests) else []
    sizes = sorted({contest.systems for contest in contests})
    if len(sizes) > 1:
        notes.append(
            f"a pair is tested on the systems that both metrics know, from {sizes[0]} to {sizes[-1]} of them"
        )
    return notes


def _undefined_note(contests: Sequence[Contest]) -> list[str]:
    number = sum(contest.undefined for contest in contests)
    return ["undefined: draws in which an agreement has no value; they do not count"] if number else []


def provenance(contests: Sequence[Contest], settings: Settings, correction: str) -> str:
    """Say what the p-values rest on: statistic, grouping, systems, segments, test, draws and seed."""
    if not contests:
        return "no pair of metrics"
    first = contests[0]
    if first.statistic not in DRAWN:
        chance = f"{first.draws:,} draws, seed {settings.seed}"
        return f"{TESTS[first.test].words}, {chance}; {OF_AVERAGES}; correction: {correction}"
    test, statistic = TESTS[_drawn(first)], first.statistic
    cells = f"{first.systems} systems"
    if _single(first):
        cells += ", one score each"
    elif first.segments:
        cells += f", {first.segments} segments, {first.cells} human scores"
    chance = f", {first.draws:,} draws, seed {settings.seed}" if first.draws else ""
    if first.exact:
        chance = f", all {first.draws:,} ways of swapping systems"
    anew = DRAWN[statistic].calibrated and test.redraw
    ties = "; ties calibrated anew in every draw" if anew else ""
    return f"{statistic}, {GROUPS[first.grouping]}; {cells}; {test.words}{chance}{ties}; correction: {correction}"


def _facts(contests: Sequence[Contest], settings: Settings, correction: str) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"seed": settings.seed, "alpha": settings.alpha, "correction": correction}
    names = ("statistic", "grouping", "test", "draws")
    return facts | {name: getattr(contests[0], name) for name in names} if contests else facts


def _relation(contest: Contest, metric: str, alpha: float) -> str:
    """Say whether a metric of a pair is significantly better or worse than the other, or it is open."""
    if not contest.significant(alpha):
        return "open"
    return "better" if contest.better == metric else "worse"


def _cells(contests: Sequence[Contest], alpha: float) -> dict[tuple[str, str], tuple[str, float]]:
    return {
        (row, column): (_relation(contest, row, alpha), contest.p_shown)
        for contest in contests
        for row, column in ((contest.first, contest.second), (contest.second, contest.first))
    }


def _order(contests: Sequence[Contest]) -> list[str]:
    """Return the metrics, best first; those without a value last."""
    values: dict[str, float] = {}
    for contest in contests:
        values |= {contest.first: contest.value_first, contest.second: contest.value_second}
    return sorted(values, key=lambda metric: (math.isnan(values[metric]), -values[metric], metric))


def _what(contests: Sequence[Contest]) -> str:
    """Say which p-values a matrix shows."""
    corrections = any(contest.adjusted > contest.p_claim for contest in contests)
    sides = "two-sided" if all(contest.sides == "two" for contest in contests) else "one-sided"
    return f"p, {sides}" + (", adjusted" if corrections else "")


def contest_matrix(contests: Sequence[Contest], alpha: float, name: str = "") -> Table:
    """Show who beats whom, best metric first: a word and the p-value of the pair."""
    cells, order = _cells(contests, alpha), _order(contests)

    def label(row: str, column: str) -> str | None:
        word, p = cells.get((row, column), ("", math.nan))
        return None if math.isnan(p) else matrix_label(word, p)

    return table_of(
        _named("metric-matrix", name),
        f"row against column, {_what(contests)}: the row is significantly better, worse, or it is open",
        order,
        [
            text("row against column", read=str),
            several(
                [Head(metric, align="right") for metric in order],
                read=lambda row: [label(row, column) for column in order],
            ),
        ],
    )


def contest_figure(contests: Sequence[Contest], alpha: float, name: str = "") -> Figure:
    """Draw who beats whom as coloured squares with p-values."""
    cells, order = _cells(contests, alpha), _order(contests)
    rows = [
        (row, column, p, word, matrix_label(word, p))
        for row in order
        for column in order
        for word, p in [cells.get((row, column), ("open", math.nan))]
        if not math.isnan(p)
    ]
    wins = [f"{row} beats {column}" for row, column, _, word, _ in rows if word == "better"]
    words = f"Significantly better: {'; '.join(wins)}." if wins else "No pair differs significantly."
    title = f"Metrics, row against column, {_what(contests)}" + (f": {name}" if name else "")
    return figure_of("matrix", _named("metric-matrix-figure", name), title, rows, words, data="matrix")


RANK_RULE = (
    "a new rank starts where any metric of the rank above is significantly better (rule of mt-metrics-eval)"
)


def average_ranks_table(ranks: Sequence[AverageRank], weights: Mapping[str, float] | None = None) -> Table:
    """Show every metric's average rank and agreement over tasks, and its rank in each; `weights` of tasks, or all 1."""
    tasks = list(dict.fromkeys(task for average in ranks for task in average.ranks))
    known = dict.fromkeys(tasks, 1.0) if weights is None else {task: weights[task] for task in tasks}
    shares = "; ".join(f"{task} {weight / sum(known.values()):.4g}" for task, weight in known.items())
    partial = any(not average.complete for average in ranks)
    return table_of(
        "average-ranks",
        "Average ranks of metrics over tasks",
        ranks,
        [
            *(text("metric"), number("rank", "average rank", better="lower")),
            number("value", "average", digits=3, better="higher"),
            number("tasks", read=lambda average: f"{average.tasks}/{average.all_tasks}"),
            several(
                [number_head(f"rank.{task}", task) for task in tasks],
                read=lambda average: [average.ranks.get(task) for task in tasks],
            ),
        ],
        notes=[
            RANK_RULE,
            f"weights of tasks: {shares}",
            "metrics below took part in some tasks only: their averages are not comparable"
            if partial
            else "",
        ],
    )
