"""MQM tables: three dialects, quoted or raw, marks to places, controls kept apart, written back as they were."""

import collections
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.data.evalset import Codes
from assay.data.judgements import DEGRADED, GENUINE, Judgements, Spans
from assay.errors import InputError
from assay.io.ratings.formats import mqm
from assay.io.ratings.spans import read_marks, write_marks
from assay.io.scores.files import read_scores
from support.assertions import present

OLD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
NEW = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"
SAMPLE = f"""{OLD}\tcomment
blue\tferry\t1\t1\tann\tThe ferry is late.\tDie <v>Fähre</v> ist spät.\tStyle/Awkward\tMinor\t
blue\tferry\t1\t1\tann\tThe ferry <v>is</v> late.\tDie Fähre ist spät.\tAccuracy/Omission\tMajor\twhy not
red\tferry\t1\t1\tbob\tThe ferry is late.\tDie Fähre kommt.\tNo-error\tNo-error\tfine
red\tferry\t2\t2\tbob\tWait here.\t<v>Hier warten.</v>\tNon-translation!\tMajor\t
"""
MODERN = f"""{NEW}
blue\tferry\t1\t11\tann\tWait here.\tWarte <v>hier</v>.\tFluency/Grammar\tminor\t{{"timing": 3}}
blue\tferry\t1\t11\t\tWait here.\tWarte hier.\t\t\t{{"segment": "only"}}
red\tferry\t1\t11\tann\tWait here.\tWarten hier.\tFound\tHOTW-test\t{{}}
blue\tferry\t1\t11\tann\tWait here.\t<v>Warte</v> hier.\tFluency/Register\tcritical\t{{"timing": 4}}
red\tferry\t1\t11\tann\tWait here.\tWarten hier.\tno-error\tno-error\t{{}}
"""
QUOTED = (
    f"{OLD}\n"
    'blue\tferry\t1\t1\tann\t"He said ""wait""."\t"Er sagte ""<v>warte</v>""."\tStyle/Awkward\tMinor\n'
    "blue\tferry\t2\t2\tann\tWait.\tWarte.\tNo-error\tNo-error\n"
)
RAW = (
    f"{OLD}\n"
    'blue\tferry\t1\t1\tann\tHe said "wait".\tEr sagte "<v>warte</v>".\tStyle/Awkward\tMinor\n'
    'blue\tferry\t2\t2\tann\t"Wait."\t"Warte."\tNo-error\tNo-error\n'
)


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str | bytes) -> Judgements:
        path = tmp_path / "mqm.tsv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return mqm.read(str(path))

    return read


def remarks(judgements: Judgements) -> dict[str, int]:
    return {remark.kind: remark.count for remark in judgements.remarks}


def places(judgements: Judgements) -> list[tuple[int, int, str]]:
    spans = judgements.spans
    assert spans is not None
    return list(zip(spans.start.tolist(), spans.end.tolist(), spans.side.column(), strict=True))


# --- what is read -------------------------------------------------------------------------------------------


def test_lines_of_one_rater_on_one_output_are_one_row(read):
    found = read(SAMPLE)
    assert found.scheme == "mqm"
    assert found.system.column() == ["blue", "red", "red"]
    assert found.segment.column() == ["1", "1", "2"]
    assert found.rater.column() == ["ann", "bob", "bob"]
    assert found.document.column() == ["ferry"] * 3
    assert found.spans.offsets.tolist() == [0, 2, 2, 3]
    assert np.isnan(found.score).all()
    assert found.line.tolist() == [2, 4, 5]
    assert set(found.item.column()) == {GENUINE}
    assert not found.remarks


def test_marks_become_places_in_the_text_without_them(read):
    found = read(SAMPLE)
    assert places(found) == [(4, 9, "target"), (10, 12, "source"), (0, 12, "target")]
    target = found.extra["target"][0]
    assert target == "Die Fähre ist spät."
    assert target[4:9] == "Fähre"
    assert found.extra["source"][0][10:12] == "is"
    assert found.spans.severity.column() == ["Minor", "Major", "Major"]
    assert found.spans.category.column() == ["Style/Awkward", "Accuracy/Omission", "Non-translation!"]
    assert found.spans.extra["comment"] == ["", "why not", ""]
    assert found.extra["comment"] == ["", "fine", ""]


def test_planted_errors_and_metadata_are_rows_of_their_own(read):
    found = read(MODERN)
    assert found.item.column() == [GENUINE, "metadata", DEGRADED, GENUINE]
    assert found.of_kind(GENUINE).spans.offsets.tolist() == [0, 2, 2]
    assert remarks(found) == {"no rater": 1, "planted error": 1}
    [planted] = found.of_kind(DEGRADED).spans.category.column()
    assert planted == "Found"
    assert found.remarks[0].places[0].endswith("mqm.tsv, line 3: a line without a rater holds metadata only")


def test_quotes_are_csv_or_text_as_the_whole_file_tells(read):
    quoted, raw = read(QUOTED), read(RAW)
    assert quoted.extra["source"][0] == raw.extra["source"][0] == 'He said "wait".'
    assert places(quoted) == places(raw) == [(10, 15, "target")]
    assert raw.extra["target"][1] == '"Warte."'


def test_a_quoted_cell_may_hold_a_line_end(read):
    text = f'{OLD}\nblue\tferry\t1\t1\tann\t"Wait.\nHere\tnow."\tWarte.\tNo-error\tNo-error\n'
    found = read(text)
    assert found.extra["source"] == ["Wait.\nHere\tnow."]
    assert mqm.write(found).decode() == text


def test_an_error_without_marks_has_no_place(read):
    found = read(
        f"{OLD}\na\td\t1\t1\tr\ts\tt\tAccuracy/Omission\tMajor\na\td\t1\t1\tr\ts\tt\tStyle/Awkward\tMinor\n"
    )
    assert places(found) == [(-1, -1, "missing"), (-1, -1, "target")]


def test_segments_that_begin_anew_in_every_document_get_its_name(read):
    text = f"{OLD}\na\tx\t1\t1\tr\ts\tt\tNo-error\tNo-error\na\ty\t1\t1\tr\ts\tt\tNo-error\tNo-error\n"
    found = read(text)
    assert found.segment.column() == ["x#1", "y#1"]
    assert mqm.write(found).decode() == text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["s\tt\tStyle\tGrave"], {"unknown severity": 1}),
        (["s\tt\tStyle\t"], {"unknown severity": 1}),
        (["s\t<v>t\tStyle\tMinor"], {"odd markers": 1}),
        (["s\t</v>t<v>\tStyle\tMinor"], {"odd markers": 1}),
        (["s\t<v>t</v> <v>u</v>\tStyle\tMinor"], {"odd markers": 1}),
        (["<v>s</v>\t<v>t</v>\tStyle\tMinor"], {"marked twice": 1}),
        (["s\t<v>t</v>\tStyle\tMinor"] * 2, {"duplicate": 1}),
        (["s\tt\tNo-error\tNo-error"] * 2, {"no error and errors": 1, "duplicate": 1}),
        (["s\t<v>t</v>\tStyle\tMinor", "s\tt\tNo-error\tNo-error"], {"no error and errors": 1}),
        (["s\t<v>t</v> u\tStyle\tMinor", "s\t<v>t</v>\tStyle\tMinor"], {"text changed": 1}),
        (["s\t<v>t</v>\tNo-error\tNo-error"], {}),
    ],
)
def test_what_looks_odd_is_counted_and_comes_back(read, lines, expected):
    text = "".join(f"{line}\n" for line in [OLD, *(f"a\td\t1\t1\tr\t{line}" for line in lines)])
    found = read(text)
    assert remarks(found) == expected
    assert len(found) == 1
    assert mqm.write(found).decode() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system\tdoc\n", r"line 1: no column doc_id, seg_id, rater, source, target, category, severity;"),
        (f"{OLD}\na\td\t1\t1\tr\ts\tt\tc\n", r"line 2: 8 fields, the header has 9"),
        (f"{OLD}\n\n", r"line 2: the line is empty"),
        (f"{OLD}\n\td\t1\t1\tr\ts\tt\tc\tMinor\n", r"line 2: no system; fill the cell"),
        (f"{OLD}\na\td\t1\t\tr\ts\tt\tc\tMinor\n", r"line 2: no segment; fill the cell"),
        (f"{OLD}\tsource\n", r'2 columns are named "source"'),
        ("", "the file is empty"),
    ],
)
def test_a_table_that_cannot_be_one_says_where_and_why(read, text, message):
    with pytest.raises(InputError, match=message):
        read(text)


# --- writing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SAMPLE, MODERN, QUOTED, RAW], ids=["comment", "modern", "quoted", "raw"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("ends", [True, False], ids=["ended", "open"])
def test_a_table_comes_back_byte_for_byte(read, text, line_end, ends):
    given = text.replace("\n", line_end)
    given = given if ends else given.removesuffix(line_end)
    assert mqm.write(read(given)).decode() == given


def test_the_order_of_the_columns_comes_back(read):
    rows = [line.split("\t") for line in SAMPLE.splitlines()]
    turned = "".join("\t".join(reversed(row)) + "\n" for row in rows)
    assert mqm.write(read(turned)).decode() == turned
    assert places(read(turned)) == places(read(SAMPLE))


def test_some_of_the_rows_can_be_written(read):
    found = read(SAMPLE)
    kept = mqm.write(found.where(found.system.among(["blue"]))).decode()
    assert kept == "".join(SAMPLE.splitlines(keepends=True)[:3])


def test_judgements_from_elsewhere_are_marked_by_their_places() -> None:
    spans = Spans(
        np.array([0, 1, 1]),
        np.array([1], dtype=np.int32),
        np.array([3], dtype=np.int32),
        Codes.of(["target"]),
        Codes.of(["minor"]),
        Codes.of(["style"]),
    )
    names = Codes.of(["a", "b"])
    ours = Judgements(
        "mqm",
        rater=Codes.alike("ann", 2),
        system=names,
        segment=Codes.alike("7", 2),
        score=np.full(2, np.nan),
        item=Codes.alike(GENUINE, 2),
        aspect=Codes.alike("", 2),
        spans=spans,
        extra={"source": ["s", "s"], "target": ["😀éx", "t"]},
    )
    assert mqm.write(ours).decode() == (
        f"{OLD}\na\t\t7\t7\tann\ts\t😀<v>éx</v>\tstyle\tminor\nb\t\t7\t7\tann\ts\tt\tNo-error\tNo-error\n"
    )


def test_a_raw_table_cannot_hold_a_tab(read):
    found = read(SAMPLE)
    found.extra["target"][1] = "one\ttwo"
    with pytest.raises(InputError, match="cannot hold a separator"):
        mqm.write(found)


# --- laws ---------------------------------------------------------------------------------------------------

TEXT = st.text(st.sampled_from('ab"é😀 v<>/,\u2028'), max_size=6)
CELL = st.one_of(TEXT, st.builds(lambda a, b, c: f"{a}<v>{b}</v>{c}", TEXT, TEXT, TEXT))
LINES = st.lists(
    st.tuples(
        st.sampled_from(["red", "blue"]),
        st.sampled_from(["d", "e"]),
        st.sampled_from(["1", "2"]),
        st.sampled_from(["1", "2", "x#1"]),
        st.sampled_from(["", "ann", "bob"]),
        CELL,
        CELL,
        st.sampled_from(["No-error", "Style/Awkward", "omission", "Found", ""]),
        st.sampled_from(["No-error", "no-error", "Minor", "major", "HOTW-test", "odd", ""]),
        TEXT,
    ),
    min_size=1,
    max_size=8,
)


@given(LINES, st.booleans())
@example([("red", "d", "1", "1", "", "", '"', "No-error", "No-error", '"')], False)
@example([("red", "d", "1", "1", "", "", "", "No-error", "No-error", '"')] * 2, False)
def test_any_table_comes_back(tmp_path_factory, lines, modern):
    head = NEW if modern else f"{OLD}\tcomment"
    text = "".join(f"{line}\n" for line in [head, *map("\t".join, lines)])
    path = tmp_path_factory.mktemp("mqm") / "any.tsv"
    path.write_text(text, encoding="utf-8", newline="")
    found = mqm.read(str(path))
    assert mqm.write(found).decode() == text
    raters = collections.Counter(line[4] for line in lines)
    spans_and_bare = len(present(found.spans)) + int((np.diff(present(found.spans).offsets) == 0).sum())
    assert spans_and_bare == sum(raters.values()), "every line is a span, or a row without any"


@given(TEXT, st.integers(0, 6), st.integers(0, 6))
def test_marks_come_out_where_they_were_put(text, first, second):
    plain = read_marks(text).text
    start, end = sorted((min(first, len(plain)), min(second, len(plain))))
    marked = write_marks(plain, start, end)
    if read_marks(plain).text == plain and not {"<", ">", "v", "/"} & set(plain):
        assert read_marks(marked) == (plain, start, end, True)


# --- real files ---------------------------------------------------------------------------------------------


def test_the_table_of_ted_talks(shared_dir: Path) -> None:
    path = shared_dir / "data" / "mqm-raw" / "ted2021.ende.mqm.tsv"
    found = mqm.read(str(path))
    assert len(found) == 529 * 9
    assert len(found.segment.names) == 529
    assert len(found.system.names) == 9
    assert len(found.rater.names) == 4
    assert len(present(found.spans)) == 1472 + 1126
    assert collections.Counter(present(found.spans).side.column()) == {"target": 2590, "source": 8}
    assert not found.remarks
    assert mqm.write(found) == path.read_bytes()


def test_the_table_of_three_raters(shared_dir: Path) -> None:
    path = shared_dir / "data" / "mqm-raw" / "wmt23.ende.3raters.tsv"
    found = mqm.read(str(path))
    assert remarks(found) == {"planted error": 16}
    genuine = found.of_kind(GENUINE)
    assert len(genuine) == 12 * 10 * 3
    assert len(found) == len(genuine) + 16
    assert mqm.write(found) == path.read_bytes()
    for row, (start, end, side) in zip(present(found.spans).rows(), places(found), strict=True):
        if start >= 0:
            assert 0 <= start < end <= len(found.extra[side][row])


def test_the_errors_of_ted_talks_add_up_to_the_published_averages(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "mqm-raw"
    found = mqm.read(str(folder / "ted2021.ende.mqm.tsv"))
    [published] = read_scores(str(folder / "ted2021.ende.avg_seg_scores.tsv"))
    weights = {("Minor", "Fluency/Punctuation"): 0.1}
    kinds = zip(present(found.spans).severity.column(), present(found.spans).category.column(), strict=True)
    costs = [weights.get(kind, {"Major": 5, "Minor": 1}[kind[0]]) for kind in kinds]
    sums = -np.bincount(present(found.spans).rows(), costs, minlength=len(found))
    values = published.for_systems([name.replace("ref", "ref-A") for name in found.system.names]).values
    columns = [published.segments.index(name) for name in found.segment.names]
    assert np.abs(values[found.system.index, np.array(columns)[found.segment.index]] - sums).max() < 5e-7
