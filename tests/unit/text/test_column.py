"""Columns are sequences of strings, whatever these hold; grouped references know their segments."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.column import Column, Grouped
from support.strategies import lines

texts = st.lists(lines(8) | st.text(max_size=5), max_size=8)


@given(texts)
def test_every_string_comes_back_as_it_went_in(strings: list[str]) -> None:
    column = Column.of(strings)
    assert list(column) == strings
    assert [column[place] for place in range(len(column))] == strings
    assert len(column) == len(strings)
    assert column == strings
    assert strings == list(column)


@given(texts, st.slices(8))
def test_slices_are_those_of_a_list(strings: list[str], part: slice) -> None:
    found = Column.of(strings)[part]
    assert isinstance(found, Column)
    assert list(found) == strings[part]
    assert found.offsets[0] == 0
    assert found.offsets[-1] == len(found.data)


@given(texts, st.slices(8), st.slices(8))
def test_slices_of_slices(strings: list[str], first: slice, second: slice) -> None:
    assert list(Column.of(strings)[first][second]) == strings[first][second]


@given(texts)
def test_lower_case_is_that_of_python(strings: list[str]) -> None:
    assert list(Column.of(strings).lower()) == [text.lower() for text in strings]


def test_final_sigma_knows_its_word() -> None:
    assert list(Column.of(["ΟΔΟΣ", "Σ", "İ"]).lower()) == ["οδος", "σ", "i̇"]


def test_places_outside_are_refused() -> None:
    column = Column.of(["a", "b"])
    assert column[-1] == "b"
    for place in (2, -3):
        with pytest.raises(IndexError):
            column[place]


def test_a_column_is_not_made_twice() -> None:
    column = Column.of(["a"])
    assert Column.of(column) is column


def test_equality_is_that_of_the_strings() -> None:
    column = Column.of(["ä", ""])
    assert column == Column.of(["ä", ""])
    assert column != Column.of(["", "ä"])
    assert column != ["ä"]
    assert column != "ä"
    assert column != 3


def test_a_column_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(Column.of(["a"]))


def test_arrays_are_those_of_the_kernel() -> None:
    data, offsets = Column.of(["aß", "", "😀"]).texts
    assert data.tobytes().decode() == "aß😀"
    assert offsets.tolist() == [0, 3, 3, 7]
    assert data.dtype == np.uint8
    assert offsets.dtype == np.int64


@given(st.lists(st.lists(st.text(max_size=3) | st.none(), min_size=3, max_size=3), min_size=1, max_size=4))
def test_groups_hold_the_references_of_their_segment(streams: list[list[str | None]]) -> None:
    grouped = Grouped.of(streams)
    rows = [
        list(grouped.column[start:stop])
        for start, stop in zip(grouped.groups, grouped.groups[1:], strict=False)
    ]
    assert rows == [[text for text in segment if text is not None] for segment in zip(*streams, strict=True)]
    assert grouped.groups.dtype == np.int64


def test_one_column_is_its_own_group() -> None:
    column = Column.of(["a", "b"])
    grouped = Grouped.of([column])
    assert grouped.column is column
    assert grouped.groups.tolist() == [0, 1, 2]


def test_a_change_of_text_keeps_the_groups() -> None:
    grouped = Grouped.of([["A", None], ["B", "C"]]).map(Column.lower)
    assert list(grouped.column) == ["a", "b", "c"]
    assert grouped.groups.tolist() == [0, 2, 3]


def test_streams_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError):
        Grouped.of([["a"], ["b", "c"]])
