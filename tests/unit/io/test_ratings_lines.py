"""Columns of cells to lines: separated fields and JSON, whatever kind of column they come from."""

import csv
import io
import json
import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ratings_files import FILES, columns, read_text

from assay.data import Codes, Judgements
from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError
from assay.io import encode_judgements, write_judgements
from assay.io.ratings.lines import Cells, has_text, json_lists, write_fields, write_objects
from assay.io.ratings.spans import gathered
from assay.io.tables.cells import JSON_NUMBER, NUMBER, json_cell, json_value, number_text
from assay.io.tables.table import CSV, TSV
from assay.text import Column

CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5) | st.sampled_from(['"', ",", "7", "é"])
KINDS = [list, Column.of, Codes.of]
LAYOUTS = [Layout(line_end=end, ends=ends) for end in ("\n", "\r\n") for ends in (True, False)]


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5), st.sampled_from(LAYOUTS), st.permutations(KINDS))
def test_csv_is_read_as_it_was_written(rows, layout, kinds):
    columns = [kind([row[place] for row in rows]) for place, kind in enumerate(kinds)]
    header = ["a", "b,c", 'd"']
    text = write_fields(columns, CSV, layout, header).decode()
    assert [*csv.reader(io.StringIO(text, newline=""))] == [header, *map(list, rows)]
    assert text.endswith(layout.line_end if layout.ends else "")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tsv_holds_no_separators_and_line_ends(layout):
    last = layout.line_end if layout.ends else ""
    columns: list[Cells] = [Codes.of(["x", "x"]), Column.of(["1", "2"])]
    text = write_fields(columns, TSV, layout, ["name", "number"])
    assert text.decode() == layout.line_end.join(["name\tnumber", "x\t1", "x\t2"]) + last
    assert write_fields([[], []], TSV, layout, ["a", "b"]).decode() == "a\tb" + last
    assert write_fields([[], []], TSV, layout) == b""
    for sign in "\t\r\n":
        with pytest.raises(InputError, match=r"TSV cannot hold 'b.*', which has a TAB"):
            write_fields([["x", f"b{sign}"], [f"c{sign}", "d"][::-1]], TSV, layout)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5), st.sampled_from(LAYOUTS), st.permutations(KINDS))
def test_objects_have_the_values_of_their_cells(rows, layout, kinds):
    columns = {
        name: kind([row[place] for row in rows])
        for place, (name, kind) in enumerate(zip(["a", 'é"'], kinds, strict=False))
    }
    lines = write_objects(columns, layout).decode().split(layout.line_end)
    assert lines.pop() == "" if layout.ends or not rows else True
    expected = [
        {name: json_value(cell) for name, cell in zip(columns, row, strict=True) if cell} for row in rows
    ]
    assert [json.loads(line) for line in lines] == expected


def test_lists_of_cells():
    assert json_lists(Column.of(["1", "null"]), Codes.of(["2", "2"])) == ["[1, 2]", "[null, 2]"]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_that_say_nothing(kind):
    assert not has_text(kind([]))
    assert not has_text(kind(["", ""]))
    assert has_text(kind(["", "a"]))


def test_names_that_no_row_has_say_nothing():
    assert not has_text(Codes(("a", ""), np.ones(3, dtype=np.int32)))


@given(st.lists(st.floats(), max_size=6))
def test_a_column_of_numbers_is_written_as_each_of_them(values):
    assert NUMBER.written(np.array(values)) == list(map(number_text, values))
    assert NUMBER.written(values) == list(map(NUMBER.write, values))
    assert JSON_NUMBER.written(values) == list(map(JSON_NUMBER.write, values))


@pytest.mark.parametrize("odd", [math.inf, -math.inf, -0.0, 1e22, 5e-324])
def test_scores_that_are_no_json_become_strings(odd: float, tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["tidy"][1])
    judgements.score[:] = [odd, math.nan, 3]
    scores = [line.split('"score": ')[1] for line in write_judgements(judgements, "tidy-jsonl").splitlines()]
    expected = [json_cell(JSON_NUMBER.write(value)) for value in judgements.score.tolist()]
    assert [score.partition(",")[0].rstrip("}") for score in scores] == expected


def test_bytes_are_those_of_the_text(tmp_path: Path) -> None:
    judgements = read_text(tmp_path, FILES["tidy"][1])
    assert encode_judgements(judgements, "tidy") == write_judgements(judgements, "tidy").encode()


ODD = [
    *'"\\/\0\n\x1f\x7f\u2028\ud800é𝄞',
    "NaN",
    "-Infinity",
    "nan",
    "null",
    "7",
    "1e400",
    '"7"',
    "[1, NaN]",
    "{",
]
LABELS = st.text(max_size=4) | st.lists(st.sampled_from(ODD), max_size=3).map("".join)
MARKS = st.fixed_dictionaries(
    {
        "start": st.integers(-1, 2**31 - 1),
        "end": st.integers(-1, 2**31 - 1),
        "side": st.sampled_from(["target", "source", "missing"]),
        "severity": LABELS,
        "category": LABELS,
    },
    optional=dict.fromkeys(["note", "weight", 'a "key"\\', "\ud800"], LABELS | st.floats() | st.none()),
)


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


@given(st.lists(st.lists(MARKS, max_size=3), min_size=3, max_size=3), st.sampled_from(["tidy-jsonl", "esa"]))
def test_marked_errors_are_json_whatever_they_say(marked: list[list[dict[str, Any]]], form: str) -> None:
    rows, genuine, whole = Codes.of(["1", "2", "3"]), Codes.alike("genuine", 3), Codes.alike("", 3)
    judgements = Judgements("esa", rows, rows, rows, np.ones(3), genuine, whole, spans=gathered(marked))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)  # ESA cannot tell which errors are of the source
        lines = encode_judgements(judgements, form, leave_out=True).decode().split("\n")[:-1]
    name = "spans" if form == "tidy-jsonl" else "esa_spans"
    written = [json.loads(line, parse_constant=no_constant)[name] for line in lines]
    assert [len(errors) for errors in written] == [len(errors) for errors in marked]
    kinds = [error.get("severity", "") for errors in written for error in errors]
    assert kinds == [json_value(error["severity"]) for errors in marked for error in errors]


KEYS = {
    "tidy-jsonl": '"rater": "a", "system": "b", "segment": 1, "score": 5, "spans": ',
    "esa": '"annotator": "a", "system": "b", "line_id": 1, "esa_score": 5, "esa_spans": ',
}


@pytest.mark.parametrize("form", KEYS)
def test_marked_errors_that_are_written_otherwise_stay_so(form: str, tmp_path: Path) -> None:
    places = ("start", "end") if form == "tidy-jsonl" else ("start_i", "end_i")
    error = '{{"severity": "minor", "{}": 1, "{}": 3}}'.format(*places)
    for kept in (f"[{error}]", '"[]"', f'[{error[:-1]}, "note": "NaN"}}]', "null"):
        line = f"{{{KEYS[form]}{kept}}}\n"
        assert write_judgements(read_text(tmp_path, line), form) == line
    judgements = read_text(tmp_path, f'{{{KEYS[form]}[{error[:-1]}, "weight": NaN}}]}}\n')
    written = write_judgements(judgements, form)
    json.loads(written, parse_constant=no_constant)
    assert columns(read_text(tmp_path, written)) == columns(judgements)
