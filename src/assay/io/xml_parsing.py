"""What the readers of XML share: expat, with nothing expanded and nothing opened on behalf of the file.

No entity but the five of XML itself is ever resolved. A document type declaration is refused, except that formats
whose files often name their DTD may let one through that declares nothing itself: the DTD is never fetched.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, NamedTuple
from xml.parsers import expat

from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.texts.lines import check_utf8

SEPARATOR = "\x1f"  # no XML file can hold it, so no name or namespace does
PROLOGUE = (
    # What may come before the outermost element
    r"(?>\s+|<\?[^<>]*>|<!--(?s:.*?)-->|<!(?!--)[^<>]*>)*+"
)
WIDE = (b"\xff\xfe", b"\xfe\xff")
XML_SPACE = "http://www.w3.org/XML/1998/namespace"


class Name(NamedTuple):
    """The name of an element or attribute."""

    space: str
    local: str
    prefix: str


@lru_cache(maxsize=1024)
def split_name(name: str) -> Name:
    """Take a name apart as expat gives it where it knows namespaces."""
    space, *rest = name.split(SEPARATOR)
    return Name(space, rest[0], rest[1] if rest[1:] else "") if rest else Name("", space, "")


USUAL_ADVICE = "write & as &amp; and < as &lt;, and close every tag"
_ENCODING = "name the encoding of the file in the XML declaration, or convert the file to the one named there"
_CUT = "the file is truncated, copy it again"
ADVICE = {
    expat.errors.codes[expat.errors.XML_ERROR_INCORRECT_ENCODING]: _ENCODING,
    expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING]: _ENCODING,
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]: _CUT,
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN]: _CUT,
    expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]: "remove everything after the last tag",
}


def first_text(start: bytes) -> str:
    """Return the first bytes of a file as text, whatever of them can be read."""
    return start.decode("utf-16" if start.startswith(WIDE) else "utf-8", "ignore")


class XmlReader:
    """Receives the elements of a file in order; subclasses say what they mean in `start`, `end` and `text`."""

    outer_doctype: ClassVar[bool] = False  # whether a DOCTYPE may name a DTD, which stays unread
    namespaces: ClassVar[bool] = True

    def __init__(self, path: str) -> None:
        self.path = path
        self.encoding: str | None = None
        self.parser = self._made()

    def _made(self) -> expat.XMLParserType:
        parser = expat.ParserCreate(namespace_separator=SEPARATOR if self.namespaces else None)
        parser.namespace_prefixes = self.namespaces
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._refuse_declaration
        parser.SkippedEntityHandler = self._refuse_entity
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        return parser

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Receive the start of an element."""

    def end(self, element: str) -> None:
        """Receive the end of an element."""

    def text(self, text: str) -> None:
        """Receive text."""

    def parse(self, data: bytes) -> None:
        """Read the whole file."""
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            if (self.encoding or "utf-8").lower() == "utf-8" and not data.startswith(WIDE):
                check_utf8(self.path, data)
            raise InputError(
                f"{label(self.path)}, line {error.lineno}, column {error.offset + 1}: "
                f"not well-formed XML ({_reason(error)}); {ADVICE.get(error.code, USUAL_ADVICE)}"
            ) from None
        except (LookupError, TypeError, ValueError) as error:
            raise InputError(
                f"{label(self.path)}: the XML encoding cannot be read ({error}); convert the file to UTF-8"
            ) from None

    def where(self) -> str:
        """Return file and line of what is being read."""
        return f"{label(self.path)}, line {self.parser.CurrentLineNumber}"

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        self.encoding = encoding

    def _doctype(self, name: str, system: str | None, public: str | None, inner: int) -> None:
        if inner or not self.outer_doctype:
            self._refuse_declaration()

    def _refuse_declaration(self, *declaration: object) -> None:
        raise InputError(
            f"{self.where()}: a DOCTYPE or entity declaration is refused, since it can read other "
            "files or exhaust memory; delete it and write the characters themselves"
        )

    def _refuse_entity(self, name: str, parameter: int) -> None:
        raise InputError(
            f"{self.where()}: &{shown(name)}; is not an entity of XML itself; write the character it stands for"
        )


def _reason(error: expat.ExpatError) -> str:
    return (expat.ErrorString(error.code) or "").removeprefix("not well-formed (").removesuffix(")")
