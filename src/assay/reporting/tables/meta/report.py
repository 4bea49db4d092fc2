"""The report on metrics and people: the parts of a meta-evaluation that were asked for, with or without pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import Array, Scores
from assay.meta import Material, MetaEvaluation, SystemScores, Task, tie_curve
from assay.meta.correlations import correlate_systems
from assay.meta.evaluation import LanguagePair
from assay.meta.material import scores_of_systems, upward
from assay.meta.sensitivity import outlier_systems
from assay.meta.tasks import TaskTable
from assay.meta.ties import Calibration, TieCurve
from assay.reporting.blocks import Block, Figure, Heading, Prose, Value
from assay.reporting.columns import figure_of
from assay.reporting.tables.human.scores import remarks_table
from assay.reporting.tables.meta.contests import average_ranks_table, metric_tests_report
from assay.reporting.tables.meta.first_screen import headline
from assay.reporting.tables.meta.learning import (
    combinations_table,
    contamination_report,
    needs_listing,
    needs_table,
    steadiness_report,
)
from assay.reporting.tables.meta.notes import task_labels, told_apart
from assay.reporting.tables.meta.tables import (
    calibration_table,
    counts_table,
    domain_tables,
    orange_table,
    ordered_table,
    outliers_table,
    results_table,
    tasks_table,
    warnings_listing,
)
from assay.stats import t_interval

# The best ones, whose systems are drawn against people's scores
DRAWN_METRICS = 4
DRAWN_TASKS = 8  # as many as a page shows one at a time
DRAWN_CURVES = 7  # as many as there are colours


def meta_report(result: MetaEvaluation, *, pictures: bool = False, rows: bool = False) -> list[Block]:
    """Show what was asked for; pages have pictures, and programs are also given a row a result (`rows`)."""
    parts = result.options.parts
    blocks: list[Block] = [Heading(headline(result))]
    if result.ordered is not None:
        blocks.append(ordered_table(result.ordered))
    if result.table is not None and "tasks" in parts:
        blocks += [warnings_listing(result.dependences, len(result.table.metrics)), tasks_table(result.table)]
        blocks += agreement_figures(result.table) if pictures else []
        blocks += [Heading("Metrics by task", 2), *_task_pictures(result.table)] if pictures else []
        blocks += [results_table(result.table)] if rows else []
    blocks += _tests(result, pictures=pictures)
    for pair in result.pairs:
        blocks += _language_pair(pair, pictures=pictures)
    blocks += [orange_table(result.references)] if result.references else []
    blocks += [] if result.contamination is None else contamination_report(result.contamination)
    if "remarks" in parts and result.remarks:
        blocks += [Heading("Remarks", 2), remarks_table(result.remarks)]
    return blocks


def _task_pictures(table: TaskTable) -> list[Block]:
    figures: list[Block] = [heat_figure(table)]
    for material in table.materials.values():
        best = [name for name in table.metrics if name in material.metrics][:DRAWN_METRICS]
        figures += [scatter_figure(material, name, table.system_score) for name in best]
    return figures


def _tests(result: MetaEvaluation, *, pictures: bool) -> list[Block]:
    options, blocks = result.options, list[Block]()
    for name, contests in result.contests.items():
        report = metric_tests_report(
            contests, options.settings, correction=options.correction, name=name, picture=pictures
        )
        blocks += [Heading(name, 2), *report]
    if result.untested:
        blocks.append(
            Prose(f"{options.test} does not apply to, and was not run on: {', '.join(result.untested)}.")
        )
    if result.overall and len(result.contests) > 1:
        report = metric_tests_report(
            result.overall, options.settings, correction=options.correction, name="average", picture=pictures
        )
        blocks += [Heading("Average over tasks", 2), *report]
    if result.ranks and result.table is not None:
        weights = {task.name: task.weight for task in result.table.tasks}
        blocks.append(average_ranks_table(result.ranks, weights))
    return blocks


def _language_pair(pair: LanguagePair, *, pictures: bool) -> list[Block]:
    """Show what belongs to one language pair: counts, ties, outliers, combinations, what is still needed."""
    languages, blocks = pair.material.languages, list[Block]()
    if pair.counts:
        blocks.append(counts_table(pair.counts, languages))
    if pair.ordered is not None:
        blocks.append(ordered_table(pair.ordered))
    if pair.calibrations:
        blocks.append(calibration_table(pair.calibrations, pair.held_out, languages))
        blocks += [_curves(pair)] if pictures else []
    if pair.outliers is not None:
        blocks.append(outliers_table(pair.outliers))
    if pair.domains is not None:
        blocks += domain_tables(pair.domains)
    if pair.combinations:
        blocks.append(combinations_table(pair.combinations))
    if pair.translations:
        blocks.append(
            orange_table(pair.translations, f"{languages}: scored against {pair.material.reference}")
        )
    if pair.needs is not None:
        blocks += [needs_listing(pair.needs), needs_table(pair.needs)]
    return [*blocks, *steadiness_report(pair.steadiness)] if pair.steadiness else blocks


def _curves(pair: LanguagePair) -> Figure:
    material = pair.material
    metrics = list(pair.metrics.values())[:DRAWN_CURVES]
    curves = [tie_curve(material.human, metric, systems=material.chosen(metric)) for metric in metrics]
    return curve_figure(curves, material.languages)


SYSTEMS, OUTLIERS = "systems", "outlier systems"
Bounds = tuple[float | None, float | None]


def scatter_figure(
    material: Material, name: str, rule: SystemScores = "corpus", confidence: float = 0.95
) -> Figure:
    """Show a metric's scores of systems against people's, with intervals of both where there are segment scores."""
    metric = material.metrics[name]
    systems, human, scores = scores_of_systems(material, metric, rule)
    far = outlier_systems(systems, human)
    judged = material.human.for_systems(systems)
    across = _bounds(_on_judged(metric.for_systems(systems), judged), confidence)
    upright = _bounds(upward(judged), confidence)
    rows: list[tuple[Value, ...]] = [
        (float(x), float(y), system, OUTLIERS if system in far else SYSTEMS, *across[row], *upright[row])
        for row, (system, x, y) in enumerate(zip(systems, scores, human, strict=True))
        if not math.isnan(x) and not math.isnan(y)
    ]
    return figure_of(
        "scatter",
        f"scatter-{material.languages}-{name}",
        f"{name} against {material.human.name}, {material.languages}",
        rows,
        _scatter_words(name, material, correlate_systems(human, scores), far),
        data="scatter",
        axis=f"{name}, higher is better" + ("" if metric.higher_is_better else " (negated)"),
        upright=f"{material.human.name}, higher is better",
    )


def _on_judged(metric: Scores, human: Scores) -> Array:
    aligned = metric if metric.segments == human.segments else metric.for_segments(human.segments)
    return np.where(human.judged, upward(aligned), np.nan)


def _bounds(values: Array, confidence: float) -> list[Bounds]:
    """Return Student's interval of every row, nothing where it has fewer than two values."""
    bounds: list[Bounds] = []
    for row in values:
        known = row[np.isfinite(row)]
        interval = t_interval(known, confidence) if len(known) > 1 else None
        bounds.append((interval.low, interval.high) if interval else (None, None))
    return bounds


def _scatter_words(name: str, material: Material, r: float, far: Sequence[str]) -> str:
    value = "undefined" if math.isnan(r) else f"{r:.3f}"
    outliers = f"; outlier systems: {', '.join(far)}" if far else "; no outlier systems"
    return f"{material.languages}: Pearson's r of {name} with {material.human.name} over systems is {value}{outliers}."


def agreement_figures(table: TaskTable) -> list[Figure]:
    """Draw metrics, best first, with their intervals where they are known: a figure a task that separates them."""
    values = {task: {table.value(metric, task) for metric in table.metrics} for task in table.tasks}
    apart = [task for task, found in values.items() if len(found - {None}) > 1]
    return [_agreement_figure(table, task) for task in apart[:DRAWN_TASKS]]


def _agreement_figure(table: TaskTable, task: Task) -> Figure:
    answers = [
        table.results[metric, task.name] for metric in table.metrics if (metric, task.name) in table.results
    ]
    known = sorted((each for each in answers if not math.isnan(each.value)), key=lambda each: -each.value)
    rows: list[tuple[Value, ...]] = []
    words = []
    for answer in known:
        bounds = (answer.interval.low, answer.interval.high) if answer.interval else (None, None)
        rows.append((answer.metric, answer.value, *bounds, ""))
        said = f", from {bounds[0]:.3f} to {bounds[1]:.3f}" if answer.interval else ""
        words.append(f"{answer.metric} {answer.value:.3f}{said}")
    label = task_labels(table.tasks)[task.name]
    title = f"Agreement with people, best first: {task.name}"
    figure = figure_of(
        "ranking",
        f"agreement-figure.{task.name}",
        title,
        rows,
        words,
        data=f"agreement.{task.name}",
        systems=table.metrics,
    )
    return replace(figure, tab=label)


def heat_figure(table: TaskTable) -> Figure:
    """Show metrics by tasks, the fuller the better."""
    labels = task_labels(table.tasks)
    rows = [
        (metric, labels[task.name], value, f"{value:.3f}")
        for metric in table.metrics
        for task in table.tasks
        if (value := table.value(metric, task)) is not None and not math.isnan(value)
    ]
    best = "; ".join(f"{task.name}: {_best(table, task.name)}" for task in table.tasks)
    words = f"The best metric by task. {best}."
    return figure_of("heat", "heat", "Agreement with people, metric by task", rows, words)


def _best(table: TaskTable, task: str) -> str:
    values = {result.metric: result.value for (_, name), result in table.results.items() if name == task}
    known = {name: value for name, value in values.items() if not math.isnan(value)}
    if not known:
        return "none"
    best = max(known.values())
    return f"{' and '.join(name for name in known if known[name] == best)} ({best:.3f})"


def _curve_words(best: Calibration) -> str:
    """Say what calibrated ties gain; nothing, if no other epsilon is better than 0."""
    if math.isnan(best.accuracy):
        return f"{best.metric}: acc-eq is undefined"
    if best.epsilon == 0:
        return f"{best.metric}: best {best.accuracy:.3f} at 0, which no other epsilon beats"
    untied, accuracy = told_apart(best.untied, best.accuracy, 3)
    return f"{best.metric}: best {accuracy} at {best.epsilon:.3g}, {untied} at 0"


def curve_figure(curves: Sequence[TieCurve], languages: str = "") -> Figure:
    """Show accuracy over epsilon, a line a metric, the best epsilon marked.

    Metrics have different units; epsilon is drawn as a share of the largest difference of the metric.
    """
    rows: list[tuple[Value, ...]] = []
    for each in curves:
        best = each.best.epsilon
        largest = max(filter(math.isfinite, each.epsilons), default=0.0) or 1.0
        rows += [
            (each.metric, epsilon / largest, accuracy, f"{each.metric} {best:.3g}" if epsilon == best else "")
            for epsilon, accuracy in zip(each.epsilons, each.accuracies, strict=True)
            if math.isfinite(epsilon)
        ]
    return figure_of(
        "curve",
        "ties" + (f"-{languages}" if languages else ""),
        "Accuracy over the threshold of ties" + (f", {languages}" if languages else ""),
        rows,
        [_curve_words(each.best) for each in curves],
        data="ties",
        axis="epsilon / largest difference of the metric",
        upright="acc-eq",
    )
