"""Notes in PO: comments of a translator ("# assay: …") behind those that an entry has already."""

from __future__ import annotations

from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.units.note_places import SENDER, Note, Notes, inserted, resolved
from assay.io.units.po import Catalogue, Entry, parse_catalogue


def flag_po(data: bytes, notes: Notes, path: str = "the PO file") -> bytes:
    """Return a PO file with notes by the id of an entry, or of one of its plural forms."""
    catalogue = parse_catalogue(path, data)
    _refuse_changed(catalogue, data)
    entries = [entry for entry in catalogue.entries if not entry.is_header]
    names: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        for name in dict.fromkeys([entry.id, *(form for form, _, _ in entry.forms())]):
            names.setdefault(name, []).append(number)
    found = resolved(path, notes, names)
    places = _offsets(catalogue, [entries[number].place for number in found])
    pieces = [_comments(catalogue, entries[number], given) for number, given in found.items()]
    return inserted(data, list(zip(places, pieces, strict=True)))


def _offsets(catalogue: Catalogue, places: list[int]) -> list[int]:
    """Return where in the bytes of the file places in its text are."""
    offsets, last, offset = {}, 0, len(catalogue.mark)
    for place in sorted(places):
        offset += len(catalogue.text[last:place].encode(catalogue.encoding))
        offsets[place], last = offset, place
    return [offsets[place] for place in places]


def _refuse_changed(catalogue: Catalogue, data: bytes) -> None:
    """Refuse an encoding whose text does not come back as the same bytes."""
    if catalogue.mark + catalogue.text.encode(catalogue.encoding) != data:
        raise InputError(
            f"{label(catalogue.path)}: its bytes are not what {catalogue.encoding} would write; convert it to UTF-8"
        )


def _comments(catalogue: Catalogue, entry: Entry, given: list[tuple[str, Note]]) -> bytes:
    feed = catalogue.text.find("\n", entry.place)
    line_end = "\r\n" if catalogue.text[max(feed - 1, 0)] == "\r" else "\n"
    lines = [line for name, note in given for line in _lines(entry, name, note)]
    text = "".join(f"# {line}{line_end}" for line in lines)
    try:
        return text.encode(catalogue.encoding)
    except UnicodeEncodeError as error:
        raise InputError(
            f'{label(catalogue.path)}: a note for "{shown(entry.id)}" has "{shown(text[error.start])}", which '
            f"{catalogue.encoding} cannot write; convert the file to UTF-8"
        ) from None


def _lines(entry: Entry, name: str, note: Note) -> list[str]:
    """Return the lines of a note; where it is for one plural form, the form is named."""
    form = name.removeprefix(entry.id)
    told = f"{SENDER}{f' (msgstr{form})' if form else ''}: {note}"
    return told.replace("\r\n", "\n").replace("\r", "\n").split("\n")
