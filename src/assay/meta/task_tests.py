"""Every pair of metrics in every task of a meta-evaluation, and what ranks that gives.

A pooled task (pairwise accuracy over several language pairs) is drawn language pair by language pair; pairs of systems
are added up in every draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np

from assay import kernel
from assay.data import Array
from assay.errors import OptionError
from assay.meta.clusters import Placed, metric_ranks
from assay.meta.compare import (
    DRAWS,
    TESTS,
    Agreement,
    Trio,
    bootstrap_p,
    contest,
    draws_of,
    permutation_p,
    summary,
    trio,
)
from assay.meta.contest import Contest
from assay.meta.tasks import Material, Task
from assay.stats import Settings


def agreement_of(task: Task) -> Agreement:
    """Return what a task compares metrics by."""
    statistic = "acc-eq" if task.statistic == "acc-eq" and task.calibrated else task.statistic
    if statistic == "acc-eq" and not task.calibrated:
        statistic = "accuracy"
    if statistic not in kernel.AGREEMENTS or task.threshold:
        known = ", ".join(kernel.AGREEMENTS)
        raise OptionError(
            f'"{task.name}": metrics can be compared by {known}, without a threshold of human ties; '
            "leave this task out of the comparison"
        )
    grouping = "means" if task.level == "system" else task.grouping
    return Agreement(statistic, grouping, task.scores if task.level == "system" else "judged")


def task_contests(
    task: Task,
    materials: Mapping[str, Material],
    *,
    test: str = "perm-both",
    settings: Settings = Settings(),
    metrics: Sequence[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Contest]:
    """Test every pair of metrics in one task; metrics without the scores that it needs take no part.

    `progress` is told of the draws of every pair that is done.
    """
    chosen = [materials[name] for name in task.languages]
    agreement = agreement_of(task)
    names = [name for name in chosen[0].metrics if metrics is None or name in metrics]
    able = [name for name in names if all(_able(one, name, task) for one in chosen)]
    found = []
    for pair in combinations(able, 2):
        found.append(_pair(chosen, pair, agreement, test, settings))
        if progress is not None:
            progress(settings.draws or DRAWS)
    return found


def _able(material: Material, name: str, task: Task) -> bool:
    metric = material.metrics.get(name)
    if metric is None:
        return False
    return bool(metric.judged.any()) or (task.level == "system" and metric.totals is not None)


def _pair(
    materials: Sequence[Material], pair: tuple[str, str], agreement: Agreement, test: str, settings: Settings
) -> Contest:
    trios = [_trio(one, pair, agreement) for one in materials]
    return (
        contest(trios[0], agreement, test, settings)
        if len(trios) == 1
        else _pooled(trios, agreement, test, settings)
    )


def _trio(material: Material, pair: tuple[str, str], agreement: Agreement) -> Trio:
    first, second = (material.metrics[name] for name in pair)
    other = set(material.chosen(second))
    systems = [name for name in material.chosen(first) if name in other]
    found = trio(material.human, first, second, agreement, systems=systems)
    return Trio(pair, found.human, found.first, found.second)


def _pooled(trios: Sequence[Trio], agreement: Agreement, test: str, settings: Settings) -> Contest:
    """Add up right pairs of systems over language pairs, in what was observed and in every draw."""
    if agreement.statistic != "accuracy" or not TESTS[test][0]:
        raise OptionError(
            "only accuracy is pooled over language pairs, and only perm or boot tests can test it"
        )
    draws = settings.draws or DRAWS
    pairs = [len(one.human) * (len(one.human) - 1) / 2 for one in trios]
    drawn, values = np.zeros((draws, 2)), np.zeros(2)
    for place, (one, number) in enumerate(zip(trios, pairs, strict=True)):
        drawn += number * _draws(one, agreement, test, settings, place * draws)
        values += number * draws_of(one, agreement, "observed", draws=1)[0]
    total = sum(pairs)
    first, second = (values / total).tolist()
    found = (
        bootstrap_p((first, second), drawn / total, settings)
        if test.startswith("boot")
        else permutation_p((first, second), drawn / total)
    )
    return summary(_stacked(trios), agreement, test, (first, second), found)


def _draws(three: Trio, agreement: Agreement, test: str, settings: Settings, start: int) -> Array:
    draws = settings.draws or DRAWS
    return draws_of(three, agreement, TESTS[test][0], draws=draws, settings=settings, first=start)


def _stacked(trios: Sequence[Trio]) -> Trio:
    """Return all systems of all language pairs below each other, for what is said of the sizes."""
    width = max(one.human.shape[1] for one in trios)
    sides = [
        np.concatenate([_widened(getattr(one, side), width) for one in trios])
        for side in ("human", "first", "second")
    ]
    return Trio(trios[0].names, *sides)


def _widened(values: Array, width: int) -> Array:
    return np.pad(values, ((0, 0), (0, width - values.shape[1])), constant_values=math.nan)


def task_ranks(
    tasks: Mapping[str, Sequence[Contest]], alpha: float = 0.05, correction: str = "none"
) -> dict[str, list[Placed]]:
    """Return the ranks of metrics in every task; p-values are corrected within a task."""
    return {name: metric_ranks(contests, alpha, correction) for name, contests in tasks.items()}
