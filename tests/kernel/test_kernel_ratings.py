"""Tables of ratings: the native kernel against the Python twin."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

NUMBERS = [
    *(
        "",
        "0",
        "-0",
        "7",
        "07",
        "100",
        "-3",
        "28.0",
        "0.5",
        ".5",
        "5.",
        "1e2",
        "1E-3",
        "1e999",
        "1e-999",
        "0e5",
    ),
    *("0.1", "0.30000000000000004", "0.371966843277733", "0.0001", "0.00001", "123456789012345678", "1e16"),
    *(
        "9007199254740993",
        "9999999999999999",
        "-",
        "--1",
        "+1",
        " 1",
        "1 ",
        "nan",
        "inf",
        "-inf",
        "NA",
        "0x1",
    ),
    *("1.7976931348623157e308", "5e-324", "-.5", "١", "1_0", "99999999999999.9", "1711317347.693"),
]
plain = (
    st.sampled_from([*NUMBERS, "a", "system", "a rather long name", "é", "\r", '"', "𝄞"])
    | st.floats(allow_nan=False).map(repr)
    | st.integers(-(10**17), 10**17).map(str)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=12)
)
field = plain | plain.map('"{}"'.format) | plain.map('"{}'.format) | plain.map("{},".format)
line_end = st.sampled_from(["\n", "\r\n"])


@st.composite
def tables(draw):
    columns = draw(st.integers(1, 4))
    separator = draw(st.sampled_from("\t,"))
    row = st.lists(field, min_size=columns, max_size=columns) | st.lists(field, max_size=5)
    lines = draw(st.lists(st.tuples(row.map(separator.join), line_end).map("".join), max_size=8))
    text = "".join(lines) + draw(st.sampled_from(["", "x"]))
    is_number = draw(st.lists(st.booleans(), min_size=columns, max_size=columns))
    return text, separator, is_number, draw(st.booleans())


def same(value, other):
    return value == other or (math.isnan(value) and math.isnan(other))


def check(text, separator, is_number, quoting=False):
    found = kernel.split_ratings(text.encode(), separator, is_number, quoting=quoting)
    good, names, numbers = reference.rating_cells(text, separator, is_number, quoting)
    assert found.rows == good
    columns = [
        [known[number] for number in codes] for known, codes in zip(found.names, found.codes, strict=True)
    ]
    assert columns == names
    for values, written, expected in zip(found.numbers, found.written, numbers, strict=True):
        assert written.tolist() == [how for _, how in expected]
        assert all(map(same, values.tolist(), [value for value, _ in expected]))


@given(tables())
@settings(max_examples=500)
def test_any_table(table):
    check(*table)


@pytest.mark.parametrize("number", NUMBERS)
def test_awkward_numbers(number):
    check(f"{number}\n", "\t", [True])


def test_many_names_keep_their_numbers() -> None:
    names = [f"segment-{number % 977}" for number in range(5000)]
    check("".join(f"{name}\tx\n" for name in names), "\t", [False, False])


def test_names_are_numbered_in_the_order_of_the_file() -> None:
    cells = kernel.split_ratings(b"b,1\na,2\nb,3\n", ",", [False, True])
    assert cells.names == (("b", "a"),)
    assert cells.codes.tolist() == [[0, 1, 0]]
    assert cells.numbers.tolist() == [[1, 2, 3]]


def test_quotes_are_taken_off_and_keep_what_is_between_them() -> None:
    cells = kernel.split_ratings(b'"a, b","5"\n"",7\n"c""d",8\n', ",", [False, True], quoting=True)
    assert cells.names[0][:2] == ("a, b", "")
    assert cells.numbers.tolist() == [[5, 7]]
    assert (cells.rows, cells.ragged) == (2, True)


def test_nothing() -> None:
    assert kernel.split_ratings(b"", "\t", [True, False]).rows == 0
