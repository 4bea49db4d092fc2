"""What `assay meta` has to say of metrics and people: the table of tasks, counts of pairs, ties, and what to doubt.

Every table carries in its notes what its numbers rest on: reference, systems, segments, grouping, rule for ties.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from assay.meta import (
    STATISTICS,
    Calibration,
    Correlation,
    Dependence,
    HeldOut,
    Kendall,
    Orange,
    Outliers,
    PairCounts,
    PairwiseAccuracy,
    SoftAccuracy,
    Task,
    TaskResult,
    TaskTable,
    pair_statistics,
    tau,
)
from assay.reporting.blocks import Block, Estimate, Head, Heading, Listing, Table, Value
from assay.reporting.tables.task_notes import missing_notes, provenance_notes, task_labels, task_weights

KINDS = ("concordant", "discordant", "human_ties", "metric_ties", "double_ties")
COUNT_HEADS = (
    Head("concordant", label="C", align="right"),
    Head("discordant", label="D", align="right"),
    Head("human_ties", label="Th", align="right"),
    Head("metric_ties", label="Tm", align="right"),
    Head("double_ties", label="Thm", align="right"),
    Head("pairs", align="right"),
    Head("missing", align="right"),
)
COUNT_NOTE = (
    "C, D: pairs that metric and people order alike, or against each other; Th, Tm, Thm: tied by people only, "
    "by the metric only, by both; missing: pairs that people judged and the metric has no score for"
)
UNDEFINED = "a dash: no scores for it, or undefined (a constant, or a denominator of 0)"


def _number(name: str, label: str = "", digits: int = 3, *, higher: bool = False) -> Head:
    return Head(name, label=label, align="right", digits=digits, better="higher" if higher else None)


def meta_report(
    table: TaskTable, dependences: Sequence[Dependence], blocks: Sequence[Block] = (), title: str = ""
) -> list[Block]:
    """Say what to doubt, show the table of tasks, then whatever else was asked for."""
    return [
        Heading(title or "Metrics and people"),
        warnings_listing(dependences),
        tasks_table(table),
        *blocks,
    ]


def warnings_listing(dependences: Sequence[Dependence]) -> Listing:
    """List what results depend on."""
    words = tuple(one.words for one in dependences)
    none = "The order of metrics is the same by every rule for ties, with and without outlier systems."
    return Listing("warnings", "What the order of metrics depends on", words or (none,))


def tasks_table(table: TaskTable) -> Table:
    """Show metrics by tasks, best average first."""
    rows: list[tuple[Value, ...]] = [
        (metric, table.averages.get(metric), *(_value(table, metric, task) for task in table.tasks))
        for metric in table.metrics
    ]
    heads = (Head("metric"), _number("average", higher=True))
    labels = task_labels(table.tasks)
    return Table(
        name="tasks",
        columns=(*heads, *(_number(name, label, higher=True) for name, label in labels.items())),
        rows=tuple(rows),
        title="Agreement with people",
        notes=(
            *provenance_notes(table, labels),
            f"average: {task_weights(table.tasks, labels)}; only of metrics that answered every task",
            *_result_notes(table, labels),
            *missing_notes(table),
            UNDEFINED,
        ),
    )


def _value(table: TaskTable, metric: str, task: Task) -> Value:
    found = table.results.get((metric, task.name))
    if found is None:
        return None
    interval = found.interval
    if interval is None or math.isnan(interval.low):
        return found.value
    return Estimate(found.value, interval.low, interval.high)


def _result_notes(table: TaskTable, labels: Mapping[str, str]) -> list[str]:
    """Say where metrics of one task rest on different groups or systems, and what single results need saying."""
    notes: dict[str, list[str]] = {}
    for task in table.tasks:
        found = [one for (_, name), one in table.results.items() if name == task.name]
        if task.level == "segment":
            notes[_spread(labels[task.name], task, found)] = []
        for one in found:
            if one.note:
                notes.setdefault(f"{labels[task.name]}: {one.note}", []).append(one.metric)
    return [f"{words}: {', '.join(names)}" if names else words for words, names in notes.items() if words]


def _spread(name: str, task: Task, results: Sequence[TaskResult]) -> str:
    groups = [one.groups for one in results]
    if not groups or task.grouping == "none":
        return ""
    low, high, most = min(groups), max(groups), max(one.all_groups for one in results)
    if low == high:
        return f"{name}: {low} of {most} groups in every mean"
    return f"{name}: from {low} to {high} of {most} groups, so the means are of different groups"


def results_table(table: TaskTable) -> Table:
    """Show every result in a row of its own, with all that it rests on."""
    heads = (
        *(Head("metric"), Head("task"), _number("value", digits=4), _number("low"), _number("high")),
        *(_number(name) for name in ("systems", "groups", "all_groups", "observations")),
        *(_number("epsilon", digits=8), Head("provenance")),
    )
    rows = [(*_result(one), table.provenance[name]) for (_, name), one in table.results.items()]
    return Table("results", heads, tuple(rows), "Every result", (UNDEFINED,))


def _result(one: TaskResult) -> tuple[Value, ...]:
    low, high = (one.interval.low, one.interval.high) if one.interval else (None, None)
    numbers = (one.systems, one.groups, one.all_groups, one.observations, one.epsilon)
    return (one.metric, one.task.name, one.value, low, high, *numbers)


def counts_table(found: Sequence[Kendall], provenance: str = "", *, pooled: bool = False) -> Table:
    """Show the counts of pairs beside every variant of tau: means over groups, or of the pooled pairs."""
    listed = [statistic.name for statistic in pair_statistics().values() if statistic.listed]
    names = [*listed, "tau-c"]
    rows: list[tuple[Value, ...]] = []
    for one in found:
        values = one.pooled if pooled else one.means
        rows.append((one.metric, *_counts(one.counts), one.groups, *(values[name] for name in names)))
    first = [_ties_note(found[0])] if found else []
    how = (
        "of the pairs of all groups together"
        if pooled
        else "means over the groups in which a variant is defined"
    )
    return Table(
        name="pairs",
        columns=(Head("metric"), *COUNT_HEADS, _number("groups"), *(_number(name) for name in names)),
        rows=tuple(rows),
        title="Pairs and what each rule makes of them",
        notes=(
            *([provenance] if provenance else []),
            *first,
            COUNT_NOTE,
            f"values are {how}",
            *_used_notes(found if not pooled else ()),
            *_formulas(listed),
            f"tau-c: {STATISTICS['tau-c'].formula}, k the smaller number of different values; "
            "pooled for one group only",
            UNDEFINED,
        ),
    )


def _formulas(names: Sequence[str]) -> list[str]:
    return [f"{name}: {STATISTICS[name].formula} ({STATISTICS[name].used})" for name in names]


def _ties_note(one: Kendall) -> str:
    metric = f"metric values no more than {one.epsilon:g} apart" if one.epsilon else "equal metric values"
    human = f"human ones less than {one.threshold:g} apart" if one.threshold else "equal human ones"
    return f"ties: {metric}, {human}; grouping: {one.grouping}"


def _counts(counts: PairCounts) -> tuple[int, ...]:
    return (*(getattr(counts, kind) for kind in KINDS), counts.pairs, counts.missing)


def _used_notes(found: Sequence[Kendall]) -> list[str]:
    parts = [f"{one.metric} {one.used['tau-b']}" for one in found if one.used["tau-b"] < one.groups]
    return [f"groups in which tau-b is defined: {', '.join(parts)}"] if parts else []


def ordered_table(found: Mapping[str, PairCounts], provenance: str = "") -> Table:
    """Show the counts of pairs that people ordered (daRR, rankings) beside the variants used on them."""
    names = ("tau-13", "tau-14", "tau-10", "table-5", "acc-eq")
    rows: list[tuple[Value, ...]] = [
        (
            metric,
            _ordered(counts),
            *_counts(counts),
            *(tau(counts, name) for name in names),
        )
        for metric, counts in found.items()
    ]
    return Table(
        "ordered_pairs",
        (Head("metric"), _number("ordered"), *COUNT_HEADS, *(_number(name) for name in names)),
        tuple(rows),
        "Pairs that people ordered",
        (
            *([provenance] if provenance else []),
            "ordered: pairs that people do not tie and the metric has scores for, C + D + Tm",
            COUNT_NOTE,
            *_formulas(names),
            UNDEFINED,
        ),
    )


def _ordered(counts: PairCounts) -> int:
    return counts.concordant + counts.discordant + counts.metric_ties


def correlations_table(found: Sequence[Correlation], provenance: str = "") -> Table:
    """Show correlations with their intervals and the number of groups they are means of."""
    rows = [
        (
            one.metric,
            one.statistic,
            one.grouping,
            _estimate(one),
            one.groups,
            one.all_groups,
            one.values,
            one.systems,
        )
        for one in found
    ]
    heads = (
        *(Head("metric"), Head("statistic"), Head("grouping"), _number("value", higher=True)),
        *(_number("groups"), _number("all_groups", "of"), _number("values"), _number("systems")),
    )
    common = "over the groups in which all metrics are defined" if any(one.common for one in found) else ""
    methods = dict.fromkeys(f"intervals: {one.interval.method}" for one in found if one.interval)
    notes = (*([provenance] if provenance else []), *([common] if common else []), *methods, UNDEFINED)
    return Table("correlations", heads, tuple(rows), "Correlation with people", notes)


def _estimate(one: Correlation) -> Value:
    if one.interval is None or math.isnan(one.interval.low):
        return one.value
    return Estimate(one.value, one.interval.low, one.interval.high)


def calibration_table(
    found: Sequence[Calibration], held: Sequence[HeldOut] = (), provenance: str = ""
) -> Table:
    """Show the best epsilon of every metric, what it gains, and what is left of it on segments it was not fitted on."""
    by_name = {one.metric: one for one in held}
    rows = [(*_calibrated(one), *_held(by_name.get(one.metric))) for one in found]
    heads = (
        *(Head("metric"), _number("epsilon", digits=8), _number("until", "as good below", digits=8)),
        *(
            _number("untied", "acc-eq, epsilon 0"),
            _number("accuracy", "acc-eq", higher=True),
            _number("tau_eq", "tau-eq"),
        ),
        *(
            _number("pairs"),
            _number("groups"),
            _number("held_out", "held out"),
            _number("optimism", digits=4),
        ),
    )
    seeds = dict.fromkeys(f"held out: halves of the judged segments, seed {one.seed}" for one in held)
    fitted = dict.fromkeys(f"epsilon fitted on {one.fitted_on}, grouping: {one.grouping}" for one in found)
    notes = (
        *([provenance] if provenance else []),
        *fitted,
        "epsilon: the smallest of those that are best, in the metric's units; pairs no more than this apart are ties",
        *seeds,
    )
    return Table("ties", heads, tuple(rows), "Ties of metrics, calibrated", notes)


def _calibrated(one: Calibration) -> tuple[Value, ...]:
    return (one.metric, one.epsilon, one.until, one.untied, one.accuracy, one.tau, one.pairs, one.groups)


def _held(one: HeldOut | None) -> tuple[Value, Value]:
    return (None, None) if one is None else (one.accuracy, one.optimism)


def soft_table(found: Sequence[SoftAccuracy], provenance: str = "") -> Table:
    """Show soft pairwise accuracy with the number of pairs it is a mean of."""
    rows = [
        (one.metric, one.value, len(one.pairs), len(one.skipped), min(one.segments, default=0))
        for one in found
    ]
    heads = (
        *(Head("metric"), _number("spa", "SPA", higher=True), _number("pairs")),
        *(_number("skipped"), _number("segments", "fewest segments")),
    )
    draws = dict.fromkeys(
        f"{one.permutations} permutations, seed {one.seed}" if one.permutations else "all permutations"
        for one in found
    )
    notes = (
        *([provenance] if provenance else []),
        *draws,
        "each pair of systems on the segments that both have; scores of systems are means of segments",
    )
    return Table("spa", heads, tuple(rows), "Soft pairwise accuracy", notes)


def pairwise_table(found: Sequence[PairwiseAccuracy], provenance: str = "") -> Table:
    """Show pairwise accuracy with its counts, Wilson's interval, and the pairs that are ordered wrongly."""
    rows: list[tuple[Value, ...]] = []
    for one in found:
        interval = one.interval() if one.pairs else None
        share = Estimate(one.value, interval.low, interval.high) if interval else None
        wrong = "; ".join(f"{better} > {worse}" for better, worse in one.wrong)
        rows.append((one.metric, share, one.agreed, one.pairs, one.not_significant, wrong))
    heads = (
        *(Head("metric"), _number("accuracy", higher=True), _number("agreed"), _number("pairs")),
        *(_number("not_significant", "left out"), Head("wrong", label="people, against the metric")),
    )
    notes = (
        *([provenance] if provenance else []),
        "intervals (Wilson) take pairs for independent: they are too narrow",
        "left out: pairs that people do not tell apart significantly",
    )
    return Table("accuracy", heads, tuple(rows), "Pairs of systems", notes)


def orange_table(found: Sequence[Orange], provenance: str = "") -> Table:
    """Show ORANGE: lower is better."""
    rows = [
        (one.metric, one.value, one.mean_rank, one.candidates, one.segments, one.skipped) for one in found
    ]
    value = Head("orange", label="ORANGE", align="right", digits=3, better="lower")
    heads = (Head("metric"), value, _number("mean_rank", "mean rank"),
             *(_number(name) for name in ("candidates", "segments", "skipped")))  # fmt: skip
    people = dict.fromkeys(f"human translation: {', '.join(one.human)}" for one in found)
    return Table(
        "orange",
        heads,
        tuple(rows),
        "Rank of the human translation",
        (*([provenance] if provenance else []), *people),
    )


def outliers_table(found: Outliers) -> Table:
    """Show Pearson's r by system with and without outlier systems."""
    rows = [(name, r, found.without[name], found.without[name] - r) for name, r in found.with_all.items()]
    heads = (
        Head("metric"),
        _number("r", higher=True),
        _number("without", "r without", higher=True),
        _number("change"),
    )
    words = ", ".join(found.systems) if found.systems else "none"
    notes = (
        f"{found.languages}: outlier systems: {words}",
        "outlier: further than 2.5 from the median of human scores, in units of 1.4826 median distances from it",
    )
    return Table("outliers", heads, tuple(rows), f"Outlier systems, {found.languages}", notes)


def heat_data(table: TaskTable) -> list[tuple[Value, ...]]:
    """Return a row a metric and task that has a value, for the heat map."""
    labels = task_labels(table.tasks)
    cells = [
        (metric, labels[task.name], table.value(metric, task))
        for metric in table.metrics
        for task in table.tasks
    ]
    return [
        (*place, value, f"{value:.3f}")
        for *place, value in cells
        if value is not None and not math.isnan(value)
    ]
