"""What people are told of tasks of a meta-evaluation: short names, weights, and what the numbers rest on, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np

from assay.data import Scores
from assay.meta import Material, Task, align
from assay.meta.material import common_systems, kind_of_scores, scores_of_systems
from assay.meta.sensitivity import outlier_systems
from assay.meta.tasks import TaskResult, TaskTable

ON_ONE_SCALE = "average: correlations r count as (1 + r) / 2, beside accuracies, as in the published list"
EVERY_DIGIT = 17  # as many as a figure has


def told_apart(low: float, high: float, digits: int = 4) -> tuple[str, str]:
    """Write two different figures with as many digits as it takes to show which is higher."""
    while f"{low:.{digits}f}" == f"{high:.{digits}f}" and digits < EVERY_DIGIT:
        digits += 1
    return f"{low:.{digits}f}", f"{high:.{digits}f}"


def task_labels(tasks: Sequence[Task]) -> dict[str, str]:
    """Return what people are shown for the names of tasks: without the language pair where there is only one."""
    if len({task.languages for task in tasks}) > 1:
        return {task.name: task.name for task in tasks}
    return {task.name: task.name.removeprefix("+".join(task.languages)).strip() for task in tasks}


def task_weights(tasks: Sequence[Task], labels: Mapping[str, str]) -> str:
    """Say how tasks weigh in the average."""
    if len({task.weight for task in tasks}) == 1:
        return "all tasks have equal weight"
    return "weights " + ", ".join(f"{labels[task.name]} {task.weight:.3g}" for task in tasks)


def provenance_notes(table: TaskTable, labels: Mapping[str, str]) -> list[str]:
    """Say what tasks rest on, and what they have in common only once."""
    shared = ""
    if len({task.languages for task in table.tasks}) == 1 < len(set(table.provenance.values())):
        shared = _shared(list(table.provenance.values()))
    by_words: dict[str, list[str]] = {}
    for name, words in table.provenance.items():
        by_words.setdefault(words.removeprefix(shared).removeprefix("; "), []).append(labels[name])
    return [
        *([shared] if shared else []),
        *(f"{', '.join(names)}: {words}" for words, names in by_words.items()),
    ]


def result_notes(table: TaskTable, labels: Mapping[str, str]) -> list[str]:
    """Say where metrics of one task rest on different groups or systems, and what single results need saying."""
    notes: dict[str, list[str]] = {}
    for task in table.tasks:
        results = [result for (_, name), result in table.results.items() if name == task.name]
        if task.level != "system" and not table.is_constant(task):
            notes[_spread(labels[task.name], task, results)] = []
        for result in results:
            if result.note:
                notes.setdefault(f"{labels[task.name]}: {result.note}", []).append(result.metric)
    return [f"{words}: {', '.join(names)}" if names else words for words, names in notes.items() if words]


def _spread(name: str, task: Task, results: Sequence[TaskResult]) -> str:
    groups = [result.groups for result in results]
    if not groups or task.grouping == "none":
        return ""
    low, high, most = min(groups), max(groups), max(result.all_groups for result in results)
    if low == high:
        return f"{name}: {low} of {most} groups in every mean"
    return f"{name}: from {low} to {high} of {most} groups, so the means are of different groups"


NORMAL = (
    "intervals are Fisher's, which assume normal scores of systems; outlier systems ({}) are not normal, and in "
    "a simulation with one outlier among twelve, 95 % intervals covered only 82 % of the time: look at r without them"
)
OTHER_MEANS = (
    "the mean of segments is not the score of a system that the file gives; --system-score given takes that"
)


def interval_notes(table: TaskTable, labels: Mapping[str, str]) -> list[str]:
    """Warn of intervals over systems that outliers make too narrow."""
    notes: dict[str, list[str]] = {}
    for task in table.tasks:
        results = [result for (_, name), result in table.results.items() if name == task.name]
        if not any(result.interval for result in results):
            continue
        far = [name for pair in task.languages for name in _outliers(table, table.materials[pair])]
        if far:
            notes.setdefault(NORMAL.format(", ".join(far)), []).append(labels[task.name])
    return [f"{', '.join(names)}: {words}" for words, names in notes.items()]


def _outliers(table: TaskTable, material: Material) -> list[str]:
    """Return the systems that lie far off the others by people's scores, or by those of most metrics."""
    people, machines = dict[str, None](), Counter[str]()
    for metric in material.metrics.values():
        systems, human, scores = scores_of_systems(material, metric, table.system_score)
        people |= dict.fromkeys(outlier_systems(systems, human))
        machines.update(outlier_systems(systems, scores))
    most = [name for name, count in machines.items() if 2 * count > len(material.metrics)]
    return list(dict.fromkeys([*people, *most]))


def other_means(table: TaskTable) -> list[str]:
    """Name the metrics out of files whose means of segments stand in for scores of systems, and are no such scores."""
    names = dict.fromkeys(
        name
        for material in table.materials.values()
        for name, metric in material.metrics.items()
        if any(task.level == "system" and not task.measure.cells for task in table.tasks)
        and kind_of_scores(metric, table.system_score) == "mean"
        and _differ(metric)
    )
    return [f"{OTHER_MEANS}: {', '.join(names)}"] if names else []


def _differ(metric: Scores) -> bool:
    """Tell whether totals are no means of segments: apart by more than a hundredth of what lies between systems."""
    if metric.totals is None:
        return False
    apart = np.abs(metric.means() - metric.totals)
    known = ~np.isnan(apart)
    return bool(known.sum() > 1 and apart[known].max() > 0.01 * metric.totals[known].std())


def systems_of(table: TaskTable) -> dict[str, tuple[int, int]]:
    """Return of how many systems every metric has scores, and how many take part; nothing where it is all of them."""
    counts: dict[str, tuple[int, int]] = {}
    for material in table.materials.values():
        everybody = material.systems or common_systems(material.human, material.human)
        for name, metric in material.metrics.items():
            scored, of = counts.get(name, (0, 0))
            counts[name] = scored + len(material.chosen(metric)), of + len(everybody)
    return counts if any(scored < of for scored, of in counts.values()) else {}


def missing_notes(table: TaskTable) -> list[str]:
    """Name the systems that take part and that a metric has no scores of, and count the judged outputs likewise."""
    notes: dict[str, list[str]] = {}
    for place, material in table.materials.items():
        everybody = material.systems or common_systems(material.human, material.human)
        for name, metric in material.metrics.items():
            known = material.chosen(metric)
            missing = [system for system in everybody if system not in known]
            if missing:
                notes.setdefault(f"{place}: no scores of {', '.join(missing)}", []).append(name)
            bare = _bare_cells(material, metric, known)
            if bare:
                notes.setdefault(f"{place}: no scores of {bare} judged outputs, left out", []).append(name)
    return [f"{words}: {', '.join(names)}" for words, names in notes.items()]


def _bare_cells(material: Material, metric: Scores, systems: Sequence[str]) -> int:
    if not metric.judged.any() or not systems:
        return 0
    both = align(material.human, metric, systems)
    return int((~np.isnan(both.human) & np.isnan(both.metric)).sum())


def _shared(texts: Sequence[str]) -> str:
    """Return the parts that all texts begin with."""
    parts = zip(*(text.split("; ") for text in texts), strict=False)
    return "; ".join(part[0] for part in takewhile(lambda part: len(set(part)) == 1, parts))
