"""What people are told of tasks of a meta-evaluation: short names, weights, and what the numbers rest on, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from assay.meta.tasks import Task, TaskTable


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


def _shared(texts: Sequence[str]) -> str:
    """Return the parts that all texts begin with."""
    parts = zip(*(text.split("; ") for text in texts), strict=False)
    return "; ".join(part[0] for part in takewhile(lambda part: len(set(part)) == 1, parts))
