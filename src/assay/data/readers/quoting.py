"""Tables whose cells may be quoted as in CSV, or may not: the file itself tells which.

In a quoted table a cell is in quotes where it holds a quote, a separator or a line end, and nowhere else. A table
that does not come out the same when it is read like that and written again is raw: quotes in it are text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.data.readers.lines import text_lines
from assay.data.readers.opening import label, shown
from assay.errors import InputError


@dataclass(frozen=True)
class Rows:
    """A header and the rows under it, each with the line in which it begins."""

    header: list[str]
    body: list[tuple[int, list[str]]]
    quoted: bool


def read_rows(path: str, text: str, separator: str) -> Rows:
    """Read a table; a row that has not as many cells as the header is an error, as is a name that comes twice."""
    quoted = _quoted_rows(text, separator) if '"' in text else None
    rows = _raw_rows(text, separator) if quoted is None else quoted
    (_, header), *body = rows
    repeated = [name for number, name in enumerate(header) if name in header[:number]]
    if repeated:
        raise InputError(f'{label(path)}, line 1: two columns are named "{shown(repeated[0])}"; rename one')
    for line, cells in body:
        if len(cells) != len(header):
            raise InputError(
                f"{label(path)}, line {line}: {len(cells)} cells, the header has {len(header)}; "
                "look for a stray or lost separator, or an empty line"
            )
    return Rows(header, body, quoted is not None)


def written_rows(rows: Iterable[Sequence[str]], separator: str, *, quoted: bool) -> str:
    """Write a table; in a raw one no cell can hold a separator or a line end."""
    if quoted:
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=separator, lineterminator="\n").writerows(rows)
        return out.getvalue()
    lines = []
    for row in rows:
        for cell in row:
            if separator in cell or "\n" in cell:
                raise InputError(
                    f'"{shown(cell[:40])}": a table without quotes cannot hold a separator or a line end; '
                    "replace them by blanks"
                )
        lines.append(separator.join(row))
    return "".join(f"{line}\n" for line in lines)


def _raw_rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    return [(number, line.split(separator)) for number, line in enumerate(text_lines(text), start=1)]


def _quoted_rows(text: str, separator: str) -> list[tuple[int, list[str]]] | None:
    """Return the rows of a quoted table, and nothing for one that is raw."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return None
    again = written_rows((cells for _, cells in rows), separator, quoted=True)
    given = text.replace("\r\n", "\n")
    return rows if again == (given if given.endswith("\n") else f"{given}\n") else None
