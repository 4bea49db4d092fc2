"""Tasks of a meta-evaluation: language pair, level, statistic and grouping, as the WMT metrics tasks have them.

A task asks one question of every metric; `evaluate_tasks` answers all of them, and says of each number which reference,
systems, segments, grouping and tie rule it rests on. The WMT23 list (Freitag et al. 2023) is `wmt23_tasks`: pairwise
accuracy over all language pairs, and for each of them Pearson by system, Pearson over all segments, and accuracy with
calibrated ties by segment. A metric that has no scores for a task has no result there, and no average.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.aligned import Grouping, SystemScores, common_systems, system_scores
from assay.meta.correlations import correlate, correlate_all, correlate_systems
from assay.meta.pairwise import PairwiseAccuracy, pairwise_accuracy
from assay.meta.soft import soft_pairwise_accuracies
from assay.meta.ties import calibrate
from assay.stats import Interval, Settings, fisher_interval

Level = Literal["system", "segment"]


@dataclass(frozen=True)
class Material:
    """What a language pair brings: human scores, metrics under the same names in every pair, and who takes part."""

    languages: str
    human: Scores
    metrics: Mapping[str, Scores]
    reference: str = ""
    systems: tuple[str, ...] = ()  # the outputs that count; none given: all that people judged

    def chosen(self, metric: Scores) -> tuple[str, ...]:
        """Return the systems that count and that a metric has scores of."""
        known = common_systems(self.human, metric)
        return tuple(name for name in self.systems if name in known) if self.systems else known


@dataclass(frozen=True)
class Task:
    """One question; the statistic is a correlation, `accuracy` (of system pairs), `spa` or `acc-eq`."""

    languages: tuple[str, ...]  # more than one for pooled pairwise accuracy only
    level: Level
    statistic: str
    grouping: Grouping = "none"
    calibrated: bool = False  # the metric's ties, for acc-eq and tau-eq
    threshold: float = 0.0  # people tie outputs that are less apart
    scores: SystemScores = "judged"  # what a metric's score of a system is
    weight: float = 1.0

    @property
    def name(self) -> str:
        """The task in a few words."""
        parts = ["+".join(self.languages), "sys" if self.level == "system" else "seg", self.statistic]
        if self.level == "segment":
            untied = self.statistic in ("acc-eq", "tau-eq") and not self.calibrated
            parts += [self.grouping, *(["epsilon 0"] if untied else [])]
            parts += [f"threshold {self.threshold:g}"] if self.threshold else []
        return " ".join(parts)

    @property
    def ties(self) -> str:
        """What becomes of ties."""
        below = f"; people tie outputs less than {self.threshold:g} apart" if self.threshold else ""
        if self.calibrated:
            return f"metric ties calibrated on the same segments, smallest best epsilon{below}"
        if self.level == "segment" and self.statistic not in ("pearson", "spearman"):
            return f"metric ties: equal scores{below}"
        return "ties share their mean rank" if self.statistic == "spearman" else "no rule for ties needed"


@dataclass(frozen=True)
class Result:
    """The answer of one metric to one task; `value` is NaN where it is undefined."""

    metric: str
    task: Task
    value: float
    systems: int
    groups: int = 1
    all_groups: int = 1
    observations: int = 0  # system pairs, pairs of outputs or values, whatever the statistic is made of
    epsilon: float | None = None
    interval: Interval | None = None
    note: str = ""


@dataclass(frozen=True)
class TaskTable:
    """All answers, the weighted averages of metrics that answered every task, and what each task rests on."""

    tasks: tuple[Task, ...]
    metrics: tuple[str, ...]  # best average first, then those without one by name
    results: Mapping[tuple[str, str], Result]  # by metric and name of the task
    averages: Mapping[str, float]
    provenance: Mapping[str, str]  # by name of the task
    materials: Mapping[str, Material] = field(default_factory=dict, repr=False)

    def value(self, metric: str, task: Task) -> float | None:
        """Return one number, or nothing where the metric has no scores for the task."""
        found = self.results.get((metric, task.name))
        return None if found is None else found.value


def wmt23_tasks(languages: Sequence[str] = ("en-de", "he-en", "zh-en")) -> tuple[Task, ...]:
    """Return the official tasks of WMT23; accuracy weighs as much as each language pair with its three tasks."""
    weight = 1 / (len(languages) + 1)
    tasks = [Task(tuple(languages), "system", "accuracy", scores="given", weight=weight)]
    for pair in languages:
        tasks += [
            Task((pair,), "system", "pearson", scores="given", weight=weight / 3),
            Task((pair,), "segment", "pearson", "none", weight=weight / 3),
            Task((pair,), "segment", "acc-eq", "item", calibrated=True, weight=weight / 3),
        ]
    return tuple(tasks)


def evaluate_tasks(
    tasks: Sequence[Task],
    materials: Sequence[Material],
    settings: Settings | None = None,
    *,
    common: bool = False,
) -> TaskTable:
    """Answer every task for every metric; `common` averages over the groups in which all metrics are defined."""
    options, known = settings or Settings(), {one.languages: one for one in materials}
    names_of_tasks = [task.name for task in tasks]
    if len(set(names_of_tasks)) < len(names_of_tasks):
        again = next(name for place, name in enumerate(names_of_tasks) if name in names_of_tasks[:place])
        raise OptionError(f'two tasks are "{again}"; leave one of them out')
    results = {}
    for task in tasks:
        for result in task_results(task, known, options, common=common):
            results[result.metric, task.name] = result
    names = dict.fromkeys(name for one in materials for name in one.metrics)
    averages = {name: _average(name, tasks, results) for name in names}
    averages = {name: value for name, value in averages.items() if not math.isnan(value)}
    ordered = sorted(names, key=lambda name: (-averages.get(name, -math.inf), name.lower(), name))
    provenance = {task.name: _provenance(task, known) for task in tasks}
    return TaskTable(tuple(tasks), tuple(ordered), results, averages, provenance, known)


def task_results(
    task: Task, materials: Mapping[str, Material], settings: Settings, *, common: bool = False
) -> list[Result]:
    """Return the answers to one task, one a metric that has the scores."""
    missing = [name for name in task.languages if name not in materials]
    if missing:
        raise InputError(
            f'the task "{task.name}" needs the language pair {missing[0]}; there are {", ".join(materials)}'
        )
    if task.statistic == "accuracy":
        return _accuracies(task, [materials[name] for name in task.languages])
    if len(task.languages) > 1:
        raise OptionError(f'"{task.name}": only accuracy is pooled over language pairs; make a task of each')
    material = materials[task.languages[0]]
    if task.statistic == "spa":
        return _soft(task, material, settings)
    if task.level == "system":
        return _systems(task, material, settings)
    return _calibrations(task, material) if task.calibrated else _segments(task, material, common=common)


def _average(name: str, tasks: Sequence[Task], results: Mapping[tuple[str, str], Result]) -> float:
    """Return the weighted mean over all tasks, NaN if one is not answered."""
    found = [results.get((name, task.name)) for task in tasks]
    values = [math.nan if one is None else one.value for one in found]
    weight = sum(task.weight for task in tasks)
    weighted = sum(task.weight * value for task, value in zip(tasks, values, strict=True))
    return weighted / weight if weight else math.nan


def scores_of_systems(
    material: Material, metric: Scores, rule: SystemScores, systems: Sequence[str] | None = None
) -> tuple[tuple[str, ...], Array, Array]:
    """Return systems with the human and the metric's score of each, higher better."""
    names = material.chosen(metric) if systems is None else tuple(systems)
    human, other = material.human.for_systems(names), metric.for_systems(names)
    judged = human.judged
    if rule == "judged" and other.segments and other.segments != human.segments:
        other = other.for_segments(human.segments)
    return names, system_scores(human, None, rule), system_scores(other, judged, rule)


def _accuracies(task: Task, materials: Sequence[Material]) -> list[Result]:
    """Pool the pairs of systems of all language pairs; a metric must have scores in each of them."""
    found = []
    for name in materials[0].metrics:
        if not all(name in one.metrics for one in materials):
            continue
        systems, pooled = 0, PairwiseAccuracy(name, 0, 0)
        for one in materials:
            names, human, metric = scores_of_systems(one, one.metrics[name], task.scores)
            pooled, systems = pooled + pairwise_accuracy(name, names, human, metric), systems + len(names)
        found.append(Result(name, task, pooled.value, systems, observations=pooled.pairs))
    return found


def _systems(task: Task, material: Material, settings: Settings) -> list[Result]:
    found = []
    for name, metric in material.metrics.items():
        names, human, scores = scores_of_systems(material, metric, task.scores)
        value = correlate_systems(human, scores, task.statistic)
        interval = None
        if task.statistic in ("pearson", "spearman"):
            ranks = task.statistic == "spearman"
            interval = fisher_interval(value, len(names), settings.confidence, ranks=ranks)
        only = task.scores != "given" and not metric.judged.any()
        note = "scores of systems as given: it has none of segments" if only else ""
        found.append(
            Result(name, task, value, len(names), observations=len(names), interval=interval, note=note)
        )
    return found


def _with_segments(material: Material) -> dict[str, Scores]:
    return {name: one for name, one in material.metrics.items() if one.judged.any()}


def _segments(task: Task, material: Material, *, common: bool) -> list[Result]:
    metrics, human = _with_segments(material), material.human
    systems = {name: material.chosen(one) for name, one in metrics.items()}
    asked = (task.statistic, task.grouping)
    if common and len(set(systems.values())) > 1:
        raise InputError(
            f"{material.languages}: metrics have different systems; common groups need the same ones"
        )
    if common and metrics:
        chosen, every = next(iter(systems.values())), list(metrics.values())
        found = correlate_all(human, every, *asked, systems=chosen, common=True, threshold=task.threshold)
    else:
        found = [
            correlate(human, one, *asked, systems=systems[name], threshold=task.threshold)
            for name, one in metrics.items()
        ]
    return [
        Result(name, task, one.value, one.systems, one.groups, one.all_groups, one.values)
        for name, one in zip(metrics, found, strict=True)
    ]


def _calibrations(task: Task, material: Material) -> list[Result]:
    if task.statistic not in ("acc-eq", "tau-eq"):
        raise OptionError(f'"{task.name}": ties are calibrated for acc-eq and tau-eq only')
    found = []
    for name, metric in _with_segments(material).items():
        systems = material.chosen(metric)
        best = calibrate(material.human, metric, task.grouping, threshold=task.threshold, systems=systems)
        value = best.accuracy if task.statistic == "acc-eq" else best.tau
        found.append(
            Result(name, task, value, len(systems), best.groups, best.groups, best.pairs, best.epsilon)
        )
    return found


def _soft(task: Task, material: Material, settings: Settings) -> list[Result]:
    found = []
    for name, metric in _with_segments(material).items():
        systems = material.chosen(metric)
        [one] = soft_pairwise_accuracies(material.human, [metric], settings, systems=systems)
        found.append(Result(name, task, one.value, len(systems), observations=len(one.pairs)))
    return found


def _provenance(task: Task, materials: Mapping[str, Material]) -> str:
    """Say what the numbers of a task rest on."""
    parts = [_who(materials[name]) for name in task.languages]
    if task.level == "system":
        words = {"judged": "over judged segments", "all": "over all segments", "given": "as given"}
        parts.append(f"metrics' scores of systems {words[task.scores]}")
    else:
        groups = {
            "none": "all values in one group",
            "item": "grouped by segment",
            "system": "grouped by system",
        }
        parts += [groups[task.grouping], task.ties]
    return "; ".join(parts)


def _who(material: Material) -> str:
    """Name human scores, reference, systems and segments of a language pair."""
    human = material.human
    systems = material.systems or common_systems(human, human)
    others = [name for name in human.systems if name not in systems]
    left_out = f", left out: {', '.join(others)}" if others else ""
    judged = int(human.for_systems(systems).judged.any(axis=0).sum())
    reference = f", reference {material.reference}" if material.reference else ""
    notes = f" ({'; '.join(human.notes)})" if human.notes else ""
    return (
        f"{material.languages}: {human.name}{notes}{reference}, {len(systems)} systems ({', '.join(systems)})"
        f"{left_out}, {judged} of {len(human.segments)} segments judged"
    )
