"""Logs of PET (Aziz et al. 2012): `.per` files, XML with the texts, counts and events of every unit.

A unit has annotations, one a visit, whose times begin at 0 each. The first change of a visit puts the text into the
box: it is left out where it is the text that we know. Places are UTF-16, as in Java, and become code points. Names of
jobs end in the task in DivEMT and its kin (`-ht`, `-pe1`): what stands before it and the unit name the segment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from assay.data import KEYS, Array, Codes, Events, PostEdits, kind_code
from assay.data.postedits import SCRATCH, key_class
from assay.errors import InputError
from assay.io.layout import Remarks
from assay.io.opening import Named, contents, label, shown
from assay.io.postedits.own import code_points
from assay.io.tables.head import Head
from assay.io.xml_parsing import PROLOGUE, XmlReader

ROOT = re.compile(rf"\ufeff?{PROLOGUE}<job\b")
TASK = re.compile(r"-(ht|(?:pe|mt)\d*)$")
CLOCK = re.compile(r"(?:(\d{1,12})h)?(?:(\d{1,12})m)?(?:(\d{1,12})s)?(?:,(\d{1,12}))?")
WHOLE = re.compile(r"\s*[-+]?[0-9]{1,15}\s*")
INDICATORS = {f"{'do' if name == 'do' else name}-keys": name for name in KEYS}
COMMANDS = {"BACKSPACE": "erase", "DELETE": "erase", "COPY": "copy", "CUT": "cut", "PASTE": "paste"}
COMMANDS |= {"UNDO": "do", "REDO": "do", "ENTER": "white", "TAB": "white", "SPACE": "white"}
TYPE, ERASE, SET, KEY, OPEN, CLOSE, SELECT = map(
    kind_code, ("type", "erase", "set", "key", "open", "close", "select")
)


@dataclass
class Trace:
    """Events of a unit while they are read."""

    text: str  # as it stands now
    rows: list[tuple[int, int, int]] = field(default_factory=list)  # time, kind, key
    changes: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, time: int, kind: int, key: int = 0) -> None:
        """Add an event that changes no text."""
        self.rows.append((time, kind, key))

    def change(self, time: int, place: int, out: str, text: str) -> bool:
        """Add a change, and say whether it fits the text that stands there."""
        at = code_point_place(self.text, place)
        if self.text[at : at + len(out)] != out:
            return False
        self.add(time, TYPE if text else ERASE)
        self.put(at, len(out), text)
        return True

    def put(self, at: int, removed: int, text: str) -> None:
        """Change the text."""
        self.changes.append((at, removed, text))
        self.text = self.text[:at] + text + self.text[at + removed :]


def code_point_place(text: str, units: int) -> int:
    """Return a place that is counted in units of UTF-16 as one in code points."""
    if text.isascii() or max(text) <= "\uffff":
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))


@dataclass
class PetUnit:
    """A unit while it is read."""

    id: str
    scratch: bool
    line: int
    texts: dict[str, str] = field(default_factory=dict)  # S, MT, and PE or HT
    producers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    keys: dict[str, float] = field(default_factory=dict)
    visits: int = 0
    given_up: bool = False
    trace: Trace | None = None


def recognises(head: Head) -> bool:
    """Tell by the start of a file whether it is a log of PET."""
    return ROOT.match(head.start) is not None


def read_pet(path: Named) -> PostEdits:
    """Read a `.per` file."""
    reader = _PetReader(str(path))
    reader.parse(contents(path))
    return reader.postedits()


def seconds_of(text: str) -> float | None:
    """Return the seconds of a time as PET writes it, such as 1m15s,719."""
    parts = CLOCK.fullmatch(text.strip())
    if parts is None or not text.strip():
        return None
    hours, minutes, seconds, thousandths = (int(part or 0) for part in parts.groups())
    return round(3600 * hours + 60 * minutes + seconds + thousandths / 1000, 3)


class _PetReader(XmlReader):
    """Receives the elements of the file in order."""

    namespaces = False

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.job = ""
        self.units: list[PetUnit] = []
        self.remarks = Remarks()
        self.open: list[str] = []
        self.attributes: list[Mapping[str, str]] = []
        self.pieces: list[str] = []
        self.change: dict[str, str] = {}
        self.fresh = False  # nothing was changed in this visit yet
        self.base = 0  # when the visit began

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a unit, a visit or an event."""
        if not self.open:
            if element != "job":
                raise InputError(
                    f"{self.where()}: the outermost element is <{shown(element)}>; give a .per file of PET"
                )
            self.job = attributes.get("id", "")
        elif element == "unit":
            name = attributes.get("id") or str(len(self.units) + 1)
            self.units.append(PetUnit(name, attributes.get("type") == "ht", self.parser.CurrentLineNumber))
        elif element == "annotation" and self.units:
            self._start_visit(self.units[-1])
        elif element == "change":
            self.change = {}
        self.open.append(element)
        self.attributes.append(attributes)
        self.pieces = []

    def text(self, text: str) -> None:
        """Receive text of the element that is open."""
        self.pieces.append(text)

    def end(self, element: str) -> None:
        """Take what an element said."""
        self.open.pop()
        attributes, text, self.pieces = self.attributes.pop(), "".join(self.pieces), []
        if not self.units or not self.open:
            return
        unit, parent = self.units[-1], self.open[-1]
        if (parent, element) in (("unit", "S"), ("unit", "MT"), ("annotation", "PE"), ("annotation", "HT")):
            unit.texts[element] = text
            unit.producers[element] = attributes.get("producer", "")
        elif (parent, element) == ("annotation", "indicator"):
            self._indicate(unit, attributes.get("id", ""), text)
        elif parent == "change":
            self.change[element] = text
        elif parent == "events" and unit.trace is not None:
            self._event(unit.trace, element, attributes, text)

    def _start_visit(self, unit: PetUnit) -> None:
        if unit.trace is None:
            unit.trace = Trace("" if unit.scratch else unit.texts.get("MT", ""))
        unit.visits += 1
        self.base = unit.trace.rows[-1][0] if unit.trace.rows else 0
        self.fresh = True

    def _indicate(self, unit: PetUnit, name: str, text: str) -> None:
        if name == "editing":
            seconds = seconds_of(text)
            if seconds is None:
                raise InputError(f'{self.where()}: "{shown(text)}" is no time of PET; write it as 1m15s,719')
            unit.seconds += seconds
        elif name in INDICATORS:
            unit.keys[INDICATORS[name]] = unit.keys.get(INDICATORS[name], 0) + self._number(text)
        elif name == "impossible":
            unit.given_up = text.strip() == "true"

    def _number(self, text: str) -> int:
        if not WHOLE.fullmatch(text):
            raise InputError(
                f'{self.where()}: "{shown(text[:40])}" is no whole number below 10^15; repair the file'
            )
        return int(text)

    def _event(self, trace: Trace, element: str, attributes: Mapping[str, str], text: str) -> None:
        time = self.base + self._number(attributes.get("t", ""))
        if element == "flow":
            kinds = {"EDITING_START": OPEN, "EDITING_END": CLOSE}
            if text in kinds:
                trace.add(time, kinds[text])
        elif element == "keystroke":
            trace.add(time, KEY, key_class(text[:1]) if text else 0)
        elif element == "command":
            trace.add(time, KEY, 1 + KEYS.index(COMMANDS.get(text.strip(), "navigation")))
        elif element == "change":
            self._change(trace, time, self._number(attributes.get("offset", "")))
        else:
            trace.add(time, SELECT)

    def _change(self, trace: Trace, time: int, place: int) -> None:
        out, text = self.change.get("out", ""), self.change.get("in", "")
        first, self.fresh = self.fresh, False
        if first and not out and place == 0:  # the text is put into the empty box
            if text != trace.text:
                trace.add(time, SET)
                trace.put(0, len(trace.text), text)
        elif not trace.change(time, place, out, text):
            self.remarks.add("changes that do not fit the text that stands there, left out", self.where())

    def postedits(self) -> PostEdits:
        """Return the rows of the units that were worked on."""
        for unit in self.units:
            if not unit.visits:
                self.remarks.add(
                    "units that nobody has worked on, left out", f'unit "{shown(unit.id)}", line {unit.line}'
                )
        rows = [unit for unit in self.units if unit.visits]
        if not rows:
            raise InputError(
                f"{label(self.path)}: no unit has an annotation; give the file that PET saved after editing"
            )
        task = TASK.search(self.job)
        base = self.job[: task.start()] if task else self.job
        return PostEdits(
            editor=Codes.of([_editor(unit) for unit in rows]),
            system=Codes.of([_system(unit, task[1] if task else "") for unit in rows]),
            segment=Codes.of([f"{base}:{unit.id}" if base else unit.id for unit in rows]),
            scratch=np.array([unit.scratch for unit in rows]),
            document=Codes.alike(base, len(rows)) if base else None,
            source=[unit.texts.get("S") for unit in rows],
            mt=[None if unit.scratch else unit.texts.get("MT") for unit in rows],
            final=[unit.texts.get("HT" if unit.scratch else "PE") for unit in rows],
            seconds=np.array([unit.seconds for unit in rows]),
            keys={name: _column(rows, name) for name in KEYS},
            visits=np.array([unit.visits for unit in rows], dtype=np.float64),
            impossible=np.array([unit.given_up for unit in rows]),
            events=_events([unit.trace or Trace("") for unit in rows]),
            path=self.path,
            form="pet",
            remarks=self.remarks.taken(),
        )


def _column(rows: Sequence[PetUnit], name: str) -> Array:
    return np.array([unit.keys.get(name, np.nan) for unit in rows], dtype=np.float64)


def _editor(unit: PetUnit) -> str:
    producer = unit.producers.get("HT" if unit.scratch else "PE", "")
    return producer.partition(".")[0] or "editor"


def _system(unit: PetUnit, task: str) -> str:
    if unit.scratch:
        return task or SCRATCH
    return task or unit.producers.get("MT") or unit.producers.get("PE", "").partition(".")[2] or "mt"


def _events(traces: Sequence[Trace]) -> Events:
    rows = [row for trace in traces for row in trace.rows]
    changes = [change for trace in traces for change in trace.changes]
    time, kind, key = (np.array([row[place] for row in rows]) for place in range(3))
    return Events(
        np.cumsum([0, *(len(trace.rows) for trace in traces)]).astype(np.int64),
        time.astype(np.int64),
        kind.astype(np.uint8),
        key.astype(np.uint8),
        np.array([at for at, _, _ in changes], dtype=np.int64),
        np.array([removed for _, removed, _ in changes], dtype=np.int64),
        np.array([len(text) for _, _, text in changes], dtype=np.int64),
        code_points("".join(text for _, _, text in changes)),
    )
