"""Stored answers: the native kernel against the Python twin, and texts that are none."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_columns import texts

from assay import kernel
from reference import responses as twin

NAMES = ["u1", "u2", "u10", "screen", "score", "errors", "a b", "", 'with "quotes"', "\\", "naïve", "𝄞"]
PLACES = st.integers(-1, 5000)
WORDS = st.sampled_from(NAMES) | st.text(max_size=6)
MARKS = st.fixed_dictionaries(
    {"start": PLACES, "end": PLACES},
    optional={name: st.none() | WORDS for name in ("side", "severity", "category", "note")}
    | {"other": st.none() | st.lists(st.integers(0, 3), max_size=2)},
)
SAID = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
    | st.lists(MARKS | WORDS | st.none() | st.integers(0, 9), max_size=3)
    | st.fixed_dictionaries({"characters": st.integers(0, 9), "inside": st.lists(WORDS, max_size=2)})
)
ANSWERS = st.dictionaries(WORDS, st.none() | st.dictionaries(WORDS, SAID, max_size=3), max_size=3)


def check(answers: list[str]) -> None:
    read = kernel.read_responses(texts(answers))
    cells, marks = twin.read_responses(answers)
    assert [said_in(read, entry) for entry in range(len(read.row))] == [tuple(cell) for cell in cells]
    assert [mark_in(read, place) for place in range(len(read.marks.cell))] == [tuple(mark) for mark in marks]


def said_in(read: kernel.Responses, entry: int) -> tuple[Any, ...]:
    number = float(read.number[entry])
    names = read.units[read.unit[entry]], read.fields[read.field[entry]]
    return int(read.row[entry]), *names, None if math.isnan(number) else number, read.said(entry)


def mark_in(read: kernel.Responses, place: int) -> tuple[Any, ...]:
    marks = read.marks
    numbers = (
        (marks.side[place], marks.sides),
        (marks.severity[place], marks.severities),
        (marks.category[place], marks.categories),
    )
    names = ("" if number < 0 else known[number] for number, known in numbers)
    cell, start, end = (int(column[place]) for column in (marks.cell, marks.start, marks.end))
    return cell, start, end, *names, read.note(place)


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        " { } ",
        '{"u1": {}}',
        '{"u1": null, "u2": {"score": null}}',
        '{"u1":{"score":0}}',
        '\t{"u1" : {"score" : -0.5e1 , "fluent":true,"late" :false}\n}\r\n',
        '{"u1": {"text": "a \\"b\\" \\\\ \\u00e9 \\ud834\\udd1e }]", "n": 1}}',
        '{"u1": {"errors": []}}',
        '{"u1": {"errors": [{"start": 1, "end": 4, "side": "target", "severity": "minor"}, {"note": "n\\u0151"}]}}',
        '{"u1": {"tags": ["mistranslation", "omission"], "none": [null, 3, [["x"]], true]}}',
        '{"u1": {"edited": {"characters": 12, "words": 3, "deep": [[[{"a": ["]", "}"]}]]]}, "score": 7}}',
    ],
)
def test_answers_as_they_are_stored(answer: str) -> None:
    check([answer])
    check(["{}", answer, answer])


@given(st.lists(ANSWERS, max_size=4), st.sampled_from([(", ", ": "), (",", ":"), (" ,\n", "\t:")]))
def test_any_answers(answers: list[dict[str, Any]], separators: tuple[str, str]) -> None:
    check([json.dumps(answer, separators=separators) for answer in answers])


def test_more_names_than_there_was_room_for_at_first() -> None:
    check([json.dumps({"u1": {f"field {number}": [f"tag {number}"]}}) for number in range(700)])


BAD = [
    *(
        "",
        " ",
        "null",
        "[]",
        "7",
        '"u1"',
        "{",
        "}",
        '{"u1"}',
        '{"u1": }',
        '{"u1": 7}',
        '{"u1": []}',
        "{u1: {}}",
    ),
    *('{"u1": {"score": 1}', '{"u1": {"score": 1}}}', '{"u1": {"score": 1}} 2', '{"u1": {"score"}}'),
    *('{"u1": {"score": }}', '{"u1": {"score": one}}', '{"u1": {"score": 1,}}', '{"u1": {"score": NaN}}'),
    *(
        '{"u1": {"score": 1 2}}',
        '{"u1": {"score": nullx}}',
        '{"u1": {"text": "open}}',
        '{"u1": {"text": "a\\',
    ),
    *('{"u1": {"errors": [}}', '{"u1": {"errors": [{]}}', '{"u1": {"errors": [{"start": "x"}]}}'),
    *('{"u1": {"errors": [{"start": 1e300}]}}', '{"u1": {"errors": [{"side": 5}]}}', '{"u1": {"errors": [1'),
    *('{"u1": {"errors": [{"start": 1.5}]}}', '{"u1": {"errors": [{"start": 1, "end": 2.25}]}}'),
    *(
        '{"u1": {"text": "\\x41"}}',
        '{"u1": {"text": "\\u12"}}',
        '{"u\\1": {}}',
        '{"u1": {"text": "line\nend"}}',
    ),
    *('{"u1": {"deep": {"a": [', '{"u1": {"deep": ]}}', '{"u1": {"deep": {"a": 1}', "\0", "é"),
]


@pytest.mark.parametrize("answer", BAD)
def test_what_is_no_answer_is_refused_with_its_row(answer: str) -> None:
    for before in range(3):
        with pytest.raises(kernel.BadResponseError, match=f"row {before} ") as refused:
            kernel.read_responses(texts([*['{"u1": {"score": 1}}'] * before, answer, "{}"]))
        assert refused.value.row == before


@given(ANSWERS, st.data())
def test_damaged_answers_are_read_or_refused(answer: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(answer)
    at, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    damaged = text[:at] + data.draw(st.text('{}[]",:\\ 1atrue', max_size=4)) + text[end:]
    try:
        read = kernel.read_responses(texts([damaged]))
    except kernel.BadResponseError:
        return
    assert all(0 <= start <= stop <= len(damaged) for start, stop in read.places.T.tolist())


def test_a_deep_answer_does_not_fill_the_stack() -> None:
    deep = "[" * 1_000_000 + "]" * 1_000_000
    read = kernel.read_responses(texts(['{"u1": {"deep": {"a": ' + deep + '}, "score": 5}}']))
    assert read.number.tolist()[-1] == 5


CELLS = st.tuples(st.text(max_size=4), st.none() | st.floats() | st.integers(-(10**12), 10**12), WORDS)


@given(st.lists(CELLS, max_size=8))
def test_rows_of_a_database_become_columns(rows: list[tuple[Any, ...]]) -> None:
    texts_of, numbers, names = (twin.row_column(rows, column) for column in range(3))
    assert kernel.row_texts(rows, 0).data.tobytes() == "".join(texts_of).encode("utf-8", "surrogatepass")
    assert kernel.row_texts(rows, 0).offsets.tolist() == texts(texts_of).offsets.tolist()
    np.testing.assert_array_equal(kernel.row_numbers(rows, 1), np.array(numbers, dtype=np.float64))
    known = {"u2": 0, "": 1}
    index = kernel.row_names(rows, 2, known)
    assert [list(known)[number] for number in index] == names
    assert list(known) == list(dict.fromkeys(["u2", "", *names]))


@pytest.mark.parametrize("rows", [[("a",), ()], [["a"]], ["a"], [(b"a",)], [(None,)]])
def test_what_is_no_row_with_such_a_cell_is_refused(rows: list[Any]) -> None:
    for read in (kernel.row_texts, lambda rows, column: kernel.row_names(rows, column, {})):
        with pytest.raises(TypeError):
            read(rows, 0)


def test_a_number_is_nothing_else() -> None:
    with pytest.raises(TypeError, match="neither a number nor None"):
        kernel.row_numbers([("1",)], 0)
    with pytest.raises(OverflowError):
        kernel.row_numbers([(10**400,)], 0)


def test_a_class_of_ones_own_cannot_change_the_rows_meanwhile() -> None:
    class Name(str):
        __slots__ = ()

        def __hash__(self) -> int:
            rows.clear()
            return 0

    class Number(int):
        def __float__(self) -> float:
            rows.clear()
            return 0.0

    rows: list[Any] = [(Name("a"), Number(1)), ("b", 2)]
    with pytest.raises(TypeError, match="strings and nothing else"):
        kernel.row_names(rows, 0, {})
    with pytest.raises(TypeError, match="neither a number nor None"):
        kernel.row_numbers(rows, 1)
    assert len(rows) == 2
