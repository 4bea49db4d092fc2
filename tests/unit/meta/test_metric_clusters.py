"""Ranks of metrics: the rule of mt-metrics-eval, averages over tasks, tests of whole tasks."""

import math

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.meta.contests.contest import Contest, MetricRank, average_ranks, metric_ranks
from assay.meta.contests.task_tests import criterion_of, task_contests, task_ranks
from assay.meta.contests.trio import Criterion
from assay.meta.material import Material
from assay.meta.tasks import Task
from assay.stats.settings import Settings
from support.meta_sets import scores


def contests(values, significant):
    """Return all pairs of metrics; the named pairs have p 0.02, others 0.5."""
    names = list(values)
    return [
        Contest(
            first,
            second,
            *("pearson", "none", "perm-both"),
            *(values[first], values[second], values[second] - values[first]),
            *((0.02 if {first, second} in significant else 0.5,) * 3),
        )
        for place, first in enumerate(names)
        for second in names[place + 1 :]
    ]


def test_any_member_of_the_cluster_starts_a_new_rank() -> None:
    values = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.5}
    placed = metric_ranks(contests(values, [{"a", "c"}, {"a", "d"}, {"c", "e"}]))
    assert [(one.metric, one.rank) for one in placed] == [("a", 1), ("b", 1), ("c", 2), ("d", 2), ("e", 3)]
    assert placed[2].beaten_by == ("a",)


def test_a_metric_beaten_only_by_an_earlier_cluster_starts_none() -> None:
    values = {"a": 0.9, "b": 0.8, "c": 0.7}
    placed = metric_ranks(contests(values, [{"a", "b"}, {"a", "c"}]))
    assert [one.rank for one in placed] == [1, 2, 2]


def test_order_of_the_contests_does_not_matter() -> None:
    values = {"a": 0.5, "b": 0.9, "c": 0.7}
    every = contests(values, [{"a", "b"}])
    assert metric_ranks(every) == metric_ranks(every[::-1])
    assert [one.metric for one in metric_ranks(every)] == ["b", "c", "a"]


def test_a_correction_merges_clusters() -> None:
    values = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6}
    every = contests(values, [{"a", "b"}])
    assert metric_ranks(every)[1].rank == 2
    assert metric_ranks(every, correction="holm")[1].rank == 1


def test_metrics_without_a_value_have_no_rank() -> None:
    values = {"a": 0.9, "b": math.nan, "c": 0.7}
    assert [one.metric for one in metric_ranks(contests(values, []))] == ["a", "c"]


def test_a_missing_pair_is_refused() -> None:
    with pytest.raises(InputError, match="1 are missing"):
        metric_ranks(contests({"a": 0.9, "b": 0.8, "c": 0.7}, [])[:-1])


def test_ranks_are_averaged_with_weights() -> None:
    tasks = {
        "one": [MetricRank("a", 0.9, 1), MetricRank("b", 0.8, 2), MetricRank("c", 0.5, 3)],
        "two": [MetricRank("b", 0.7, 1), MetricRank("a", 0.6, 1)],
    }
    found = average_ranks(tasks, {"one": 3, "two": 1})
    assert [one.metric for one in found] == ["a", "b", "c"]
    assert [one.rank for one in found] == [1, 1.75, 3]
    assert found[0].value == pytest.approx((3 * 0.9 + 0.6) / 4)
    assert [one.complete for one in found] == [True, True, False]
    assert found[2].ranks == {"one": 3}
    with pytest.raises(InputError):
        average_ranks(tasks, {"one": 0, "two": 0})
    with pytest.raises(InputError):
        average_ranks({})


def material(languages, seed):
    random = np.random.default_rng(seed)
    human = random.normal(size=(6, 30)) + np.arange(6)[:, None]
    noise = {"good": 0.2, "fair": 2.0, "bad": 40.0}
    metrics = {
        name: scores(human + size * random.normal(size=human.shape), name) for name, size in noise.items()
    }
    return Material(languages, scores(human, "people"), metrics)


TASKS = [
    Task(("xx-yy", "yy-xx"), "system", "accuracy"),
    Task(("xx-yy",), "system", "pearson"),
    Task(("xx-yy",), "segment", "tau-b", "item"),
    Task(("yy-xx",), "segment", "acc-eq", "item", calibrated=True),
    Task(("yy-xx",), "segment", "acc-eq", "item"),
]


@pytest.mark.parametrize("test", ["perm-both", "boot-both"])
def test_whole_tasks_are_tested_and_ranked(test: str) -> None:
    materials = {name: material(name, seed) for seed, name in enumerate(("xx-yy", "yy-xx"))}
    options = Settings(draws=200)
    found = {}
    for task in TASKS:
        scores_rule = task if task.level == "segment" else Task(task.languages, "system", task.statistic)
        if test == "perm-both" or task.level == "segment":
            found[task.name + str(task.calibrated)] = task_contests(
                scores_rule, materials, test=test, settings=options
            )
    ranks = task_ranks(found)
    assert all(placed[0].metric == "good" and placed[-1].metric == "bad" for placed in ranks.values())
    segment = [placed for name, placed in ranks.items() if "seg" in name]
    assert all([one.rank for one in placed] == [1, 2, 3] for placed in segment)


def test_a_pooled_task_adds_up_pairs() -> None:
    materials = {name: material(name, seed) for seed, name in enumerate(("xx-yy", "yy-xx"))}
    pooled = task_contests(TASKS[0], materials, settings=Settings(draws=50))
    single = [
        task_contests(Task((name,), "system", "accuracy"), materials, settings=Settings(draws=50))
        for name in materials
    ]
    for one, a, b in zip(pooled, *single, strict=True):
        assert one.value_first == pytest.approx((a.value_first + b.value_first) / 2)
        assert one.systems == 12
        assert one.draws == 50


def test_tasks_that_cannot_be_tested_are_refused() -> None:
    assert criterion_of(TASKS[3]) == Criterion("acc-eq", "item")
    assert criterion_of(TASKS[4]) == Criterion("accuracy", "item")
    with pytest.raises(OptionError, match="leave this task out"):
        criterion_of(Task(("xx-yy",), "system", "spa"))
    materials = {name: material(name, seed) for seed, name in enumerate(("xx-yy", "yy-xx"))}
    with pytest.raises(OptionError, match="pooled"):
        task_contests(TASKS[0], materials, test="williams")
