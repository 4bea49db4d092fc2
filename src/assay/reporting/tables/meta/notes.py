"""What people are told of tasks of a meta-evaluation: short names, weights, and what the numbers rest on, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np

from assay.data import Scores
from assay.meta import Material, Task, TaskResult, TaskTable, align, common_systems


def task_labels(tasks: Sequence[Task]) -> dict[str, str]:
    """Return what people are shown for the names of tasks: without the language pair where there is only one."""
    if len({task.languages for task in tasks}) > 1:
        return {task.name: task.name for task in tasks}
    return {task.name: task.name.removeprefix("+".join(task.languages)).strip() for task in tasks}


def task_weights(tasks: Sequence[Task], labels: Mapping[str, str]) -> str:
    """Say how tasks weigh in the average."""
    if len({task.weight for task in tasks}) == 1:
        return "all tasks weigh the same"
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
        if task.level == "segment":
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
