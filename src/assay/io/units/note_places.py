"""Notes by unit, the places that they are for, and their insertion into the bytes of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import label, shown

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
    found: dict[int, list[tuple[str, Note]]] = {}
    for name, texts in notes.items():
        if len(names[name]) > 1:
            raise InputError(
                f'{label(path)}: {len(names[name])} units are called "{shown(name)}"; write DOCUMENT#ID for one of them'
            )
        given = [(name, Note(text) if isinstance(text, str) else text) for text in texts]
        found.setdefault(names[name][0], []).extend(given)
    return found


def flagged(path: str, data: bytes, notes: Notes) -> bytes:
    """Return a translator's file, XLIFF or PO, with notes in it."""
    from assay.io.texts.names import extension
    from assay.io.units.po_notes import flag_po
    from assay.io.units.unit_files import ENDINGS, form_of
    from assay.io.units.xliff_notes import flag_xliff

    form = form_of(data[:4096]) or ENDINGS.get(extension(path))
    if form == "xliff":
        return flag_xliff(data, notes, path)
    if form == "po":
        return flag_po(data, notes, path)
    raise InputError(f"{label(path)}: notes can be written into XLIFF and PO; give one of these")
