"""Notes on units from a table: columns `id` and `note`, and `severity` if there is one; TSV, one row a note."""

from __future__ import annotations

from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import decoded
from assay.io.texts.quoting import read_rows
from assay.io.units.note_places import Note


def read_notes(path: str) -> dict[str, list[Note]]:
    """Read notes by the id of their unit; other columns are left alone."""
    rows = read_rows(path, decoded(path, contents(path)), "\t")
    absent = [name for name in ("id", "note") if name not in rows.header]
    if absent:
        raise InputError(
            f'{label(path)}, line 1: no column named "{absent[0]}"; the columns are id, note and, if wanted, severity'
        )
    notes: dict[str, list[Note]] = {}
    for line, cells in rows.body:
        row = dict(zip(rows.header, cells, strict=True))
        if not row["note"].strip():
            raise InputError(
                f'{label(path)}, line {line}: no note for "{shown(row["id"])}"; write one, or remove the row'
            )
        notes.setdefault(row["id"], []).append(Note(row["note"], row.get("severity", "").strip()))
    if not notes:
        raise InputError(f"{label(path)}: a header and no notes; add one row a note")
    return notes
