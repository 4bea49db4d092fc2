"""The report on metrics and people: material from files, tasks, tests, and what may be learnt from judgements."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from assay.cli import chance, chosen, inputs, watch
from assay.cli.people import Remarks, check_names, file_metrics, read_people, refuse_unused
from assay.data import EvalSet, Outputs, Preferences, Scores
from assay.errors import OptionError
from assay.io import base_name, label, open_tree
from assay.meta import (
    DRAWS,
    Contest,
    Grouping,
    Material,
    Setting,
    SystemScores,
    Task,
    TaskTable,
    agreement_by_domain,
    average_ranks,
    calibrate,
    combine,
    curve,
    darr_counts,
    dependences,
    detect_contamination,
    evaluate_tasks,
    held_out,
    judgements_needed,
    kendall_table,
    outliers,
    preference_counts,
    task_contests,
    task_ranks,
    tree_material,
    wmt23_materials,
    wmt23_tasks,
)
from assay.metrics import Evaluation, evaluate, join, spec_of
from assay.reporting import (
    Block,
    Heading,
    Prose,
    average_ranks_table,
    calibration_table,
    combinations_table,
    contamination_report,
    counts_table,
    curve_figure,
    domain_tables,
    heat_figure,
    meta_report,
    metric_tests_report,
    needs_listing,
    needs_table,
    ordered_table,
    outliers_table,
    remarks_table,
    results_table,
    scatter_figure,
)
from assay.resources import Resources

FOR_PROGRAMS = ("json", "tsv")
Texts = tuple[EvalSet, Outputs] | None


def blocks(arguments: argparse.Namespace, shown: Sequence[str], *, form: str) -> list[Block]:
    """Return the parts of the report that were asked for; programs are also given a row a result."""
    settings, pictures = chance.settings(arguments), form == "html"
    evaluation, texts = _own(arguments)
    found, remarks = _materials(arguments, evaluation)
    refuse_unused(arguments, pairs=isinstance(found, Preferences))
    if isinstance(found, Preferences):
        return [*_ordered(found, _metrics(arguments, evaluation)), *_remarks(remarks, shown)]
    tasks = _tasks(arguments.tasks, [one.languages for one in found])
    table = evaluate_tasks(tasks, found, settings, common=arguments.common)
    made: list[Block] = [Heading("Metrics and people")]
    if "tasks" in shown:
        made += meta_report(table, dependences(table))[1:]
        made += _pictures(table) if pictures else []
        made += [results_table(table)] if form in FOR_PROGRAMS else []
    made += _tests(table, arguments, pictures)
    for material in found:
        made += _of_pair(material, arguments, shown, pictures, texts=texts)
    if "contamination" in shown:
        made += _contaminated(texts or _tree_texts(arguments))
    return [*made, *_remarks(remarks, shown)]


def _remarks(remarks: Remarks, shown: Sequence[str]) -> list[Block]:
    return [Heading("Remarks", 2), remarks_table(remarks)] if "remarks" in shown and remarks else []


def _own(arguments: argparse.Namespace) -> tuple[Evaluation | None, Texts]:
    """Score the outputs that the command line names, if it names any."""
    if not arguments.systems:
        return None, None
    metrics = inputs.metrics(arguments)
    texts = join(list(inputs.shards(arguments, metrics)))
    return evaluate([texts], metrics, Resources(threads=arguments.threads)), texts


def _materials(
    arguments: argparse.Namespace, evaluation: Evaluation | None
) -> tuple[list[Material] | Preferences, Remarks]:
    if os.path.isdir(arguments.judgements):
        return _of_tree(arguments), ()
    people, remarks = read_people(arguments)
    metrics = _metrics(arguments, evaluation)
    check_names(people, metrics, label(arguments.judgements))
    if isinstance(people, Preferences):
        return people, remarks
    return [Material(base_name(arguments.judgements), people, metrics, systems=people.systems)], remarks


def _of_tree(arguments: argparse.Namespace) -> list[Material]:
    tree = open_tree(arguments.judgements)
    if arguments.tasks == "wmt23":
        found = wmt23_materials(tree, [arguments.pair] if arguments.pair else ())
    else:
        pairs = [arguments.pair] if arguments.pair else list(tree.pairs())
        setting = Setting(arguments.human, arguments.reference_name)
        found = [tree_material(tree, pair, setting) for pair in pairs]
    more = file_metrics(arguments)
    return [
        replace(
            one,
            metrics=_together(one.metrics, more),
            systems=tuple(chosen.systems(one.systems, arguments)),
        )
        for one in found
    ]


def _metrics(arguments: argparse.Namespace, evaluation: Evaluation | None) -> dict[str, Scores]:
    own = {} if evaluation is None else {one.name: one for one in scores_of(evaluation)}
    return _together(own, file_metrics(arguments))


def _together(some: Mapping[str, Scores], more: Mapping[str, Scores]) -> dict[str, Scores]:
    twice = [name for name in more if name in some]
    if twice:
        raise OptionError(f"--scores: there is a metric {twice[0]} already; rename the one in the file")
    return {**some, **more}


def scores_of(evaluation: Evaluation) -> list[Scores]:
    """Return what metrics say of systems and segments, segments named by their numbers."""
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    return [
        Scores(
            spec_of(metric),
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
    figures: list[Block] = [heat_figure(table)]
    for material in table.materials.values():
        best = [name for name in table.metrics if name in material.metrics][:4]
        figures += [scatter_figure(material, name) for name in best]
    return figures


def _contests(table: TaskTable, arguments: argparse.Namespace) -> dict[str, list[Contest]]:
    """Test all pairs of metrics in every task that has such a test."""
    settings, every, why = chance.settings(arguments), dict[str, list[Contest]](), list[str]()
    pairs = len(table.tasks) * math.comb(len(table.metrics), 2)
    with watch.draws(pairs * (settings.draws or DRAWS), quiet=arguments.quiet) as progress:
        for task in table.tasks:
            try:
                every[task.name] = task_contests(
                    task, table.materials, test=arguments.test, settings=settings, progress=progress
                )
            except OptionError as error:  # this task has no such test; the report says so
                why.append(str(error))
    if not any(every.values()):
        reason = f" ({why[0]})" if why else ""
        raise OptionError(
            f"--test {arguments.test} fits none of the tasks, or there is only one metric{reason}; "
            "docs/meta-comparisons.md says what fits which"
        )
    return {name: found for name, found in every.items() if found}


def _tests(table: TaskTable, arguments: argparse.Namespace, pictures: bool) -> list[Block]:
    if arguments.test == "none":
        return []
    settings, made = chance.settings(arguments), list[Block]()
    every = _contests(table, arguments)
    for name, found in every.items():
        made += [
            Heading(name, 2),
            *metric_tests_report(
                found, settings, correction=arguments.correction, name=name, picture=pictures
            ),
        ]
    left = [task.name for task in table.tasks if task.name not in every]
    made += [Prose(f"{arguments.test} does not fit, and was not run on: {', '.join(left)}.")] if left else []
    ranks = task_ranks(every, settings.alpha, arguments.correction)
    return [*made, average_ranks_table(average_ranks(ranks))]


def _of_pair(
    material: Material,
    arguments: argparse.Namespace,
    shown: Sequence[str],
    pictures: bool,
    *,
    texts: Texts,
) -> list[Block]:
    """Show what belongs to one language pair: counts, ties, outliers, combinations, what is still needed."""
    metrics = {name: one for name, one in material.metrics.items() if one.judged.any()}
    made: list[Block] = []
    systems = {name: material.chosen(one) for name, one in metrics.items()}
    human, where = material.human, material.languages
    if "counts" in shown and metrics:
        found = [kendall_table(human, one, systems=systems[name]) for name, one in metrics.items()]
        made.append(counts_table(found, where))
    if arguments.darr is not None:
        made.append(_darr(material, arguments.darr, texts))
    if "ties" in shown and metrics:
        made += _ties(material, metrics, systems, arguments, pictures)
    if "outliers" in shown:
        made.append(outliers_table(outliers(material)))
    if "domains" in shown:
        rule: SystemScores = "given" if arguments.tasks == "wmt23" else "judged"
        made += domain_tables(agreement_by_domain(material, rule))
    if "combine" in shown and len(metrics) > 1:
        settings = chance.settings(arguments)
        made.append(combinations_table(combine(human, list(metrics.values()), settings=settings)))
    if "needed" in shown:
        needs = judgements_needed(human.for_systems(material.systems or human.systems))
        made += [needs_listing(needs), needs_table(needs)]
    return made


def _ties(
    material: Material,
    metrics: Mapping[str, Scores],
    systems: Mapping[str, Sequence[str]],
    arguments: argparse.Namespace,
    pictures: bool,
) -> list[Block]:
    human, settings = material.human, chance.settings(arguments)
    best = [calibrate(human, one, systems=systems[name]) for name, one in metrics.items()]
    held = [held_out(human, one, systems=systems[name], seed=settings.seed) for name, one in metrics.items()]
    made: list[Block] = [calibration_table(best, held, material.languages)]
    if pictures:
        curves = [curve(human, one, systems=systems[name]) for name, one in list(metrics.items())[:7]]
        made.append(curve_figure(curves, material.languages))
    return made


def _ordered(preferences: Preferences, metrics: Mapping[str, Scores]) -> list[Block]:
    counts = {name: preference_counts(preferences, one) for name, one in metrics.items()}
    return [Heading("Metrics and people"), ordered_table(counts, preferences.path)]


def _darr(material: Material, threshold: float, texts: Texts) -> Block:
    """Show pairs of direct assessments as the WMT tasks of 2017 to 2020 counted them."""
    human, outputs = material.human, _texts_of(material.human, texts)
    found = {
        name: darr_counts(human, one, threshold=threshold, outputs=outputs, systems=material.chosen(one))
        for name, one in material.metrics.items()
        if one.judged.any()
    }
    same = "; so are outputs of the same text" if outputs else "; outputs of the same text are not known"
    words = f"{material.languages}: {human.name}; outputs less than {threshold:g} apart are tied{same}"
    return ordered_table(found, words)


def _texts_of(human: Scores, texts: Texts) -> dict[str, list[str]] | None:
    """Return the outputs of the segments that people judged, where they are known for all of them."""
    if texts is None:
        return None
    evalset, outputs = texts
    rows = {str(number + 1): number for number in range(len(evalset))}
    if any(name not in rows for name in human.segments):
        return None
    return {name: [column[rows[one]] for one in human.segments] for name, column in outputs.items()}


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
    return contamination_report(detect_contamination(evalset, outputs))
