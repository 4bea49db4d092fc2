"""Ratings of mt-metrics-eval: errors of whole sets, segments that nobody rated, and files written back."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.judgements import Judgements
from assay.errors import InputError
from assay.io.ratings.formats import seg_rating


def error(**changed: object) -> dict[str, object]:
    plain: dict[str, object] = {"start": 2, "end": 5, "category": "style", "severity": "minor"}
    return plain | {"score": 1.0, "is_source_error": False} | changed


def line(system: str, *errors: dict[str, object], rater: str = "") -> str:
    return "\t".join([system, json.dumps({"errors": list(errors)}), *([rater] if rater else [])]) + "\n"


SAMPLE = (
    line("red", error(), error(start=0, end=1, severity="major", score=5, is_source_error=True))
    + "red\tNone\n"
    + line("red")
    + "blue\tNone\n" * 2
    + line("blue", error(score=None))
)


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str, name: str = "en-de.mqm.merged.seg.rating") -> Judgements:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return seg_rating.read(str(path))

    return read


def test_ratings_are_rows_and_none_is_nobody(read):
    found = read(SAMPLE)
    assert found.scheme == "mqm"
    assert found.system.column() == ["red", "red", "blue"]
    assert found.segment.column() == ["1", "3", "3"]
    assert found.segment.names == ("1", "2", "3")
    assert set(found.rater.column()) == {"mqm.merged"}
    assert found.spans.offsets.tolist() == [0, 2, 2, 3]
    assert found.spans.side.column() == ["target", "source", "target"]
    assert found.spans.start.tolist() == [2, 0, 2]
    assert found.spans.extra["score"] == ["1.0", "5", "null"]
    assert np.isnan(found.score).all()
    assert found.extra == {}


def test_a_file_comes_back_byte_for_byte(read):
    assert seg_rating.write(read(SAMPLE)).decode() == SAMPLE
    assert seg_rating.write(read(SAMPLE, "ratings.txt")).decode() == SAMPLE


def test_raters_are_written_where_they_were_named(read):
    text = line("red", error(), rater="ann") + line("red", rater="bob") + "blue\tNone\n" * 2
    found = read(text)
    assert found.rater.column() == ["ann", "bob"]
    assert seg_rating.write(found).decode() == text


def test_what_spans_cannot_say_is_kept(read):
    text = 'red\t{"errors": [{"start": 1, "end": 2, "note": "x"}], "more": 1}\n' + line("red")
    found = read(text)
    assert [remark.kind for remark in found.remarks] == ["unknown severity"]
    assert found.extra["rating"][1] == ""
    assert seg_rating.write(found).decode() == text


def test_odd_places_are_counted(read):
    found = read(line("red", error(start=5, end=2), error(severity="grave")))
    assert {remark.kind: remark.count for remark in found.remarks} == {
        "odd position": 1,
        "unknown severity": 1,
    }
    assert found.spans.start.tolist() == [-1, 2]
    assert found.remarks[0].places[0].endswith("line 1: an error from 5 to 2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red\n", "line 1: not SYSTEM<TAB>RATING"),
        ("red\t{\n", "line 1: the rating is not JSON"),
        ("red\t[]\n", 'line 1: a rating is {"errors"'),
        ('red\t{"errors": [{"start": "a", "end": 1}]}\n', "each error with numbers"),
        ("red\tNone\nred\tNone\nblue\tNone\n", '2 lines of "red" and 1 of "blue"'),
    ],
)
def test_what_is_no_file_of_ratings_says_so(read, text, message):
    with pytest.raises(InputError, match=message):
        read(text)


def test_two_ratings_of_one_output_cannot_be_written(read):
    found = read(SAMPLE)
    twice = found.where(np.ones(3, dtype=bool))
    twice.segment.index[1] = 0
    with pytest.raises(InputError, match='two ratings of "red" on segment 1'):
        seg_rating.write(twice)


ERRORS = st.lists(
    st.fixed_dictionaries(
        {
            "start": st.integers(-3, 9),
            "end": st.integers(-3, 9),
            "category": st.none() | st.text(max_size=3),
            "severity": st.none() | st.sampled_from(["minor", "Major", "odd"]),
            "score": st.none() | st.integers(0, 5) | st.floats(0, 5),
            "is_source_error": st.booleans(),
        },
        optional={"more": st.integers()},
    ),
    max_size=3,
)


@given(st.lists(st.tuples(st.none() | ERRORS, st.none() | ERRORS), min_size=1, max_size=4))
def test_any_file_comes_back(tmp_path_factory, blocks):
    lines = [
        f"system{number}\t{'None' if errors is None else json.dumps({'errors': errors})}\n"
        for number, block in enumerate(blocks)
        for errors in block
    ]
    path = tmp_path_factory.mktemp("rating") / "any.seg.rating"
    path.write_text("".join(lines), encoding="utf-8", newline="")
    assert seg_rating.write(seg_rating.read(str(path))).decode() == "".join(lines)


def test_the_ratings_of_wmt23(shared_dir: Path) -> None:
    path = shared_dir / "data" / "wmt23" / "human-scores" / "en-de.mqm.merged.seg.rating"
    found = seg_rating.read(str(path))
    assert len(found) == 460 * 13
    assert len(found.segment.names) == 557
    assert len(found.system.names) == 14
    assert found.extra == {}
    assert not found.remarks
    assert seg_rating.write(found) == path.read_bytes()
