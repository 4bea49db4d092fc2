"""Notes by unit, from a table, and their insertion into the bytes of a translator's file.

The table is TSV, one row a note, with the columns `id` and `note`, and `severity` if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import decoded
from assay.io.texts.quoting import read_rows, written_rows

SENDER = "assay"


@dataclass(frozen=True)
class Note:
    """What is to be said of a unit, and how bad it is: a word of the user's, such as "major"."""

    text: str
    severity: str = ""

    def __str__(self) -> str:
        """Return the note with its severity before it."""
        return f"[{self.severity}] {self.text}" if self.severity else self.text


Notes = Mapping[str, Sequence[Note | str]]
Insertion = tuple[int, bytes]  # where in the file, and what


def inserted(data: bytes, insertions: Iterable[Insertion]) -> bytes:
    """Return the bytes with all insertions made; places are those of the bytes as they were."""
    pieces, last = [], 0
    for place, piece in sorted(insertions, key=lambda insertion: insertion[0]):
        pieces += [data[last:place], piece]
        last = place
    return b"".join([*pieces, data[last:]])


def resolved(
    path: str, notes: Notes, names: Mapping[str, Sequence[int]]
) -> dict[int, list[tuple[str, Note]]]:
    """Return the notes of every unit by its number, each with the name it was called by; refuse other names."""
    unknown = [name for name in notes if name not in names]
    if unknown:
        raise InputError(
            f'{label(path)}: {len(unknown)} of {len(notes)} units of the notes are not in it, the first "'
            f'{shown(unknown[0])}"; correct the ids (its first unit is "{shown(next(iter(names), ""))}")'
        )
    by_unit: dict[int, list[tuple[str, Note]]] = {}
    for name, texts in notes.items():
        if len(names[name]) > 1:
            raise InputError(
                f'{label(path)}: {len(names[name])} units are called "{shown(name)}"; write DOCUMENT#ID for one of them'
            )
        given = [(name, Note(text) if isinstance(text, str) else text) for text in texts]
        by_unit.setdefault(names[name][0], []).extend(given)
    return by_unit


def notes_table(notes: Iterable[tuple[str, str]]) -> str:
    """Write notes as the table that `read_notes` reads: the id of a unit, and what is to be said of it."""
    rows = [("id", "note"), *((name, " ".join(text.split())) for name, text in notes)]
    return written_rows(rows, "\t", None, quoted=any('"' in cell for row in rows for cell in row))


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
        raise InputError(f"{label(path)}: a header but no notes; add one row per note")
    return notes
