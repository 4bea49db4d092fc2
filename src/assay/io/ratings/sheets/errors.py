"""Marked errors as translation tools and spreadsheets list them: one row an error, with segment and severity.

A row whose severity and category are empty or say "no error" is a visit that found nothing. Tools often leave such
rows out; where no output at all is without an error, that is warned of, because means of outputs with errors alone are
too low.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import GENUINE, Codes, Judgements
from assay.io.layout import Remarks
from assay.io.ratings.sheets.shapes import Shape
from assay.io.ratings.spans import NESTED, Span, SpanRows, folded, remark_severity
from assay.io.tables.names import LANGUAGES
from assay.io.tables.table import Table

CLEAN = ("", "no-error", "no-errors", "none", "-", "n/a", "na", "ok", "no-issue", "no-issues")
TEXTS = ("source", "target")


def errors_of(grid: Table, shape: Shape, names: Mapping[str, Sequence[str]]) -> Judgements:
    """Gather the errors that one rater marked in one output to a row of judgements."""
    visits: dict[tuple[str, ...], list[int]] = {}
    told = [role for role in ("rater", "system", "document", "segment") if role in names]
    for row in range(len(grid)):
        visits.setdefault(tuple(names[role][row] for role in told), []).append(row)
    remarks, spans = Remarks(), SpanRows(_kept(grid, shape))
    for rows in visits.values():
        for row in rows:
            span = _span(grid, shape, row, remarks)
            if span is not None:
                spans.add(span)
        spans.end_row()
    first = [rows[0] for rows in visits.values()]
    texts = {role: grid.column(shape.places[role]) for role in (*TEXTS, *LANGUAGES) if role in shape.places}
    return Judgements(
        "mqm",
        rater=Codes.of([names["rater"][row] for row in first]),
        system=Codes.of([names["system"][row] for row in first]),
        segment=Codes.of(_segments(names, first)),
        score=np.full(len(first), np.nan),
        item=Codes.alike(GENUINE, len(first)),
        aspect=Codes.alike("", len(first)),
        document=Codes.of([names["document"][row] for row in first]) if "document" in names else None,
        spans=spans.columns(),
        extra={role: [cells[row] for row in first] for role, cells in texts.items()},
        line=grid.line[first],
        path=grid.path,
        remarks=remarks.taken(),
    )


def _segments(names: Mapping[str, Sequence[str]], rows: Sequence[int]) -> list[str]:
    """Name segments with their documents, where numbers begin anew in each."""
    segments = [names["segment"][row] for row in rows]
    if "document" not in names:
        return segments
    both = {(names["document"][row], names["segment"][row]) for row in rows}
    if len(both) == len({*segments}):
        return segments
    return [f"{names['document'][row]}#{names['segment'][row]}" for row in rows]


def _kept(grid: Table, shape: Shape) -> tuple[str, ...]:
    """Return the further columns of errors, such as comments."""
    taken = set(shape.places.values()) - {shape.places.get("comment")}
    return tuple(name for place, name in enumerate(grid.header) if place not in taken)


def _span(grid: Table, shape: Shape, row: int, remarks: Remarks) -> Span | None:
    """Return the error of a row, None where it says that there is none."""
    cells, places = grid.row(row), shape.places
    severity = cells[places["severity"]].strip()
    classes = [cells[places[role]].strip() for role in ("category", "subcategory") if role in places]
    category = NESTED.join(filter(None, classes))
    if folded(severity) in CLEAN and (folded(category) in CLEAN or folded(severity) == "no-error"):
        return None
    remark_severity(severity, grid.where(row), remarks)
    side = "missing" if "omission" in category.casefold() else "target"
    kept = tuple(cells[grid.header.index(name)] for name in _kept(grid, shape))
    return Span(-1, -1, side, severity, category, kept)
