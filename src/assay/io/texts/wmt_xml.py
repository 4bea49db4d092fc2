"""WMT's XML: dataset, doc, and in each doc one src, a ref for every translator and a hyp for every system.

The file is read by expat. A document type declaration is refused, and with it every entity but the five of
XML itself: no entity is expanded, no other file is opened. The text of a segment is kept as it is.
"""

from __future__ import annotations

from assay.data import EvalSet, Outputs
from assay.errors import InputError
from assay.io.opening import shown
from assay.io.texts.names import base_name
from assay.io.texts.segments import Collected, Stream, add_segment
from assay.io.xml_parsing import XmlReader

# Element, and the attribute that names it
SIDES = {"src": "source", "ref": "translator", "hyp": "system"}


def parse_xml(path: str, data: bytes) -> tuple[EvalSet, Outputs]:
    """Read WMT XML from the bytes of a file."""
    reader = _WmtXmlReader(path)
    reader.parse(data)
    return reader.collected.aligned()


class _WmtXmlReader(XmlReader):
    """Receives the elements of the file in order and collects the segments."""

    namespaces = False

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.collected = Collected(base_name(path))
        self.root = False
        self.document: str | None = None
        self.texts: dict[str, str] | None = None
        self.segment: list[str] | None = None
        self.segment_id: str | None = None

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a document, a text of it or a segment."""
        if not self.root:
            self._start_root(element, attributes)
        elif self.segment is not None:
            raise InputError(f"{self.where()}: <{shown(element)}> inside a segment; write &lt; for < in text")
        elif element == "doc":
            self._start_document(attributes)
        elif element in SIDES:
            self._start_side(element, attributes)
        elif element == "seg" and self.texts is not None:
            self.segment, self.segment_id = [], attributes.get("id")

    def _start_root(self, element: str, attributes: dict[str, str]) -> None:
        if element != "dataset":
            raise InputError(
                f"{self.where()}: the outermost element is <{shown(element)}>, not <dataset>; give WMT XML"
            )
        self.root = True
        self.collected.name = shown(attributes.get("id", "")) or self.collected.name

    def _start_document(self, attributes: dict[str, str]) -> None:
        name = attributes.get("id")
        if name is None or self.document is not None:
            problem = "a <doc> without an id" if name is None else "a <doc> inside a <doc>"
            raise InputError(f"{self.where()}: {problem}; give every document an id and an end of its own")
        if name in self.collected.documents:
            raise InputError(f'{self.where()}: a second document "{shown(name)}"; give each an id of its own')
        self.document = name
        self.collected.documents[name] = None

    def _start_side(self, element: str, attributes: dict[str, str]) -> None:
        if self.document is None or self.texts is not None:
            raise InputError(
                f"{self.where()}: <{element}> must be in a <doc>, and in no other element; move it there"
            )
        self._set_language(element, attributes.get("lang", ""))
        self.texts = self._stream(element, attributes).start(self.document, self.where())

    def _stream(self, element: str, attributes: dict[str, str]) -> Stream:
        if element == "src":
            self.collected.source = self.collected.source or Stream(self.path, "the source")
            return self.collected.source
        name = shown(attributes.get(SIDES[element], element))
        streams = self.collected.references if element == "ref" else self.collected.systems
        kind = "reference" if element == "ref" else "system"
        return streams.setdefault(name, Stream(self.path, f'{kind} "{name}"'))

    def _set_language(self, element: str, language: str) -> None:
        """Keep the first language of each side; texts of several languages are no one set."""
        source, target = self.collected.languages
        known = source if element == "src" else target
        if known and language and language != known:
            raise InputError(
                f'{self.where()}: <{element}> is in "{shown(language)}", others in "{shown(known)}"; '
                "give one file per language pair"
            )
        if language:
            self.collected.languages = (language, target) if element == "src" else (source, language)

    def end(self, element: str) -> None:
        """Keep a segment that is complete."""
        if element == "seg" and self.segment is not None and self.texts is not None:
            add_segment(self.texts, self.segment_id, "".join(self.segment), self.where())
            self.segment = None
        elif element in SIDES:
            self.texts = None
        elif element == "doc":
            self.document = None

    def text(self, text: str) -> None:
        """Add to the segment that is open."""
        if self.segment is not None:
            self.segment.append(text)
