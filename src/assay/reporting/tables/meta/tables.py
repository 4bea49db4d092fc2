"""What a meta-evaluation has to say of metrics and people: tasks, counts of pairs, ties, and what to doubt.

Every table carries in its notes what its numbers rest on: reference, systems, segments, grouping, rule for ties.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from assay.meta import STATISTICS, tau
from assay.meta.domains import DomainTable, InDomain
from assay.meta.evaluation import OrderedPairs
from assay.meta.orange import Orange
from assay.meta.pairs import Kendall
from assay.meta.sensitivity import Dependence, Outliers
from assay.meta.statistics import pair_statistics
from assay.meta.tasks import TaskResult, TaskTable
from assay.meta.ties import Calibration, HeldOut
from assay.reporting.blocks import Block, Listing, Table
from assay.reporting.columns import (
    TableColumn,
    estimate,
    number,
    number_head,
    numbers,
    several,
    table_of,
    text,
)
from assay.reporting.tables.meta.notes import (
    ON_ONE_SCALE,
    interval_notes,
    missing_notes,
    other_means,
    provenance_notes,
    result_notes,
    systems_of,
    task_labels,
    task_weights,
)

COUNT_NOTE = (
    "C, D: pairs that metric and people order alike, or in opposite ways; Th, Tm, Thm: tied by people only, "
    "by the metric only, by both; missing: pairs that people judged but the metric did not score"
)
OTHER_SYSTEMS = (
    "metrics with scores for fewer systems are measured on other systems, and not comparable with the rest"
)
UNDEFINED = "a dash: no scores for it, or undefined (a constant, or a denominator of 0)"
# What was used on pairs that people ordered
HUMAN_ORDERS = ("tau-13", "tau-14", "tau-10", "table-5", "acc-eq")


def warnings_listing(dependences: Sequence[Dependence], metrics: int = 2) -> Listing:
    """List what results depend on, of so many metrics."""
    words = tuple(dependence.words for dependence in dependences)
    none = (
        "The order of metrics is the same by every rule for ties, with and without outlier systems."
        if metrics > 1
        else "There is only one metric, and so nothing to rank."
    )
    return Listing("warnings", "What the order of metrics depends on", words or (none,))


def tasks_table(table: TaskTable) -> Table:
    """Show metrics by tasks, best average first."""
    labels, counts = task_labels(table.tasks), systems_of(table)
    rows = [
        {"metric": metric, "average": table.averages.get(metric)}
        | {task.name: table.results.get((metric, task.name)) for task in table.tasks}
        for metric in table.metrics
    ]
    return table_of(
        "tasks",
        "Agreement with people",
        rows,
        [
            text("metric", read=lambda row: row["metric"]),
            *(
                [number("systems", read=lambda row: "{} of {}".format(*counts[row["metric"]]))]
                if counts
                else []
            ),
            number("average", digits=3, better="higher", read=lambda row: row["average"]),
            *(_task_column(name, label) for name, label in labels.items()),
        ],
        notes=[
            *provenance_notes(table, labels),
            f"average: {task_weights(table.tasks, labels)}; only of metrics that answered every task",
            ON_ONE_SCALE if any(task.from_zero and task.measure.least for task in table.tasks) else "",
            *result_notes(table, labels),
            *interval_notes(table, labels),
            *other_means(table),
            *missing_notes(table),
            OTHER_SYSTEMS if counts else "",
            UNDEFINED,
        ],
    )


def _task_column(name: str, label: str) -> TableColumn:
    def result(row: Mapping[str, TaskResult | None]) -> TaskResult | None:
        return row[name]

    def value(row: Mapping[str, TaskResult | None]) -> float | None:
        return None if (answer := result(row)) is None else answer.value

    def interval(row: Mapping[str, TaskResult | None]) -> object:
        return None if (answer := result(row)) is None else answer.interval

    return estimate(name, label, read=value, interval=interval, digits=3, better="higher")


def results_table(table: TaskTable) -> Table:
    """Show every result in a row of its own, with all that it rests on."""
    return table_of(
        "results",
        "Every result",
        table.results.values(),
        [
            *(text("metric"), text("task", read="task.name"), number("value", digits=4)),
            *(_bound("low"), _bound("high")),
            *numbers("systems", "groups", "all_groups", "observations", digits=3),
            number("epsilon", digits=8),
            text("provenance", read=lambda result: table.provenance[result.task.name]),
        ],
        notes=[UNDEFINED],
    )


def _bound(name: Literal["low", "high"]) -> TableColumn:
    def bound(result: TaskResult) -> float | None:
        return None if result.interval is None else float(getattr(result.interval, name))

    return number(name, digits=3, read=bound)


def _count_columns(part: str = "") -> list[TableColumn]:
    kinds = {
        "concordant": "C",
        "discordant": "D",
        "human_ties": "Th",
        "metric_ties": "Tm",
        "double_ties": "Thm",
    }
    return [number(name, kinds.get(name, ""), read=f"{part}{name}") for name in (*kinds, "pairs", "missing")]


def counts_table(kendalls: Sequence[Kendall], provenance: str = "", *, pooled: bool = False) -> Table:
    """Show the counts of pairs beside every variant of tau: means over groups, or of the pooled pairs."""
    listed = [name for name, statistic in pair_statistics().items() if statistic.listed]
    how = (
        "of the pairs of all groups together"
        if pooled
        else "means over the groups in which a variant is defined"
    )
    return table_of(
        "pairs",
        "Pairs and what each rule makes of them",
        kendalls,
        [
            *(text("metric"), *_count_columns("counts."), number("groups", digits=3)),
            *(_variant_column(name, pooled=pooled) for name in [*listed, "tau-c"]),
        ],
        notes=[
            provenance,
            _ties_note(kendalls[0]) if kendalls else "",
            COUNT_NOTE,
            f"values are {how}",
            *_used_notes(kendalls if not pooled else ()),
            *_formulas(listed),
            f"tau-c: {STATISTICS['tau-c'].formula}, k the smaller number of different values; "
            "pooled for one group only",
            UNDEFINED,
        ],
    )


def _variant_column(name: str, *, pooled: bool) -> TableColumn:
    return number(name, digits=3, read=lambda kendall: (kendall.pooled if pooled else kendall.means)[name])


def _formulas(names: Sequence[str]) -> list[str]:
    return [f"{name}: {STATISTICS[name].formula} ({STATISTICS[name].used})" for name in names]


def _ties_note(kendall: Kendall) -> str:
    epsilon, threshold = kendall.epsilon, kendall.threshold
    metric = f"metric values no more than {epsilon:g} apart" if epsilon else "equal metric values"
    human = f"human ones less than {threshold:g} apart" if threshold else "equal human ones"
    return f"ties: {metric}, {human}; grouping: {kendall.grouping}"


def _used_notes(kendalls: Sequence[Kendall]) -> list[str]:
    parts = [f"{each.metric} {each.used['tau-b']}" for each in kendalls if each.used["tau-b"] < each.groups]
    return [f"groups in which tau-b is defined: {', '.join(parts)}"] if parts else []


def ordered_table(pairs: OrderedPairs) -> Table:
    """Show the counts of pairs that people ordered (daRR, rankings) beside the variants used on them."""
    return table_of(
        "ordered_pairs",
        "Pairs that people ordered",
        [(counts, metric) for metric, counts in pairs.counts.items()],
        [
            text("metric", read=1),
            number("ordered", digits=3, read=lambda row: row[0].ordered),
            several(
                [head for column in _count_columns() for head in column.heads],
                read=lambda row: [value for column in _count_columns() for value in column.values(row[0])],
            ),
            several(
                [number_head(name, digits=3) for name in HUMAN_ORDERS],
                read=lambda row: [tau(row[0], name) for name in HUMAN_ORDERS],
            ),
        ],
        notes=[
            pairs.provenance,
            "ordered: pairs without a human tie that the metric scored, C + D + Tm",
            COUNT_NOTE,
            *_formulas(HUMAN_ORDERS),
            UNDEFINED,
        ],
    )


def calibration_table(
    calibrations: Sequence[Calibration], held: Sequence[HeldOut] = (), provenance: str = ""
) -> Table:
    """Show the best epsilon of every metric, what it gains, and what is left of it on segments it was not fitted on."""
    by_name = {each.metric: each for each in held}
    seeds = dict.fromkeys(f"held out: halves of the judged segments, seed {each.seed}" for each in held)
    fitted = dict.fromkeys(
        f"epsilon fitted on {each.fitted_on}, grouping: {each.grouping}" for each in calibrations
    )

    def held_out(name: str, label: str = "", digits: int = 3) -> TableColumn:
        def read(best: Calibration) -> float | None:
            return float(getattr(by_name[best.metric], name)) if best.metric in by_name else None

        return number("held_out" if label else name, label, digits=digits, read=read)

    return table_of(
        "ties",
        "Ties of metrics, calibrated",
        calibrations,
        [
            *(text("metric"), number("epsilon", digits=8), number("until", "as good below", digits=8)),
            number("untied", "acc-eq, epsilon 0", digits=3),
            number("accuracy", "acc-eq", digits=3, better="higher"),
            *(number("tau_eq", "tau-eq", digits=3, read="tau"), *numbers("pairs", "groups", digits=3)),
            *(held_out("accuracy", "held out"), held_out("optimism", digits=4)),
        ],
        notes=[
            provenance,
            *fitted,
            "epsilon: the smallest of those that are best, in the metric's units; "
            "pairs no more than this apart are ties",
            *seeds,
            "held out, a dash: too few judged segments to split" if len(held) < len(calibrations) else "",
        ],
    )


def orange_table(oranges: Sequence[Orange], provenance: str = "") -> Table:
    """Show ORANGE: lower is better."""
    people = dict.fromkeys(f"human translation: {', '.join(each.human)}" for each in oranges)
    return table_of(
        "orange",
        "Rank of the human translation",
        oranges,
        [
            *(text("metric"), number("orange", "ORANGE", read="value", digits=3, better="lower")),
            number("mean_rank", "mean rank", digits=3),
            *numbers("candidates", "segments", "skipped", digits=3),
        ],
        notes=[provenance, *people],
    )


def outliers_table(outliers: Outliers) -> Table:
    """Show Pearson's r by system with and without outlier systems."""
    words = ", ".join(outliers.systems) if outliers.systems else "none"
    return table_of(
        "outliers",
        f"Outlier systems, {outliers.languages}",
        [(name, r, outliers.without[name]) for name, r in outliers.with_all.items()],
        [
            *(text("metric", read=0), number("r", read=1, digits=3, better="higher")),
            number("without", "r without", read=2, digits=3, better="higher"),
            number("change", digits=3, read=lambda row: row[2] - row[1]),
        ],
        notes=[
            f"{outliers.languages}: outlier systems: {words}",
            "outlier: more than 2.5 robust standard deviations (1.4826 median absolute deviations) from the "
            "median human score",
        ],
    )


def domain_tables(domains: DomainTable) -> list[Block]:
    """Show Pearson's r over systems and the accuracy of their pairs: a row a metric, a column a domain."""
    return [
        _domain_table(domains, "pearson", "Pearson's r over systems", 0, lambda each: each.pearson),
        _domain_table(
            domains, "accuracy", "pairs of systems in the right order", 1, lambda each: each.accuracy.value
        ),
    ]


def _domain_table(
    domains: DomainTable, name: str, what: str, at: int, value: Callable[[InDomain], float]
) -> Table:
    cells = {(each.metric, each.domain): value(each) for each in domains.agreements}
    average = {each.metric: domains.average(each.metric)[at] for each in domains.agreements}
    order = sorted(
        average, key=lambda metric: (math.isnan(average[metric]), -average[metric], metric.lower())
    )
    sizes = ", ".join(f"{domain} {segments}" for domain, segments in domains.segments.items())
    heads = [number_head(domain, digits=3, better="higher") for domain in domains.segments]
    return table_of(
        f"domains.{name}",
        f"By domain, {domains.languages}: {what}",
        order,
        [
            text("metric", read=str),
            number("average", digits=3, better="higher", read=lambda metric: average[metric]),
            several(heads, read=lambda metric: [cells.get((metric, domain)) for domain in domains.segments]),
        ],
        notes=[
            f"{domains.languages}: {domains.human}; judged segments: {sizes}",
            "average: of all pairs of all domains" if at else "average: every domain has equal weight",
            f"scores by domain as given: {', '.join(domains.given)}" if domains.given else "",
            f"corpus scores of the judged segments: {', '.join(domains.corpus)}" if domains.corpus else "",
            "a metric's score of a system: its mean over the judged segments of the domain"
            if len(domains.given) + len(domains.corpus) < len(average)
            else "",
            "a dash: no scores for it, or undefined (a constant)",
        ],
    )
