"""Notes written into translators' files, with every other byte left as it is.

Nothing is parsed and written again: the places of the notes are found, and the notes are inserted there. In PO they
are comments of a translator ("# assay: …") behind those that an entry has already. A note that is there already, word
for word, is not written again.
"""

from __future__ import annotations

from assay.errors import InputError
from assay.io.formats import foreign_format, refusal
from assay.io.opening import Source, label, shown
from assay.io.tables.head import look_at
from assay.io.texts.names import extension
from assay.io.units.notes import SENDER, Note, Notes, flag_xliff, inserted, resolved
from assay.io.units.po import PoCatalogue, PoEntry, parse_catalogue
from assay.io.units.unit_files import ENDINGS, form_of


def add_notes(path: str, data: bytes, notes: Notes) -> bytes:
    """Return a translator's file, XLIFF or PO, with notes in it."""
    form = form_of(data[:4096]) or ENDINGS.get(extension(path))
    if form == "xliff":
        return flag_xliff(data, notes, path)
    if form == "po":
        return flag_po(data, notes, path)
    told = look_at(Source(path, data))
    other = foreign_format("units", told, general=True)
    if other is not None:
        raise refusal("units", told, other)
    raise InputError(f"{label(path)}: notes can be written into XLIFF and PO; give one of these")


def flag_po(data: bytes, notes: Notes, path: str = "the PO file") -> bytes:
    """Return a PO file with notes by the id of an entry, or of one of its plural forms."""
    catalogue = parse_catalogue(path, data)
    _refuse_changed(catalogue, data)
    entries = [entry for entry in catalogue.entries if not entry.is_header]
    names: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        for name in dict.fromkeys([entry.id, *(form for form, _, _ in entry.forms())]):
            names.setdefault(name, []).append(number)
    by_entry = resolved(path, notes, names)
    places = _offsets(catalogue, [entries[number].place for number in by_entry])
    pieces = [_comments(catalogue, entries[number], given) for number, given in by_entry.items()]
    return inserted(data, list(zip(places, pieces, strict=True)))


def _offsets(catalogue: PoCatalogue, places: list[int]) -> list[int]:
    """Return where in the bytes of the file places in its text are."""
    offsets, last, offset = {}, 0, len(catalogue.mark)
    for place in sorted(places):
        offset += len(catalogue.text[last:place].encode(catalogue.encoding))
        offsets[place], last = offset, place
    return [offsets[place] for place in places]


def _refuse_changed(catalogue: PoCatalogue, data: bytes) -> None:
    """Refuse an encoding whose text does not come back as the same bytes."""
    if catalogue.mark + catalogue.text.encode(catalogue.encoding) != data:
        raise InputError(
            f"{label(catalogue.path)}: its bytes are not valid {catalogue.encoding}; convert it to UTF-8"
        )


def _comments(catalogue: PoCatalogue, entry: PoEntry, given: list[tuple[str, Note]]) -> bytes:
    feed = catalogue.text.find("\n", entry.place)
    line_end = "\r\n" if catalogue.text[max(feed - 1, 0)] == "\r" else "\n"
    before = _comments_before(catalogue, entry)
    notes = ["".join(f"# {line}{line_end}" for line in _lines(entry, name, note)) for name, note in given]
    text = "".join(note for note in notes if f"\n{note}" not in before)
    try:
        return text.encode(catalogue.encoding)
    except UnicodeEncodeError as error:
        raise InputError(
            f'{label(catalogue.path)}: a note for "{shown(entry.id)}" has "{shown(text[error.start])}", which '
            f"{catalogue.encoding} cannot represent; convert the file to UTF-8"
        ) from None


def _comments_before(catalogue: PoCatalogue, entry: PoEntry) -> str:
    """Return the lines of comments right before the place for notes, a line feed before each."""
    lines = catalogue.text[: entry.place].splitlines(keepends=True)
    first = len(lines)
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return "\n" + "".join(lines[first:])


def _lines(entry: PoEntry, name: str, note: Note) -> list[str]:
    """Return the lines of a note; where it is for one plural form, the form is named."""
    form = name.removeprefix(entry.id)
    told = f"{SENDER}{f' (msgstr{form})' if form else ''}: {note}"
    return told.replace("\r\n", "\n").replace("\r", "\n").split("\n")
