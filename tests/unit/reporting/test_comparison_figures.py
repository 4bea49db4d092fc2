"""Figures of a comparison and a diagnosis: who is drawn against whom, which way round, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.comparison.systems import Compared
from assay.diagnosis.diagnosis import Diagnosis
from assay.reporting.blocks import Table
from assay.reporting.tables.comparison import figures
from assay.reporting.tables.comparison.figures import (
    against_figure,
    comparison_figures,
    disagreement_figures,
    foremost,
    system_order,
    triangle_figure,
)
from assay.reporting.tables.comparison.joint_report import full_report
from assay.reporting.tables.diagnosis.buckets import all_bucket_blocks
from support.report_pages import ALDER, BIRCH, SHIPS, diagnosed

CEDAR = ["old boats" for _ in SHIPS]


@pytest.fixture(scope="module")
def made() -> tuple[Compared, Diagnosis]:
    compared, found = diagnosed({"ref": SHIPS}, {"cedar": CEDAR, "birch": BIRCH, "alder": ALDER})
    clear = [replace(each, adjusted=0.001) for each in compared.comparisons]  # so few draws could not show it
    return replace(compared, comparisons=clear), found


def test_everyone_is_held_against_the_leader_of_the_metric(made: tuple[Compared, Diagnosis]) -> None:
    compared, _ = made
    for metric in compared.evaluation.metrics:
        figure = against_figure(compared, metric)
        leader = str(figure.data.facts["against"])
        totals = {
            system: compared.evaluation.stats[metric, system].total()
            for system in compared.evaluation.systems
        }
        assert totals[leader] == (max if metric.higher_is_better else min)(totals.values())
        assert figure.data.facts["better"] == ("higher" if metric.higher_is_better else "lower")
        for name, value, low, high, word in figure.data.rows:
            assert value == pytest.approx(totals[str(name)] - totals[leader])
            assert isinstance(low, float)
            assert isinstance(high, float)
            assert low <= high
            assert word in ("worse", "open")
        assert [row[0] for row in figure.data.rows][-1] == "cedar"
        assert "cedar" in figure.words
        assert "significantly worse" in figure.words


def test_a_pair_seen_from_its_other_side_is_the_same_pair(made: tuple[Compared, Diagnosis]) -> None:
    pair = made[0].comparisons[0]
    other = pair.seen_from(pair.second)
    assert (other.first, other.difference, other.low, other.high) == (
        pair.second,
        -pair.difference,
        -pair.high,
        -pair.low,
    )
    assert (other.wins, other.losses, other.score_first) == (pair.losses, pair.wins, pair.score_second)
    assert other.better == pair.better
    assert other.seen_from(pair.first) == pair
    assert pair.seen_from(pair.first) is pair


def test_the_triangle_has_every_pair_once_with_its_p_value(
    made: tuple[Compared, Diagnosis], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared, _ = made
    metric = compared.evaluation.metrics[0]
    figure = triangle_figure(compared, metric)
    order = list(figure.systems)
    assert order == list(system_order(compared.evaluation))
    assert [(row[0], row[1]) for row in figure.data.rows] == [
        (order[1], order[0]),
        (order[2], order[0]),
        (order[2], order[1]),
    ]
    known = sorted(pair.adjusted for pair in compared.of(metric))
    assert sorted(float(str(row[5])) for row in figure.data.rows) == known
    kinds = [(shown.kind, shown.folded) for shown in comparison_figures(compared, foremost(compared))]
    assert kinds.count(("differences", False)) == 3
    monkeypatch.setattr(figures, "MOST_OPEN", 2)
    kinds = [(shown.kind, shown.folded) for shown in comparison_figures(compared, foremost(compared))]
    assert kinds.count(("differences", False)) == 1
    assert kinds.count(("differences", True)) == 2


def test_only_pairs_on_which_metrics_disagree_are_in_the_grid(made: tuple[Compared, Diagnosis]) -> None:
    compared, _ = made
    pair = compared.comparisons[0]
    unclear = [replace(each, adjusted=0.5) if each == pair else each for each in compared.comparisons]
    assert disagreement_figures(compared) == []
    (figure,) = disagreement_figures(replace(compared, comparisons=unclear))
    first, second = sorted((pair.first, pair.second), key=system_order(compared.evaluation).index)
    rows = [row for row in figure.data.rows if row[0] == f"{first} – {second}"]
    assert [row[1] for row in rows] == list(compared.labels.values())
    assert (compared.labels[pair.metric], "open", "not significant") in [row[1:] for row in rows]


def test_buckets_are_drawn_first_and_their_tables_are_folded(made: tuple[Compared, Diagnosis]) -> None:
    _, found = made
    blocks = all_bucket_blocks(found, pictures=True)
    pictures = [block for block in blocks if not isinstance(block, Table)]
    assert all(block.folded for block in blocks if isinstance(block, Table))
    assert blocks[: len(pictures)] == pictures
    plain = [block for block in all_bucket_blocks(found) if isinstance(block, Table)]
    assert plain == [replace(block, folded=False) for block in blocks if isinstance(block, Table)]


def test_a_report_folds_all_pairs_where_they_are_drawn(made: tuple[Compared, Diagnosis]) -> None:
    for pictures in (True, False):
        tables = {
            block.name: block for block in full_report(*made, pictures=pictures) if isinstance(block, Table)
        }
        assert tables["pairs"].folded is pictures
