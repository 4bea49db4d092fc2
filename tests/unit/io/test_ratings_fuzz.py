"""Whatever bytes a file of judgements holds, its reader returns judgements or raises an AssayError."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ratings_files import FILES, columns

from assay.data.evalset import Codes
from assay.data.judgements import Judgements
from assay.errors import AssayError, AssayWarning
from assay.io.opening import Source
from assay.io.ratings import registry as formats
from assay.io.ratings.formats.graham import read_segment_scores
from assay.io.ratings.registry import FORMATS, read_judgements, write_judgements
from assay.io.tables.head import text_head

PIECES = [
    *(
        b"\n",
        b"\r",
        b"\r\n",
        b"\t",
        b",",
        b'"',
        b"'",
        b" ",
        b"",
        b"-1",
        b"NA",
        b"1e999",
        b"nan",
        b"-",
        b"9" * 20,
    ),
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b"null",
        b"true",
        b"[]",
        b"[{}]",
        b'{"start_i": 5}',
        b'{"end_i": true}',
        b"[[[[[[",
    ),
    *(
        b"\\ud800",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x1f\x8b",
        b"\x00",
        b"\x80",
        "é".encode(),
        b"True",
        b"BAD",
        b"#",
    ),
    *(b"score", b"system1Id", b"system2rank", b"adequacy", b"mqm", b"scheme", b"spans", b"NaN", b"Infinity"),
]
ROOMY = settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def damaged(draw):
    """A file of some format in which pieces were put, taken out or doubled."""
    form, text = FILES[draw(st.sampled_from(sorted(FILES)))]
    data = text.encode()
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 12)))
        data = data[:at] + draw(st.sampled_from(PIECES)) + data[end:]
    return draw(st.sampled_from([form, *FORMATS])), data


def attempt(path, form):
    """Read, and write what was read in every format."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            found = read_judgements(path, form)
        except AssayError:
            return
        for name in FORMATS:
            for leave_out in (False, True):
                try:
                    text = write_judgements(found, name, leave_out=leave_out)
                except AssayError:
                    continue
                assert isinstance(text, str)


@given(damaged())
@ROOMY
def test_damaged_files(tmp_path, case):
    form, data = case
    path = tmp_path / "file"
    path.write_bytes(data)
    attempt(str(path), form)


@given(st.binary(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=20).map(b"".join))
@ROOMY
def test_any_bytes(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    for form in FORMATS:
        attempt(str(path), form)
    attempt(str(path), None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            read_segment_scores(str(path))
        except AssayError:
            return


@given(st.text(max_size=40))
@ROOMY
def test_any_first_line_is_of_a_format_or_of_none(line: str) -> None:
    head = text_head(Source("x"), line)
    assert all(isinstance(form.recognises(head), bool) for form in formats.FORMATS.values())


name = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["1", "1.0", "1e5", "null", "true", '"', '""', "[]", "NaN", "é", "a b", " "]
)
score = st.floats(0, 100) | st.integers(0, 100).map(float) | st.just(float("nan"))


@st.composite
def judgements(draw):
    rows = draw(st.integers(1, 5))

    def column(texts=name):
        return Codes.of(draw(st.lists(texts, min_size=rows, max_size=rows)))

    def numbers(values=score):
        return np.array(draw(st.lists(values, min_size=rows, max_size=rows)))

    return Judgements(
        scheme=draw(st.sampled_from(["da", "sqm", "mqm", "ranking"])),
        rater=column(),
        system=column(),
        segment=column(),
        score=numbers(),
        item=column(st.sampled_from(["genuine", "repeat", "degraded", "odd"])),
        aspect=column(),
        document=(draw(st.booleans()) and column()) or None,
        screen=(draw(st.booleans()) and column()) or None,
        start=numbers(st.floats(0, 2e9)) if draw(st.booleans()) else None,
        languages=draw(st.sampled_from([("", ""), ("en", "de")])),
        extra={"note": column().column()} if draw(st.booleans()) else {},
    )


@pytest.mark.filterwarnings("ignore:JSONL has no empty columns:assay.errors.AssayWarning")
@pytest.mark.parametrize("form", ["tidy", "tidy-csv", "tidy-jsonl"])
@given(given=judgements())
@ROOMY
def test_tidy_tables_give_any_judgements_back(tmp_path, form, given):
    path = tmp_path / "file"
    try:
        text = write_judgements(given, form)
    except AssayError:
        assert form == "tidy"
        return
    path.write_bytes(text.encode())
    again = FORMATS[form].read(str(path))
    assert columns(again) == columns(given)
    assert write_judgements(again, form) == text
