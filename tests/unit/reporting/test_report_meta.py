"""Tables and figures of meta-evaluation: provenance, undefined values, warnings, and that every format takes them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from assay.meta.evaluation import MetaEvaluation, OrderedPairs
from assay.meta.material import Material
from assay.meta.options import CorrelateOptions
from assay.meta.orange import orange
from assay.meta.pairs import PairCounts, kendall_table
from assay.meta.sensitivity import dependences, outliers
from assay.meta.tasks import Task, evaluate_tasks
from assay.meta.ties import calibrate, held_out, tie_curve
from assay.reporting.blocks import Estimate, Heading
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.meta.report import (
    OUTLIERS,
    curve_figure,
    heat_figure,
    meta_report,
    scatter_figure,
)
from assay.reporting.tables.meta.tables import (
    calibration_table,
    counts_table,
    orange_table,
    ordered_table,
    outliers_table,
    results_table,
    tasks_table,
    warnings_listing,
)
from support.assertions import untyped
from support.meta_sets import scores


@pytest.fixture(scope="module")
def material():
    rng = np.random.default_rng(0)
    human = rng.integers(-3, 4, size=(6, 30)) + np.array([[0], [1], [2], [3], [4], [-60]])
    noisy = {
        name: scores(human + rng.normal(size=human.shape) * noise, name)
        for name, noise in (("near", 1), ("far", 9))
    }
    only = scores(np.empty((6, 0)), "only", totals=np.arange(6.0))
    return Material("xx-yy", scores(human, "mqm"), {**noisy, "only": only}, "refA")


@pytest.fixture(scope="module")
def table(material):
    tasks = [Task(("xx-yy",), "system", "pearson"), Task(("xx-yy",), "segment", "tau-b", "item")]
    return evaluate_tasks(tasks, [material])


@pytest.fixture(scope="module")
def blocks(material, table):
    human, near = material.human, material.metrics["near"]
    return [
        *meta_report(MetaEvaluation(CorrelateOptions(), table, tuple(dependences(table)))),
        results_table(table),
        counts_table([kendall_table(human, near)], "where from"),
        counts_table([kendall_table(human, near, "none", threshold=2)], pooled=True),
        ordered_table(OrderedPairs({"near": PairCounts(3, 1, 0, 1, 0, 2)}, "where from")),
        calibration_table([calibrate(human, near)], [held_out(human, near)]),
        orange_table([orange(near, "a")]),
        outliers_table(outliers(material)),
        scatter_figure(material, "near"),
        heat_figure(table),
        curve_figure([tie_curve(human, near, points=30)], "xx-yy"),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_writes_them(blocks, form):
    text = render_as(blocks, form)
    assert "near" in text


def test_the_table_of_tasks_says_what_it_rests_on(table):
    found = tasks_table(table)
    assert [head.name for head in found.columns] == [
        "metric",
        "average",
        "xx-yy sys pearson",
        "xx-yy seg tau-b item",
    ]
    notes = "\n".join(found.notes)
    for words in (
        "reference refA",
        "6 systems (a, b",
        "30 of 30 segments judged",
        "grouped by segment",
        "has none of segments: only",
    ):
        assert words in notes
    rows = {row[0]: row for row in found.rows}
    assert isinstance(rows["near"][2], Estimate)
    assert (rows["only"][1], rows["only"][3]) == (None, None)
    assert rows["near"][1] == table.averages["near"]


def test_counts_stand_beside_every_variant(material):
    one = kendall_table(material.human, material.metrics["near"])
    found = counts_table([one], "where from")
    row = dict(zip([head.name for head in found.columns], found.rows[0], strict=True))
    assert [row[name] for name in ("concordant", "double_ties", "pairs")] == [
        one.counts.concordant,
        one.counts.double_ties,
        one.counts.pairs,
    ]
    assert row["tau-b"] == one.means["tau-b"]
    assert found.notes[:2] == ("where from", "ties: equal metric values, equal human ones; grouping: item")


def test_warnings_are_words_and_their_absence_is_said(table):
    found = dependences(table)
    assert warnings_listing(found).items == tuple(one.words for one in found)
    assert "the same by every rule" in warnings_listing([]).items[0]


def test_every_result_has_its_provenance(table):
    found = results_table(table)
    assert len(found.rows) == 5
    assert all("mqm, reference refA" in str(row[-1]) for row in found.rows)


def test_the_scatter_marks_outliers_and_has_intervals(material):
    found = scatter_figure(material, "near")
    groups = {row[2]: row[3] for row in found.data.rows}
    assert [name for name, group in groups.items() if group == OUTLIERS] == ["f"]
    for x, y, *_, x_low, x_high, y_low, y_high in untyped(found.data.rows):
        assert x_low < x < x_high
        assert y_low < y < y_high
    assert "outlier systems: f" in found.words
    bare = scatter_figure(material, "only")
    assert bare.data.rows[0][4:6] == (None, None)


def test_the_heat_map_leaves_out_what_is_not_there(table):
    found = heat_figure(table)
    assert len(found.data.rows) == 5
    assert "xx-yy seg tau-b item: near" in found.words


def test_the_curve_marks_the_best_epsilon(material):
    one = tie_curve(material.human, material.metrics["near"], points=30)
    found = curve_figure([one])
    marked = [row for row in found.data.rows if row[3]]
    assert len(marked) == 1
    assert marked[0][2] == one.best.accuracy
    assert max(untyped(row[1]) for row in found.data.rows) == 1


def test_undefined_values_are_dashes_not_zeros(material):
    flat = replace(material, metrics={"flat": scores(np.ones((6, 30)), "flat")})
    found = tasks_table(evaluate_tasks([Task(("xx-yy",), "segment", "pearson")], [flat]))
    assert math.isnan(untyped(found.rows[0][2]))
    assert found.rows[0][1] is None
    empty = MetaEvaluation(CorrelateOptions(), evaluate_tasks([], [material]))
    assert isinstance(meta_report(empty)[0], Heading)
