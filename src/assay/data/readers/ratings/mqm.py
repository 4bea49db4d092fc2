"""MQM tables: one line a marked error, as Freitag et al. (2021) and the campaigns after them published them.

Three dialects: `system doc doc_id seg_id rater source target category severity`, the same with `comment`, and
`docSegId globalSegId` in place of `doc_id seg_id`, with or without a last column `metadata` (JSON). A table is
CSV-quoted where reading it as such and writing it again gives the same text, and raw otherwise: both kinds are in
the public data. The errors that one rater marked in one output are one row of the judgements; a line that says
there is no error gives a row without spans. Lines with planted errors (`HOTW-test`) are rows of their own with
item `degraded`, and lines without a rater, which hold metadata only, are rows with item `metadata`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from assay.data.evalset import Codes
from assay.data.judgements import DEGRADED, GENUINE, Judgements
from assay.data.readers.lines import decoded
from assay.data.readers.opening import contents, label, shown
from assay.data.readers.quoting import Rows, written_rows, read_rows
from assay.data.readers.ratings.marks import read_marks, write_marks
from assay.data.readers.ratings.spans import Span, SpanRows, folded, is_known_severity
from assay.data.readers.remarks import Remarks
from assay.errors import InputError

METADATA = "metadata"
PLACES = {"doc_id": "seg_id", "docSegId": "globalSegId"}  # number in the document, number in the set
TEXTS = ("source", "target")
CLEAN = ("category", "severity")  # of a line without an error
QUOTING = "quoting"
LINE = "line"


class Head(NamedTuple):
    """The columns of a table: their numbers in the order of `Line`, and those that have no name of ours."""

    place: str
    numbers: tuple[int, ...]
    others: dict[str, int]


class Line(NamedTuple):
    """One line of a table."""

    line: int
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

    @property
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
    def bare(self) -> bool:
        """Tell whether the line marks nothing: no error was found, or there is metadata only."""
        silent = "no-error" in (folded(self.severity), folded(self.category)) or not self.rater
        return silent and read_marks(self.source).orderly and "v>" not in self.source + self.target


def recognises(first: str) -> bool:
    """Tell from the first line of a file whether it is an MQM table."""
    names = first.split("\t")
    return {"system", "rater", "source", "target", "category", "severity"} <= set(names)


def read(path: str) -> Judgements:
    """Read an MQM table; what looks odd is counted in the remarks."""
    rows = read_rows(path, decoded(path, contents(path)), "\t")
    head = _head(path, rows)
    lines = [_line(path, head, number, cells) for number, cells in rows.body]
    visits: dict[tuple[str, ...], list[Line]] = {}
    for line in lines:
        visits.setdefault(line.visit, []).append(line)
    remarks = Remarks()
    return _judgements(path, head, list(visits.values()), remarks, quoted=rows.quoted)


def _head(path: str, rows: Rows) -> Head:
    place = next((name for name in PLACES if name in rows.header), "doc_id")
    needed = ("system", "doc", place, PLACES[place], "rater", *TEXTS, *CLEAN)
    missing = [name for name in needed if name not in rows.header]
    if missing:
        raise InputError(
            f"{label(path)}, line 1: no column {', '.join(missing)}; an MQM table begins with the names "
            "system, doc, doc_id, seg_id, rater, source, target, category, severity"
        )
    others = {name: number for number, name in enumerate(rows.header) if name not in needed}
    return Head(place, tuple(rows.header.index(name) for name in needed), others)


def _line(path: str, head: Head, number: int, cells: Sequence[str]) -> Line:
    values = [cells[column] for column in head.numbers]
    line = Line(number, *values, tuple(cells[column] for column in head.others.values()))
    for name, value in (("system", line.system), (PLACES[head.place], line.segment)):
        if not value:
            raise InputError(f"{label(path)}, line {number}: no {name}; fill the cell or remove the line")
    return line


def _judgements(
    path: str, head: Head, visits: list[list[Line]], remarks: Remarks, *, quoted: bool
) -> Judgements:
    first = [lines[0] for lines in visits]
    bare = [lines[0] if len(lines) == 1 and lines[0].bare else None for lines in visits]
    spans = SpanRows((LINE, *TEXTS, *head.others))
    for lines, clean in zip(visits, bare, strict=True):
        for line in [] if clean else lines:
            spans.add(_span(path, line, remarks))
        spans.end_row()
        _remark_visit(path, lines, remarks)
    segments, renamed = _segments(first)
    extra: dict[str, Sequence[str]] = {
        head.place: [line.place for line in first],
        **({PLACES[head.place]: [line.segment for line in first]} if renamed else {}),
        "source": [read_marks(line.source).text for line in first],
        "target": [read_marks(line.target).text for line in first],
        **{name: [getattr(line, name) if line else "" for line in bare] for name in CLEAN},
        **{name: [line.others[at] if line else "" for line in bare] for at, name in enumerate(head.others)},
        **({QUOTING: ["csv"] * len(first)} if quoted else {}),
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
        line=np.array([line.line for line in first], dtype=np.int64),
        path=path,
        remarks=remarks.taken(),
    )


def _segments(first: list[Line]) -> tuple[list[str], bool]:
    """Return the names of the segments: their numbers, with the document where numbers begin anew in each."""
    documents = {(line.document, line.segment) for line in first}
    if len(documents) == len({segment for _, segment in documents}):
        return [line.segment for line in first], False
    return [f"{line.document}#{line.segment}" for line in first], True


def _span(path: str, line: Line, remarks: Remarks) -> Span:
    source, target = read_marks(line.source), read_marks(line.target)
    where = f"{label(path)}, line {line.line}"
    if not is_known_severity(line.severity):
        remarks.add("unknown severity", f'{where}: severity "{shown(line.severity)}"')
    if not (source.orderly and target.orderly):
        remarks.add("odd marks", f"{where}: <v> and </v> are not one pair; the first pair counts as the place")
    if source.start >= 0 and target.start >= 0:
        remarks.add("marked twice", f"{where}: marks in source and target; the one in the target counts")
    side, marked = ("source", source) if target.start < 0 <= source.start else ("target", target)
    if marked.start < 0 and "omission" in line.category.lower():
        side = "missing"
    extra = (str(line.line), line.source, line.target, *line.others)
    return Span(marked.start, marked.end, side, line.severity, line.category, extra)


def _remark_visit(path: str, lines: list[Line], remarks: Remarks) -> None:
    where = f"{label(path)}, line {lines[-1].line}"
    if lines[0].item == METADATA:
        remarks.add("no rater", f"{where}: a line without a rater holds metadata only")
        return
    if lines[0].item == DEGRADED:
        remarks.add("planted error", f"{where}: {lines[-1].severity}, kept apart from the ratings")
    kinds = Counter("no-error" in (folded(line.severity), folded(line.category)) for line in lines)
    if kinds[True] and len(lines) > 1:
        remarks.add("no error and errors", f"{where}: rater {lines[0].rater} says both of one output")
    if len({(read_marks(line.source).text, read_marks(line.target).text) for line in lines}) > 1:
        remarks.add("text changed", f"{where}: other source or target than in line {lines[0].line}")
    if len({line[1:] for line in lines}) < len(lines):
        remarks.add("duplicate", f"{where}: a line is there twice")


def write(judgements: Judgements) -> str:
    """Write an MQM table; one that was read comes back byte for byte."""
    place = next((name for name in PLACES if name in judgements.extra), "doc_id")
    segment = PLACES[place]
    known = {place, segment, *TEXTS, *CLEAN, QUOTING, LINE}
    spans = judgements.spans
    names = [*judgements.extra, *(spans.extra if spans else ())]
    others = tuple(dict.fromkeys(name for name in names if name not in known))
    header = ["system", "doc", place, segment, "rater", *TEXTS, *CLEAN, *others]
    lines = sorted(_cells(judgements, place, others), key=lambda line: line[0])
    return written_rows([header, *(cells for _, cells in lines)], "\t", quoted=QUOTING in judgements.extra)


def _cells(judgements: Judgements, place: str, others: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the lines of all rows, each with its number in the file; rows without one keep their order."""
    spans = judgements.spans
    offsets = np.zeros(len(judgements) + 1, np.int64) if spans is None else spans.offsets
    lines: list[tuple[int, list[str]]] = []
    for row in range(len(judgements)):
        front = _front(judgements, row, place)
        if offsets[row] == offsets[row + 1]:
            end = [_extra(judgements.extra, name, row, "No-error") for name in CLEAN]
            end += [_extra(judgements.extra, name, row) for name in others]
            texts = [_extra(judgements.extra, name, row) for name in TEXTS]
            lines.append((0 if judgements.line is None else int(judgements.line[row]), [*front, *texts, *end]))
        for span in range(int(offsets[row]), int(offsets[row + 1])):
            lines.append(_span_cells(judgements, row, span, (front, others)))
    return lines


def _front(judgements: Judgements, row: int, place: str) -> list[str]:
    name = judgements.segment.names[judgements.segment.index[row]]
    document = judgements.document
    return [
        judgements.system.names[judgements.system.index[row]],
        "" if document is None else document.names[document.index[row]],
        _extra(judgements.extra, place, row, name),
        _extra(judgements.extra, PLACES[place], row, name),
        judgements.rater.names[judgements.rater.index[row]],
    ]


def _extra(extra: object, name: str, row: int, default: str = "") -> str:
    return extra[name][row] if isinstance(extra, dict) and name in extra else default


def _span_cells(
    judgements: Judgements, row: int, span: int, given: tuple[list[str], Sequence[str]]
) -> tuple[int, list[str]]:
    spans = judgements.spans
    assert spans is not None
    front, others = given
    side = spans.side.names[spans.side.index[span]]
    texts = []
    for name in TEXTS:
        if name in spans.extra:
            texts.append(spans.extra[name][span])
        else:
            text = _extra(judgements.extra, name, row)
            texts.append(write_marks(text, int(spans.start[span]), int(spans.end[span])) if side == name else text)
    kind = [spans.category.names[spans.category.index[span]], spans.severity.names[spans.severity.index[span]]]
    line = int(_extra(spans.extra, LINE, span, "0"))
    return line, [*front, *texts, *kind, *(_extra(spans.extra, name, span) for name in others)]
