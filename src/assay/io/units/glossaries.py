"""Glossaries as CSV, TSV or TBX; in tables, source and target terms are in the first two columns, or in those named so.

A first line with the words "source" and "target" in two of its cells, as in `source term,target term`, names the
columns. A source term on several lines, or target terms with | between them, has several translations that are
right.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.data import Term
from assay.errors import InputError
from assay.io.opening import contents, label
from assay.io.texts.lines import decoded
from assay.io.texts.names import extension
from assay.io.texts.rows import csv_fields, tsv_fields
from assay.io.units.languages import Languages
from assay.io.units.tbx import is_tbx, parse_tbx

TBX_HEAD = 4096  # bytes in which a file says what it is

Rows = Sequence[tuple[int, Sequence[str]]]


def read_glossary(path: str, languages: Languages | None = None) -> list[Term]:
    """Read the terms of a glossary in the order of the file; `languages` are chosen where TBX has several."""
    data = contents(path)
    if is_tbx(data[:TBX_HEAD]):
        return parse_tbx(path, data, *(languages or (None, None)))
    text = decoded(path, data)
    tabs = extension(path) != ".csv" and "\t" in text.partition("\n")[0]
    fields = tsv_fields(text) if tabs else csv_fields(path, text)
    rows = [(line, cells) for line, cells in fields if any(cell.strip() for cell in cells)]
    source, target, first = _columns(rows)
    terms: dict[str, list[str]] = {}
    for line, cells in rows[first:]:
        if len(cells) <= max(source, target) or not cells[source].strip() or not cells[target].strip():
            raise InputError(
                f"{label(path)}, line {line}: a source term and a target term are wanted; give both"
            )
        found = [one.strip() for one in cells[target].split("|") if one.strip()]
        terms.setdefault(cells[source].strip(), []).extend(found)
    if not terms:
        raise InputError(f"{label(path)}: no term in it; write a source term and a target term on every line")
    return [Term(name, tuple(dict.fromkeys(targets))) for name, targets in terms.items()]


def _columns(rows: Rows) -> tuple[int, int, int]:
    """Return the columns of source and target, and the first row that is a term."""
    if rows:
        names = [cell.strip().lower() for cell in rows[0][1]]
        places = [[at for at, name in enumerate(names) if word in name] for word in ("source", "target")]
        if places[0] and places[1]:
            return places[0][0], places[1][0], 1
    return 0, 1, 0
