"""What a terminal shows of metrics and people: the best metric, those that cannot be told from it, one table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.comparison import CORRECTION_NAMES
from assay.errors import counted
from assay.meta import PARTS, TESTS, Contest, MetaEvaluation, Task, TaskTable
from assay.reporting.blocks import Block, Heading, Listing, Prose, Table
from assay.reporting.columns import TableColumn, number, table_of, text
from assay.reporting.literature.citing import CORRECTIONS, STATISTICS, bibliography
from assay.reporting.literature.citing import TESTS as TEST_WORKS
from assay.reporting.tables.human.scores import remarks_in_short
from assay.reporting.tables.meta.notes import systems_of, task_labels, told_apart
from assay.reporting.tables.meta.tables import OTHER_SYSTEMS, UNDEFINED, ordered_table
from assay.reporting.wording import joined
from assay.version import installed_version

MOST_METRICS = 12  # rows of the table
MOST_TASKS = 7  # columns of it, and sentences
MOST_NAMES = 4  # metrics of a sentence; more are counted
SAME = 1e-12  # of a figure: what rounding may change
MOST_DOUBTS = 2


def meta_summary(result: MetaEvaluation, *, citation: bool = False) -> list[Block]:
    """Name the best metric and those that cannot be told from it, then show one table; the rest is to be asked for."""
    if result.table is None:
        ordered = [] if result.ordered is None else [ordered_table(result.ordered)]
        return [Heading("Metrics and people"), *ordered]
    answers = tuple(_answers(result, result.table))
    return [
        Heading(headline(result.table)),
        *([Listing("meta-answers", "", answers)] if answers else []),
        *meta_table(result, MOST_METRICS, MOST_TASKS, citation=citation),
        Prose(f"More: --show {','.join(PARTS)}, or all."),
    ]


def meta_table(
    result: MetaEvaluation, most: int | None = None, tasks: int | None = None, *, citation: bool = False
) -> list[Block]:
    """Give one table for a paper or a spreadsheet, of at `most` so many metrics and tasks; whom to cite, if asked."""
    if result.table is None:
        return [] if result.ordered is None else [ordered_table(result.ordered)]
    words = Listing("citation", "For a paper", (_sentence(result, result.table),))
    cited: list[Block] = [words, bibliography(_works(result, result.table))] if citation else []
    return [_table(result, result.table, most, tasks), *cited]


def headline(table: TaskTable) -> str:
    """Name the metric with the highest average, and the next where there are several."""
    ranked = [name for name in table.metrics if name in table.averages]
    if not ranked:
        return "No metric has an answer to every task"
    best = ranked[0]
    if len(ranked) == 1:
        return f"{best} agrees with people at {table.averages[best]:.3f} on average"
    low, high = (
        told_apart(table.averages[ranked[1]], table.averages[best], 3)
        if table.averages[ranked[1]] != table.averages[best]
        else (f"{table.averages[best]:.3f}",) * 2
    )
    if low == high:
        leaders = [name for name in ranked if table.averages[name] == table.averages[best]]
        return f"{_named(leaders)} agree best with people: {high} on average"
    return f"{best} agrees best with people: {high} on average, {ranked[1]} {low}"


def _answers(result: MetaEvaluation, table: TaskTable) -> list[str]:
    labels, doubts = task_labels(table.tasks), [doubt.words for doubt in result.dependences]
    rest = len(doubts) - MOST_DOUBTS
    more = [f"{counted(rest, 'more doubt')} of this kind: --show tasks."] if rest > 0 else []
    return [
        *_tested(result, table, labels),
        *doubts[:MOST_DOUBTS],
        *more,
        *remarks_in_short(result.remarks),
    ]


def _tested(result: MetaEvaluation, table: TaskTable, labels: dict[str, str]) -> list[str]:
    """Say of every task which metric is best and which are not significantly worse; or that nothing was tested."""
    if not result.contests:
        if len(table.metrics) < 2:
            return []
        return ["The differences between metrics were not tested: --test boot-both tests them."]
    alpha = result.options.settings.alpha
    said = [
        f"{labels[task.name]}: {_best_of(result.contests[task.name], alpha)}"
        for task in table.tasks
        if task.name in result.contests
    ]
    rest = len(said) - MOST_TASKS
    more = [f"{counted(rest, 'more task')}: --show tasks."] if rest > 0 else []
    return [*said[:MOST_TASKS], *more, _rule(result)]


def _best_of(contests: Sequence[Contest], alpha: float) -> str:
    """Name the metric with the highest agreement in a task, and those that are not significantly worse."""
    values = {contest.first: contest.value_first for contest in contests}
    values |= {contest.second: contest.value_second for contest in contests}
    known = {metric: value for metric, value in values.items() if not math.isnan(value)}
    if not known:
        return "undefined for every metric."
    best = max(known, key=lambda metric: known[metric])
    leaders = [metric for metric in known if math.isclose(known[metric], known[best], rel_tol=SAME)]
    level = [
        other
        for contest in contests
        if best in (contest.first, contest.second)
        and not (contest.significant(alpha) and contest.better == best)
        for other in [contest.second if contest.first == best else contest.first]
        if other in known and other not in leaders
    ]
    said = f"{joined(leaders)} ({known[best]:.3f}) {'is' if len(leaders) == 1 else 'are'} "
    if level:
        said += f"best; not significantly worse: {_named(sorted(level, key=lambda name: -known[name]))}"
    else:
        said += "significantly better than all others" if len(leaders) == 1 < len(known) else "best"
    undefined = [metric for metric in values if metric not in known]
    return f"{said}; undefined: {_named(undefined)}." if undefined else f"{said}."


def _named(metrics: Sequence[str]) -> str:
    if len(metrics) <= MOST_NAMES:
        return joined(metrics)
    return f"{', '.join(metrics[:MOST_NAMES])} and {len(metrics) - MOST_NAMES} more"


def _rule(result: MetaEvaluation) -> str:
    """Say by which test and correction metrics were compared."""
    options = result.options
    adjusted = CORRECTION_NAMES.get(options.correction)
    sides = "two-sided" if options.sides == "two" else "one-sided for the leading metric, as at WMT"
    level = f"p < {options.settings.alpha:g}" + (
        f" after {adjusted} correction" if adjusted else ", not adjusted for many tests"
    )
    return f"Test: {TESTS[options.test].words}, {sides}; {level}."


def _table(result: MetaEvaluation, table: TaskTable, most: int | None, tasks: int | None) -> Table:
    labels, counts = task_labels(table.tasks), systems_of(table)
    left_out = max(0, len(table.metrics) - (most or len(table.metrics)))
    hidden = max(0, len(table.tasks) - (tasks or len(table.tasks)))
    more = [counted(left_out, "more metric")] if left_out else []
    more += [counted(hidden, "more task")] if hidden else []
    return table_of(
        "agreement",
        f"Agreement with people, {_size(table)}",
        table.metrics[:most],
        [
            text("metric", read=str),
            *([number("systems", read=lambda metric: "{} of {}".format(*counts[metric]))] if counts else []),
            number("average", digits=3, better="higher", read=table.averages.get),
            *(_task_column(table, task, labels[task.name]) for task in table.tasks[:tasks]),
        ],
        notes=[
            OTHER_SYSTEMS if counts else "",
            UNDEFINED if _has_gaps(table) else "",
            f"{joined(more)}: --show tasks" if more else "",
        ],
        ranked=True,
    )


def _has_gaps(table: TaskTable) -> bool:
    """Tell whether a metric has no figure for a task; its average is missing then, too."""
    return any(metric not in table.averages for metric in table.metrics)


def _task_column(table: TaskTable, task: Task, label: str) -> TableColumn:
    return number(task.name, label, digits=3, better="higher", read=lambda metric: table.value(metric, task))


def _size(table: TaskTable) -> str:
    """Say how many systems and segments people judged, of every language pair."""
    return "; ".join(
        f"{material.languages}: {counted(len(material.systems or material.human.systems), 'system')}, "
        f"{counted(int(material.human.judged.any(axis=0).sum()), 'judged segment')}"
        for material in table.materials.values()
    )


def _sentence(result: MetaEvaluation, table: TaskTable) -> str:
    names = joined(list(dict.fromkeys(task.statistic for task in table.tasks)))
    tested = f" {_rule(result)}" if result.contests else ""
    return f"Agreement with people is measured by {names} (Assay {installed_version()}).{tested}"


def _works(result: MetaEvaluation, table: TaskTable) -> list[str]:
    works = [STATISTICS[task.statistic] for task in table.tasks if task.statistic in STATISTICS]
    if result.contests:
        works += TEST_WORKS.get(result.options.test, ())
        works += [CORRECTIONS[result.options.correction]] if result.options.correction in CORRECTIONS else []
    return works
