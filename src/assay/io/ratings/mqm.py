"""MQM tables: one line a marked error, as Freitag et al. (2021) and the campaigns after them published them.

Three dialects: `system doc doc_id seg_id rater source target category severity`, the same with `comment`, and
`docSegId globalSegId` in place of `doc_id seg_id`, with or without a last column `metadata` (JSON). A table is
CSV-quoted where reading it as such and writing it again gives the same text, and raw otherwise: both kinds are in
the public data. The errors that one rater marked in one output are one row of the judgements; a line that says
there is no error gives a row without spans. Lines with planted errors (`HOTW-test`) are rows of their own with
item `degraded`, and lines without a rater, which hold metadata only, are rows with item `metadata`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import DEGRADED, Codes, Judgements
from assay.io.opening import contents, label, shown
from assay.io.ratings.mqm_lines import (
    CLEAN,
    LINE,
    METADATA,
    PLACES,
    QUOTING,
    TEXTS,
    Head,
    Line,
    read_head,
    recognises,
)
from assay.io.ratings.mqm_written import HOLDS, write
from assay.io.ratings.span_rows import Span, SpanRows, is_known_severity
from assay.io.remarks import Remarks
from assay.io.texts.lines import decoded
from assay.io.texts.quoting import Rows, read_rows

__all__ = ["HOLDS", "read", "recognises", "write"]


def read(path: str) -> Judgements:
    """Read an MQM table; what looks odd is counted in the remarks."""
    rows = read_rows(path, decoded(path, contents(path)), "\t")
    head = read_head(path, rows)
    visits: dict[tuple[str, ...], list[Line]] = {}
    file = label(path)
    for number, cells in rows.body:
        line = head.line(file, number, cells)
        visits.setdefault(line.visit, []).append(line)
    return _judgements(path, head, list(visits.values()), rows=rows)


def _judgements(path: str, head: Head, visits: list[list[Line]], *, rows: Rows) -> Judgements:
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
        path=path,
        remarks=remarks.taken(),
        layout=replace(rows.layout, form=HOLDS.form),
    )


def _segments(first: list[Line]) -> tuple[list[str], bool]:
    """Return the names of the segments: their numbers, with the document where numbers begin anew in each."""
    documents = {(line.document, line.segment) for line in first}
    if len(documents) == len({segment for _, segment in documents}):
        return [line.segment for line in first], False
    return [f"{line.document}#{line.segment}" for line in first], True


def _span(file: str, line: Line, remarks: Remarks) -> Span:
    source, target = line.marks
    where = f"{file}, line {line.number}"
    if not is_known_severity(line.severity):
        remarks.add("unknown severity", f'{where}: severity "{shown(line.severity)}"')
    if not (source.orderly and target.orderly):
        remarks.add(
            "odd marks", f"{where}: <v> and </v> are not one pair; the first pair counts as the place"
        )
    if source.start >= 0 and target.start >= 0:
        remarks.add("marked twice", f"{where}: marks in source and target; the one in the target counts")
    side, marked = ("source", source) if target.start < 0 <= source.start else ("target", target)
    if marked.start < 0 and "omission" in line.category.lower():
        side = "missing"
    extra = (str(line.number), line.source, line.target, *line.others)
    return Span(marked.start, marked.end, side, line.severity, line.category, extra)


def _remark_visit(file: str, lines: list[Line], remarks: Remarks) -> None:
    first, last = lines[0], lines[-1]
    where = f"{file}, line {last.number}"
    if first.item == METADATA:
        remarks.add("no rater", f"{where}: a line without a rater holds metadata only")
        return
    if first.item == DEGRADED:
        remarks.add("planted error", f"{where}: {last.severity}, kept apart from the ratings")
    if len(lines) == 1:
        return
    if any(line.says_no_error for line in lines):
        remarks.add("no error and errors", f"{where}: rater {first.rater} says both of one output")
    if len({tuple(marked.text for marked in line.marks) for line in lines}) > 1:
        remarks.add("text changed", f"{where}: other source or target than in line {first.number}")
    if len({line.content for line in lines}) < len(lines):
        remarks.add("duplicate", f"{where}: a line is there twice")
