"""Notes by unit, from a table, and their insertion into the bytes of a translator's file.

The table has one row a note, and the columns `id` and `note`, and `severity` if there is one. In XLIFF a note is
<note from="assay"> behind the target (1.2), or <note category="assay"> in the notes of a unit (2.x). expat tells the
offsets; nothing but what is inserted is new. Notes belong to units: one for a segment names it. A note that a unit has
already, word for word, is not written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from assay.errors import InputError
from assay.io.opening import Source, label, shown
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import key_of
from assay.io.tables.spellings import SPELLINGS
from assay.io.texts.rows import written_rows
from assay.io.units.xliff import SIDES, UNITS, UNREAD
from assay.io.xml_parsing import XmlReader, split_name

SENDER = "assay"
# Columns, and the names that they may have
NAMED = {"id": "id", "note": "comment", "severity": "severity"}


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
    rows = read_headed(Source.of(path), Wanted(lambda name: bool(_role_of(name)), needed=lambda _: True))
    columns = {role: name for name in reversed(rows.header) if (role := _role_of(name))}
    absent = [role for role in ("id", "note") if role not in columns]
    if absent:
        raise InputError(
            f'{rows.header_place}: no column named "{absent[0]}"; the columns are id, note and, if wanted, severity'
        )
    notes: dict[str, list[Note]] = {}
    texts = {role: rows.column(name) for role, name in columns.items()}
    for row, (name, text) in enumerate(zip(texts["id"], texts["note"], strict=True)):
        if not text.strip():
            raise InputError(f'{rows.where(row)}: no note for "{shown(name)}"; write one, or remove the row')
        severity = texts["severity"][row].strip() if "severity" in texts else ""
        notes.setdefault(name, []).append(Note(text, severity))
    if not notes:
        raise InputError(f"{label(path)}: a header but no notes; add one row per note")
    return notes


def _role_of(name: str) -> str:
    """Return what a column of notes is called here, "" where it is none of them."""
    key = key_of(name)
    return next((role for role, spelt in NAMED.items() if key in SPELLINGS[spelt]), "")


NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MARKS = {b"\xff\xfe": "utf-16-le", b"<\0": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\0<": "utf-16-be"}
# What comes behind the notes of a unit of version 2
BODY = ("originalData", "segment", "ignorable")


@dataclass
class NotePlace:
    """Where the notes of a unit go."""

    id: str
    document: str
    prefix: str
    begins: int  # where the unit does
    ends: int = -1
    segments: list[str] = field(default_factory=list)
    at: int = -1
    beside: int = -1  # where the element begins whose indentation is copied
    within: bool = False  # inside a <notes> that is there already
    empty: bool = False  # that <notes> is written <notes/>, into which nothing fits


def flag_xliff(data: bytes, notes: Notes, path: str = "the XLIFF file") -> bytes:
    """Return an XLIFF file with notes by the id of a unit or segment, DOCUMENT# before it where two have one."""
    finder = _NotePlaceFinder(path)
    finder.parse(data)
    names: dict[str, list[int]] = {}
    for number, place in enumerate(finder.places):
        for name in _names(place):
            names.setdefault(name, []).append(number)
            names.setdefault(f"{place.document}#{name}", []).append(number)
    encoding = next(
        (name for mark, name in MARKS.items() if data.startswith(mark)), finder.encoding or "utf-8"
    )
    writer = _NoteWriter(path, data, encoding, finder.version)
    by_unit = resolved(path, notes, names)
    return inserted(
        data, [writer.insertion(finder.places[number], given) for number, given in by_unit.items()]
    )


def _names(place: NotePlace) -> list[str]:
    """Return what a unit and its segments are called; segments of version 2 without an id by their place."""
    return list(dict.fromkeys([place.id, *(f"{place.id}/{name}" for name in place.segments)]))


class _NotePlaceFinder(XmlReader):
    """Finds the place for notes in every unit."""

    outer_doctype = True

    def __init__(self, path: str) -> None:
        super().__init__(path)
        # Offsets are right only where an event is told as soon as it is there, and every token is an event.
        self.parser.buffer_text = False
        self.parser.CommentHandler = self.parser.ProcessingInstructionHandler = self._other
        self.parser.StartCdataSectionHandler = self.parser.EndCdataSectionHandler = self._other
        self.parser.DefaultHandlerExpand = self._other
        self.space, self.version, self.document = "", "", ""
        self.places: list[NotePlace] = []
        self.stack: list[tuple[str, int]] = []  # elements that are open, and where each began
        self.unread = 0
        self.unit = 0  # how many elements are open where a unit is
        self.ended: tuple[str, int, int] | None = (
            # The element that ended last: name, start, offset of its end tag
            None
        )

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Note where an element begins."""
        here = self._settle()
        space, name, prefix = split_name(element)
        if not self.version:
            self._start_root(name, space, attributes)
        self.stack.append((name, here))
        if self.unread or space != self.space or name in UNREAD:
            self.unread += 1
        elif name == "file":
            self.document = attributes.get("original") or attributes.get("id", "")
        elif name == UNITS[self.version]:
            self.unit = len(self.stack)
            self.places.append(NotePlace(attributes.get("id", ""), self.document, prefix, here))
        elif self.unit:
            self._start_inside(name, attributes, here)

    def end(self, element: str) -> None:
        """Note where an element ends."""
        here = self._settle()
        name, began = self.stack.pop()
        if self.unread:
            self.unread -= 1
        elif name == UNITS[self.version]:
            self.unit, self.places[-1].ends = 0, here
        elif self.unit and (len(self.stack) == self.unit or (name, self.stack[-1][0]) == ("note", "notes")):
            self.ended = (name, began, here)

    def text(self, text: str) -> None:
        """Note that the token before the text is over."""
        self._settle()

    def _other(self, *token: object) -> None:
        self._settle()

    def _start_root(self, name: str, space: str, attributes: dict[str, str]) -> None:
        version = attributes.get("version", "")[:1]
        if name != "xliff" or version not in UNITS:
            raise InputError(f"{self.where()}: not XLIFF 1 or 2; give one of these")
        self.space, self.version = space, version

    def _start_inside(self, name: str, attributes: dict[str, str], here: int) -> None:
        place = self.places[-1]
        child = len(self.stack) == self.unit + 1
        if self.version == "2" and child and name in BODY:
            if place.at < 0:
                place.at = place.beside = here
            if name == "segment":
                place.segments.append(attributes.get("id") or str(len(place.segments) + 1))
        elif (
            name == "mrk" and attributes.get("mtype") == "seg" and attributes.get("mid") not in place.segments
        ):
            place.segments.append(attributes.get("mid", ""))

    def _settle(self) -> int:
        """Return where this event is; an element that ended before it ended right here."""
        here: int = self.parser.CurrentByteIndex
        if self.ended is not None:
            (name, began, tag), self.ended = self.ended, None
            place = self.places[-1]
            if self.version == "1" and name in SIDES:
                place.at, place.beside = here, began
            elif self.version == "2" and name == "note":
                place.at, place.beside, place.within = here, began, True
            elif self.version == "2" and name == "notes" and not place.within:
                place.at, place.within, place.empty = tag, True, tag == here
        return here


class _NoteWriter:
    """Writes notes as the file is written: its encoding, its line ends, its indentation."""

    def __init__(self, path: str, data: bytes, encoding: str, version: str) -> None:
        self.path, self.data, self.encoding, self.version = path, data, encoding, version

    def insertion(self, place: NotePlace, given: list[tuple[str, Note]]) -> Insertion:
        """Return what is to be inserted for the notes of one unit."""
        if place.at < 0 or place.empty:
            problem = "an empty <notes/>" if place.empty else "no source"
            raise InputError(f'{label(self.path)}: unit "{shown(place.id)}" has {problem}; complete it')
        indent = self._indent(place.beside)
        tag = f"{place.prefix}:" if place.prefix else ""
        written = [self._note(place, tag, name, note) for name, note in given]
        notes = [note for note in written if self._bytes(note) not in self.data[place.begins : place.ends]]
        if not notes:
            return place.at, b""
        text = "".join(f"{indent}{note}" for note in notes)
        if self.version == "2" and not place.within:
            text = f"<{tag}notes>{''.join(notes)}</{tag}notes>{indent}"
        return place.at, self._bytes(text)

    def _bytes(self, text: str) -> bytes:
        return text.encode(self.encoding, "xmlcharrefreplace")

    def _note(self, place: NotePlace, tag: str, name: str, note: Note) -> str:
        segment = name.removeprefix(f"{place.document}#").removeprefix(place.id).removeprefix("/")
        text = f"{f'segment {segment}: ' if segment else ''}{note}"
        if forbidden := NO_XML.search(text):
            raise InputError(
                f'{label(self.path)}: a note for "{shown(name)}" has U+{ord(forbidden[0]):04X}, which XML cannot hold'
            )
        kind = (
            f'from="{SENDER}" annotates="target"'
            if self.version == "1"
            else f'category="{SENDER}" appliesTo="target"'
        )
        return f"<{tag}note {kind}>{escape(text, {chr(13): '&#13;'})}</{tag}note>"

    def _indent(self, start: int) -> str:
        """Return the line end and white space before an element, or nothing where it does not begin its line."""
        size = 2 if self.encoding.startswith("utf-16") else 1
        first = start
        while first >= size and self._sign(first - size, size) in " \t":
            first -= size
        if first < size or self._sign(first - size, size) != "\n":
            return ""
        first -= size
        first -= size if first >= size and self._sign(first - size, size) == "\r" else 0
        return self.data[first:start].decode(self.encoding)

    def _sign(self, place: int, size: int) -> str:
        return self.data[place : place + size].decode(self.encoding, "replace")
