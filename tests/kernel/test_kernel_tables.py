"""Columns to the lines of a file: the native kernel against the Python twin."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_columns import strings, texts

import reference
from assay import kernel
from support.strategies import lines

NUMBERS = [
    *(0.0, -0.0, 1.0, -1.0, 75.0, 100.0, 0.1, 0.5, 33.333333333333336, 1731901234.123456, 1711317347.693),
    *(1e-4, 9.999e-5, 1e-5, 1.5e-5, 123456789012345.6, 1e15, 9007199254740991.0, 9007199254740993.0),
    *(9999999999999998.0, 1e16, 1.0000000000000002e16, -1e16, 1e21, 1e22, 1e23, 1.5e300, 5e-324, 2.5e-310),
    *(2.2250738585072014e-308, -2.2250738585072014e-308, 1.7976931348623157e308, 2.0**53, 2.0**70, 1e100),
    *(math.nan, math.inf, -math.inf, 0.00012345678901234567, -0.00012345678901234567),
]
FLOATS = (
    st.floats()
    | st.integers(-(10**17), 10**17).map(float)
    | st.decimals(-(10**10), 10**10, places=6).map(float)
)
PLACES = st.integers(-1, 300) | st.integers(-(2**31), 2**31 - 1)
WORDS = st.sampled_from(["", ",", ", ", "é", '{"start_i": ', "中文"]) | st.text(max_size=4)


def check_numbers(values: Sequence[float], missing: str) -> None:
    for point in (False, True):
        written = kernel.number_texts(np.array(values, dtype=np.float64), missing, point=point)
        assert strings(written) == [reference.number_text(value, missing, point) for value in values]


@pytest.mark.parametrize("missing", ["", "NA", "null", "not a number, and far longer than one"])
def test_numbers_of_all_sizes(missing: str) -> None:
    check_numbers(NUMBERS, missing)
    check_numbers([], missing)
    check_numbers([math.nan] * 5, missing)


@given(st.lists(FLOATS, max_size=20), st.sampled_from(["", "-1"]))
def test_any_numbers(values: list[float], missing: str) -> None:
    check_numbers(values, missing)


@given(
    st.lists(st.tuples(WORDS, st.booleans()), min_size=1, max_size=4),
    st.lists(st.lists(st.tuples(PLACES, PLACES, st.integers(0, 3)), max_size=4), max_size=5),
    st.tuples(WORDS, WORDS, WORDS),
)
def test_errors_of_rows(
    kinds: list[tuple[str, bool]], rows: list[list[tuple[int, int, int]]], form: tuple[str, str, str]
) -> None:
    every = np.array([error for row in rows for error in row], dtype=np.int32).reshape(-1, 3).T
    start, end, kind = (np.ascontiguousarray(column) for column in every)
    kind %= len(kinds)
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    tails, placed = zip(*kinds, strict=True)
    written = kernel.error_texts(offsets, (start, end), kind, kernel.ErrorKinds(tails, placed, *form))
    expected = [
        reference.error_text([(first, last, *kinds[at % len(kinds)]) for first, last, at in row], *form)
        for row in rows
    ]
    assert strings(written) == expected


def test_without_any_error_no_kind_is_needed() -> None:
    none = np.empty(0, dtype=np.int32)
    kinds = kernel.ErrorKinds([], [], "", "", "")
    assert strings(kernel.error_texts(np.zeros(4, dtype=np.int64), (none, none), none, kinds)) == ["[]"] * 3


def test_errors_of_no_kind_are_refused() -> None:
    one, offsets = np.zeros(1, dtype=np.int32), np.array([0, 1], dtype=np.int64)
    kinds = kernel.ErrorKinds(["}"], [True], "{", ",", ",")
    for wrong in (1, -1):
        with pytest.raises(ValueError, match="ids must be"):
            kernel.error_texts(offsets, (one, one), np.array([wrong], dtype=np.int32), kinds)
    with pytest.raises(ValueError, match="equally long"):
        kernel.error_texts(offsets, (one, one[:0]), one, kinds)
    with pytest.raises(ValueError, match="offsets must rise"):
        kernel.error_texts(np.array([0, 2], dtype=np.int64), (one, one), one, kinds)


@given(
    st.lists(lines() | st.text('ab,;\t"\r\n', max_size=8) | st.text("ab", max_size=3), max_size=6),
    st.sampled_from(",;\t"),
)
def test_fields_are_quoted_as_csv_has_them(fields: list[str], separator: str) -> None:
    quoted = kernel.quote_fields(texts(fields), separator)
    assert strings(quoted) == [reference.quoted_field(field, separator) for field in fields]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[kernel.CellColumn], list[list[str]]]:
    """Return columns for the kernel, some of them numbered, and their cells."""
    rows = draw(st.integers(0, 4))
    columns, cells = [], []
    for numbered in draw(st.lists(st.booleans(), max_size=4)):
        names = draw(st.lists(WORDS, min_size=1, max_size=3))
        index = draw(st.lists(st.integers(0, len(names) - 1), min_size=rows, max_size=rows))
        cells.append([names[number] for number in index])
        coded = kernel.CellColumn(texts(names), np.array(index, dtype=np.int32))
        columns.append(coded if numbered else kernel.CellColumn(texts(cells[-1])))
    return columns, cells


@given(tables(), st.lists(WORDS, min_size=9, max_size=9), st.booleans())
def test_rows_of_any_cells(
    table: tuple[list[kernel.CellColumn], list[list[str]]], words: list[str], skips: bool
) -> None:
    (columns, cells), (before, opening, between, closing, last, *rest) = table, words
    keys = rest[: len(columns)]
    form = kernel.RowForm(opening, between, closing, last, keys, skips)
    joined, offsets = kernel.join_rows(columns, form, before)
    middles = [reference.joined_row(row, keys, between, skips) for row in zip(*cells, strict=True)]
    ends = [closing] * (len(middles) - 1) + [last]
    rows = [opening + middle + end for middle, end in zip(middles, ends, strict=False)]
    assert joined == "".join([before, *rows]).encode("utf-8", "surrogatepass")
    assert strings(kernel.Texts(np.frombuffer(joined, dtype=np.uint8), offsets)) == rows


def test_columns_that_do_not_fit_are_refused() -> None:
    two, three = (kernel.CellColumn(texts(["a"] * rows)) for rows in (2, 3))
    with pytest.raises(ValueError, match="same number of rows"):
        kernel.join_rows([two, three], kernel.RowForm())
    with pytest.raises(ValueError, match="a key for every column"):
        kernel.join_rows([two, two], kernel.RowForm(keys=["only one"]))
    for wrong in (2, -1):
        beyond = kernel.CellColumn(two.texts, np.array([0, wrong], dtype=np.int32))
        with pytest.raises(ValueError, match="ids must be"):
            kernel.join_rows([beyond], kernel.RowForm())
