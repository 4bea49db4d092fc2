"""Tables and translators' files that can be read, and in which something is not as it should be."""

import io
import warnings
from pathlib import Path

import openpyxl
import pytest

from assay.errors import AssayWarning, InputError
from assay.io.texts.inputs import open_inputs
from assay.io.texts.table import parse_table
from assay.io.units.unit_files import read_unit_files


def outputs(name: str, text: str) -> dict[str, list[str]]:
    return {system: list(column) for system, column in parse_table(name, text.encode())[1].items()}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", "reference\tsystem\n\tx\n\ty\n"),
        ("a.tsv", "reference\tsystem\n  \tx\n"),
        ("a.csv", "reference,system\n,x\n,y\n"),
        ("a.jsonl", '{"reference": "", "system": "x"}\n'),
    ],
)
def test_a_reference_without_any_text_is_refused(name: str, text: str) -> None:
    with pytest.raises(
        InputError, match=r'the column of reference "reference" is empty in (all 2 rows|its row); fill it'
    ):
        outputs(name, text)


def test_a_reference_that_is_empty_here_and_there_is_read() -> None:
    assert outputs("a.tsv", "reference\tsystem\n\tx\nr\ty\n") == {"system": ["x", "y"]}


def test_a_file_of_references_without_any_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("\n\n")
    (tmp_path / "out.txt").write_text("a\nb\n")
    with pytest.raises(InputError, match=r"ref\.txt: a reference of 2 lines, all empty"):
        list(open_inputs([str(tmp_path / "out.txt")], [str(tmp_path / "ref.txt")]))


def test_quotes_around_every_cell_are_taken_off_with_a_warning() -> None:
    text = '"reference"\t"system"\n"r"\t"he said ""no"""\n"r"\t"a\tb"\n'
    with pytest.warns(AssayWarning, match=r"a\.tsv: the header is quoted; quotes are removed"):
        assert outputs("a.tsv", text) == {"system": ['he said "no"', "a\tb"]}


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (['"r"\t"x"', '"r"\t"y"'], 2),
        (['r\t"he said ""no"""', 'r\t"no"'], 1),
    ],
)
def test_cells_that_look_quoted_are_warned_of(rows: list[str], count: int) -> None:
    text = "\n".join(["reference\tsystem", *rows, ""])
    with pytest.warns(AssayWarning, match=rf"{count} of 3 lines look quoted as in CSV \(first: line 2\)"):
        assert outputs("a.tsv", text)["system"][0].startswith('"')


@pytest.mark.parametrize("cell", ['"no"', '"No," he said, "never."', 'he said "no"', '"'])
def test_quotes_that_are_text_are_no_matter(cell: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert outputs("a.tsv", f"reference\tsystem\nr\t{cell}\n") == {"system": [cell]}


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "a.tsv",
            "id\treference\tsystem\n7\tr\tx\n8\tr\tx\n7\tr\ty\n",
            r'line 4: id "7" was already in line 2; 1 of 3',
        ),
        (
            "a.csv",
            "Seg ID,reference,system\n7,r,x\n7,r,y\n",
            r'line 3: id "7" was already in line 2; 1 of 2 rows',
        ),
        (
            "a.jsonl",
            '{"seg_id": 7, "reference": "r", "system": "x"}\n' * 2,
            r'line 2: id "7" was already in line 1',
        ),
        (
            "a.tsv",
            "document\tid\treference\tsystem\nd\t7\tr\tx\ne\t7\tr\tx\nd\t7\tr\tx\n",
            r'line 4: id "7" was already in line 2; 1 of 3 rows',
        ),
    ],
)
def test_rows_of_one_id_are_warned_of(name: str, text: str, told: str) -> None:
    with pytest.warns(AssayWarning, match=told):
        outputs(name, text)


@pytest.mark.parametrize(
    "text",
    [
        "id\treference\tsystem\n7\tr\tx\n8\tr\tx\n",
        "doc_id\tid\treference\tsystem\nd\t7\tr\tx\ne\t7\tr\tx\n",
        "document\tid\treference\tsystem\nd\t7\tr\tx\ne\t7\tr\tx\n",
        "id\treference\tsystem\n\tr\tx\n\tr\tx\n",
        "lang\treference\tsystem\nde\tr\tx\nde\tr\tx\n",
    ],
)
def test_ids_that_name_their_rows_are_no_matter(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outputs("a.tsv", text)


def workbook(*, hidden: int | None = None, more: bool = False, state: str = "visible") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (["reference", "system"], ["r", "x"], ["r", "y"]):
        sheet.append(row)
    if hidden is not None:
        sheet.row_dimensions[hidden].hidden = True
    book.create_sheet("empty")
    if more:
        book.create_sheet("more").append(["reference", "system"])
    sheet.sheet_state = state
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (workbook(hidden=3), r'sheet "Sheet": 1 of 3 rows are hidden, perhaps by a filter \(first: row 3\)'),
        (workbook(more=True), r'sheet "Sheet": only this first sheet is read, and not "more"'),
        (
            workbook(state="hidden"),
            r'sheet "Sheet": it is hidden, but is read because it is the first of the workbook',
        ),
    ],
)
def test_what_a_workbook_hides_is_told(data: bytes, told: str) -> None:
    with pytest.warns(AssayWarning, match=told):
        _, systems = parse_table("a.xlsx", data)
    assert list(systems["system"]) == ["x", "y"]


def test_a_plain_workbook_is_no_matter() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse_table("a.xlsx", workbook())


def test_a_sheet_of_more_rows_than_there_can_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.io.tables.workbooks.MOST_ROWS", 2)
    with pytest.raises(InputError, match=r"more than 2 rows or 20,000,000 cells; save it as TSV"):
        parse_table("a.xlsx", workbook())


XLIFF = """<xliff version="1.2"><file original="f" source-language="en" target-language="de"><body>
<trans-unit id="a"><source>A</source><target state="{0}">AA</target></trans-unit>
<trans-unit id="b"><source>B</source><target state="{1}">BB</target></trans-unit>
</body></file></xliff>"""


@pytest.mark.parametrize("state", ["new", "needs-translation"])
def test_references_that_are_not_finished_are_warned_of(tmp_path: Path, state: str) -> None:
    (tmp_path / "ref.xlf").write_text(XLIFF.format("final", state))
    (tmp_path / "mt.xlf").write_text(XLIFF.format("new", "new"))
    told = rf'ref\.xlf, line 3: 1 of 2 units is unfinished \({state}: 1; first: "b"\)'
    with pytest.warns(AssayWarning, match=told):
        read_unit_files([str(tmp_path / "mt.xlf")], [str(tmp_path / "ref.xlf")])


@pytest.mark.filterwarnings("error")
def test_outputs_may_be_new(tmp_path: Path) -> None:
    (tmp_path / "ref.xlf").write_text(XLIFF.format("final", "translated"))
    (tmp_path / "mt.xlf").write_text(XLIFF.format("new", "needs-translation"))
    read_unit_files([str(tmp_path / "mt.xlf")], [str(tmp_path / "ref.xlf")])
