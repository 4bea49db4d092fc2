"""Tables: header names, --columns, missing references, and messages for what is wrong in which line."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayWarning, InputError, OptionError
from assay.io import Columns, parse_columns, read_table
from assay.io.texts.table import parse_table


def table(text: str, path: str = "t.tsv", columns: str | None = None, missing: str | None = None):
    roles = None if columns is None else parse_columns(columns)
    return parse_table(path, text.encode("utf-8", "surrogatepass"), roles, missing)


def jsonl(*records: object, **options):
    return table("".join(json.dumps(record) + "\n" for record in records), "t.jsonl", **options)


def lists(mapping):
    return {name: list(column) for name, column in mapping.items()}


STANDARD = (
    "id\tsource\tdocument\treference:A\treference\tsystem:x\tsystem:y\n1\ts\td\ta\tb\tX\tY\n2\t\td\t\t\t\tz\n"
)


def test_standard_header() -> None:
    evalset, outputs = table(STANDARD)
    assert lists(evalset.references) == {"A": ["a", ""], "reference": ["b", ""]}
    assert lists(outputs) == {"x": ["X", ""], "y": ["Y", "z"]}
    assert list(evalset.source) == ["s", ""]
    assert evalset.document.names == ("d",)
    assert evalset.name == "t.tsv"


def test_csv_and_tsv_and_jsonl_agree() -> None:
    header, *rows = [line.split("\t") for line in STANDARD.splitlines()]
    separated = "".join(",".join(row) + "\r\n" for row in [header, *rows])
    forms = [
        table(STANDARD),
        table(separated, "t.csv"),
        jsonl(*(dict(zip(header, row, strict=True)) for row in rows)),
    ]
    for evalset, outputs in forms:
        assert lists(evalset.references) == lists(forms[0][0].references)
        assert lists(outputs) == lists(forms[0][1])


def test_tsv_has_no_quoting_and_only_its_separators() -> None:
    evalset, outputs = table('reference\tsystem\n"a\t"b"\r\nc\u2028d\te\x0b\r\r\n')
    assert lists(evalset.references) == {"reference": ['"a', "c\u2028d"]}
    assert lists(outputs) == {"system": ['"b"', "e\x0b\r"]}


def test_csv_quoting() -> None:
    evalset, outputs = table('reference,system:m\n"a, ""b""","c\r\nd"\nx,\u2028\n', "t.csv")
    assert lists(evalset.references) == {"reference": ['a, "b"', "x"]}
    assert lists(outputs) == {"m": ["c\r\nd", "\u2028"]}


def test_columns_by_role() -> None:
    text = "src\tr,1\tr2\tmt\tdoc\nS\tA\tB\tC\tD\n"
    evalset, outputs = table(text, columns="source=src,reference=r,1,reference=r2,system=mt,document=doc")
    assert lists(evalset.references) == {"r,1": ["A"], "r2": ["B"]}
    assert lists(outputs) == {"mt": ["C"]}
    assert (list(evalset.source), evalset.document.names) == (["S"], ("D",))


def test_a_role_that_is_not_named_keeps_its_standard_column() -> None:
    evalset, outputs = table("reference\tsystem:a\tmt\nR\tA\tM\n", columns="system=mt")
    assert (lists(evalset.references), lists(outputs)) == ({"reference": ["R"]}, {"mt": ["M"]})


def test_parse_columns() -> None:
    assert parse_columns("source=s,reference=a,reference=b,system=c,document=d") == Columns(
        "s", "d", ("a", "b"), ("c",)
    )
    assert parse_columns(["reference=a,b", "system=x=y, z"]) == Columns(
        references=("a,b",), systems=("x=y, z",)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ref=a", '"ref=a" is not ROLE=COLUMN; the roles are source, document, reference, system'),
        ("a", '"a" is not ROLE=COLUMN'),
        ("", '"" is not ROLE=COLUMN'),
        ("system=", '"system=" is not ROLE=COLUMN'),
        ("system=a,system=a", "system=a is given twice"),
        ("source=a,source=b", 'source may be one column only, not "a", "b"'),
    ],
)
def test_bad_columns_option(text: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_columns(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("a\tb\n1\t2\n", "reference=a,system=c", 't.tsv: no column named "c"; found "a", "b"'),
        ("a\tb\ta\n1\t2\t3\n", None, 't.tsv, line 1: 2 columns are named "a"'),
        ("reference\tsystem\na\tb\nc\n", None, "t.tsv, line 3: 1 field, the header has 2"),
        ("reference\tsystem\na\tb\tc\n", None, "t.tsv, line 2: 3 fields, the header has 2"),
        ("reference\tsystem\na\tb\n\n", None, "t.tsv, line 3: the line is empty"),
        ("reference\tsystem\n", None, "t.tsv: a header but no rows"),
        ("reference\tsystem\tsystem:system\na\tb\tc\n", None, 'two columns for system "system"'),
        ("reference\tid\na\tb\n", None, 't.tsv: no column is a system; found "reference", "id"'),
    ],
)
def test_bad_tables(text, columns, message):
    with pytest.raises(InputError) as caught:
        table(text, columns=columns)
    assert message in str(caught.value)


def test_a_header_that_says_nothing_gets_the_text_to_type() -> None:
    with pytest.raises(InputError) as caught:
        table("segid\tsrc\tref\tdoc\tmt1\tmt2\n1\ta\tb\tc\td\te\n")
    assert 'found "segid", "src", "ref", "doc", "mt1", "mt2"' in str(caught.value)
    suggestion = '--columns "source=src,reference=ref,document=doc,system=mt1,system=mt2"'
    assert suggestion in str(caught.value)
    with pytest.raises(InputError, match='--columns "reference=a,system=b"'):
        table("a\tb\n1\t2\n")
    with pytest.raises(InputError, match='--columns "source=Source,reference=Target A,system=Target B"'):
        table("Source\tTarget A\tTarget B\n1\t2\t3\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('reference,system\n"a,b\nc,d\n', "t.csv, line 2: not CSV"),
        ('reference,system\na,"b"c\n', "t.csv, line 2: not CSV"),
        ("reference,system\na,b\n\nc,d\n", "t.csv, line 3: the line is empty"),
        ('reference,system\n"a\nb",c\nd\n', "t.csv, line 4: 1 field, the header has 2"),
        ("reference,system\na,b\rc\n", "t.csv, line 2: not CSV"),
        ('reference,system\na,"' + "b" * 200_000 + '"\n', "t.csv, line 2: not CSV (field larger"),
    ],
)
def test_bad_csv(text, message):
    with pytest.raises(InputError) as caught:
        table(text, "t.csv")
    assert message in str(caught.value)


def test_missing_marker() -> None:
    text = "reference:a\treference:b\tsystem\nNA\tx\ty\n\tNA\tz\n"
    assert lists(table(text, missing="NA")[0].references) == {"a": [None, ""], "b": ["x", None]}
    assert lists(table(text)[0].references) == {"a": ["NA", ""], "b": ["x", "NA"]}
    assert lists(table(text, missing="")[0].references) == {"a": ["NA", None], "b": ["x", "NA"]}
    with pytest.raises(InputError, match=r't\.tsv, line 3: system "system" is missing'):
        table(text, missing="z")
    with pytest.raises(InputError, match="segment 2 has no reference"):
        table("reference\tsystem\na\tb\nNA\tc\n", missing="NA")


def test_jsonl_missing_references_and_lists() -> None:
    evalset, _ = jsonl(
        {"reference": ["a", "b"], "system:m": "1"},
        {"reference": ["c", None, ""], "system:m": "2"},
        {"reference": "d", "reference:A": None, "system:m": "3"},
        {"reference:A": "", "system:m": "4"},
    )
    assert lists(evalset.references) == {
        "1": ["a", "c", None, None],
        "2": ["b", None, None, None],
        "3": [None, "", None, None],
        "reference": [None, None, "d", None],
        "A": [None, None, None, ""],
    }
    assert evalset.reference_counts() == (1, 2)


def test_jsonl_systems_in_an_object() -> None:
    record = {"reference": "r", "system": {"x": "1", "y": ""}, "extra": {"deep": [1]}}
    assert lists(jsonl(record)[1]) == {"x": ["1"], "y": [""]}
    assert lists(jsonl({"r": ["a"], "s": {"x": "1"}}, columns="reference=r,system=s")[1]) == {"x": ["1"]}


@pytest.mark.parametrize(
    ("records", "message"),
    [
        (
            [{"reference": "a", "system": {"x": "1", "y": "2"}}, {"reference": "a", "system": {"x": "1"}}],
            'line 2: system "y"',
        ),
        ([{"reference": "a", "system": None}], 'line 1: system "system" is missing'),
        ([{"reference": 3, "system": "a"}], 'line 1: reference "reference" is a number, not a string'),
        ([{"reference": [["a"]], "system": "a"}], 'reference "1" is a list, not a string'),
        ([{"reference": "a", "system": {"x": True}}], 'system "x" is a Boolean'),
        ([{"reference": "a", "system": ["x", "y"]}], 'system "system" is a list'),
        ([{"reference": None, "system": "a"}], "segment 1 has no reference"),
        (
            [{"reference": "a", "system": "a", "source": "s"}, {"reference": "a", "system": "b"}],
            "line 2: source is missing",
        ),
        ([{"reference": "a", "system": {"x": "1"}, "system:x": "2"}], 'two columns for system "x"'),
        ([["a"]], "line 1: not a JSON object"),
        (
            [{"target": "a", "engine 7": "b"}],
            'found "target", "engine 7"; say which is which, as in --columns "reference=target,system=engine 7"',
        ),
    ],
)
def test_bad_records(records, message):
    with pytest.raises(InputError) as caught:
        jsonl(*records)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"reference": "a"', "line 1: not JSON"),
        ('{"reference": "a", "system": "b"}\n\n', "line 2: not JSON"),
        ('{"a": 1, "a": 2}', 'the name "a" comes twice'),
        ("[" * 100_000, "line 1: not JSON (it is nested more than 100 deep)"),
        ('{"a": ' + "1" * 5000 + "}", "line 1: not JSON"),
    ],
)
def test_bad_json(text, message):
    with pytest.raises(InputError) as caught:
        table(text, "t.jsonl")
    assert message in str(caught.value)


def test_undecodable_byte_in_a_table() -> None:
    with pytest.raises(InputError, match=r"t\.tsv, line 3, byte 3: 0xE9"):
        parse_table("t.tsv", "reference\tsystem\nä\tö\n".encode() + b"a\t\xe9\n")


def test_gzip_stdin_and_unknown_extensions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.tsv.gz"
    path.write_bytes(gzip.compress(b"reference\tsystem\na\tb\n", mtime=0))
    assert lists(read_table(str(path))[1]) == {"system": ["b"]}
    for text in (
        '{"reference": "a", "system": "b"}\n',
        "reference,system\na,b\n",
        "reference\tsystem\na\tb\n",
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        evalset, outputs = read_table("-")
        assert (evalset.name, lists(outputs)) == ("stdin", {"system": ["b"]})
    with pytest.raises(InputError, match="not a table"):
        table("plain text\n", "t.dat")


CELL = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), max_size=6)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=5))
@pytest.mark.filterwarnings("ignore:.* look quoted:assay.errors.AssayWarning")
def test_what_goes_into_a_tsv_comes_out(rows):
    rows = [*rows, ("a reference without any text is refused", "")]
    evalset, outputs = table("reference\tsystem\n" + "".join(f"{a}\t{b}\n" for a, b in rows))
    assert [*zip(evalset.references["reference"], outputs["system"], strict=True)] == rows


ANY_CELL = st.text(st.characters(), max_size=6)


@given(st.lists(st.tuples(st.none() | ANY_CELL, ANY_CELL, ANY_CELL), min_size=1, max_size=5))
def test_what_goes_into_jsonl_comes_out(rows):
    rows = [*rows, ("a reference without", "any text is refused", "")]
    evalset, outputs = jsonl(*({"reference": a, "reference:b": b, "system": c} for a, b, c in rows))
    columns = (evalset.references["reference"], evalset.references["b"], outputs["system"])
    assert [*zip(*columns, strict=True)] == rows


@pytest.mark.parametrize("name", ["t.csv", "table"])
@pytest.mark.parametrize(
    "text",
    [
        "source;reference;score;system\na;b, b;0,75;c\n",
        'sep=;\nsource;reference;score;system\na;"b, b";0,75;c\n',
        "source;reference;score,new;system\na;b, b;0,75;c\n",
        '"source","reference","score;new","system"\na,"b, b",1,c\n',
    ],
)
def test_commas_or_semicolons_stand_between_columns(name: str, text: str) -> None:
    evalset, outputs = parse_table(name, text.encode())
    assert evalset.source is not None
    assert [*evalset.source, *evalset.references["reference"], *outputs["system"]] == ["a", "b, b", "c"]


def test_semicolons_with_columns_of_other_names() -> None:
    columns = parse_columns("reference=ref,system=mt")
    _, outputs = parse_table("t.csv", b"ref;mt;score\na;b;0,5\n", columns)
    assert list(outputs["mt"]) == ["b"]
    with pytest.raises(
        InputError, match='found "quelle", "target", "mt-2"; say which is which, as in --columns "'
    ):
        parse_table("t.csv", b"quelle;target;mt-2\na;b;c\n")
    with pytest.raises(InputError, match=r"t\.csv, line 3: 2 fields, the header has 3"):
        parse_table("t.csv", b"sep=;\nsource;reference;system\na;b\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-be"])
def test_a_mark_says_how_a_table_is_to_be_read(encoding: str) -> None:
    mark = "\ufeff" if encoding.endswith("be") else ""
    content = f"{mark}reference\tsystem\nschön\tgut\n".encode(encoding)
    with pytest.warns(AssayWarning, match="the file is UTF-.*, and was read as such"):
        evalset, outputs = parse_table("t.tsv", content)
    assert [*evalset.references["reference"], *outputs["system"]] == ["schön", "gut"]
    with pytest.raises(InputError, match=r"not UTF-.*though its first bytes say so"):
        parse_table("t.tsv", content[:-1])


def test_wide_text_without_a_mark_and_windows_text_have_a_way_out() -> None:
    table = "reference\tsystem\nschön und gut\tgut\n"
    with pytest.raises(
        InputError, match="seems to be UTF-16LE, not UTF-8; convert it with iconv -f UTF-16LE -t UTF-8"
    ):
        parse_table("t.tsv", table.encode("utf-16-le"))
    with pytest.warns(AssayWarning, match=r"t\.tsv: the file is Windows-1252, and was read as such"):
        evalset, _ = parse_table("t.tsv", table.encode("cp1252"))
    assert list(evalset.references["reference"]) == ["schön und gut"]


def test_a_column_that_is_reference_and_system_is_pointed_out() -> None:
    columns = parse_columns("reference=ref,system=ref,system=mt")
    with pytest.warns(AssayWarning, match='column "ref" is both a reference and a system'):
        parse_table("t.tsv", b"ref\tmt\na\tb\n", columns)
