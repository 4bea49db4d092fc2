"""XLSX and Parquet tables: the same roles as in TSV, and clear words where the library or the file is not there."""

import io
import re
import sys
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from assay.errors import AssayError, DependencyError, InputError
from assay.io import parse_columns, read_table, size_limit
from assay.io.texts.inputs import open_inputs
from assay.io.texts.table import parse_table
from support.assertions import present
from support.open_documents import REST, open_document

HEADER = ["source", "reference:A", "reference:B", "system:x", "document", "score"]
ROWS = [
    ["Guten Tag", "Good day", None, "Hello", "d1", 1.5],
    ["7 Boote", "7 boats", "seven boats", 7, "d2", None],
]


def workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def parquet(columns):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    stream = io.BytesIO()
    files.write_table(pyarrow.table(columns), stream)
    return stream.getvalue()


def lists(mapping):
    return {name: list(column) for name, column in mapping.items()}


def test_a_workbook() -> None:
    evalset, outputs = parse_table("t.xlsx", workbook([HEADER, *ROWS, [None] * 6]))
    assert lists(outputs) == {"x": ["Hello", "7"]}
    assert lists(evalset.references) == {"A": ["Good day", "7 boats"], "B": ["", "seven boats"]}
    assert list(present(evalset.source)) == ["Guten Tag", "7 Boote"]
    assert present(evalset.document).column() == ["d1", "d2"]


def test_an_empty_cell_may_stand_for_a_missing_reference() -> None:
    evalset, _ = parse_table("t.xlsx", workbook([HEADER, *ROWS]), missing="")
    assert lists(evalset.references)["B"] == [None, "seven boats"]


def test_cells_that_are_no_text() -> None:
    rows = [["reference", "system"], [True, date(2024, 5, 1)], [2.0, 2.5], [-3, "a_x000D_\nb_x005F_x000D_"]]
    evalset, outputs = parse_table("t.xlsx", workbook(rows))
    assert list(evalset.references["reference"]) == ["TRUE", "2", "-3"]
    assert list(outputs["system"]) == ["2024-05-01T00:00:00", "2.5", "a\r\nb_x000D_"]


FORMULA = [["reference", "system", "score"], ["a", "b", "=1+1"], ["a", '=UPPER("c")', 1]]


def test_a_formula_without_a_saved_value_is_refused_with_its_cell() -> None:
    with pytest.raises(
        InputError, match=r't\.xlsx, sheet "Sheet", cell B3: a formula without a saved value; open'
    ):
        parse_table("t.xlsx", workbook(FORMULA))
    evalset, _ = parse_table("t.xlsx", workbook(FORMULA[:2]))  # column score plays no part
    assert len(evalset) == 1


@pytest.mark.parametrize(
    ("saved", "text"),
    [("<v>C</v>", "C"), ("<v></v>", ""), ("<v/>", "")],
)
def test_a_formula_is_the_value_that_was_saved_with_it_even_an_empty_text(saved: str, text: str) -> None:
    raw = rewritten(workbook(FORMULA), '<c r="B3">', '<c r="B3" t="str">')
    raw = rewritten(raw, '<f>UPPER("c")</f><v></v>', f'<f>UPPER("c")</f>{saved}', '<f>UPPER("c")</f><v />')
    assert list(parse_table("t.xlsx", raw)[1]["system"]) == ["b", text]


def rewritten(raw, old, new, *or_old):
    """Return a workbook with another text in its sheet."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(stream, "w") as after:
        for name in before.namelist():
            content = before.read(name).decode("utf-8")
            if name.endswith("sheet1.xml"):
                found = next(one for one in (old, *or_old) if one in content)
                content = content.replace(found, new)
            after.writestr(name, content)
    return stream.getvalue()


def test_a_formula_that_came_to_an_error_is_refused_unless_it_stands_for_what_is_missing() -> None:
    raw = workbook([["reference:A", "reference:B", "system"], ["a", "b", "c"], ["a", "=NA()", "c"]])
    raw = rewritten(raw, '<c r="B3"><f>NA()</f><v></v>', '<c r="B3" t="e"><f>NA()</f><v>#N/A</v>',
                    '<c r="B3"><f>NA()</f><v />')  # fmt: skip
    with pytest.raises(
        InputError, match="cell B3: its value is the error #N/A; repair it, or give --missing"
    ):
        parse_table("t.xlsx", raw)
    evalset, _ = parse_table("t.xlsx", raw, missing="#N/A")
    assert list(evalset.references["B"]) == ["b", None]


def test_cells_that_a_merge_hides_are_refused() -> None:
    book = openpyxl.Workbook()
    for row in (["document", "reference", "system"], ["d", "a", "b"], [None, "a", "b"]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    stream = io.BytesIO()
    book.save(stream)
    with pytest.raises(InputError, match='sheet "Sheet", cell A3: merged with A2'):
        parse_table("t.xlsx", stream.getvalue())


def test_a_workbook_on_the_command_line(tmp_path: Path) -> None:
    for name in ("t.xlsx", "table"):
        (tmp_path / name).write_bytes(workbook([["ref", "mt"], ["a", "b"]]))
        ((_, outputs),) = open_inputs(
            [str(tmp_path / name)], [], columns=parse_columns("reference=ref,system=mt")
        )
        assert lists(outputs) == {"mt": ["b"]}
    ((evalset, outputs),) = open_inputs([str(tmp_path / "t.xlsx")], [str(tmp_path / "t.xlsx")])
    assert lists(evalset.references) == {"t.xlsx": ["a"]}
    assert lists(outputs) == {"t.xlsx": ["b"]}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "t.xlsx: the first sheet is empty"),
        ([HEADER], "t.xlsx: a header but no rows"),
        ([["a", "b"], ["x", "y"]], 't.xlsx: no column is a reference or a system; found "a", "b"'),
        ([["Project"], ["x"]], 'found "Project"; a table begins with the names of its columns'),
        (
            [["reference", "system"], ["x", "y", "z"]],
            "t.xlsx, row 2: a cell beyond the last column of the header",
        ),
        ([["reference", "system"], [], ["x", "y"]], "t.xlsx, row 2: the row is empty, and others follow"),
        ([["reference", "reference", "system"]], 't.xlsx, row 1: 2 columns are named "reference"'),
    ],
)
def test_bad_workbooks(rows, message):
    with pytest.raises(InputError) as caught:
        parse_table("t.xlsx", workbook(rows))
    assert message in str(caught.value)


def replaced(data, part, change):
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            text = old.read(info)
            new.writestr(info.filename, change(text) if info.filename == part else text)
    return stream.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_with_entities_is_refused(encoding: str) -> None:
    bomb = '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'.encode(encoding)
    data = replaced(workbook([HEADER, *ROWS]), "xl/workbook.xml", lambda text: bomb + text)
    with pytest.raises(InputError, match=r"t\.xlsx: a DOCTYPE in xl/workbook\.xml is refused"):
        parse_table("t.xlsx", data)


def test_a_workbook_that_unpacks_to_very_much_is_refused() -> None:
    data = replaced(workbook([HEADER, *ROWS]), "docProps/app.xml", lambda text: text + b" " * (1 << 20))
    with size_limit("64K"), pytest.raises(InputError, match="larger than 64K when unpacked"):
        parse_table("t.xlsx", data)


def test_the_size_that_a_sheet_claims_is_not_believed() -> None:
    claim = re.compile(rb'<dimension ref="[^"]*" ?/>')
    sheet = "xl/worksheets/sheet1.xml"
    data = workbook([HEADER, *ROWS])
    assert claim.search(zipfile.ZipFile(io.BytesIO(data)).read(sheet))
    huge = replaced(data, sheet, lambda text: claim.sub(b'<dimension ref="A1:XFD1048576"/>', text))
    assert lists(parse_table("t.xlsx", huge)[1]) == {"x": ["Hello", "7"]}


@pytest.mark.parametrize("name", ["t.xlsx", "t.parquet"])
def test_damaged_files(name: str) -> None:
    data = workbook([HEADER, *ROWS]) if name == "t.xlsx" else parquet({"reference": ["a"], "system": ["b"]})
    for cut in range(0, len(data), 97):
        for spoilt in (data[:cut], data[:cut] + b"\0\xff<" + data[cut + 3 :]):
            with suppress(AssayError):
                parse_table(name, spoilt)


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    path.write_bytes(
        parquet(
            {
                "source": ["a", "b"],
                "reference": [["one", "two"], ["three", None]],
                "system:x": ["X", ""],
                "system": [{"y": "Y1", "z": "Z1"}, {"y": "Y2", "z": "Z2"}],
                "score": [1.0, None],
            }
        )
    )
    evalset, outputs = read_table(str(path))
    assert lists(evalset.references) == {"1": ["one", "three"], "2": ["two", None]}
    assert lists(outputs) == {"x": ["X", ""], "y": ["Y1", "Y2"], "z": ["Z1", "Z2"]}
    ((_, outputs),) = open_inputs([str(path)], [])
    assert list(outputs) == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"reference": ["a", "c"], "system": ["b", None]}, 't.parquet, row 2: system "system" is missing'),
        ({"reference": ["a"], "system": [5]}, 't.parquet, row 1: system "system" is a number, not a string'),
        ({"reference": ["a"], "other": ["b"]}, "t.parquet: no column is a system"),
        ({"reference": [], "system": []}, "t.parquet: a header but no rows"),
    ],
)
def test_bad_parquet(columns, message):
    with pytest.raises(InputError) as caught:
        parse_table("t.parquet", parquet(columns))
    assert message in str(caught.value)


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DependencyError, match=r"needs pyarrow: pip install 'mt-assay\[parquet\]'"):
        parse_table("t.pq", b"PAR1")


def test_a_workbook_of_libreoffice_may_not_stand_for_more_than_memory_holds() -> None:
    rows = [["reference", "system"], ["a", "b"]]
    assert lists(parse_table("t.ods", open_document(rows))[1]) == {"system": ["b"]}
    vast = REST.replace(
        '"16384"/>', '"16384" office:value-type="string"><text:p>x</text:p></table:table-cell>'
    )
    with pytest.raises(
        InputError, match=r"t\.ods: more than 1,048,576 rows or 20,000,000 cells; save it as TSV"
    ):
        parse_table("t.ods", open_document(rows, vast))


def test_cells_that_lie_far_apart_are_no_table() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1048576"] = "reference", "x"
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(InputError, match="more than 1,048,576 rows or 20,000,000 cells"):
        parse_table("t.xlsx", out.getvalue())


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("word/document.xml", r"t\.xlsx: a document of text, and no workbook; save its table as XLSX or CSV"),
        ("notes.txt", r"t\.xlsx: a ZIP archive without a workbook; unpack it, and give a file of it"),
    ],
)
def test_other_archives_are_refused_by_name(part: str, message: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr(part, "x")
    with pytest.raises(InputError, match=message):
        parse_table("t.xlsx", out.getvalue())
