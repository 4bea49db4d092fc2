"""Every statistic of the table keeps what its fields promise, and a new one works everywhere by one line."""

import json
import math
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from assay import kernel
from assay.data import Codes
from assay.errors import OptionError
from assay.meta.contests.compare import TESTS
from assay.meta.contests.task_tests import criterion_of, task_contests
from assay.meta.evaluation import correlate_metrics
from assay.meta.material import Material
from assay.meta.options import DEFAULT_PARTS, PARTS, CorrelateOptions, MetaSettings, MetricTestName
from assay.meta.statistics import DRAWN, STATISTICS, Statistic, find_statistic
from assay.meta.tasks import LEVELS, Task, evaluate_tasks
from assay.reporting.render.text import render_text
from assay.reporting.tables.meta.report import meta_report
from assay.stats import Settings, mean_ranks
from support.assertions import present
from support.meta_sets import scores

SETTINGS = Settings(draws=50)
EXAMPLES = Path(__file__).parents[3] / "examples"
EVERY = pytest.mark.parametrize("name", STATISTICS)
DOCUMENTS = Codes.blocks(20, 4)
NAMES = [name for statistic in STATISTICS.values() for name in (statistic.name, *statistic.aliases)]


@pytest.fixture(scope="module")
def material():
    rng = np.random.default_rng(3)
    human = rng.integers(-3, 4, size=(6, 20)) + np.arange(6.0)[:, None]
    metrics = {
        name: scores(human + noise * rng.normal(size=human.shape), name)
        for name, noise in (("near", 0.5), ("far", 5.0))
    }
    return Material("xx-yy", scores(human, "people", document=DOCUMENTS), metrics)


def footrule(human, metric):
    """Return 1 less the mean distance of ranks over the largest possible one, of every row."""
    apart = np.abs(mean_ranks(human) - mean_ranks(metric))
    return 1 - 3 * apart.sum(axis=1) / (human.shape[1] ** 2 - 1)


@pytest.fixture
def toy(monkeypatch):
    statistic = Statistic("footrule", "1 - 3 sum |rank - rank| / (n^2 - 1)", "Spearman 1906", rows=footrule)
    monkeypatch.setitem(STATISTICS, "footrule", statistic)
    return statistic


def test_names_are_the_same_everywhere() -> None:
    assert set(DRAWN) == set(kernel.AGREEMENTS)
    assert {"none", *TESTS} == set(get_args(MetricTestName))
    assert set(DEFAULT_PARTS) < set(PARTS)
    assert len(set(NAMES)) == len(NAMES)
    assert all(find_statistic(name).name in STATISTICS for name in NAMES)


@EVERY
def test_a_statistic_answers_on_its_levels_and_no_other(material, name):
    for level in LEVELS:
        if level in STATISTICS[name].levels:
            table = evaluate_tasks([Task(("xx-yy",), level, name, "item")], [material], SETTINGS)
            result = table.results["near", table.tasks[0].name]
            assert result.value > table.results["far", table.tasks[0].name].value
            assert (result.interval is not None) == (
                level == "system" and STATISTICS[name].interval is not None
            )
        else:
            with pytest.raises(OptionError, match=f"not a statistic of {level}s"):
                Task(("xx-yy",), level, name, "item")


@EVERY
def test_a_perfect_metric_has_1(name):
    values = np.arange(12.0).reshape(3, 4)
    people = scores(values, "people", document=Codes.blocks(4, 2))
    material = Material("xx-yy", people, {"m": scores(2 * values + 1, "m")})
    for level in STATISTICS[name].levels:
        table = evaluate_tasks([Task(("xx-yy",), level, name, "item")], [material], SETTINGS)
        assert table.results["m", table.tasks[0].name].value == pytest.approx(1)


@EVERY
def test_what_a_report_says_of_ties_is_what_its_field_says(material, name):
    if "segment" in STATISTICS[name].levels:
        task = Task(("xx-yy",), "segment", name, "item")
        assert evaluate_tasks([task], [material]).provenance[task.name].endswith(STATISTICS[name].ties)


@EVERY
def test_metrics_are_tested_by_what_can_be_drawn_and_by_nothing_else(material, name):
    statistic = STATISTICS[name]
    for level in statistic.levels:
        task = Task(("xx-yy",), level, name, "item")
        if statistic.test is None:
            with pytest.raises(OptionError, match="metrics can be compared by"):
                criterion_of(task)
        else:
            [contest] = task_contests(task, {"xx-yy": material}, test="perm-sys", settings=SETTINGS)
            table = evaluate_tasks([task], [material], SETTINGS)
            assert contest.value_first == pytest.approx(table.value("near", task))


@EVERY
def test_ties_are_calibrated_where_the_field_says_so(material, name):
    if "segment" not in STATISTICS[name].levels:
        return
    task = Task(("xx-yy",), "segment", name, "item", calibrated=True)
    if STATISTICS[name].calibrated is None:
        with pytest.raises(OptionError, match="calibrated for acc-eq and tau-eq only"):
            evaluate_tasks([task], [material])
    else:
        plain = Task(("xx-yy",), "segment", name, "item")
        table = evaluate_tasks([task, plain], [material])
        assert "epsilon 0" in plain.name
        assert present(table.value("near", task)) >= present(table.value("near", plain))


@EVERY
def test_a_threshold_is_for_counts_of_pairs(name):
    rows, statistic = np.array([[1.0, 2, 4, 8]]), STATISTICS[name]
    if statistic.pairs is None:
        with pytest.raises(OptionError, match="a threshold has no effect"):
            statistic.over(rows, rows, 1.5)
    else:
        assert not math.isnan(statistic.over(rows, rows, 1.5)[0])


def test_a_line_that_promises_what_nobody_computes_is_refused() -> None:
    for fields in ({}, {"rows": footrule, "pairs": len}, {"rows": footrule, "pooled": True}, {"cells": len}):
        with pytest.raises(ValueError, match="give one of"):
            Statistic("wrong", "?", **fields)


def test_a_new_statistic_works_in_tasks_tests_and_report(toy, material):
    options = CorrelateOptions(
        tasks="sys:footrule,seg:footrule:item,sys:pearson", test="perm-sys", settings=MetaSettings(draws=50)
    )
    result = correlate_metrics([material], {}, options)
    [value] = footrule(*(one.values.mean(axis=1)[None] for one in (material.human, material.metrics["near"])))
    assert present(result.table).results["near", "xx-yy sys footrule"].value == pytest.approx(value)
    assert result.untested == ("xx-yy sys footrule", "xx-yy seg footrule item")
    text = render_text(meta_report(result), measure=10_000)
    assert "seg footrule item: grouped by segment; metric ties: equal scores" in text
    assert (
        "perm-sys does not apply to, and was not run on: xx-yy sys footrule, xx-yy seg footrule item." in text
    )


def test_a_new_variant_of_tau_stands_among_the_others(material, monkeypatch):
    variant = Statistic("half", "C / 2", "nobody", pairs=lambda counts: counts[..., 0] / 2)
    monkeypatch.setitem(STATISTICS, "half", variant)
    [pair] = correlate_metrics([material], {}, CorrelateOptions(show="counts")).pairs
    assert pair.counts[0].pooled["half"] == pair.counts[0].counts.concordant / 2
    text = render_text(meta_report(correlate_metrics([material], {}, CorrelateOptions(show="counts"))))
    assert "half: C / 2 (nobody)" in text


def test_a_new_statistic_works_on_the_command_line(toy, capsys):
    from assay.cli.main import main

    files = [str(EXAMPLES / "harbour" / "ratings.tsv"), str(EXAMPLES / "harbour.xml")]
    words = "-m bleu -m chrf --show tasks --format json --tasks sys:footrule,seg:footrule"
    assert main(["meta", *files, *words.split()]) == 0
    blocks = json.loads(capsys.readouterr().out)["blocks"]
    [tasks] = [block for block in blocks if block.get("name") == "tasks"]
    assert {"ratings.tsv sys footrule", "ratings.tsv seg footrule item"} < set(tasks["rows"][0])
