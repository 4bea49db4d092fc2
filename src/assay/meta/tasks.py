"""Tasks of a meta-evaluation: language pair, level, statistic and grouping, as the WMT metrics tasks have them.

A task asks one question of every metric; `evaluate_tasks` answers all of them, and says of each number which reference,
systems, segments, grouping and tie rule it rests on. The WMT23 list (Freitag et al. 2023) is `wmt23_tasks`: pairwise
accuracy over all language pairs, and for each of them Pearson by system, Pearson over all segments, and accuracy with
calibrated ties by segment. A metric that has no scores for a task has no result there, and no average. Averages of
campaigns are those of mt-metrics-eval: correlations, from -1 to 1, are brought to the scale of accuracies first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assay.data import Scores
from assay.errors import InputError, OptionError
from assay.meta.correlations import correlate, correlate_all
from assay.meta.material import (
    Grouping,
    Material,
    SystemScores,
    by_documents,
    common_systems,
    scores_of_systems,
    system_scores,
)
from assay.meta.pairs import darr_counts, pair_formula
from assay.meta.provenance import task_provenance
from assay.meta.statistics import (
    STATISTICS,
    CellStatistic,
    Drawn,
    Level,
    PairFormula,
    Statistic,
    find_statistic,
)
from assay.meta.ties import calibrate
from assay.stats import Interval, Settings
from assay.stats.correlate import pair_counts

LEVELS: Mapping[Level, str] = {"system": "sys", "document": "doc", "segment": "seg"}


@dataclass(frozen=True)
class Task:
    """One question; the statistic is one of the table in `meta.statistics`."""

    languages: tuple[str, ...]  # more than one for pooled statistics only
    level: Level
    statistic: str
    grouping: Grouping = "none"
    calibrated: bool = False  # the metric's ties, where the statistic can do that
    threshold: float = 0.0  # people tie outputs that are less apart
    scores: SystemScores = "corpus"  # what a metric's score of a system is, where it can be
    weight: float = 1.0
    # The average takes it on a scale of 0 to 1, as those of campaigns do
    from_zero: bool = False

    def __post_init__(self) -> None:
        """Refuse what the statistic cannot answer."""
        levels = find_statistic(self.statistic).levels
        if self.level not in levels:
            words = f"{LEVELS[levels[0]]}:{self.statistic}"
            raise OptionError(f"{self.statistic} is not a statistic of {self.level}s; use {words}")

    @property
    def measure(self) -> Statistic:
        """The statistic, and what can be done with it."""
        return find_statistic(self.statistic)

    @property
    def compared_by(self) -> Drawn | None:
        """What a test of two metrics goes by in this task; None where no test does."""
        calibrated = self.measure.calibrated if self.calibrated else None
        test = self.measure.test if calibrated is None else calibrated.test
        return None if self.threshold else test

    @property
    def stretch(self) -> float:
        """What a difference in this task counts in the average, before its weight."""
        return 1 / (1 - self.measure.least) if self.from_zero else 1.0

    def in_average(self, value: float) -> float:
        """Return the value as the average takes it: correlations from -1 to 1 beside accuracies from 0 to 1."""
        return (value - self.measure.least) * self.stretch if self.from_zero else value

    @property
    def name(self) -> str:
        """The task in a few words."""
        parts = ["+".join(self.languages), LEVELS[self.level], self.statistic]
        if self.measure.ordered:
            return " ".join([*parts, f"{self.threshold:g}"])
        if self.level != "system":
            untied = self.measure.calibrated is not None and not self.calibrated
            parts += [self.grouping, *(["epsilon 0"] if untied else [])]
            parts += [f"threshold {self.threshold:g}"] if self.threshold else []
        return " ".join(parts)

    @property
    def ties(self) -> str:
        """What becomes of ties."""
        if self.measure.ordered:
            return f"pairs of outputs of a segment that people put {self.threshold:g} or more apart, all together"
        below = f"; people tie outputs less than {self.threshold:g} apart" if self.threshold else ""
        if self.calibrated:
            return f"metric ties calibrated on the same segments, smallest best epsilon{below}"
        return f"{self.measure.ties}{below}"


@dataclass(frozen=True)
class TaskResult:
    """The answer of one metric to one task; `value` is NaN where it is undefined."""

    metric: str
    task: Task
    value: float
    systems: int
    groups: int = 1
    all_groups: int = 1
    # System pairs, pairs of outputs or values, whatever the statistic is made of
    observations: int = 0
    epsilon: float | None = None
    interval: Interval | None = None
    note: str = ""


@dataclass(frozen=True)
class TaskTable:
    """All answers, the weighted averages of metrics that answered every task, and what each task rests on."""

    tasks: tuple[Task, ...]
    metrics: tuple[str, ...]  # best average first, then those without one by name
    results: Mapping[tuple[str, str], TaskResult]  # by metric and name of the task
    averages: Mapping[str, float]
    provenance: Mapping[str, str]  # by name of the task
    materials: Mapping[str, Material] = field(default_factory=dict, repr=False)

    @property
    def system_score(self) -> SystemScores:
        """What a metric's score of a system is in the tasks of systems."""
        return next((task.scores for task in self.tasks if task.level == "system"), "corpus")

    def is_constant(self, task: Task) -> bool:
        """Tell whether people gave the same score to all that a task compares."""
        return any(CONSTANT in result.note for (_, name), result in self.results.items() if name == task.name)

    def value(self, metric: str, task: Task) -> float | None:
        """Return one number, or nothing where the metric has no scores for the task."""
        result = self.results.get((metric, task.name))
        return None if result is None else result.value


def wmt23_tasks(languages: Sequence[str] = ("en-de", "he-en", "zh-en")) -> tuple[Task, ...]:
    """Return the official tasks of WMT23; accuracy weighs as much as each of the others over all language pairs."""
    weight = 1 / (4 * len(languages))
    tasks = [Task(tuple(languages), "system", "accuracy", scores="given", weight=1 / 4)]
    for pair in languages:
        tasks += [
            Task((pair,), "system", "pearson", scores="given", weight=weight),
            Task((pair,), "segment", "pearson", "none", weight=weight),
            Task((pair,), "segment", "acc-eq", "item", calibrated=True, weight=weight),
        ]
    return tuple(replace(task, from_zero=True) for task in tasks)


def evaluate_tasks(
    tasks: Sequence[Task],
    materials: Sequence[Material],
    settings: Settings | None = None,
    *,
    common: bool = False,
) -> TaskTable:
    """Answer every task for every metric; `common` averages over the groups in which all metrics are defined."""
    options, known = settings or Settings(), {material.languages: material for material in materials}
    names_of_tasks = [task.name for task in tasks]
    if len(set(names_of_tasks)) < len(names_of_tasks):
        again = next(name for place, name in enumerate(names_of_tasks) if name in names_of_tasks[:place])
        raise OptionError(f'the task "{again}" is given twice; leave one out')
    results = {}
    for task in tasks:
        for result in task_results(task, known, options, common=common):
            results[result.metric, task.name] = result
    names = dict.fromkeys(name for material in materials for name in material.metrics)
    averages = {name: _average(name, tasks, results) for name in names}
    averages = {name: value for name, value in averages.items() if not math.isnan(value)}
    ordered = sorted(names, key=lambda name: (-averages.get(name, -math.inf), name.lower(), name))
    provenance = {task.name: task_provenance(task, known) for task in tasks}
    return TaskTable(tuple(tasks), tuple(ordered), results, averages, provenance, known)


def task_results(
    task: Task, materials: Mapping[str, Material], settings: Settings, *, common: bool = False
) -> list[TaskResult]:
    """Return the answers to one task, one a metric that has the scores."""
    missing = [name for name in task.languages if name not in materials]
    if missing:
        raise InputError(
            f'the task "{task.name}" needs the language pair {missing[0]}; there are {", ".join(materials)}'
        )
    measure = task.measure
    constant = [name for name in task.languages if _tells_nothing_apart(task, materials[name])]
    if constant:
        return _undefined(task, materials, constant)
    if measure.pooled and measure.pairs is not None:
        return _pooled(task, measure.pairs, [materials[name] for name in task.languages])
    if len(task.languages) > 1:
        pooled = ", ".join(name for name, statistic in STATISTICS.items() if statistic.pooled)
        raise OptionError(
            f'"{task.name}": only {pooled} can be pooled over language pairs; make one task per pair'
        )
    material = materials[task.languages[0]]
    if task.level == "document":
        material = by_documents(material)
    if measure.ordered and not task.calibrated:
        return _ordered(task, material)
    if measure.cells is not None:
        return _from_cells(task, measure.cells, material, settings)
    if task.level == "system":
        return _systems(task, material, settings)
    return _calibrations(task, material) if task.calibrated else _segments(task, material, common=common)


CONSTANT = "people gave the same score to all, so nothing can agree or disagree with them"


def _tells_nothing_apart(task: Task, material: Material) -> bool:
    """Tell whether people gave the same score to all that a task compares: a metric of ties alone would be perfect."""
    human = material.human.for_systems(material.systems or common_systems(material.human, material.human))
    if task.level == "document":
        return False
    if task.level == "system" and task.measure.cells is None:
        rows = system_scores(human, None, task.scores).reshape(1, -1)
    else:
        across = task.level == "system" or task.measure.ordered or task.grouping == "item"
        rows = (
            human.values.T
            if across
            else human.values
            if task.grouping == "system"
            else human.values.reshape(1, -1)
        )
    low, high = (np.where(np.isnan(rows), far, rows) for far in (np.inf, -np.inf))
    several = (~np.isnan(rows)).sum(axis=1) > 1
    return bool(several.any() and (high.max(axis=1) == low.min(axis=1))[several].all())


def _undefined(task: Task, materials: Mapping[str, Material], constant: Sequence[str]) -> list[TaskResult]:
    """Return no value for any metric, and say why."""
    said = f"{', '.join(constant)}: {CONSTANT}"
    return [
        TaskResult(name, task, math.nan, len(materials[task.languages[0]].chosen(metric)), note=said)
        for name, metric in materials[task.languages[0]].metrics.items()
    ]


def _average(name: str, tasks: Sequence[Task], results: Mapping[tuple[str, str], TaskResult]) -> float:
    """Return the weighted mean over all tasks, NaN if one is not answered."""
    answers = [results.get((name, task.name)) for task in tasks]
    values = [
        math.nan if answer is None else task.in_average(answer.value)
        for task, answer in zip(tasks, answers, strict=True)
    ]
    weight = sum(task.weight for task in tasks)
    weighted = sum(task.weight * value for task, value in zip(tasks, values, strict=True))
    return weighted / weight if weight else math.nan


def _pooled(task: Task, formula: PairFormula, materials: Sequence[Material]) -> list[TaskResult]:
    """Add up the pairs of systems of all language pairs; a metric must have scores in each of them."""
    results = []
    for name in materials[0].metrics:
        if all(name in material.metrics for material in materials):
            systems, counts = 0, np.zeros(5, dtype=np.int64)
            for material in materials:
                names, human, scores = scores_of_systems(material, material.metrics[name], task.scores)
                counts, systems = counts + pair_counts(human[None], scores[None])[0], systems + len(names)
            value, pairs = float(formula(counts)), int(counts.sum())
            results.append(TaskResult(name, task, value, systems, observations=pairs))
    return results


def _systems(task: Task, material: Material, settings: Settings) -> list[TaskResult]:
    results, statistic = [], task.measure
    for name, metric in material.metrics.items():
        names, human, scores = scores_of_systems(material, metric, task.scores)
        value, number = float(statistic.over(human[None], scores[None])[0]), len(names)
        interval = statistic.interval and statistic.interval(value, number, settings.confidence)
        only = task.scores != "given" and not metric.judged.any()
        note = "scores of systems as given: it has none of segments" if only else ""
        results.append(
            TaskResult(name, task, value, number, observations=number, interval=interval, note=note)
        )
    return results


def _with_segments(material: Material) -> dict[str, Scores]:
    return {name: metric for name, metric in material.metrics.items() if metric.judged.any()}


def _segments(task: Task, material: Material, *, common: bool) -> list[TaskResult]:
    metrics, human = _with_segments(material), material.human
    systems = {name: material.chosen(metric) for name, metric in metrics.items()}
    asked = (task.statistic, task.grouping)
    if common and len(set(systems.values())) > 1:
        raise InputError(
            f"{material.languages}: metrics have different systems; common groups need the same ones"
        )
    if common and metrics:
        chosen, every = next(iter(systems.values())), list(metrics.values())
        correlations = correlate_all(
            human, every, *asked, systems=chosen, common=True, threshold=task.threshold
        )
    else:
        correlations = [
            correlate(human, metric, *asked, systems=systems[name], threshold=task.threshold)
            for name, metric in metrics.items()
        ]
    return [
        TaskResult(name, task, each.value, each.systems, each.groups, each.all_groups, each.values)
        for name, each in zip(metrics, correlations, strict=True)
    ]


def _calibrations(task: Task, material: Material) -> list[TaskResult]:
    calibrated = task.measure.calibrated
    if calibrated is None:
        able = " and ".join(
            sorted(name for name, other in STATISTICS.items() if other.calibrated is not None)
        )
        raise OptionError(f'"{task.name}": ties are calibrated for {able} only')
    results = []
    for name, metric in _with_segments(material).items():
        systems = material.chosen(metric)
        best = calibrate(material.human, metric, task.grouping, threshold=task.threshold, systems=systems)
        sizes = (len(systems), best.groups, best.groups, best.pairs)
        results.append(TaskResult(name, task, calibrated.read(best), *sizes, best.epsilon))
    return results


def _ordered(task: Task, material: Material) -> list[TaskResult]:
    """Count the pairs that people put in order, of all segments together."""
    results = []
    for name, metric in _with_segments(material).items():
        systems = material.chosen(metric)
        counts = darr_counts(
            material.human, metric, threshold=task.threshold, outputs=material.texts or None, systems=systems
        )
        value = float(pair_formula(task.statistic)(counts.row))
        results.append(TaskResult(name, task, value, len(systems), observations=counts.ordered))
    return results


def _from_cells(
    task: Task, compute: CellStatistic, material: Material, settings: Settings
) -> list[TaskResult]:
    results = []
    for name, metric in _with_segments(material).items():
        systems = material.chosen(metric)
        value, observations = compute(material.human, metric, settings, systems)
        results.append(TaskResult(name, task, value, len(systems), observations=observations))
    return results
