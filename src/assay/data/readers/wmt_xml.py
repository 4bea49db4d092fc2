"""WMT's XML: dataset, doc, and in each doc one src, a ref for every translator and a hyp for every system.

The file is read by expat. A document type declaration is refused, and with it every entity but the five of
XML itself: no entity is expanded, no other file is opened. The text of a segment is kept as it is.
"""

from __future__ import annotations

from xml.parsers import expat

from assay.data.evalset import EvalSet, Outputs
from assay.data.readers.lines import check_utf8
from assay.data.readers.names import base_name
from assay.data.readers.opening import contents, label, shown
from assay.data.readers.segments import Collected, Stream, add_segment
from assay.errors import InputError

SIDES = {"src": "source", "ref": "translator", "hyp": "system"}  # element, and the attribute that names it


def read_xml(path: str) -> tuple[EvalSet, Outputs]:
    """Read a WMT XML file; outputs are empty if it holds references alone."""
    return parse_xml(path, contents(path))


def parse_xml(path: str, data: bytes) -> tuple[EvalSet, Outputs]:
    """Read WMT XML from the bytes of a file."""
    reader = _Reader(path)
    reader.parse(data)
    return reader.collected.aligned()


class _Reader:
    """Receives the elements of the file in order and collects the segments."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.collected = Collected(base_name(path))
        self.encoding: str | None = None
        self.root = False
        self.document: str | None = None
        self.texts: dict[str, str] | None = None
        self.segment: list[str] | None = None
        self.segment_id: str | None = None
        self.parser = self._parser()

    def _parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.EntityDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        return parser

    def parse(self, data: bytes) -> None:
        """Read the whole file."""
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            if (self.encoding or "utf-8").lower() == "utf-8":
                check_utf8(self.path, data)
            raise InputError(
                f"{label(self.path)}, line {error.lineno}, column {error.offset + 1}: "
                f"not well-formed XML ({_reason(error)}); write & as &amp; and < as &lt;, and close every tag"
            ) from None
        except (LookupError, TypeError, ValueError) as error:
            raise InputError(
                f"{label(self.path)}: the XML encoding cannot be read ({error}); convert the file to UTF-8"
            ) from None

    def _where(self) -> str:
        return f"{label(self.path)}, line {self.parser.CurrentLineNumber}"

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        self.encoding = encoding

    def _refuse_doctype(self, *declaration: object) -> None:
        raise InputError(
            f"{self._where()}: a DOCTYPE or entity declaration is refused, since it can read other files or "
            "fill the memory; delete it and write the characters themselves"
        )

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        if not self.root:
            self._start_root(element, attributes)
        elif self.segment is not None:
            raise InputError(
                f"{self._where()}: <{shown(element)}> inside a segment; write &lt; for < if it is text"
            )
        elif element == "doc":
            self._start_document(attributes)
        elif element in SIDES:
            self._start_side(element, attributes)
        elif element == "seg" and self.texts is not None:
            self.segment, self.segment_id = [], attributes.get("id")

    def _start_root(self, element: str, attributes: dict[str, str]) -> None:
        if element != "dataset":
            raise InputError(
                f"{self._where()}: the outermost element is <{shown(element)}>, not <dataset>; give WMT XML"
            )
        self.root = True
        self.collected.name = shown(attributes.get("id", "")) or self.collected.name

    def _start_document(self, attributes: dict[str, str]) -> None:
        name = attributes.get("id")
        if name is None or self.document is not None:
            problem = "a <doc> without an id" if name is None else "a <doc> inside a <doc>"
            raise InputError(f"{self._where()}: {problem}; give every document an id and an end of its own")
        if name in self.collected.documents:
            raise InputError(
                f'{self._where()}: a second document "{shown(name)}"; give each an id of its own'
            )
        self.document = name
        self.collected.documents[name] = None

    def _start_side(self, element: str, attributes: dict[str, str]) -> None:
        if self.document is None or self.texts is not None:
            raise InputError(
                f"{self._where()}: <{element}> must stand in a <doc>, and in no other; move it there"
            )
        self._set_language(element, attributes.get("lang", ""))
        self.texts = self._stream(element, attributes).start(self.document, self._where())

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
                f'{self._where()}: <{element}> is in "{shown(language)}", others in "{shown(known)}"; '
                "give one file a language pair"
            )
        if language:
            self.collected.languages = (language, target) if element == "src" else (source, language)

    def _end(self, element: str) -> None:
        if element == "seg" and self.segment is not None and self.texts is not None:
            add_segment(self.texts, self.segment_id, "".join(self.segment), self._where())
            self.segment = None
        elif element in SIDES:
            self.texts = None
        elif element == "doc":
            self.document = None

    def _text(self, text: str) -> None:
        if self.segment is not None:
            self.segment.append(text)


def _reason(error: expat.ExpatError) -> str:
    return (expat.ErrorString(error.code) or "").removeprefix("not well-formed (").removesuffix(")")
