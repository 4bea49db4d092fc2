"""WMT's XML and SGML as fields: one list of lines each for source, references, documents, origin, domain and systems.

The rules are those by which sacreBLEU makes plain text of these files, so that lines are the same: white space is
collapsed, documents of test suites and segments without any reference are left out, a translation that one translator
lacks is an empty line, and entities of SGML stay as they are.

Plain lines, too, are read as sacreBLEU does: in any encoding, ended by line feeds alone, or by carriage returns as
well.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from assay.errors import InputError, OptionError
from assay.io.opening import contents, label
from assay.io.xml_parsing import XmlReader


def encoded_lines(path: str, encoding: str = "utf-8", *, returns: bool = False) -> list[str]:
    """Return the lines of a file without what ends them; with `returns` a carriage return ends a line, too."""
    try:
        text = contents(path).decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{label(path)}: byte {error.start + 1} is not {encoding}; name the encoding with --encoding"
        ) from None
    except LookupError:
        raise OptionError(
            f"{encoding!r} is not an encoding that Python knows; give one such as utf-8 or latin-1"
        ) from None
    if returns:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def open_encoded(path: str, mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a text file, packed if its name ends in .gz, whose lines end at line feeds alone."""
    opening: Callable[..., IO[Any]] = gzip.open if path.endswith(".gz") else open
    return opening(path, mode=mode, encoding=encoding, newline="\n")


Fields = dict[str, list[str]]
Sides = dict[tuple[str, str], dict[int, str]]  # ("ref", translator) to segments by number
# Element, and the attribute that names it
SIDES = {"src": "", "ref": "translator", "hyp": "system"}
ABOUT = ("docid", "genre", "origlang")  # what sacreBLEU takes from the tags of documents in SGML
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """Collapse white space."""
    return _SPACE.sub(" ", text.strip())


@dataclass
class XmlDocument:
    """A document: its attributes and its texts."""

    attributes: dict[str, str]
    sides: Sides = field(default_factory=dict)

    def names(self, kind: str) -> list[str]:
        """Return the translators, or the systems, of this document."""
        return [name for element, name in self.sides if element == kind]

    def segments(self) -> list[int]:
        """Return the numbers of the segments that have a reference."""
        references = [texts for (kind, _), texts in self.sides.items() if kind == "ref"]
        source = self.sides.get(("src", ""), {})
        return sorted(number for number in source if any(texts.get(number) for texts in references))


def xml_fields(path: str) -> Fields:
    """Read WMT's XML of 2021 and later."""
    reader = _SetReader(path)
    reader.parse(contents(path))
    documents = [document for document in reader.documents if "testsuite" not in document.attributes]
    columns = {"src": ("src", "")}
    columns |= {f"ref:{name}" if name else "ref": ("ref", name) for name in _names(documents, "ref")}
    fields: Fields = {name: _column(documents, side) for name, side in columns.items()}
    for name, attribute in {"docid": "id", "origlang": "origlang"}.items():
        fields[name] = _about(documents, attribute)
    fields |= {name: _column(documents, ("hyp", name)) for name in _names(documents, "hyp")}
    if any("domain" in document.attributes for document in documents):
        fields["domain"] = _about(documents, "domain")
    return fields


def _names(documents: Iterable[XmlDocument], kind: str) -> list[str]:
    return sorted({name for document in documents for name in document.names(kind)})


def _column(documents: Iterable[XmlDocument], side: tuple[str, str]) -> list[str]:
    return [
        clean(document.sides.get(side, {}).get(number, ""))
        for document in documents
        for number in document.segments()
    ]


def _about(documents: Iterable[XmlDocument], attribute: str) -> list[str]:
    return [document.attributes.get(attribute, "") for document in documents for _ in document.segments()]


class _SetReader(XmlReader):
    """Receives the elements of the file in order and collects the segments of each document."""

    namespaces = False

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.documents: list[XmlDocument] = []
        self.texts: dict[int, str] | None = None
        self.segment: list[str] | None = None
        self.number = 0

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a document, a text of it or a segment."""
        if element == "doc":
            self.documents.append(XmlDocument(attributes))
        elif element in SIDES and self.documents:
            name = attributes.get(SIDES[element], "")
            self.texts = self.documents[-1].sides.setdefault((element, name), {})
        elif element == "seg" and self.texts is not None:
            self.segment, self.number = [], self._whole_number(attributes.get("id", ""))

    def _whole_number(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal()):
            raise InputError(
                f"{self.where()}: the id of a segment is {text!r}, not a whole number; number them"
            )
        return int(text)

    def end(self, element: str) -> None:
        """Keep a segment that is complete."""
        if element == "seg" and self.segment is not None and self.texts is not None:
            self.texts[self.number] = "".join(self.segment)
            self.segment = None
        elif element in SIDES:
            self.texts = None

    def text(self, text: str) -> None:
        """Add to the segment that is open."""
        if self.segment is not None:
            self.segment.append(text)


def sgml_fields(source: str, references: Sequence[str]) -> Fields:
    """Read a source and its references in the SGML of WMT before 2021, which no parser of SGML could read."""
    names = ["ref"] if len(references) == 1 else [f"ref:{place}" for place in range(len(references))]
    lines = encoded_lines(source)
    fields: Fields = {"src": _segments(lines)}
    fields |= {name: _segments(encoded_lines(path)) for name, path in zip(names, references, strict=True)}
    return fields | {name: _of_documents(lines, name) for name in ABOUT}


def _segments(lines: Iterable[str]) -> list[str]:
    """Return what stands between the tags of segments; each has a line of its own."""
    texts = [line.partition(">")[2].rpartition("</seg>") for line in lines if line.startswith("<seg ")]
    return [clean(before if tag else after) for before, tag, after in texts]


def _of_documents(lines: Iterable[str], attribute: str) -> list[str]:
    """Return an attribute of the document that each segment is in; without one it is that of the last before."""
    values, current = [], ""
    for line in lines:
        if line.startswith("<doc "):
            named = re.search(rf'{attribute}="(.*?)"', line)
            current = named[1] if named else current
        elif line.startswith("<seg "):
            values.append(current)
    return values
