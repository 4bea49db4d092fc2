"""The report on metrics and people: material from files, tasks, tests, and what may be learnt from judgements."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from assay.cli import chance, inputs, judged
from assay.data.evalset import EvalSet, Outputs
from assay.data.judgements import Judgements, Preferences
from assay.data.readers.names import base_name
from assay.data.readers.ratings.formats import FORMATS, read_judgements, recognised
from assay.data.readers.scores import join_scores, open_tree, read_scores
from assay.data.scores import Scores
from assay.errors import InputError, OptionError
from assay.human.scores import to_scores
from assay.meta.aligned import Grouping
from assay.meta.clusters import average_ranks
from assay.meta.combine import combine
from assay.meta.contamination import contamination
from assay.meta.kendall import kendall_table
from assay.meta.needed import judgements_needed
from assay.meta.ordered import preference_counts
from assay.meta.sensitivity import dependences, outliers
from assay.meta.task_tests import task_contests, task_ranks
from assay.meta.tasks import Material, Task, TaskTable, evaluate_tasks, wmt23_tasks
from assay.meta.ties import calibrate, curve, held_out
from assay.meta.wmt import Setting, tree_material, wmt23_materials
from assay.metrics.base import Evaluation, evaluate, join
from assay.metrics.spec import spec
from assay.report import meta_figures, meta_tables, metric_learning, metric_tests
from assay.report.blocks import Block, Heading
from assay.resources import Resources

ALL = "all pairs"
Texts = tuple[EvalSet, Outputs] | None


def blocks(arguments: argparse.Namespace, shown: Sequence[str], *, pictures: bool) -> list[Block]:
    """Return the parts of the report that were asked for."""
    settings = chance.settings(arguments)
    evaluation, texts = _own(arguments)
    found = _materials(arguments, evaluation)
    if isinstance(found, Preferences):
        return _ordered(found, _metrics(arguments, evaluation))
    tasks = _tasks(arguments.tasks, [one.languages for one in found])
    table = evaluate_tasks(tasks, found, settings, common=arguments.common)
    made: list[Block] = []
    if "tasks" in shown:
        made += meta_tables.meta_report(table, dependences(table))
        made += _pictures(table) if pictures else []
        made.append(meta_tables.results_table(table))
    made += _tests(table, arguments, pictures)
    for material in found:
        made += _of_pair(material, arguments, shown, pictures)
    if "contamination" in shown:
        made += _contaminated(texts or _tree_texts(arguments))
    return made


def _own(arguments: argparse.Namespace) -> tuple[Evaluation | None, Texts]:
    """Score the outputs that the command line names, if it names any."""
    if not arguments.systems:
        return None, None
    metrics = inputs.metrics(arguments)
    texts = join(list(inputs.shards(arguments, metrics)))
    return evaluate([texts], metrics, Resources(threads=arguments.threads)), texts


def _materials(arguments: argparse.Namespace, evaluation: Evaluation | None) -> list[Material] | Preferences:
    if os.path.isdir(arguments.judgements):
        return _of_tree(arguments)
    people = _people(arguments)
    if isinstance(people, Preferences):
        return people
    metrics = _metrics(arguments, evaluation)
    if not metrics:
        raise OptionError(
            "no metric to compare with people; name outputs with -r and -m, or files with --scores"
        )
    gone = _names(arguments.left_out)
    systems = tuple(name for name in people.systems if name not in gone)
    return [Material(base_name(arguments.judgements), people, metrics, systems=systems)]


def _of_tree(arguments: argparse.Namespace) -> list[Material]:
    tree = open_tree(arguments.judgements)
    if arguments.tasks == "wmt23":
        return wmt23_materials(tree, [arguments.pair] if arguments.pair else ())
    pairs = [arguments.pair] if arguments.pair else list(tree.pairs())
    setting = Setting(arguments.human, arguments.reference_name, tuple(_names(arguments.left_out)))
    found = [tree_material(tree, pair, setting) for pair in pairs]
    more = _file_metrics(arguments)
    return [replace(one, metrics={**one.metrics, **more}) for one in found]


def _people(arguments: argparse.Namespace) -> Scores | Preferences:
    """Read judgements, or scores that somebody else made of them."""
    path = arguments.judgements
    if arguments.form is None and not _is_judgements(path):
        found = join_scores(read_scores(path))
        named = [one for one in found if one.name == arguments.human] or found
        if len(named) > 1:
            raise OptionError(
                f"{path} has the scores {', '.join(one.name for one in found)}; say with --human which are people's"
            )
        return named[0]
    read = read_judgements(path, arguments.form, set_aside=arguments.set_aside)
    if isinstance(read, Judgements):
        return to_scores(read, judged.scoring(arguments))
    return read


def _is_judgements(path: str) -> bool:
    try:
        return recognised(path).name in FORMATS
    except InputError:
        return False


def _names(text: str | None) -> list[str]:
    return text.split(",") if text else []


def _metrics(arguments: argparse.Namespace, evaluation: Evaluation | None) -> dict[str, Scores]:
    own = {} if evaluation is None else {one.name: one for one in scores_of(evaluation)}
    return {**own, **_file_metrics(arguments)}


def _file_metrics(arguments: argparse.Namespace) -> dict[str, Scores]:
    lower = _names(arguments.lower)
    read = [one for path in arguments.scores for one in read_scores(path, lower_is_better=lower)]
    return {one.name: one for one in join_scores(read)}


def scores_of(evaluation: Evaluation) -> list[Scores]:
    """Return what metrics say of systems and segments, segments named by their numbers."""
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    return [
        Scores(
            spec(metric),
            evaluation.systems,
            segments,
            np.stack([evaluation.stats[metric, system].each() for system in evaluation.systems]),
            np.array([evaluation.stats[metric, system].total() for system in evaluation.systems]),
            metric.higher_is_better,
            notes=(evaluation.signature(metric),),
        )
        for metric in evaluation.metrics
    ]


def _tasks(text: str, languages: Sequence[str]) -> tuple[Task, ...]:
    if text == "wmt23":
        return wmt23_tasks(languages)
    return tuple(_task(one, pair) for pair in languages for one in text.split(","))


def _task(text: str, languages: str) -> Task:
    level, _, rest = text.partition(":")
    statistic, _, grouping = rest.partition(":")
    levels = {"sys": "system", "seg": "segment"}
    groupings = get_args(Grouping)
    if level not in levels or not statistic or (grouping and grouping not in groupings):
        raise OptionError(
            f"task {text!r}: write sys:STATISTIC or seg:STATISTIC:GROUPING, grouping {', '.join(groupings)}"
        )
    if level == "sys":
        return Task((languages,), "system", statistic)
    chosen = next(one for one in groupings if one == (grouping or "item"))
    return Task((languages,), "segment", statistic, chosen, calibrated=statistic in ("acc-eq", "tau-eq"))


def _pictures(table: TaskTable) -> list[Block]:
    figures: list[Block] = [meta_figures.heat_figure(table)]
    for material in table.materials.values():
        best = [name for name in table.metrics if name in material.metrics][:4]
        figures += [meta_figures.scatter_figure(material, name) for name in best]
    return figures


def _tests(table: TaskTable, arguments: argparse.Namespace, pictures: bool) -> list[Block]:
    if arguments.test == "none":
        return []
    settings, made, every = chance.settings(arguments), list[Block](), {}
    for task in table.tasks:
        try:
            found = task_contests(task, table.materials, test=arguments.test, settings=settings)
        except OptionError:  # this task has no such test; the table says which have one
            continue
        if found:
            every[task.name] = found
            made += [
                Heading(task.name, 2),
                *metric_tests.metric_tests_report(
                    found, settings, correction=arguments.correction, name=task.name, picture=pictures
                ),
            ]
    if not every:
        raise OptionError(f"--test {arguments.test} fits none of the tasks; see the docs for what fits which")
    ranks = task_ranks(every, settings.alpha, arguments.correction)
    return [*made, metric_tests.average_ranks_table(average_ranks(ranks))]


def _of_pair(
    material: Material, arguments: argparse.Namespace, shown: Sequence[str], pictures: bool
) -> list[Block]:
    """Show what belongs to one language pair: counts, ties, outliers, combinations, what is still needed."""
    metrics = {name: one for name, one in material.metrics.items() if one.judged.any()}
    made: list[Block] = []
    chosen = {name: material.chosen(one) for name, one in metrics.items()}
    human, where = material.human, material.languages
    if "counts" in shown and metrics:
        found = [kendall_table(human, one, systems=chosen[name]) for name, one in metrics.items()]
        made.append(meta_tables.counts_table(found, where))
    if "ties" in shown and metrics:
        made += _ties(material, metrics, chosen, arguments, pictures)
    if "outliers" in shown:
        made.append(meta_tables.outliers_table(outliers(material)))
    if "combine" in shown and len(metrics) > 1:
        settings = chance.settings(arguments)
        made.append(
            metric_learning.combinations_table(combine(human, list(metrics.values()), settings=settings))
        )
    if "needed" in shown:
        needs = judgements_needed(human.for_systems(material.systems or human.systems))
        made += [metric_learning.needs_listing(needs), metric_learning.needs_table(needs)]
    return made


def _ties(
    material: Material,
    metrics: Mapping[str, Scores],
    chosen: Mapping[str, Sequence[str]],
    arguments: argparse.Namespace,
    pictures: bool,
) -> list[Block]:
    human, settings = material.human, chance.settings(arguments)
    best = [calibrate(human, one, systems=chosen[name]) for name, one in metrics.items()]
    held = [held_out(human, one, systems=chosen[name], seed=settings.seed) for name, one in metrics.items()]
    made: list[Block] = [meta_tables.calibration_table(best, held, material.languages)]
    if pictures:
        curves = [curve(human, one, systems=chosen[name]) for name, one in list(metrics.items())[:7]]
        made.append(meta_figures.curve_figure(curves, material.languages))
    return made


def _ordered(preferences: Preferences, metrics: Mapping[str, Scores]) -> list[Block]:
    if not metrics:
        raise OptionError(
            "no metric to compare with people; name outputs with -r and -m, or files with --scores"
        )
    counts = {name: preference_counts(preferences, one) for name, one in metrics.items()}
    return [Heading("Metrics and people"), meta_tables.ordered_table(counts, preferences.path)]


def _tree_texts(arguments: argparse.Namespace) -> Texts:
    if not os.path.isdir(arguments.judgements) or not arguments.pair:
        return None
    return open_tree(arguments.judgements).texts(arguments.pair)


def _contaminated(texts: Texts) -> list[Block]:
    if texts is None:
        raise OptionError(
            "contamination is looked for in texts; name outputs and references, or a folder and --pair"
        )
    evalset, outputs = texts
    return metric_learning.contamination_report(contamination(evalset, outputs))
