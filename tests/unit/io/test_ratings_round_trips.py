"""Files of judgements through other formats and back: the same bytes, or a loss that is said."""

import csv
import io
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ratings_files import FILES, columns, put

from assay.errors import AssayWarning, InputError
from assay.io.ratings.registry import FORMATS, read_judgements, write_judgements

KINDS = ("tidy", "tidy-csv", "tidy-jsonl")
ROOMY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

cell = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=5) | st.sampled_from(
    [
        "",
        "7",
        "7.0",
        "1e5",
        "null",
        "true",
        '"',
        '""',
        '"7"',
        '"good"',
        '"\\"7\\""',
        "[]",
        "{}",
        "NaN",
        "a b",
        " ",
    ]
)
number = st.sampled_from(["", "71", "28.0", "5.50", "+3", "1e1", "NA", "None", "null", "NaN", "0", "-0"])
item = st.sampled_from(["", "genuine", "repeat", "degraded", "odd"])
marks = st.sampled_from(
    ["", "[]", '[{"start": 0, "end": 3, "severity": "major"}]', '[{"start":0,"end":3,"severity":"minor"}]']
)
KNOWN = {"item": item, "document": cell, "start": number, "seconds": number, "spans": marks, "aspect": cell}


@st.composite
def tables(draw):
    """Draw a header and rows of a tidy table, with further columns anywhere."""
    optional = draw(st.lists(st.sampled_from([*KNOWN, "note", "also"]), unique=True))
    header = draw(st.permutations(["rater", "system", "segment", "score", *optional]))
    strategies = {"score": number, **KNOWN}
    rows = draw(st.lists(st.tuples(*(strategies.get(name, cell) for name in header)), min_size=1, max_size=5))
    return [header, *rows]


def as_csv(rows, end):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=end)
    writer.writerows(rows)
    return out.getvalue()


@pytest.mark.filterwarnings("ignore:JSONL has no empty columns:assay.errors.AssayWarning")
@pytest.mark.parametrize("through", KINDS)
@pytest.mark.parametrize("form", ["tidy", "tidy-csv"])
@given(rows=tables(), end=st.sampled_from(["\n", "\r\n"]))
@ROOMY
def test_a_tidy_table_comes_back_from_another_kind(tmp_path, form, through, rows, end):
    text = as_csv(rows, end) if form == "tidy-csv" else "".join("\t".join(row) + end for row in rows)
    first = FORMATS[form].read(put(tmp_path, text, "first"))
    if write_judgements(first, form) != text:  # quotes that are not needed
        return
    middle = write_judgements(first, through)
    again = FORMATS[through].read(put(tmp_path, middle, "again"))
    assert columns(again) == columns(first)
    last = FORMATS[form].read(put(tmp_path, write_judgements(again, form), "last"))
    assert columns(last) == columns(first)
    filled = [{name for name, field in zip(rows[0], row, strict=True) if field} for row in rows[1:]]
    if not {"note", "also"} <= set(rows[0]) or any({"note", "also"} <= names for names in filled):
        assert write_judgements(last, form) == write_judgements(again, form)
        there = set().union(*filled) | {"rater", "system", "segment", "score", *KNOWN}
        if set(rows[0]) <= there:  # a further column that is empty everywhere is not in JSONL
            assert write_judgements(again, form) == text


def test_a_further_column_that_is_empty_in_every_row_is_said(tmp_path: Path) -> None:
    text = "rater\tsystem\tsegment\tscore\tnote\nanna\tred\t1\t5\t\n"
    first = read_judgements(put(tmp_path, text))
    with pytest.warns(AssayWarning, match='JSONL has no empty columns; left out: "note"'):
        write_judgements(first, "tidy-jsonl")


@pytest.mark.parametrize("through", KINDS)
@pytest.mark.parametrize("name", [name for name, (form, _) in FILES.items() if form != "pairs"])
def test_every_format_through_a_tidy_table_says_the_same_or_refuses(name, through, tmp_path):
    form, text = FILES[name]
    first = read_judgements(put(tmp_path, text, "first"))
    again = FORMATS[through].read(put(tmp_path, write_judgements(first, through), "tidy"))
    assert columns(again) == columns(first)
    refused = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            back = write_judgements(again, form)
    except InputError as error:
        refused = str(error)
    if refused is not None:
        assert "cannot hold" in refused
        return
    last = FORMATS[form].read(put(tmp_path, back, "last"))
    said = columns(last)
    assert {key: said[key] for key in columns(first)} == columns(first)


MQM = (
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"
    "red\td1\t1\t1\tr1\tA b.\t<v>X</v> y.\tAccuracy/Addition\tMajor\tsee above\n"
    "red\td1\t1\t1\tr1\tA b.\tX <v>y</v>.\tFluency\tMinor\t\n"
    "red\td1\t2\t2\tr1\tC.\tZ.\tNo-error\tNo-error\t\n"
    "red\td1\t2\t2\tr2\tC.\t<v>Z</v>.\tFound\tHOTW-test\t\n"
)
SEG_RATING = (
    'red\tNone\nred\t{"errors": []}\nred\tNone\nblue\tNone\n'
    'blue\t{"errors": [{"start": 0, "end": 2, "category": "accuracy", "severity": "major", "score": 5, '
    '"is_source_error": false}]}\nblue\tNone\n'
)


@pytest.mark.filterwarnings("ignore:JSONL has no empty columns:assay.errors.AssayWarning")
@pytest.mark.parametrize("through", KINDS)
def test_marked_errors_come_back_from_a_tidy_table(through, tmp_path):
    first = read_judgements(put(tmp_path, MQM))
    again = FORMATS[through].read(put(tmp_path, write_judgements(first, through)))
    assert write_judgements(again, "mqm") == MQM


@pytest.mark.parametrize("through", KINDS)
def test_segments_keep_their_lines_in_a_file_of_ratings(through, tmp_path):
    first = FORMATS["seg-rating"].read(put(tmp_path, SEG_RATING, "en-de.mqm.seg.rating"))
    with pytest.warns(AssayWarning, match="2 segments without any judgement are not in a table"):
        middle = write_judgements(first, through)
    again = FORMATS[through].read(put(tmp_path, middle, "tidy"))
    with pytest.warns(AssayWarning, match="the last is 2, and it is unknown whether more follow"):
        back = write_judgements(again, "seg-rating")
    last = FORMATS["seg-rating"].read(put(tmp_path, back, "x.seg.rating"))
    assert columns(last) | {"rater": None} == columns(first) | {"rater": None}


@pytest.mark.parametrize("form", ["mqm", "seg-rating"])
@pytest.mark.parametrize("name", ["tidy", "esa-wmt", "appraise-12", "yes-no"])
def test_scores_are_never_turned_to_marked_errors_in_silence(name: str, form: str, tmp_path: Path) -> None:
    first = read_judgements(put(tmp_path, FILES[name][1]))
    with pytest.raises(InputError, match=f"the format {form} cannot hold the scheme .*, the scores"):
        write_judgements(first, form)


def test_control_items_do_not_become_genuine_ones(tmp_path: Path) -> None:
    rows = ["rater system segment score item scheme", "a red 1 1 genuine yes-no", "a red 1 0 degraded yes-no"]
    text = "".join(row.replace(" ", "\t") + "\n" for row in rows)
    first = read_judgements(put(tmp_path, text))
    with pytest.warns(AssayWarning, match="the column item, 1 control item"):
        written = write_judgements(first, "yes-no", leave_out=True)
    assert written == "rater,system,segment,correct\na,red,1,yes\n"


def test_degraded_items_are_no_mqm_ratings(tmp_path: Path) -> None:
    spans = '[{"start": null, "end": null, "severity": "major"}]'
    text = f"rater\tsystem\tsegment\tscore\titem\tspans\na\tred\t1\t\tdegraded\t{spans}\n"
    first = read_judgements(put(tmp_path, text))
    with pytest.raises(InputError, match="cannot hold 1 control item not marked by a planted error"):
        write_judgements(first, "mqm")
