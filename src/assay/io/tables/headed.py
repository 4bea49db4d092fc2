"""Tables as people keep them, from any shape: the header found wherever it stands, whatever separates the cells.

Titles above the header are passed over, and told of. Separators are told by the names of columns that they give and by
the rows themselves, or by a line `sep=;`, which Excel writes and reads. A reader says what it looks for (`Wanted`), and
whether it is lenient: then empty rows and columns and rows of totals are left out and counted, as in sheets of ratings,
where they are no data. Elsewhere an empty row is an error.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError
from assay.io.layout import layout_of
from assay.io.opening import Source, contents, empty_file, held, label
from assay.io.tables.head import shape_of
from assay.io.tables.names import key_of
from assay.io.tables.records import Records, read_frame, read_json_lines, read_parquet
from assay.io.tables.table import Table, table_of
from assay.io.tables.workbooks import CellPlace, workbook_kind, workbook_texts
from assay.io.texts.lines import UTF8_MARK, as_utf8, check_utf8, text_lines, without_mark
from assay.io.texts.rows import csv_fields, quoted_rows, ragged, refuse_repeated, tsv_fields

SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
SEP_LINE = re.compile(r'"?sep=(.)"?\r?', re.IGNORECASE)
LOOKED_AT = 200  # lines by which the separator is told
TOP = 20  # rows among which the header is looked for
TOTALS = (
    *("average", "averages", "avg", "mean", "total", "totals", "sum", "median"),
    *("mittelwert", "summe", "moyenne"),
)
Row = tuple[int, list[str]]  # its number in the file, and its cells
# Quotes between tabs are text; or a sign of CSV where that gives the same table again; or wherever it can be.
Quotes = Literal["raw", "told", "loose"]


@dataclass(frozen=True)
class Wanted:
    """What a reader looks for in a table."""

    known: Callable[[str], bool]  # whether it looks for a column of this name
    columns: Sequence[str] = ()  # that the header must have, where any were named
    # Whether the cells of a column of a workbook must be known
    used: Callable[[str], bool] = field(default=bool)
    lenient: bool = False
    quotes: Quotes = "told"
    blanks: bool = False  # whether blanks may separate cells
    missing: str | None = None  # the text of a cell that says that there is none
    needed: Callable[[Sequence[str]], bool] | None = (
        None  # whether names of columns make it this kind of table
    )
    no_table: str = "not a table: the first line does not name columns"


def read_named(source: Source, names: Collection[str]) -> Table:
    """Read a table in which columns of these names are looked for, and messages of the reader say what is missing."""
    return read_headed(source, Wanted(lambda name: name in names, needed=lambda _: True))


@dataclass(frozen=True)
class BareRows:
    """The rows of a table that may have no names of columns; `unit` is what messages call one."""

    unit: str
    rows: Sequence[Row]


def read_rows(source: Source, wanted: Wanted) -> BareRows:
    """Read all rows of a table from whatever shape it is in, names of columns among them where there are any."""
    source = held(source)
    shape = shape_of(source)
    if shape in ("frame", "parquet"):
        return _bare(read_frame(source) if shape == "frame" else read_parquet(source))
    if shape == "workbook":
        data = contents(source)
        texts = workbook_texts(source, data, lambda rows: _doubtful(rows, wanted))
        return BareRows("row", list(enumerate(texts, start=1)))
    plain = as_utf8(source)
    text, _ = _text(plain, lenient=wanted.lenient)
    if text.lstrip().startswith("{"):
        return _bare(read_json_lines(_as_lines(plain, text)))
    first, _, rest = text.partition("\n")
    told = SEP_LINE.fullmatch(first)
    separator = told[1] if told else _separator(text, wanted) or "\t"
    rows, _ = _fields(source, rest if told else text, separator, wanted)
    return BareRows("line", [(line + bool(told), cells) for line, cells in rows])


def _bare(records: Records) -> BareRows:
    table = records.texts()
    return BareRows(table.unit, [(0, list(table.header)), *((line, list(row)) for line, row in table.rows())])


def read_headed(source: Source, wanted: Wanted) -> Table:
    """Read a table from whatever shape it is in, all of it as texts."""
    source = held(source)
    shape = shape_of(source)
    if shape == "frame":
        return _of_records(read_frame(source), wanted, "a frame")
    if shape == "parquet":
        return _of_records(read_parquet(source), wanted, "Parquet")
    if shape == "workbook":
        data = contents(source)
        texts = workbook_texts(source, data, lambda rows: _doubtful(rows, wanted))
        rows = list(enumerate(texts, start=1))
        if not wanted.lenient:
            rows = _evened(source, rows, header_at(texts[:TOP], wanted))
        return _headed(
            source,
            rows,
            wanted,
            [f"{workbook_kind(source, data)}, the first sheet"],
            unit="row",
            layout=Layout(),
        )
    plain = as_utf8(source)
    text, notes = _text(plain, lenient=wanted.lenient)
    if text.lstrip().startswith("{"):
        return _of_records(read_json_lines(_as_lines(plain, text)), wanted, "JSONL", *notes)
    return _separated(plain, text, wanted, notes)


def _evened(source: Source, rows: list[Row], at: int) -> list[Row]:
    """Return the rows of a sheet as wide as its header, which ends with its last name."""
    width = max((place + 1 for place, name in enumerate(rows[at][1]) if name), default=0)
    for number, cells in rows[at + 1 :]:
        if any(cells[width:]):
            raise InputError(
                f"{label(source)}, row {number}: a cell beyond the last column of the header; name it"
            )
        if not any(cells):
            raise InputError(f"{label(source)}, row {number}: the row is empty, and others follow; remove it")
    return [(number, cells[:width] + [""] * (width - len(cells))) for number, cells in rows]


def _as_lines(source: Source, text: str) -> Source:
    """Return a source of this text, whose mark and line ends were seen to."""
    return replace(source, content=text.encode())


def _text(source: Source, *, lenient: bool) -> tuple[str, list[str]]:
    """Return a text, and what is to be said of how it was written: where nobody counts remarks it is warned of."""
    data = contents(source)
    if source.encoding and not lenient:
        warnings.warn(
            f"{label(source)}: the file is {source.encoding}, and was read as such",
            AssayWarning,
            stacklevel=4,
        )
    if data.startswith(UTF8_MARK) and not lenient:
        data = without_mark(source, data)
    notes = [source.encoding] if source.encoding else []
    if data.startswith(UTF8_MARK):
        data, notes = data.removeprefix(UTF8_MARK), [*notes, "UTF-8 with a byte-order mark"]
    body = without_mark(source, data)  # refuses UTF-32
    check_utf8(source, body)
    text = body.decode()
    if not text:
        raise empty_file(source)
    if "\r" in text and "\n" not in text:
        return text.replace("\r", "\n"), [*notes, "lines ended by carriage returns"]
    return text.replace("\r\r\n", "\r\n") if lenient else text, notes


def _of_records(records: Records, wanted: Wanted, *notes: str) -> Table:
    """Return a table of records; in a lenient one, without what says nothing."""
    told = replace(records.texts(), notes=notes)
    if not wanted.lenient:
        return told
    cells = zip(*map(told.column, told.header), strict=True)
    rows = [(number, list(row)) for number, row in enumerate(cells, start=1)]
    return _headed(
        told.source, [(0, list(told.header)), *rows], wanted, notes, unit=told.unit, layout=told.layout
    )


def _separated(source: Source, text: str, wanted: Wanted, notes: Sequence[str]) -> Table:
    first, _, rest = text.partition("\n")
    told = SEP_LINE.fullmatch(first)
    separator = told[1] if told else _separator(text, wanted)
    if told:
        rows = [(line + 1, cells) for line, cells in _fields(source, rest, separator, wanted)[0]]
        quoted = True
    elif not separator and wanted.blanks:
        rows, quoted = [(number, line.split()) for number, line in enumerate(text_lines(text), 1)], False
    else:
        if not wanted.columns:
            _check_table(source, text, separator, wanted)
        rows, quoted = _fields(source, text, separator or "\t", wanted)
    layout = replace(layout_of(text), separators=(separator,) if separator else ())
    named = f"{SEPARATORS.get(separator, 'blanks' if wanted.blanks else 'one column')} between columns"
    table = _headed(source, rows, wanted, [named, *notes], unit="line", layout=layout)
    return replace(table, quoted=quoted)


def _check_table(source: Source, text: str, separator: str, wanted: Wanted) -> None:
    """Refuse a text that is no table before its quotes are looked at."""
    top = [name for line in text.split("\n", TOP)[:TOP] for name in line.split(separator or None)]
    if not any(wanted.known(name.strip('"\r ')) for name in top):
        raw = [(number, line.split(separator or None)) for number, line in enumerate(text_lines(text), 1)]
        if not _is_table(raw[0][1] if raw else [], raw, wanted):
            raise _no_table(source, wanted)


def _fields(source: Source, text: str, separator: str, wanted: Wanted) -> tuple[list[Row], bool]:
    """Return the rows of a text, and whether their cells stand in quotes where they must."""
    if wanted.lenient:
        text = text.replace("\r\n", "\n")
    if separator != "\t":
        return list(csv_fields(source, text, separator)), True
    if wanted.quotes == "raw":
        return list(tsv_fields(source, text)), False
    raw = [(number, line.split("\t")) for number, line in enumerate(text_lines(text), start=1)]
    if '"' not in text:
        return raw, False
    if wanted.quotes == "told":
        quoted = quoted_rows(text, separator, raw)
        return (raw, False) if quoted is None else (quoted, True)
    try:
        return list(csv_fields(source, text, separator)), True
    except InputError:
        return raw, False


def _separator(text: str, wanted: Wanted) -> str:
    """Return the sign that gives the most known names, and the most lines the same number of cells."""
    lines = [line for line in text.split("\n", LOOKED_AT)[:LOOKED_AT] if line.strip()]

    def known(sign: str) -> int:
        return max((_known(_cells(line, sign), wanted) for line in lines[:TOP] if sign in line), default=0)

    def evenness(sign: str) -> tuple[int, float, int]:
        counts = Counter(line.count(sign) for line in lines if sign in line)
        (width, rows), *_ = counts.most_common(1) or [(0, 0)]
        return known(sign), round(rows / max(len(lines), 1), 1), width

    best = max(SEPARATORS, key=evenness)
    return best if evenness(best)[2] else ""


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r")], delimiter=separator), [])
    except csv.Error:
        return line.split(separator)


def _known(cells: Sequence[str], wanted: Wanted) -> int:
    """Return how many of the names in a row are looked for."""
    names = {cell.strip() for cell in cells}
    if wanted.columns:
        return len(names & {*wanted.columns})
    return sum(wanted.known(name) for name in names if name)


def header_at(rows: Sequence[Sequence[str]], wanted: Wanted) -> int:
    """Return which row is the header: that with the most names that were asked for, or that are known."""
    counts = [_known(cells, wanted) for cells in rows]
    most = max(counts, default=0)
    if most:
        return counts.index(most)
    return next((at for at, cells in enumerate(rows) if sum(map(bool, map(str.strip, cells))) > 1), 0)


def _headed(
    source: Source, rows: Sequence[Row], wanted: Wanted, notes: Sequence[str], *, unit: str, layout: Layout
) -> Table:
    """Find the header, and make a table of what is under it."""
    at = header_at([cells for _, cells in rows[:TOP]], wanted) if rows else 0
    top, header = rows[at] if rows else (1, [])
    if not wanted.columns and not _is_table(header, rows, wanted):
        raise _no_table(source, wanted)
    told = [*notes, *([f"header in {unit} {top}"] if at else [])]
    if at and not wanted.lenient:
        warnings.warn(
            f"{label(source)}: the names of columns are taken from {unit} {top}; what stands above them is left out",
            AssayWarning,
            stacklevel=4,
        )
    if wanted.lenient:
        named, body, more = _cleared(source, unit, header, rows[at + 1 :])
        told += more
    else:
        named, body = [name.strip() for name in header] if at else list(header), list(rows[at + 1 :])
        for number, cells in body:
            if len(cells) != len(named):
                raise ragged(f"{label(source)}, {unit} {number}", cells, len(named))
    refuse_repeated(f"{label(source)}, {unit} {top}", named, "columns")
    columns = {name: [cells[place] for _, cells in body] for place, name in enumerate(named)}
    lines = [number for number, _ in body]
    return table_of(
        source, columns, lines, replace(layout, columns=tuple(named)), unit=unit, top=top, notes=tuple(told)
    )


def _cleared(
    source: Source, unit: str, header: Sequence[str], rows: Sequence[Row]
) -> tuple[list[str], list[Row], list[str]]:
    """Return names and rows without empty rows and columns and rows of totals, and what was left out."""
    body = [row for row in rows if any(map(str.strip, row[1]))]
    kept = [place for place, name in enumerate(header) if name.strip() or _is_filled(body, place)]
    named = [header[place].strip() or f"column {place + 1}" for place in kept]
    cells = [(number, _fitted(source, f"{unit} {number}", row, len(header))) for number, row in body]
    table = [(number, [row[place] for place in kept]) for number, row in cells]
    totals = [number for number, row in table[-3:] if _is_total(row)]
    if len(table) == len(totals):
        raise InputError(f"{label(source)}: a header but no rows; add one row per judgement")
    skipped = len(rows) - len(body)
    told = [
        *([f"{skipped} empty {unit}{'s' * (skipped > 1)} left out"] if skipped else []),
        *([f"{unit} {totals[0]} left out as a total"] if totals else []),
    ]
    return named, [row for row in table if row[0] not in totals], told


def _is_table(header: Sequence[str], rows: Sequence[Row], wanted: Wanted) -> bool:
    """Tell whether rows are a table: under a known name, or at least with as many cells as one another."""
    if wanted.needed is not None:
        return wanted.needed(header)
    if any(map(wanted.known, header)):
        return True
    widths = {len(cells) for _, cells in rows if any(map(str.strip, cells))}
    return sum(map(bool, map(str.strip, header))) > 1 and len(widths) == 1


def _no_table(source: Source, wanted: Wanted) -> InputError:
    return InputError(f"{label(source)}: {wanted.no_table}")


def _is_filled(body: Sequence[Row], place: int) -> bool:
    return any(place < len(cells) and cells[place].strip() for _, cells in body)


def _fitted(source: Source, place: str, row: list[str], width: int) -> list[str]:
    """Return a row as wide as the header; a cell beyond it is an error, and so is a CSV row that was cut."""
    if len(row) > width and any(map(str.strip, row[width:])):
        raise ragged(f"{label(source)}, {place}", row, width)
    if len(row) < width and not place.startswith("row"):
        raise ragged(f"{label(source)}, {place}", row, width)
    return [*row[:width], *[""] * (width - len(row))]


def _is_total(cells: Sequence[str]) -> bool:
    """Tell whether a row sums up others: its first words say so."""
    said = [cell for cell in cells if cell.strip()]
    return key_of(said[0]).rstrip(":") in TOTALS and cells[0].strip() in ("", said[0].strip())


def _doubtful(rows: list[list[str]], wanted: Wanted) -> set[CellPlace]:
    """Return the cells of a workbook that are empty or say an error, where that decides something."""
    at = header_at(rows[:TOP], wanted)
    header = rows[at] if rows else []
    used = [place for place, name in enumerate(header) if name.strip() and wanted.used(name)]
    return {
        (number + 1, place + 1)
        for number, row in enumerate(rows)
        if number >= at + wanted.lenient and any(map(str.strip, row))
        for place in (used if number > at else range(len(row)))
        if place >= len(row)
        or not row[place]
        or (row[place].startswith("#") and row[place] != wanted.missing)
    }
