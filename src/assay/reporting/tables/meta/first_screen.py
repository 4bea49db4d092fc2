"""What a terminal shows of metrics and people: the best metric, those that cannot be told from it, one table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.comparison.options import CORRECTION_NAMES
from assay.errors import counted
from assay.meta import PARTS, TESTS, Contest, MetaEvaluation, Task
from assay.meta.tasks import CONSTANT, TaskTable
from assay.reporting.blocks import Block, Heading, Listing, Prose, Table
from assay.reporting.columns import TableColumn, number, table_of, text
from assay.reporting.literature.citations import CORRECTIONS, STATISTICS, bibliography
from assay.reporting.literature.citations import TESTS as TEST_WORKS
from assay.reporting.tables.human.scores import remarks_in_short
from assay.reporting.tables.meta.notes import ON_ONE_SCALE, systems_of, task_labels, told_apart
from assay.reporting.tables.meta.tables import OTHER_SYSTEMS, UNDEFINED, ordered_table
from assay.reporting.wording import joined
from assay.version import installed_version

MOST_METRICS = 12  # rows of the table
MOST_TASKS = 7  # columns of it, and sentences
MOST_NAMES = 4  # metrics of a sentence; more are counted
SAME = 1e-12  # of a figure: what rounding may change
MOST_DOUBTS = 2
OF_AVERAGES = "perm-both"  # a test that averages over tasks have as well


def meta_summary(result: MetaEvaluation, *, citation: bool = False) -> list[Block]:
    """Name the best metric and those that cannot be told from it, then show one table; the rest is to be asked for."""
    if result.table is None:
        ordered = [] if result.ordered is None else [ordered_table(result.ordered)]
        return [Heading("Metrics and people"), *ordered]
    answers = tuple(_answers(result, result.table))
    return [
        Heading(headline(result)),
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


def headline(result: MetaEvaluation) -> str:
    """Name the metric with the highest average; it agrees best only where a test says so."""
    if result.table is None:
        return "Metrics and people"
    averages = result.table.averages
    ranked = [name for name in result.table.metrics if name in averages]
    if not ranked:
        return "No metric has an answer to every task"
    best = ranked[0]
    if len(ranked) == 1:
        return f"{best} agrees with people at {averages[best]:.3f} on average"
    leaders = [name for name in ranked if averages[name] == averages[best]]
    if len(leaders) > 1:
        return f"{_named(leaders)} have the highest agreement with people: {averages[best]:.3f} on average"
    low, high = told_apart(averages[ranked[1]], averages[best], 3)
    if not result.overall:
        return f"{best} has the highest agreement with people: {high} on average, {ranked[1]} {low}"
    level = _not_worse(result.overall, best, ranked, result.options.settings.alpha)
    if level:
        return (
            f"{best} has the highest agreement with people: {high} on average, not significantly higher than "
            f"{_named(level)}, {low if level[0] == ranked[1] else f'{averages[level[0]]:.3f}'}"
            + (" and below" if len(level) > 1 else "")
        )
    return f"{best} agrees best with people: {high} on average, {ranked[1]} {low}"


def _not_worse(contests: Sequence[Contest], best: str, known: Sequence[str], alpha: float) -> list[str]:
    """Return the metrics that are not significantly worse than one, in the order of those that are known."""
    worse = {
        contest.second if contest.first == best else contest.first
        for contest in contests
        if best in (contest.first, contest.second) and contest.significant(alpha) and contest.better == best
    }
    return [name for name in known if name != best and name not in worse]


def _answers(result: MetaEvaluation, table: TaskTable) -> list[str]:
    labels, doubts = task_labels(table.tasks), [doubt.words for doubt in result.dependences]
    rest = len(doubts) - MOST_DOUBTS
    more = [f"{counted(rest, 'more doubt')} of this kind: --show tasks."] if rest > 0 else []
    constant = [labels[task.name] for task in table.tasks if table.is_constant(task)]
    return [
        *([f"{joined(constant)}: {CONSTANT}."] if constant else []),
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
        advice = (
            f"--test {OF_AVERAGES} tests them, and the averages"
            if _averaged(table)
            else "--test boot-both tests them"
        )
        return [f"The differences between metrics were not tested: {advice}."]
    alpha = result.options.settings.alpha
    said = [
        f"{labels[task.name]}: {_best_of(result.contests[task.name], alpha)}"
        for task in table.tasks
        if task.name in result.contests
    ]
    rest = len(said) - MOST_TASKS
    more = [f"{counted(rest, 'more task')}: --show tasks."] if rest > 0 else []
    return [*said[:MOST_TASKS], *more, *_untested(result, labels), _rule(result)]


def _untested(result: MetaEvaluation, labels: dict[str, str]) -> list[str]:
    """Say which tasks, and whether the averages, the test does not fit."""
    test, names = result.options.test, joined([labels[name] for name in result.untested])
    left = [f"{names}: not tested, for {test} does not apply."] if names else []
    advice = f"; --test {OF_AVERAGES} tests them" if result.table and _averaged(result.table) else ""
    averages = (
        "" if result.overall else f"Averages over tasks: not tested, for {test} does not apply{advice}."
    )
    return [*left, *([averages] if averages and result.table and len(result.table.averages) > 1 else [])]


def _averaged(table: TaskTable) -> bool:
    """Tell whether there are averages over tasks that a test can be made of."""
    return len(table.averages) > 1 and len(table.tasks) > 1 and all(task.compared_by for task in table.tasks)


def _best_of(contests: Sequence[Contest], alpha: float) -> str:
    """Name the metric with the highest agreement in a task, and those that are not significantly worse."""
    values = {contest.first: contest.value_first for contest in contests}
    values |= {contest.second: contest.value_second for contest in contests}
    known = {metric: value for metric, value in values.items() if not math.isnan(value)}
    if not known:
        return "undefined for every metric."
    best = max(known, key=lambda metric: known[metric])
    leaders = [metric for metric in known if math.isclose(known[metric], known[best], rel_tol=SAME)]
    level = [name for name in _not_worse(contests, best, list(known), alpha) if name not in leaders]
    said = f"{joined(leaders)} ({known[best]:.3f}) {'is' if len(leaders) == 1 else 'are'} "
    if level:
        said += f"best; not significantly worse: {_named(sorted(level, key=lambda name: -known[name]))}"
    else:
        others = "all others" if len(known) == len(values) else "all others that have a value"
        said += f"significantly better than {others}" if len(leaders) == 1 < len(known) else "best"
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
            ON_ONE_SCALE if any(task.from_zero and task.measure.least for task in table.tasks) else "",
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
    sizes = []
    for material in table.materials.values():
        systems = counted(len(material.systems or material.human.systems), "system")
        segments = int(material.human.judged.any(axis=0).sum())
        judged = counted(segments, "judged segment") if segments else "judged as wholes"
        sizes.append(f"{material.languages}: {systems}, {judged}")
    return "; ".join(sizes)


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
