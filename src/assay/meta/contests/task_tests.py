"""Every pair of metrics in every task of a meta-evaluation, and what ranks that gives.

A pooled task (pairwise accuracy over several language pairs) is drawn language pair by language pair; pairs of systems
are added up in every draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from assay.data import Array
from assay.errors import OptionError
from assay.meta.contests.compare import AS_WMT, contest, find_test
from assay.meta.contests.contest import Contest, MetricRank, metric_ranks
from assay.meta.contests.p_values import permutation_p, summary
from assay.meta.contests.trio import Criterion, Trio, draws_of, observed, trio
from assay.meta.material import Material, by_documents
from assay.meta.options import DRAWS
from assay.meta.statistics import DRAWN
from assay.meta.tasks import Task, TaskTable
from assay.stats import Settings


def criterion_of(task: Task) -> Criterion:
    """Return what a task compares metrics by."""
    test = task.compared_by
    if test is None:
        raise OptionError(
            f'"{task.name}": metrics can be compared by {", ".join(DRAWN)}, without a threshold of human ties; '
            "leave this task out of the comparison"
        )
    grouping = "means" if task.level == "system" else task.grouping
    return Criterion(test.name, grouping, task.scores if task.level == "system" else "corpus")


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
    if task.level == "document":
        chosen = [by_documents(material) for material in chosen]
    criterion = criterion_of(task)
    if len(chosen) > 1 and not (task.measure.pooled and find_test(test).redraw):
        raise OptionError(
            "only accuracy is pooled over language pairs, and only perm or boot tests can test it"
        )
    names = [name for name in chosen[0].metrics if metrics is None or name in metrics]
    able = [name for name in names if all(_able(material, name, task) for material in chosen)]
    contests = []
    for pair in combinations(able, 2):
        contests.append(_pair(chosen, pair, criterion, test, settings))
        if progress is not None:
            progress(settings.draws or DRAWS)
    return contests


def _able(material: Material, name: str, task: Task) -> bool:
    metric = material.metrics.get(name)
    if metric is None:
        return False
    return bool(metric.judged.any()) or (task.level == "system" and metric.totals is not None)


def _pair(
    materials: Sequence[Material], pair: tuple[str, str], criterion: Criterion, test: str, settings: Settings
) -> Contest:
    trios = [_trio(material, pair, criterion) for material in materials]
    return (
        contest(trios[0], criterion, test, settings)
        if len(trios) == 1
        else _pooled(trios, criterion, test, settings)
    )


def _trio(material: Material, pair: tuple[str, str], criterion: Criterion) -> Trio:
    first, second = (material.metrics[name] for name in pair)
    other = set(material.chosen(second))
    systems = [name for name in material.chosen(first) if name in other]
    return replace(trio(material.human, first, second, criterion, systems=systems), names=pair)


def _pooled(trios: Sequence[Trio], criterion: Criterion, test: str, settings: Settings) -> Contest:
    """Add up right pairs of systems over language pairs, in what was observed and in every draw."""
    chosen, draws = find_test(test), settings.draws or DRAWS
    done = "perm-both" if test == AS_WMT else test
    pairs = [len(three.human) * (len(three.human) - 1) / 2 for three in trios]
    drawn, values = np.zeros((draws, 2)), np.zeros(2)
    for place, (three, number) in enumerate(zip(trios, pairs, strict=True)):
        drawn += number * draws_of(
            three, criterion, chosen.redraw, draws=draws, settings=settings, first=place * draws
        )
        values += number * np.array(observed(three, criterion))
    total = sum(pairs)
    first, second = (values / total).tolist()
    numbers = chosen.p_values((first, second), drawn / total, settings)
    told = summary(_stacked(trios), criterion, done, (first, second), numbers)
    return replace(told, drawn=(drawn[:, 1] - drawn[:, 0]) / total)


def _stacked(trios: Sequence[Trio]) -> Trio:
    """Return all systems of all language pairs below each other, for what is said of the sizes."""
    width = max(three.human.shape[1] for three in trios)
    sides = [
        np.concatenate([_widened(getattr(three, side), width) for three in trios])
        for side in ("human", "first", "second")
    ]
    return Trio(trios[0].names, *sides)


def _widened(values: Array, width: int) -> Array:
    return np.pad(values, ((0, 0), (0, width - values.shape[1])), constant_values=math.nan)


def average_contests(
    table: TaskTable, contests: Mapping[str, Sequence[Contest]], test: str, settings: Settings
) -> list[Contest]:
    """Test the averages of every pair of metrics by the draws of all tasks: `AverageCorrMatrix` of mt-metrics-eval.

    Differences of a draw are added up over tasks by their weights. There the draws of tasks are independent of each
    other, though tasks share systems and segments, and 10 to 23 % of equally good metrics are told apart at 5 %: that
    is kept for "perm-wmt" alone. Elsewhere the draws of every task are put in order first, as if what favours a metric
    in one task did so in all: no other dependence spreads the sum further. Only permutations have such a sum: under
    their null hypothesis the metrics are exchangeable in every task. The average of one task is that task, whatever the
    test.
    """
    if len(table.tasks) == 1:
        return list(contests.get(table.tasks[0].name, ()))
    if not test.startswith("perm-") or any(task.name not in contests for task in table.tasks):
        return []
    draws, total = settings.draws or DRAWS, sum(task.weight for task in table.tasks)
    names = [name for name in table.metrics if name in table.averages]
    sums = {pair: np.zeros(draws) for pair in combinations(names, 2)}
    for place, task in enumerate(table.tasks):
        share = task.weight / total * task.stretch
        for one in contests[task.name]:
            turned = (one.second, one.first) in sums
            pair = (one.second, one.first) if turned else (one.first, one.second)
            if pair in sums and one.drawn is not None:
                signed = (-share if turned else share) * one.drawn
                sums[pair] += _drawn_over(signed, draws, (settings.seed, place) if test == AS_WMT else None)
    return [_average_contest(pair, table, drawn, test, settings) for pair, drawn in sums.items()]


def _drawn_over(drawn: Array, draws: int, seed: tuple[int, int] | None) -> Array:
    """Return so many of the draws of a task, shuffled by a seed, or in rising order without one."""
    if seed is not None:
        return np.random.default_rng(seed).choice(drawn, draws, replace=len(drawn) != draws)
    rising = np.sort(drawn[~np.isnan(drawn)])
    return rising[np.arange(draws) * len(rising) // draws] if len(rising) else np.full(draws, np.nan)


def _average_contest(
    pair: tuple[str, str], table: TaskTable, drawn: Array, test: str, settings: Settings
) -> Contest:
    values = (table.averages[pair[0]], table.averages[pair[1]])
    numbers = permutation_p(values, np.stack([np.zeros(len(drawn)), drawn], axis=1), settings)
    p_greater, p_less, p_two_sided = (
        float(numbers.get(name, math.nan)) for name in ("p_greater", "p_less", "p_two_sided")
    )
    return Contest(
        *pair,
        *("average", "", test),
        *(*values, values[1] - values[0]),
        *(p_greater, p_less, p_two_sided),
        draws=len(drawn),
        undefined=int(numbers["undefined"]),
    )


def task_ranks(
    tasks: Mapping[str, Sequence[Contest]], alpha: float = 0.05, correction: str = "none"
) -> dict[str, list[MetricRank]]:
    """Return the ranks of metrics in every task; p-values are corrected within a task."""
    return {name: metric_ranks(contests, alpha, correction) for name, contests in tasks.items()}
