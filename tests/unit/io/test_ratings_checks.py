"""What is looked for in every file of judgements, and what becomes of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ratings_files import read_text

from assay.data.evalset import Codes
from assay.data.judgements import Judgements, Scale
from assay.errors import InputError
from assay.io.ratings.checks import check_systems, checked

HEADER = "rater\tsystem\tsegment\tscore\titem\n"


def kinds(judgements):
    return [(remark.kind, remark.count) for remark in judgements.remarks]


def test_scores_out_of_range_are_refused_with_their_places(tmp_path: Path) -> None:
    text = HEADER + "a\tx\t1\t340\t\na\tx\t2\t50\t\na\tx\t3\t-1\t\n"
    with pytest.raises(InputError) as error:
        read_text(tmp_path, text)
    message = str(error.value)
    assert "2 scores of 3 outside 0 to 100 (da)" in message
    assert "line 2: score 340 is above 100" in message
    assert "line 4: score -1 is below 0" in message
    assert "give the scale that was used" in message


def test_another_scale_may_be_given(tmp_path: Path) -> None:
    text = HEADER + "a\tx\t1\t340\t\n"
    assert len(read_text(tmp_path, text, scale=Scale(0, 1000))) == 1
    with pytest.raises(InputError, match="outside 0 to 6"):
        read_text(tmp_path, HEADER + "a\tx\t1\t7\t\n", scale=Scale(0, 6))


def test_rows_out_of_range_may_be_set_aside_and_are_counted(tmp_path: Path) -> None:
    found = read_text(tmp_path, HEADER + "a\tx\t1\t340\t\na\tx\t2\t50\t\n", set_aside=True)
    assert found.segment.column() == ["2"]
    assert kinds(found) == [("out of range", 1)]
    assert "line 2: score 340 is above 100" in found.remarks[0].places[0]


def test_a_rating_given_again_is_kept_and_counted(tmp_path: Path) -> None:
    rows = "a\tx\t1\t50\t\na\tx\t1\t60\trepeat\nb\tx\t1\t60\t\na\tx\t1\t55\t\na\tx\t1\t57\t\n"
    found = read_text(tmp_path, HEADER + rows)
    assert len(found) == 5
    assert kinds(found) == [("duplicate", 2)]
    assert [place.split(":")[0].rpartition(" ")[2] for place in found.remarks[0].places] == ["5", "6"]


def test_unknown_kinds_of_items_and_missing_scores_are_counted(tmp_path: Path) -> None:
    found = read_text(tmp_path, HEADER + "a\tx\t1\t\t\na\tx\t2\t5\tmystery\n")
    assert kinds(found) == [("no score", 1), ("unknown item type", 1)]
    assert len(found.of_kind("genuine")) == 1


def test_spans_that_end_before_they_begin_are_counted(tmp_path: Path) -> None:
    text = 'rater\tsystem\tsegment\tscore\tspans\na\tx\t1\t5\t[{"start": 7, "end": 3, "severity": "minor"}]\n'
    assert kinds(read_text(tmp_path, text)) == [("span ends before it begins", 1)]


def test_ratings_of_unknown_systems_are_set_aside_and_counted(tmp_path: Path) -> None:
    found = read_text(tmp_path, HEADER + "a\tx\t1\t5\t\na\ttutorial\t1\t5\t\n")
    known = check_systems(found, ["x", "y"])
    assert known.system.column() == ["x"]
    assert kinds(known) == [("unknown system", 1)]
    assert 'line 3: system "tutorial" is not among those evaluated' in known.remarks[0].places[0]
    assert check_systems(known, ["x"]) is known


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=30))
def test_duplicates_are_all_but_the_first_of_equal_rows(rows):
    columns = [Codes.of([str(row[at]) for row in rows]) for at in range(4)]
    judgements = Judgements(
        scheme="da",
        rater=columns[0],
        system=columns[1],
        segment=columns[2],
        score=np.full(len(rows), 5.0),
        item=Codes.alike("genuine", len(rows)),
        aspect=columns[3],
    )
    expected = len(rows) - len(set(rows))
    assert dict(kinds(checked(judgements))).get("duplicate", 0) == expected


def test_many_names_do_not_run_over() -> None:
    count = 3000
    many = Codes.of([str(number) for number in range(count)])
    columns: dict[str, Any] = dict.fromkeys(
        ("rater", "system", "segment", "aspect", "document", "screen"), many
    )
    judgements = Judgements(scheme="da", score=np.zeros(count), item=Codes.alike("genuine", count), **columns)
    assert checked(judgements).remarks == ()
