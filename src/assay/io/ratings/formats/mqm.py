"""MQM tables: one line a marked error, as Freitag et al. (2021) and the campaigns after them published them.

Three dialects: `system doc doc_id seg_id rater source target category severity`, the same with `comment`, and
`docSegId globalSegId` in place of `doc_id seg_id`, with or without a last column `metadata` (JSON). A table is
CSV-quoted where reading it as such and writing it again gives the same text, and raw otherwise: both kinds are in
the public data. The errors that one rater marked in one output are one row of the judgements; a line that says
there is no error gives a row without spans. Lines with planted errors (`HOTW-test`) are rows of their own with
item `degraded`, and lines without a rater, which hold metadata only, are rows with item `metadata`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, Codes, Extra, Judgements, Spans
from assay.errors import AssayWarning, InputError, counted
from assay.io.formats import Sign
from assay.io.layout import Remarks
from assay.io.opening import Named, Source, label, shown
from assay.io.ratings.capabilities import Holds
from assay.io.ratings.doubts import refuse_doubled
from assay.io.ratings.format import rating_format
from assay.io.ratings.spans import (
    CLOSE,
    OPEN,
    Marked,
    Span,
    SpanRows,
    folded,
    read_marks,
    remark_severity,
    write_marks,
)
from assay.io.tables.head import Head
from assay.io.tables.headed import read_named
from assay.io.tables.table import Table
from assay.io.texts.rows import written_rows

FORM = "mqm"
METADATA = "metadata"
# Number in the document, number in the set
PLACES = {"doc_id": "seg_id", "docSegId": "globalSegId"}
TEXTS = ("source", "target")
CLEAN = ("category", "severity")  # of a line without an error
QUOTING = "quoting"
KNOWN = frozenset({"system", "rater", *TEXTS, *CLEAN})
LINE = "line"


@dataclass(frozen=True)
class MqmColumns:
    """The columns of a table by name; `others` have no name of ours."""

    place: str
    numbers: dict[str, int]
    others: dict[str, int]

    def line(self, file: str, number: int, cells: Sequence[str]) -> MqmLine:
        """Return a line of the table; one without system or segment is an error."""
        values = {name: cells[column] for name, column in self.numbers.items()}
        others = tuple(cells[column] for column in self.others.values())
        for name in ("system", "segment"):
            if not values[name]:
                raise InputError(f"{file}, line {number}: no {name}; fill the cell or remove the line")
        return MqmLine(number, others=others, **values)


@dataclass
class MqmLine:
    """One line of a table."""

    number: int
    system: str
    document: str
    place: str
    segment: str
    rater: str
    source: str
    target: str
    category: str
    severity: str
    others: tuple[str, ...]

    @cached_property
    def marks(self) -> tuple[Marked, Marked]:
        """Source and target without their marks."""
        return read_marks(self.source), read_marks(self.target)

    @cached_property
    def item(self) -> str:
        """What the line is there for."""
        if not self.rater:
            return METADATA
        return DEGRADED if folded(self.severity).startswith("hotw") else GENUINE

    @property
    def visit(self) -> tuple[str, ...]:
        """What the lines of one row of the judgements have in common."""
        return (self.system, self.document, self.place, self.segment, self.rater, self.item)

    @property
    def content(self) -> tuple[str | tuple[str, ...], ...]:
        """What the line says of its output."""
        return (self.source, self.target, self.category, self.severity, self.others)

    @property
    def says_no_error(self) -> bool:
        """Tell whether the rater found nothing."""
        return "no-error" in (folded(self.severity), folded(self.category))

    @property
    def bare(self) -> bool:
        """Tell whether the line marks nothing: no error was found, or there is metadata only."""
        texts = tuple(marked.text for marked in self.marks)
        return (self.says_no_error or not self.rater) and texts == (self.source, self.target)


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it is an MQM table."""
    return set(head.first.split("\t")) >= KNOWN


def read_head(path: Named, rows: Table) -> MqmColumns:
    """Return which column is what; one that is missing is an error."""
    place = next((name for name in PLACES if name in rows.header), "doc_id")
    names = {"system": "system", "document": "doc", "place": place, "segment": PLACES[place]}
    names |= {name: name for name in ("rater", *TEXTS, *CLEAN)}
    missing = [name for name in names.values() if name not in rows.header]
    if missing:
        raise InputError(
            f"{label(path)}, line 1: no column {', '.join(missing)}; an MQM table begins with the names "
            "system, doc, doc_id, seg_id, rater, source, target, category, severity"
        )
    others = {name: number for number, name in enumerate(rows.header) if name not in names.values()}
    return MqmColumns(place, {ours: rows.header.index(name) for ours, name in names.items()}, others)


def read(path: Named) -> Judgements:
    """Read an MQM table; what looks odd is counted in the remarks."""
    rows = read_named(Source.of(path), KNOWN)
    head = read_head(path, rows)
    visits: dict[tuple[str, ...], list[MqmLine]] = {}
    file = label(path)
    for number, cells in rows.rows():
        line = head.line(file, number, cells)
        visits.setdefault(line.visit, []).append(line)
    refuse_doubled(path, len(rows), [line for lines in visits.values() for line in _copies(lines)])
    return _judgements(path, head, list(visits.values()), rows=rows)


def _copies(lines: Sequence[MqmLine]) -> Iterator[int]:
    """Yield the numbers of the lines of a visit that say what an earlier one says."""
    known: set[tuple[object, ...]] = set()
    for line in lines:
        if line.content in known:
            yield line.number
        known.add(line.content)


def _judgements(path: Named, head: MqmColumns, visits: list[list[MqmLine]], *, rows: Table) -> Judgements:
    remarks, file = Remarks(), label(path)
    first = [lines[0] for lines in visits]
    bare = [lines[0] if len(lines) == 1 and lines[0].bare else None for lines in visits]
    spans = SpanRows((LINE, *TEXTS, *head.others))
    for lines, clean in zip(visits, bare, strict=True):
        for line in [] if clean else lines:
            spans.add(_span(file, line, remarks))
        spans.end_row()
        _remark_visit(file, lines, remarks)
    segments, renamed = _segments(first)
    extra: dict[str, Sequence[str]] = {
        head.place: [line.place for line in first],
        **({PLACES[head.place]: [line.segment for line in first]} if renamed else {}),
        "source": [line.marks[0].text for line in first],
        "target": [line.marks[1].text for line in first],
        **{name: [getattr(line, name) if line else "" for line in bare] for name in CLEAN},
        **{name: [line.others[at] if line else "" for line in bare] for at, name in enumerate(head.others)},
        **({QUOTING: ["csv"] * len(first)} if rows.quoted else {}),
    }
    return Judgements(
        "mqm",
        rater=Codes.of([line.rater for line in first]),
        system=Codes.of([line.system for line in first]),
        segment=Codes.of(segments),
        score=np.full(len(first), np.nan),
        item=Codes.of([line.item for line in first]),
        aspect=Codes.alike("", len(first)),
        document=Codes.of([line.document for line in first]),
        spans=spans.columns(),
        extra=extra,
        line=np.array([line.number for line in first], dtype=np.int64),
        path=str(path),
        remarks=remarks.taken(),
        layout=replace(rows.layout, separators=(), form=FORM),
    )


def _segments(first: list[MqmLine]) -> tuple[list[str], bool]:
    """Return the names of the segments: their numbers, with the document where numbers begin anew in each."""
    documents = {(line.document, line.segment) for line in first}
    if len(documents) == len({segment for _, segment in documents}):
        return [line.segment for line in first], False
    return [f"{line.document}#{line.segment}" for line in first], True


def _span(file: str, line: MqmLine, remarks: Remarks) -> Span:
    source, target = line.marks
    where = f"{file}, line {line.number}"
    remark_severity(line.severity, where, remarks)
    if not (source.orderly and target.orderly):
        remarks.add("odd markers", f"{where}: <v> and </v> are not a single pair; the first pair is used")
    if source.start >= 0 and target.start >= 0:
        remarks.add("marked twice", f"{where}: marked in source and target; the mark in the target is used")
    side, marked = ("source", source) if target.start < 0 <= source.start else ("target", target)
    if marked.start < 0 and "omission" in line.category.lower():
        side = "missing"
    extra = (str(line.number), line.source, line.target, *line.others)
    return Span(marked.start, marked.end, side, line.severity, line.category, extra)


def _remark_visit(file: str, lines: list[MqmLine], remarks: Remarks) -> None:
    first, last = lines[0], lines[-1]
    where = f"{file}, line {last.number}"
    if first.item == METADATA:
        remarks.add("no rater", f"{where}: a line without a rater holds metadata only")
        return
    if first.item == DEGRADED:
        remarks.add("planted error", f"{where}: {shown(last.severity)}, kept separate from the ratings")
    if len(lines) == 1:
        return
    if any(line.says_no_error for line in lines):
        remarks.add("no error and errors", f"{where}: rater {shown(first.rater)} says both of one output")
    if len({tuple(marked.text for marked in line.marks) for line in lines}) > 1:
        remarks.add("text changed", f"{where}: other source or target than in line {first.number}")
    if len({line.content for line in lines}) < len(lines):
        remarks.add("duplicate", f"{where}: a line is duplicated")


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements) -> bytes:
    """Write an MQM table; one that was read comes back byte for byte.

    Texts with marks are written as they were read; others are made from the texts and places of the judgements.
    """
    if judgements.layout is None:
        _refuse_unplanted(judgements)
        _refuse_marks(judgements)
    place, others = _dialect(judgements)
    names = ["system", "doc", place, PLACES[place], "rater", *TEXTS, *CLEAN, *others]
    layout = judgements.layout
    numbered = list(_lines(judgements, place, others))
    if layout is not None:  # the lines of another file say nothing of this one
        numbered.sort(key=lambda line: line[0])
    lines = [cells for _, cells in numbered]
    if layout is not None and set(layout.columns) == set(names):
        order = [names.index(name) for name in layout.columns]
        names, lines = list(layout.columns), [[cells[at] for at in order] for cells in lines]
    return written_rows([names, *lines], "\t", layout, quoted=QUOTING in judgements.extra).encode()


def reduced(judgements: Judgements) -> Judgements:
    """Leave out control items without a planted error, with a warning that counts them."""
    unplanted = _unplanted(judgements)
    if judgements.layout is not None or not unplanted.any():
        return judgements
    left_out = counted(int(unplanted.sum()), "control item")
    warnings.warn(f"left out for the format mqm: {left_out}", AssayWarning, 2)
    return judgements.where(~unplanted)


def _refuse_unplanted(judgements: Judgements) -> None:
    """Refuse control items without a planted error: a table would make them ratings like all others."""
    unplanted = int(_unplanted(judgements).sum())
    if unplanted:
        raise InputError(
            f"the format mqm cannot hold {counted(unplanted, 'control item')} not marked by a planted error "
            "(HOTW); leave them out, or write a tidy table, which holds everything"
        )


def _refuse_marks(judgements: Judgements) -> None:
    """Refuse texts that have the marks of errors themselves: read again, they would be errors."""
    for name in TEXTS:
        for text in judgements.extra.get(name, ()):
            if OPEN in text or CLOSE in text:
                raise InputError(
                    f'the format mqm cannot hold "{shown(text[:60])}": {OPEN} and {CLOSE} mark errors there; write a '
                    "tidy table, which holds everything"
                )


def _unplanted(judgements: Judgements) -> NDArray[np.bool_]:
    """Tell which rows are control items that no planted error marks as such."""
    planted = np.zeros(len(judgements), dtype=bool)
    if judgements.spans is not None:
        planted[judgements.spans.rows()[_is_planted(judgements.spans)]] = True
    bare = judgements.item.among([DEGRADED]) & ~planted
    return np.asarray(bare | ~judgements.item.among([GENUINE, DEGRADED, METADATA]))


def _is_planted(spans: Spans) -> NDArray[np.bool_]:
    return spans.severity.among([name for name in spans.severity.names if name.upper().startswith("HOTW")])


def _dialect(judgements: Judgements) -> tuple[str, list[str]]:
    """Return what the table calls the number of a segment in its document, and the further columns."""
    place = next((name for name in PLACES if name in judgements.extra), "doc_id")
    known = {place, PLACES[place], *TEXTS, *CLEAN, QUOTING, LINE}
    names = [*judgements.extra, *(judgements.spans.extra if judgements.spans else ())]
    return place, list(dict.fromkeys(name for name in names if name not in known))


def _lines(judgements: Judgements, place: str, others: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of all rows, each with its number in the file; rows without one keep their order."""
    spans, extra = judgements.spans, judgements.extra
    for row in range(len(judgements)):
        front = _front(judgements, row, place)
        texts = {name: _cell(extra, name, row) for name in TEXTS}
        if spans is None or spans.offsets[row] == spans.offsets[row + 1]:
            clean = [_cell(extra, name, row, "No-error") for name in CLEAN]
            further = [_cell(extra, name, row) for name in others]
            number = 0 if judgements.line is None else int(judgements.line[row])
            yield number, [*front, *texts.values(), *clean, *further]
        else:
            for span in range(int(spans.offsets[row]), int(spans.offsets[row + 1])):
                end = _end(spans, span, texts, {name: _cell(extra, name, row) for name in others})
                yield int(_cell(spans.extra, LINE, span, "0")), [*front, *end]


def _front(judgements: Judgements, row: int, place: str) -> list[str]:
    name = judgements.segment.names[judgements.segment.index[row]]
    document = judgements.document
    return [
        judgements.system.names[judgements.system.index[row]],
        "" if document is None else document.names[document.index[row]],
        _cell(judgements.extra, place, row, name),
        _cell(judgements.extra, PLACES[place], row, name),
        judgements.rater.names[judgements.rater.index[row]],
    ]


def _end(spans: Spans, span: int, texts: Mapping[str, str], others: Mapping[str, str]) -> list[str]:
    side = spans.side.names[spans.side.index[span]]
    place = int(spans.start[span]), int(spans.end[span])
    built = {
        name: write_marks(text, *place) if text and name == side else text for name, text in texts.items()
    }
    return [
        *(_cell(spans.extra, name, span, built[name]) for name in TEXTS),
        spans.category.names[spans.category.index[span]],
        spans.severity.names[spans.severity.index[span]],
        *(_cell(spans.extra, name, span, default) for name, default in others.items()),
    ]


def _cell(extra: Extra, name: str, row: int, default: str = "") -> str:
    return extra[name][row] if name in extra else default


HOLDS = Holds(
    FORM,
    ("mqm",),
    ("document", "spans", "item"),
    extra=None,
    scores=False,
    marks=TEXTS,
    sides=("target", "source"),
)
FORMAT = rating_format(
    FORM,
    "MQM, one marked error per line, TSV",
    recognises,
    read,
    write,
    HOLDS,
    reduced=reduced,
    sign=Sign(r"[^\n]*severity"),
)
