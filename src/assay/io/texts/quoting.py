"""Tables whose cells may be quoted as in CSV, or may not: the file itself tells which.

In a quoted table a cell is in quotes where it holds a quote, a separator or a line end, and nowhere else. A table
that does not come out the same when it is read like that and written again is raw: quotes in it are text. Where both
readings could be, with other rows each, the raw one is taken.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.data import Layout
from assay.errors import InputError
from assay.io.layout import laid_out, layout_of
from assay.io.opening import label, shown
from assay.io.texts.lines import text_lines
from assay.io.texts.rows import ragged, refuse_repeated

Cells = list[tuple[int, list[str]]]  # the rows of a table, each with the line in which it begins


@dataclass(frozen=True)
class HeadedRows:
    """A header and the rows under it."""

    header: list[str]
    body: Cells
    quoted: bool
    layout: Layout


def read_rows(path: str, text: str, separator: str) -> HeadedRows:
    """Read a table; a row that has not as many cells as the header is an error, as is a name that comes twice."""
    layout = layout_of(text)
    raw = _raw_rows(text, separator)
    quoted = _quoted_rows(text, separator, layout) if '"' in text else None
    if quoted is not None and (not _is_even(quoted) or (_is_even(raw) and len(raw) != len(quoted))):
        quoted = None
    rows = raw if quoted is None else quoted
    (_, header), *body = rows
    refuse_repeated(f"{label(path)}, line 1", header, "columns")
    for line, cells in body:
        if len(cells) != len(header):
            raise ragged(f"{label(path)}, line {line}", cells, len(header))
    return HeadedRows(header, body, quoted is not None, Layout(tuple(header), layout.line_end, layout.ends))


def written_rows(
    rows: Iterable[Sequence[str]], separator: str, layout: Layout | None, *, quoted: bool
) -> str:
    """Write a table; in a raw one no cell can hold a separator or a line end."""
    if quoted:
        given = layout or Layout()
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=separator, lineterminator=given.line_end).writerows(rows)
        return out.getvalue() if given.ends else out.getvalue().removesuffix(given.line_end)
    return laid_out((separator.join(_checked(row, separator)) for row in rows), layout)


def _checked(row: Sequence[str], separator: str) -> Sequence[str]:
    for cell in row:
        if separator in cell or "\n" in cell:
            raise InputError(
                f'"{shown(cell[:40])}": a table without quotes cannot hold a separator or a line end; '
                "replace them with spaces"
            )
    return row


def _raw_rows(text: str, separator: str) -> Cells:
    return [(number, line.split(separator)) for number, line in enumerate(text_lines(text), start=1)]


def _quoted_rows(text: str, separator: str, layout: Layout) -> Cells | None:
    """Return the rows of a quoted table, and nothing for one that is raw."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: Cells = []
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
        again = written_rows((cells for _, cells in rows), separator, layout, quoted=True)
    except csv.Error:
        return None
    return rows if again == text else None


def _is_even(rows: Cells) -> bool:
    return all(len(cells) == len(rows[0][1]) for _, cells in rows)
