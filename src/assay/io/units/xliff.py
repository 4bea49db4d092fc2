"""XLIFF 1.2 and 2.x, and SDLXLIFF: one row a segment (OASIS XLIFF 1.2, 2.0, 2.1; SDL's files of Trados Studio).

Version 1: a segment is a <mrk mtype="seg"> of seg-source with its partner in the target, and the whole trans-unit where
none is marked. Version 2: a segment is a <segment>. Proposals (alt-trans, matches) are not read, nor is what is not
to be translated (translate="no"), which is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assay.errors import InputError
from assay.io.layout import Remarks
from assay.io.opening import shown
from assay.io.units.units import Flow, Unit, Units, missing_if_blank, numbered
from assay.io.xml_parsing import XmlReader, split_name

SDL = "http://sdl.com/FileTypes/SdlXliff/1.0"
UNITS = {"1": "trans-unit", "2": "unit"}
SIDES = ("source", "seg-source", "target")
UNREAD = ("alt-trans", "skeleton")


@dataclass
class OpenUnit:
    """A unit or, in version 2, one of its segments while it is being read."""

    id: str
    line: int
    attributes: dict[str, str]
    sides: dict[str, Flow] = field(default_factory=dict)
    state: str = ""


def parse_xliff(path: str, data: bytes, codes: str = "drop") -> Units:
    """Read XLIFF from the bytes of a file."""
    reader = XliffReader(path, codes)
    reader.parse(data)
    return Units(path, reader.languages, tuple(reader.units), reader.remarks.taken())


class XliffReader(XmlReader):
    """Receives the elements of the file in order and collects the units."""

    outer_doctype = True

    def __init__(self, path: str, codes: str) -> None:
        super().__init__(path)
        self.codes = codes
        self.space, self.version = "", ""
        self.languages = ("", "")
        self.document = ""
        self.units: list[Unit] = []
        self.remarks = Remarks()
        self.unread = 0  # depth below an element that is not read
        self.unit: OpenUnit | None = None
        self.segments: list[OpenUnit] = []
        self.flow: Flow | None = None
        self.depth = 0  # below the side of a segment
        self.definitions: dict[str, dict[str, str]] = {}
        self.fixed = [False]  # translate="no", from the outermost element inwards

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a unit, a segment, a side of it, or a code in a side."""
        space, name, _ = split_name(element)
        if self.flow is not None:
            self.depth += 1
            self.flow.start(name, attributes, self.where)
        elif not self.version:
            self._start_root(name, space, attributes)
        elif self.unread or space != self.space or name in UNREAD:
            self.unread += 1
            if (space, name) == (SDL, "seg"):
                self.definitions[attributes.get("id", "")] = attributes
        else:
            self._start_structure(name, attributes)

    def end(self, element: str) -> None:
        """End what was begun."""
        name = split_name(element).local
        if self.flow is not None and self.depth:
            self.depth -= 1
            self.flow.end()
        elif self.flow is not None:
            self.flow = None
        elif self.unread:
            self.unread -= 1
        else:
            self._end_structure(name)

    def text(self, text: str) -> None:
        """Add to the side that is open."""
        if self.flow is not None:
            self.flow.text(text)

    def _start_root(self, name: str, space: str, attributes: dict[str, str]) -> None:
        version = attributes.get("version", "")[:1]
        if name != "xliff" or version not in UNITS:
            raise InputError(
                f"{self.where()}: the outermost element is <{shown(name)}"
                f' version="{shown(attributes.get("version", ""))}">; give XLIFF 1 or 2'
            )
        self.space, self.version = space, version
        self.languages = (attributes.get("srcLang", ""), attributes.get("trgLang", ""))

    def _start_structure(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("file", "group", UNITS[self.version]):
            given = attributes.get("translate")
            self.fixed.append(self.fixed[-1] if given is None else given == "no")
        if name == "file":
            self._start_file(attributes)
        elif name == UNITS[self.version]:
            self._start_unit(attributes)
        elif name == "segment" and self.unit is not None:
            self.segments.append(
                OpenUnit(attributes.get("id", ""), self.parser.CurrentLineNumber, attributes)
            )
        elif name == "ignorable":
            self.unread = 1
        elif name in SIDES and self.unit is not None:
            self._start_side(name, attributes)

    def _start_file(self, attributes: dict[str, str]) -> None:
        self.document = attributes.get("original") or attributes.get("id", "")
        if self.version == "2":
            return
        given = (attributes.get("source-language", ""), attributes.get("target-language", ""))
        known = self.languages if any(self.languages) else given
        if all(given) and all(known) and given != known:
            raise InputError(
                f"{self.where()}: a <file> from {shown(given[0])} to {shown(given[1])}, others from "
                f"{shown(known[0])} to {shown(known[1])}; give one file per language pair"
            )
        self.languages = known if all(known) else given

    def _start_unit(self, attributes: dict[str, str]) -> None:
        if "id" not in attributes or self.unit is not None:
            problem = "inside another" if self.unit is not None else "without an id"
            raise InputError(f"{self.where()}: a <{UNITS[self.version]}> {problem}; give every unit an id")
        self.unit = OpenUnit(attributes["id"], self.parser.CurrentLineNumber, attributes)
        self.segments, self.definitions = [], {}

    def _start_side(self, name: str, attributes: dict[str, str]) -> None:
        owner = self.segments[-1] if self.segments else self.unit
        if owner is None or (self.version == "2" and not self.segments):
            return
        if name in owner.sides:
            raise InputError(f"{self.where()}: a second <{name}> in one unit; keep one")
        if name == "target":
            owner.state = attributes.get("state", "")
        self.flow, self.depth = Flow(self.codes), 0
        owner.sides[name] = self.flow

    def _end_structure(self, name: str) -> None:
        if name == UNITS[self.version] and self.unit is not None:
            if self.fixed[-1]:
                self.remarks.add(
                    'units that are not to be translated (translate="no"), which are left out',
                    self._place(self.unit),
                )
            elif self.version == "1":
                self._keep_marked(self.unit)
            else:
                self._keep_segments(self.unit)
            self.unit, self.segments = None, []
        if name in ("file", "group", UNITS[self.version]):
            self.fixed.pop()

    def _place(self, unit: OpenUnit) -> str:
        return f'unit "{shown(unit.id)}", line {unit.line}'

    def _keep_segments(self, unit: OpenUnit) -> None:
        """Keep the segments of a unit of version 2; one without an id is called by its place."""
        names = [segment.id or str(place) for place, segment in enumerate(self.segments, start=1)]
        for segment, name in zip(self.segments, numbered(unit.id, names), strict=True):
            source, target = segment.sides.get("source"), segment.sides.get("target")
            text = "" if source is None else source.joined()
            row = OpenUnit(name, segment.line, segment.attributes, state=segment.attributes.get("state", ""))
            self._keep(row, text, None if target is None else target.joined())

    def _keep_marked(self, unit: OpenUnit) -> None:
        """Keep the marked segments of a unit of version 1, or the whole where the two sides are not marked alike."""
        target = unit.sides.get("target")
        source = unit.sides.get("seg-source") or unit.sides.get("source") or Flow(self.codes)
        if not source.segments or (target is not None and target.loose and not target.segments):
            whole = unit.sides.get("source") or source
            if len(self.definitions) == 1:
                [definition] = self.definitions.values()
                unit = replace(
                    unit, attributes=unit.attributes | definition, state=definition.get("conf", unit.state)
                )
            self._keep(unit, whole.joined(), None if target is None else target.joined())
            return
        translated = {} if target is None else target.segments
        if strangers := [name for name in translated if name not in source.segments]:
            self.remarks.add(
                "target segments missing in the source", f"{self._place(unit)}, {shown(strangers[0])}"
            )
        names = numbered(unit.id, list(source.segments))
        for (mark, pieces), name in zip(source.segments.items(), names, strict=True):
            definition = self.definitions.get(mark, {})
            row = OpenUnit(
                name, unit.line, unit.attributes | definition, state=definition.get("conf", unit.state)
            )
            self._keep(row, "".join(pieces), "".join(translated[mark]) if mark in translated else None)

    def _keep(self, row: OpenUnit, source: str, target: str | None) -> None:
        approved = row.attributes.get("approved")
        self.units.append(
            Unit(
                row.id,
                source,
                missing_if_blank(source, target),
                row.line,
                self.document,
                row.state,
                row.attributes.get("locked") == "true",
                None if approved is None else approved == "yes",
            )
        )
