"""Averages over tasks and their test: the scale of mt-metrics-eval, its `AverageCorrMatrix`, and what is said of it."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path

import numpy as np
import pytest

from assay.meta.contests.contest import Contest
from assay.meta.contests.task_tests import average_contests
from assay.meta.evaluation import correlate_metrics
from assay.meta.material import Material
from assay.meta.options import CorrelateOptions, MetaSettings, MetricTestName, PeopleOptions
from assay.meta.reading.campaigns import CAMPAIGNS
from assay.meta.sources import read_source
from assay.meta.tasks import Task, TaskTable, evaluate_tasks, wmt23_tasks
from assay.reporting.render.text import render_text
from assay.reporting.tables.meta.first_screen import headline, meta_summary
from assay.stats import Settings
from support.meta_sets import scores

# mt-metrics-eval at google-research/mt-metrics-eval (HEAD of 2026), tasks.WMT23(["en-de", "he-en"], k=0).Run(...)
# .AverageCorrs(weights), on the folder wmt23 of ErrorSpanAnnotation @ e7f88b51, of which shared/data/wmt23 is a part.
PUBLISHED = {
    "XCOMET-Ensemble": 0.833647,
    "GEMBA-MQM": 0.808812,
    "COMET": 0.793545,
    "BLEU": 0.711290,
    "chrF": 0.708136,
}


def material(seed: int = 1, **noise: float) -> Material:
    """Return people and metrics over eight systems, each metric with noise of its own."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(8, 40)) + np.arange(8)[:, None] / 4
    sizes = noise or {"good": 0.5, "fair": 2.0, "bad": 2.2}
    metrics = {
        name: scores(human + size * rng.normal(size=human.shape), name) for name, size in sizes.items()
    }
    return Material("xx-yy", scores(human, "mqm"), metrics)


def test_campaigns_put_correlations_on_the_scale_of_accuracies() -> None:
    table = evaluate_tasks(wmt23_tasks(["xx-yy"]), [material()])
    accuracy, system, segment, ties = (table.results["bad", task.name].value for task in table.tasks)
    by_hand = (accuracy + (1 + system) / 2 + (1 + segment) / 2 + ties) / 4
    assert table.averages["bad"] == pytest.approx(by_hand, abs=1e-15)
    plain = evaluate_tasks([Task(("xx-yy",), "system", "pearson")], [material()])
    assert plain.averages["bad"] == plain.value("bad", plain.tasks[0])


def test_every_campaign_has_one_scale() -> None:
    for campaign in CAMPAIGNS.values():
        for task in campaign.tasks(("xx-yy",)):
            assert task.in_average(1.0) == 1.0
            assert task.in_average(task.measure.least) == 0.0


def test_averages_are_those_of_mt_metrics_eval(shared_dir: Path) -> None:
    options = CorrelateOptions(tasks="wmt23")
    people = PeopleOptions(str(shared_dir / "data" / "wmt23"), only=(",".join(PUBLISHED),))
    table = correlate_metrics(read_source(people, options).people, {}, options).table
    assert table is not None
    assert dict(table.averages) == pytest.approx(PUBLISHED, abs=5e-7)


def test_the_test_of_the_average_is_the_matrix_of_mt_metrics_eval() -> None:
    """Its formula, retyped: the share of draws whose weighted sum reaches the difference."""
    rng = np.random.default_rng(3)
    tasks = (
        Task(("xx-yy",), "system", "pearson", weight=2.0, from_zero=True),
        Task(("xx-yy",), "segment", "acc-eq", "item", calibrated=True, from_zero=True),
    )
    draws = {task.name: rng.normal(scale=0.02, size=400) for task in tasks}
    contests = {
        name: [Contest("a", "b", "pearson", "none", "perm-both", 0.5, 0.6, 0.1, 1, 1, 1, drawn=drawn)]
        for name, drawn in draws.items()
    }
    table = TaskTable(tasks, ("b", "a"), {}, {"a": 0.60, "b": 0.61}, {})
    [one] = average_contests(table, contests, "perm-wmt", Settings(draws=400))
    weights, ranges = (2 / 3, 1 / 3), (2.0, 1.0)
    exact = []
    for seed in range(200):
        mixed = np.random.default_rng(seed)
        parts = zip(weights, ranges, draws.values(), strict=True)
        total = np.sum([weight * mixed.permutation(drawn) / width for weight, width, drawn in parts], axis=0)
        exact.append(float(np.mean(total >= 0.01)))
    assert one.first == "b"
    assert one.p_less == pytest.approx(np.mean(exact), abs=4 * float(np.std(exact)) + 1 / 400)
    turned = {
        name: [Contest("b", "a", "pearson", "none", "perm-both", 0.6, 0.5, -0.1, 1, 1, 1, drawn=-drawn)]
        for name, drawn in draws.items()
    }
    assert average_contests(table, turned, "perm-wmt", Settings(draws=400)) == [one]


def test_two_tasks_that_ask_the_same_are_no_more_evidence_than_one() -> None:
    drawn = np.random.default_rng(4).normal(scale=0.02, size=999)
    tasks = (Task(("xx-yy",), "system", "pearson"), Task(("xx-yy",), "system", "spearman"))
    contests = {
        task.name: [
            Contest("a", "b", "pearson", "none", "perm-both", 0.5, 0.53, 0.03, 1, 1, 1, drawn=shuffled)
        ]
        for task, shuffled in zip(tasks, (drawn, drawn[::-1]), strict=True)
    }
    table = TaskTable(tasks, ("b", "a"), {}, {"a": 0.50, "b": 0.53}, {})
    [one] = average_contests(table, contests, "perm-both", Settings(draws=999))
    assert one.p_two_sided == pytest.approx((np.sum(np.abs(drawn) >= 0.03) + 1) / 1000, abs=0.01)


TESTED: tuple[tuple[MetricTestName, bool], ...] = (
    ("perm-both", True),
    ("perm-wmt", True),
    ("boot-both", False),
    ("perm-sys", True),
)


def test_only_permutations_have_a_test_of_the_average_over_several_tasks() -> None:
    one = material()
    for test, tested in TESTED:
        options = CorrelateOptions(
            tasks="sys:pearson,seg:acc-eq:item", test=test, settings=MetaSettings(draws=60)
        )
        with pytest.warns() if test == "perm-wmt" else contextlib.nullcontext():
            result = correlate_metrics(one.human, one.metrics, options)
        assert bool(result.overall) is tested, test
        assert not any(contest.drawn is not None for told in result.contests.values() for contest in told)


@pytest.mark.parametrize("test", ["perm-sys", "perm-both"])
def test_metrics_of_equal_worth_are_seldom_told_apart_by_their_average(test: MetricTestName) -> None:
    """Tasks share systems and segments: were their draws independent, 10 to 23 % could be told apart."""
    alarms = 0
    for seed in range(60):
        one = material(seed, first=1.0, second=1.0)
        options = CorrelateOptions(
            tasks="sys:pearson,seg:pearson:none,seg:tau-b:item", test=test, settings=MetaSettings(draws=199)
        )
        [contest] = correlate_metrics(one.human, one.metrics, options).overall
        alarms += contest.significant(0.05)
    # 3 are expected; 7 are two and a half standard deviations more.
    assert alarms <= 7


def test_a_metric_that_is_better_in_every_task_is_better_on_average() -> None:
    one = material(3, good=0.5, bad=2.0)
    options = CorrelateOptions(
        tasks="sys:pearson,seg:pearson:none,seg:tau-b:item",
        test="perm-both",
        settings=MetaSettings(draws=199),
    )
    [contest] = correlate_metrics(one.human, one.metrics, options).overall
    assert contest.significant(0.05)


def said(one: Material, tasks: str, test: MetricTestName = "none") -> str:
    chance = MetaSettings() if test == "none" else MetaSettings(draws=200)
    asked = CorrelateOptions(tasks=tasks, test=test, settings=chance)
    return headline(correlate_metrics(one.human, one.metrics, asked))


def test_best_is_said_only_where_it_was_tested() -> None:
    one = material()
    assert said(one, tasks="seg:pearson:none").startswith("good has the highest agreement with people: 0.")
    assert said(one, tasks="seg:pearson:none", test="boot-seg").startswith("good agrees best with people: 0.")
    both = said(one, tasks="seg:pearson:none,seg:acc-eq:item", test="perm-input")
    assert both.startswith("good agrees best with people: 0.")
    alike = said(material(1, first=2.0, second=2.0), tasks="seg:pearson:none", test="boot-both")
    assert ", not significantly higher than " in alike


def test_what_was_not_tested_is_said_on_the_first_screen() -> None:
    one = material()
    options = CorrelateOptions(tasks="sys:pearson,sys:spa", test="boot-sys", settings=MetaSettings(draws=50))
    text = render_text(meta_summary(correlate_metrics(one.human, one.metrics, options)))
    assert "sys spa: not tested, for boot-sys does not apply." in text
    assert "Averages over tasks: not tested, for boot-sys does not apply." in text


def test_metrics_without_all_tasks_have_no_part_in_the_average() -> None:
    one = material()
    values = one.metrics["bad"].values.copy()
    values[:] = math.nan
    lame = scores(values, "lame", totals=np.arange(8.0))
    options = CorrelateOptions(
        tasks="sys:pearson,seg:pearson:none", test="perm-both", settings=MetaSettings(draws=50)
    )
    result = correlate_metrics(one.human, {**one.metrics, "lame": lame}, options)
    assert {contest.first for contest in result.overall} | {
        contest.second for contest in result.overall
    } == set(one.metrics)
