"""A repetition that differs in one value anywhere is never called the same."""

from __future__ import annotations

import copy
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.results import Results, SystemScore
from assay.data.runs import InputFile, InputState, Run, SegmentStatistics
from assay.reporting.blocks import Heading, Listing
from assay.reporting.tables.run_files.repeated import changed_report, differences, repeated_report

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**9), 10**9)
leaves = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=5))
rows = st.lists(
    st.dictionaries(st.sampled_from(["system", "metric", "bleu", "p"]), leaves, min_size=1), min_size=1
)
tables = rows.map(lambda found: {"block": "table", "name": "scores", "rows": found})


def run(*blocks: dict[str, object], **more: Any) -> Run:
    made = Run(
        command="score",
        arguments=(),
        options={},
        inputs=(InputFile("a", "0" * 64, 1),),
        signatures={"bleu": "bleu|"},
        environment={"assay": "1"},
        seed=1,
        started="",
        seconds=1.0,
        code=0,
        blocks=blocks,
    )
    return replace(made, **more)


@given(tables)
def test_a_run_is_equal_to_itself(table: dict[str, object]) -> None:
    again = copy.deepcopy(table)
    assert differences(run(table), run(again, started="later", seconds=2.0), 0.0) == []
    assert repeated_report([], run(table), run(again), None)[1]


@given(tables, leaves, st.data())
def test_any_other_value_is_found(table: dict[str, Any], value: object, data: st.DataObject) -> None:
    changed = copy.deepcopy(table)
    place = data.draw(st.integers(0, len(changed["rows"]) - 1))
    key = data.draw(st.sampled_from(sorted(changed["rows"][place])))
    old = changed["rows"][place][key]
    changed["rows"][place][key] = value
    same = type(old) is type(value) and old == value
    assert bool(differences(run(table), run(changed), 0.0)) != same
    if not same:
        blocks, equal = repeated_report([], run(table), run(changed), None)
        assert not equal
        assert blocks[0] == Heading("Repeated: different results")


@given(st.floats(1e-3, 1e6), st.floats(0, 1e-3), st.floats(0, 1e-3))
def test_numbers_are_equal_up_to_the_tolerance(value: float, change: float, tolerance: float) -> None:
    new = value * (1 + change)
    found = differences(run({"block": "table", "x": value}), run({"block": "table", "x": new}), tolerance)
    assert bool(found) != math.isclose(value, new, rel_tol=tolerance)


def test_rows_that_come_or_go_are_found_and_named() -> None:
    one: dict[str, object] = {"block": "table", "name": "scores", "rows": [{"system": "a", "bleu": 1.0}]}
    two: dict[str, object] = {
        "block": "table",
        "name": "scores",
        "rows": [{"system": "a", "bleu": 2.0}, {"system": "b", "bleu": 1.0}],
    }
    found = differences(run(one), run(two), 0.0)
    assert [(one.where, one.recorded, one.now) for one in found] == [
        ("blocks[scores].rows, how many", 1, 2),
        ("blocks[scores].rows[a].bleu", 1.0, 2.0),
    ]


def test_results_count_where_the_report_is_the_same() -> None:
    old, new = (Results(scores=(SystemScore("a", "bleu", score),)) for score in (1.0, 2.0))
    (place,) = differences(run(results=old), run(results=new), 0.0)
    assert (place.where, place.recorded, place.now) == ("results.scores[bleu, a].score", 1.0, 2.0)
    assert differences(run(results=old), run(), 0.0) == []  # a file that is older than results


@pytest.mark.parametrize(
    "other",
    [
        (),
        (SegmentStatistics.of("bleu", "a", np.ones((3, 2))),),
        (SegmentStatistics.of("bleu", "a", np.full((2, 2), np.nan)),),
        (SegmentStatistics.of("bleu", "b", np.ones((2, 2))),),
    ],
)
def test_other_statistics_are_found(other: tuple[SegmentStatistics, ...]) -> None:
    whole = (SegmentStatistics.of("bleu", "a", np.ones((2, 2))),)
    assert differences(run(statistics=whole), run(statistics=other), 0.5)
    assert not differences(run(statistics=whole), run(statistics=whole), 0.0)


def test_a_file_that_was_not_read_before_is_a_difference() -> None:
    more = run(inputs=(InputFile("a", "0" * 64, 1), InputFile("b", "1" * 64, 1)))
    assert not repeated_report([], run(), more, None)[1]


def test_the_state_of_every_input_is_said() -> None:
    old, other = InputFile("a", "0" * 64, 1), InputFile("a", "1" * 64, 1)
    assert [InputState(old, now).kind for now in (old, other, None)] == ["same", "changed", "missing"]
    said = changed_report([InputState(old, None)])[1]
    assert isinstance(said, Listing)
    assert "a is missing." in said.items


def test_what_a_run_file_does_not_hold_is_said() -> None:
    results = Results(scores=(SystemScore("a", "bleu", 1.0),))
    whole = run(results=results, statistics=(SegmentStatistics.of("bleu", "a", np.ones((2, 2))),))
    said = str(repeated_report([], run(), whole, None)[0])
    assert "The run file has no results, so only its tables" in said
    assert "The run file has no statistics of segments" in said
    assert "The run file has no" not in str(repeated_report([], whole, whole, None)[0])
    assert "The run file has no" not in str(repeated_report([], run(), run(), None)[0])
