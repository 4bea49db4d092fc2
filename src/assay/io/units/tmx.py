"""TMX 1.1 to 1.4 (LISA, now ETSI GS LIS 002): a unit has a text for each of several languages.

Its id is the `tuid`, or "#" and its place where no unit has one. The source is in the language that the header names
(`srclang`), the target in the other. Where two languages are named, they are taken, and units without a text in that
of the source are left out and counted; a file of three languages is refused unless two are named.
"""

from __future__ import annotations

from assay.errors import InputError
from assay.io.layout import Remarks
from assay.io.opening import label, shown
from assay.io.units.units import Flow, Languages, Unit, Units, chosen, missing_if_blank, named
from assay.io.xml_parsing import SEPARATOR, XML_SPACE, XmlReader, split_name

LANG = f"{XML_SPACE}{SEPARATOR}lang{SEPARATOR}xml"


def parse_tmx(path: str, data: bytes, codes: str = "drop", languages: Languages | None = None) -> Units:
    """Read TMX from the bytes of a file."""
    reader = _TmxReader(path, codes)
    reader.parse(data)
    source, target = reader.pair(languages)
    if languages is not None:
        reader.leave_out_without(source)
    named = any(name is not None for _, name, _, _ in reader.units)
    units = [
        Unit(
            _id(name, place, path, line) if named else f"#{place}",
            texts.get(source, ""),
            missing_if_blank(texts.get(source, ""), texts.get(target)),
            line,
        )
        for place, name, line, texts in reader.units
    ]
    return Units(
        path, (reader.spelling[source], reader.spelling[target]), tuple(units), reader.remarks.taken()
    )


def _id(name: str | None, place: int, path: str, line: int) -> str:
    if name is None:
        raise InputError(
            f"{label(path)}, line {line}: unit {place} has no tuid, but others have; give every unit one, or none"
        )
    return name


class _TmxReader(XmlReader):
    """Receives the elements of the file in order and collects the texts of every unit."""

    outer_doctype = True

    def __init__(self, path: str, codes: str) -> None:
        super().__init__(path)
        self.codes = codes
        self.root = False
        self.header = ""
        self.spelling: dict[str, str] = {}
        # Place, tuid, line, texts by language
        self.units: list[tuple[int, str | None, int, dict[str, str]]] = []
        self.remarks = Remarks()
        self.language: str | None = None
        self.flow: Flow | None = None
        self.depth = 0

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a unit, a language of it, its text, or a code in the text."""
        name = split_name(element).local
        if self.flow is not None:
            self.depth += 1
            self.flow.start(name, attributes, self.where)
        elif not self.root:
            self._start_root(name)
        elif name == "header":
            self.header = attributes.get("srclang", "").lower()
        elif name == "tu":
            place = len(self.units) + 1
            self.units.append((place, attributes.get("tuid"), self.parser.CurrentLineNumber, {}))
        elif name == "tuv":
            self._start_language(attributes.get(LANG) or attributes.get("lang", ""))
        elif name == "seg" and self.language is not None:
            self.flow, self.depth = Flow(self.codes), 0

    def end(self, element: str) -> None:
        """Keep a text that is complete."""
        name = split_name(element).local
        if self.flow is not None and self.depth:
            self.depth -= 1
            self.flow.end()
        elif self.flow is not None and self.language is not None:
            self._keep(self.language, self.flow.joined())
            self.flow = None
        elif name == "tuv":
            self.language = None

    def text(self, text: str) -> None:
        """Add to the text that is open."""
        if self.flow is not None:
            self.flow.text(text)

    def pair(self, wanted: Languages | None) -> tuple[str, str]:
        """Return the languages of source and target."""
        languages = list(self.spelling)
        if wanted is not None:
            return self._chosen(wanted)
        if len(languages) != 2:
            more = (
                "name them with --languages SOURCE,TARGET" if languages else "check that it is the right file"
            )
            raise InputError(
                f"{label(self.path)}: {len(languages)} languages ({named(list(self.spelling.values()))}), but only a "
                f"source and a target can be used; {more}"
            )
        source = next((name for name in languages if name == self.header), None)
        source = source or next(
            (n for n in languages if n.split("-")[0] == self.header.split("-")[0]), languages[0]
        )
        return source, next(name for name in languages if name != source)

    def _chosen(self, wanted: Languages) -> tuple[str, str]:
        there = list(self.spelling.values())
        source, target = (chosen(self.path, there, tag).lower() for tag in wanted)
        if source == target:
            raise InputError(
                f"{label(self.path)}: {' and '.join(map(shown, wanted))} are one language here; the file has "
                f"{named(there)}: name two of them with --languages SOURCE,TARGET"
            )
        return source, target

    def leave_out_without(self, language: str) -> None:
        """Drop units that have no text in a language, and count them."""
        kind = f"units without a text in {shown(self.spelling[language])}, which are left out"
        for _, _, line, texts in self.units:
            if language not in texts:
                self.remarks.add(kind, f"line {line}")
        self.units = [unit for unit in self.units if language in unit[3]]

    def _start_root(self, name: str) -> None:
        if name != "tmx":
            raise InputError(f"{self.where()}: the outermost element is <{shown(name)}>, not <tmx>; give TMX")
        self.root = True

    def _start_language(self, language: str) -> None:
        if not language or not self.units:
            raise InputError(
                f"{self.where()}: a <tuv> without xml:lang or outside any <tu>; say its language"
            )
        self.language = language.lower()
        self.spelling.setdefault(self.language, language)

    def _keep(self, language: str, text: str) -> None:
        _, _, line, texts = self.units[-1]
        if language in texts:
            self.remarks.add("further texts of one language in a unit; the first is read", f"line {line}")
        texts.setdefault(language, text)
