"""The flow of a meta-evaluation: every task for every metric, tests between metrics, and what else was asked for.

`correlate_metrics` is what `assay meta` computes and `assay.correlate` returns: one typed result, of which the report
shows whatever is there.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from assay.comparison.systems import Bar, no_bar
from assay.data import Preferences, Remark, Scores
from assay.errors import AssayWarning, OptionError
from assay.meta.contests.compare import AS_WMT, PAIR_ALARMS
from assay.meta.contests.contest import (
    ONE_SIDED,
    AverageRank,
    Contest,
    average_ranks,
    corrected,
    draws_wanted,
)
from assay.meta.contests.task_tests import average_contests, task_contests, task_ranks
from assay.meta.contests.trio import Criterion
from assay.meta.domains import DomainTable, agreement_by_domain, has_domains
from assay.meta.learning.combinations import Combination, combine
from assay.meta.learning.contamination import Contamination, detect_contamination
from assay.meta.learning.needed import EffortCurve, Need, judgements_needed, steadiness
from assay.meta.material import Grouping, Material, OutputTexts, SystemScores, kind_of_scores
from assay.meta.options import DRAWS, PARTS, POOLED, CorrelateOptions, asks_systems, of_rankings, refuse_idle
from assay.meta.orange import Orange, orange, rank_references
from assay.meta.pairs import Kendall, PairCounts, darr_counts, kendall_table, preference_counts
from assay.meta.reading.campaigns import CAMPAIGNS
from assay.meta.reading.ranked import of_whole_systems, scores_of_rankings
from assay.meta.sensitivity import Dependence, Outliers, dependences, outliers
from assay.meta.statistics import STATISTICS, find_statistic
from assay.meta.tasks import CONSTANT, LEVELS, Task, TaskTable, evaluate_tasks
from assay.meta.ties import Calibration, HeldOut, calibrate, can_be_halved, held_out
from assay.stats import Settings

POINTS_APART = "25"  # of a scale of 100, as WMT17 to WMT20 took them


@dataclass(frozen=True)
class OrderedPairs:
    """Pairs of outputs that people put in order, counted for every metric; `provenance` says which."""

    counts: Mapping[str, PairCounts]
    provenance: str


@dataclass(frozen=True)
class LanguagePair:
    """What is known of one language pair beside the tasks; parts that were not asked for are empty."""

    material: Material
    counts: tuple[Kendall, ...] = ()
    ordered: OrderedPairs | None = None
    calibrations: tuple[Calibration, ...] = ()
    held_out: tuple[HeldOut, ...] = ()
    outliers: Outliers | None = None
    domains: DomainTable | None = None
    combinations: tuple[Combination, ...] = ()
    translations: tuple[Orange, ...] = ()
    needs: tuple[Need, ...] | None = None
    steadiness: tuple[EffortCurve, ...] = ()

    @property
    def metrics(self) -> dict[str, Scores]:
        """The metrics that have scores of segments."""
        return {name: metric for name, metric in self.material.metrics.items() if metric.judged.any()}


@dataclass(frozen=True)
class MetaEvaluation:
    """How far metrics agree with people. Of rankings of outputs there is only `ordered`."""

    options: CorrelateOptions
    table: TaskTable | None = None
    dependences: tuple[Dependence, ...] = ()
    contests: Mapping[str, Sequence[Contest]] = field(default_factory=dict)  # by task
    untested: tuple[str, ...] = ()  # tasks that the test does not fit
    ranks: tuple[AverageRank, ...] = ()
    # Of averages over tasks, where the test has draws that can be added up
    overall: tuple[Contest, ...] = ()
    pairs: tuple[LanguagePair, ...] = ()
    ordered: OrderedPairs | None = None
    references: tuple[Orange, ...] = ()  # the references of texts among outputs
    contamination: Contamination | None = None
    remarks: tuple[Remark, ...] = ()


def correlate_metrics(
    people: Scores | Preferences | Sequence[Material],
    metrics: Mapping[str, Scores],
    options: CorrelateOptions = CorrelateOptions(),
    *,
    texts: OutputTexts | None = None,
    remarks: Sequence[Remark] = (),
    bar: Bar = no_bar,
) -> MetaEvaluation:
    """Ask how far metrics agree with people, and whatever else the options ask for.

    People's scores or rankings are compared with `metrics`; materials have metrics of their own. `texts` are needed for
    contaminated references and for the rank of references among outputs.
    """
    by_systems = isinstance(people, Preferences) and asks_systems(options)
    options = of_rankings(options) if by_systems else options
    refuse_idle(options, rankings=isinstance(people, Preferences))
    if isinstance(people, Preferences):
        counts = {name: preference_counts(people, metric) for name, metric in metrics.items()}
        ordered = OrderedPairs(counts, people.path)
        if not by_systems:
            return MetaEvaluation(options, ordered=ordered, remarks=tuple(remarks))
        by_ranking = scores_of_rankings(people)
        return replace(
            correlate_metrics(by_ranking, metrics, options, texts=texts, remarks=remarks, bar=bar),
            ordered=ordered,
        )
    if isinstance(people, Scores):
        people = [Material(people.name, people, metrics, systems=people.systems)]
    people = [_with_texts(material, texts) for material in people]
    options = (
        options if any(material.human.judged.any() for material in people) else of_whole_systems(options)
    )
    tasks = _with_scores(
        parse_tasks(options.tasks, [material.languages for material in people]), people, options
    )
    table = evaluate_tasks(tasks, people, options.settings, common=options.common)
    parts = options.parts
    doubts = dependences(table) if "tasks" in parts else []
    contests = {} if options.test == "none" else compare_in_tasks(table, options, bar)
    overall = _overall(table, contests, options)
    contests = {name: _without_draws(tested) for name, tested in contests.items()}
    ranks = task_ranks(contests, options.settings.alpha, options.correction)
    for task in tasks:
        placed = ranks.get(task.name, ())
        ranks |= (
            {task.name: [replace(rank, value=task.in_average(rank.value)) for rank in placed]}
            if placed
            else {}
        )
    pairs = tuple(_language_pair(material, options, texts, table.system_score) for material in people)
    ranked = "orange" in parts and not any(pair.translations for pair in pairs)
    return MetaEvaluation(
        options,
        table,
        tuple(doubts),
        contests,
        tuple(task.name for task in tasks if contests and task.name not in contests),
        tuple(average_ranks(ranks, {task.name: task.weight for task in tasks})) if ranks else (),
        overall,
        pairs,
        references=_references(texts) if ranked else (),
        contamination=_contamination(texts) if "contamination" in parts else None,
        remarks=tuple(remarks),
    )


def parse_tasks(text: str, languages: Sequence[str]) -> tuple[Task, ...]:
    """Return the tasks that a list names, of every language pair or pooled over all; or those of a campaign."""
    if text in CAMPAIGNS:
        return CAMPAIGNS[text].tasks(languages)
    tasks: list[Task] = []
    pooled: list[Task] = []
    for words in text.split(","):
        if words.endswith(POOLED):
            pooled.append(_pooled_task(words.removesuffix(POOLED), languages))
    for pair in languages:
        tasks += [_task(words, pair) for words in text.split(",") if not words.endswith(POOLED)]
    return (*pooled, *tasks)


def _pooled_task(words: str, languages: Sequence[str]) -> Task:
    """Return a task over all language pairs, whose pairs of systems are counted together."""
    task = _task(words, languages[0])
    if not task.measure.pooled:
        able = ", ".join(name for name, statistic in STATISTICS.items() if statistic.pooled)
        raise OptionError(f"{words}{POOLED}: only {able} is pooled over language pairs")
    return replace(task, languages=tuple(languages))


def _with_scores(
    tasks: Sequence[Task], people: Sequence[Material], options: CorrelateOptions
) -> tuple[Task, ...]:
    """Say what a metric's score of a system is, as asked for; else the same kind for all metrics, where there is one.

    Of a folder of mt-metrics-eval some metrics may have no scores of segments. All have scores of systems, so these are
    taken as given, lest means of some stand beside the totals of others.
    """
    if options.common and not any(task.level != "system" and not task.calibrated for task in tasks):
        raise OptionError(
            "--common applies to averages over groups of segments, and no task has any; leave it out"
        )
    rule = options.system_score
    if rule is not None and all(task.level != "system" or task.measure.cells for task in tasks):
        raise OptionError("--system-score applies to tasks on systems, and there is none; leave it out")
    metrics = [metric for material in people for metric in material.metrics.values()]
    kinds = {kind_of_scores(metric, "corpus") for metric in metrics}
    if kinds == {"mean", "given"} and all(metric.totals is not None for metric in metrics):
        rule = rule or "given"
    return tuple(tasks) if rule is None else tuple(replace(task, scores=rule) for task in tasks)


def _task(text: str, languages: str) -> Task:
    short, _, rest = text.partition(":")
    statistic, _, named = rest.partition(":")
    levels = {word: level for level, word in LEVELS.items()}
    groupings: dict[str, Grouping] = {name: name for name in get_args(Grouping)}
    ordered = statistic in STATISTICS and STATISTICS[statistic].ordered
    if short not in levels or not statistic or (named and named not in groupings and not ordered):
        raise OptionError(
            f"task {text!r}: write sys:STATISTIC or seg:STATISTIC:GROUPING (or doc:), grouping {', '.join(groupings)}"
        )
    level = levels[short]
    if level == "system":
        if named:
            raise OptionError(f"task {text!r}: systems have no grouping; write sys:{statistic}")
        return Task((languages,), level, statistic)
    calibrated = find_statistic(statistic).calibrated is not None
    if find_statistic(statistic).ordered and named in groupings:
        words = f"seg:tau-10:{named}"
        warnings.warn(
            f"{text} is {words}, of all pairs; those that people put 25 points apart, as in WMT17-20, are seg:darr",
            AssayWarning,
            stacklevel=2,
        )
        return _task(words, languages)
    if find_statistic(statistic).ordered:
        return Task((languages,), level, statistic, threshold=_points(text, named))
    return Task((languages,), level, statistic, groupings[named or "item"], calibrated=calibrated)


def _points(text: str, named: str) -> float:
    """Return how far apart people must put two outputs of a task on ordered pairs: 25 points, or as the task says."""
    try:
        points = float(named or POINTS_APART)
    except ValueError:
        raise OptionError(f"task {text!r}: write seg:darr, or seg:darr:POINTS, such as seg:darr:25") from None
    if not points >= 0:
        raise OptionError(f"task {text!r}: outputs are 0 points apart or more; give 25, as WMT did")
    return points


def compare_in_tasks(
    table: TaskTable, options: CorrelateOptions, bar: Bar = no_bar
) -> dict[str, list[Contest]]:
    """Test all pairs of metrics in every task that has such a test."""
    settings, contests, reasons = options.settings, dict[str, list[Contest]](), list[str]()
    if options.test in ("perm-pairs", AS_WMT):
        warnings.warn(f"--test {options.test}: {PAIR_ALARMS}", AssayWarning, stacklevel=2)
    if options.sides != "two":
        warnings.warn(f"--sides {options.sides}: {ONE_SIDED}", AssayWarning, stacklevel=2)
    pairs, wanted = len(table.tasks) * math.comb(len(table.metrics), 2), {0}
    with bar(pairs * (settings.draws or DRAWS)) as progress:
        for task in table.tasks:
            if table.is_constant(task):
                reasons.append(f"{task.name}: {CONSTANT}")
                continue
            try:
                tested = task_contests(
                    task, table.materials, test=options.test, settings=settings, progress=progress
                )
                sided = [replace(contest, sides=options.sides) for contest in tested]
                contests[task.name] = corrected(sided, options.correction)
                wanted.add(draws_wanted(contests[task.name], options.correction, settings.alpha))
            except OptionError as error:  # this task has no such test; the report says so
                reasons.append(str(error))
    if max(wanted):
        after = "" if options.correction == "none" else " after the correction"
        warnings.warn(
            f"so few draws cannot make any pair of metrics significant at {settings.alpha:g}{after}; "
            f"give --draws {max(wanted)} or more",
            AssayWarning,
            stacklevel=2,
        )
    if not any(contests.values()):
        reason = f" ({reasons[0]})" if reasons else ""
        raise OptionError(
            f"--test {options.test} fits none of the tasks, or there is only one metric{reason}; "
            "docs/meta-comparisons.md says which test fits which task"
        )
    return {name: tested for name, tested in contests.items() if tested}


def _overall(
    table: TaskTable, contests: Mapping[str, Sequence[Contest]], options: CorrelateOptions
) -> tuple[Contest, ...]:
    """Test the averages over tasks, where that can be done."""
    tested = average_contests(table, contests, options.test, options.settings) if contests else []
    sided = [replace(contest, sides=options.sides) for contest in _without_draws(tested)]
    return tuple(corrected(sided, options.correction))


def _without_draws(contests: Sequence[Contest]) -> list[Contest]:
    return [replace(contest, drawn=None) for contest in contests]


def _language_pair(
    material: Material, options: CorrelateOptions, texts: OutputTexts | None, rule: SystemScores
) -> LanguagePair:
    """Compute what belongs to one language pair: counts, ties, outliers, combinations, what is still needed."""
    human, parts, settings = material.human, options.parts, options.settings
    metrics = LanguagePair(material).metrics
    systems = {name: material.chosen(metric) for name, metric in metrics.items()}
    counted, tied = ("counts" in parts, "ties" in parts)
    # Who asks for everything wants all that there is, and only who asks for domains by name can miss them.
    by_domain = "domains" in parts and (set(parts) != set(PARTS) or has_domains(material))
    return LanguagePair(
        material,
        tuple(kendall_table(human, metrics[name], systems=systems[name]) for name in metrics if counted),
        None if options.darr is None else _darr(material, options.darr),
        tuple(calibrate(human, metrics[name], systems=systems[name]) for name in metrics if tied),
        tuple(
            held_out(human, metrics[name], systems=systems[name], seed=settings.seed)
            for name in metrics
            if tied and can_be_halved(human, metrics[name], systems[name])
        ),
        outliers(material, rule) if "outliers" in parts else None,
        agreement_by_domain(material, rule) if by_domain else None,
        tuple(combine(human, list(metrics.values()), settings=settings))
        if "combine" in parts and len(metrics) > 1
        else (),
        _translations(material) if "orange" in parts else (),
        tuple(judgements_needed(human.for_systems(material.systems or human.systems), settings=settings))
        if "needed" in parts
        else None,
        _steadiness(material, settings) if "steadiness" in parts else (),
    )


def _darr(material: Material, threshold: float) -> OrderedPairs:
    """Count pairs of direct assessments as the WMT tasks of 2017 to 2020 did."""
    human, outputs = material.human, material.texts or None
    counts = {
        name: darr_counts(
            human, metric, threshold=threshold, outputs=outputs, systems=material.chosen(metric)
        )
        for name, metric in LanguagePair(material).metrics.items()
    }
    same = "; so are identical outputs" if outputs else "; identical outputs are not known"
    words = f"{material.languages}: {human.name}; outputs less than {threshold:g} apart are ties{same}"
    return OrderedPairs(counts, words)


def _with_texts(material: Material, texts: OutputTexts | None) -> Material:
    """Put the outputs of the segments that people judged beside their scores, where they are known for all of them."""
    if texts is None or material.texts:
        return material
    rows = {str(number + 1): number for number in range(len(texts.evalset))}
    if any(name not in rows for name in material.human.segments):
        return material
    chosen = [rows[name] for name in material.human.segments]
    known = {
        system: [column[row] for row in chosen]
        for system, column in texts.outputs.items()
        if system in material.human.systems
    }
    return replace(material, texts=known)


def _translations(material: Material) -> tuple[Orange, ...]:
    """Rank the human translations among the outputs, for metrics that scored them against the reference in use."""
    results = []
    for metric in LanguagePair(material).metrics.values():
        people = [name for name in material.translations if name in metric.systems]
        machines = [name for name in material.chosen(metric) if name not in people]
        if people and machines:
            results.append(orange(metric, people, machines))
    return tuple(results)


def _steadiness(material: Material, settings: Settings) -> tuple[EffortCurve, ...]:
    """See how far pairwise accuracy varies with the number of segments that were judged."""
    accuracy = Criterion("accuracy", "means", "cells")
    return tuple(
        steadiness(material.human, metric, accuracy, settings=settings, systems=material.chosen(metric))
        for metric in LanguagePair(material).metrics.values()
    )


def _references(texts: OutputTexts | None) -> tuple[Orange, ...]:
    if texts is None or not texts.metrics:
        raise OptionError(
            "ORANGE ranks references among outputs; name outputs and two references, "
            "or a folder whose metrics scored a human translation"
        )
    return tuple(rank_references(texts.evalset, texts.outputs, texts.metrics))


def _contamination(texts: OutputTexts | None) -> Contamination:
    if texts is None:
        raise OptionError(
            "contamination is detected in texts; name outputs and references, or a folder and --pair"
        )
    return detect_contamination(texts.evalset, texts.outputs)
