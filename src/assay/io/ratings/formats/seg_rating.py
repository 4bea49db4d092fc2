"""Errors of whole test sets as mt-metrics-eval keeps them (`*.seg.rating`): `SYSTEM<TAB>JSON[<TAB>RATER]` a line.

The lines of a system are its segments in order; `None` stands for a segment that was not rated. Segments are named
by their numbers from 1 on, and those that nobody rated are still among the names, so that a file can be written
again whole. Without a column of raters the rater is called as the file is: `mqm.merged` for
`en-de.mqm.merged.seg.rating`.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, repeat
from typing import Any, NamedTuple

import numpy as np

from assay.data import GENUINE, Codes, Judgements, Spans
from assay.errors import AssayWarning, InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.formats import Sign
from assay.io.layout import Remarks, laid_out, layout_of
from assay.io.opening import Named, contents, label, shown
from assay.io.ratings.capabilities import Holds
from assay.io.ratings.format import rating_format
from assay.io.ratings.spans import Span, SpanRows, remark_severity
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

FORM = "seg-rating"
ENDING = ".seg.rating"
UNRATED = "None"
RATING = "rating"  # the JSON of a rating that says more than its spans do
SCORE = "score"


class Rated(NamedTuple):
    """A line with a rating."""

    line: int
    system: str
    segment: int
    rater: str
    text: str
    errors: list[dict[str, Any]]


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it holds ratings of this kind."""
    cells = head.first.split("\t")
    return len(cells) in (2, 3) and (cells[1] == UNRATED or cells[1].startswith('{"errors"'))


def default_rater(path: Named) -> str:
    """Return what the rater is called where a file does not say: the file without languages and ending."""
    name = os.path.basename(str(path)).removesuffix(".gz").removesuffix(ENDING)
    return name.partition(".")[2] or name


def read(path: Named) -> Judgements:
    """Read a file of ratings as MQM judgements."""
    segments: dict[str, int] = {}
    rated: list[Rated] = []
    file, rater_of_file = label(path), default_rater(path)
    whole = decoded(path, contents(path))
    for number, line in enumerate(text_lines(whole), start=1):
        system, text, *raters = _cells(f"{file}, line {number}", line)
        segments[system] = segments.get(system, 0) + 1
        if text != UNRATED:
            errors = _errors(f"{file}, line {number}", text)
            rater = raters[0] if raters else rater_of_file
            rated.append(Rated(number, system, segments[system], rater, text, errors))
    _refuse_unequal(path, segments)
    return replace(_judgements(path, segments, rated), layout=layout_of(whole, form=FORM))


def _cells(where: str, line: str) -> list[str]:
    cells = line.split("\t")
    if len(cells) not in (2, 3) or not cells[0]:
        raise InputError(f"{where}: not SYSTEM<TAB>RATING with or without <TAB>RATER; repair the line")
    return cells


def _errors(where: str, text: str) -> list[dict[str, Any]]:
    try:
        record = parse_json(text, nan=True)
    except JsonError as error:
        raise InputError(f"{where}: the rating is not JSON ({error}); repair it, or write None") from None
    errors = record.get("errors") if isinstance(record, dict) else None
    if not isinstance(errors, list) or not all(map(_is_error, errors)):
        raise InputError(f'{where}: a rating is {{"errors": […]}}, each error with numbers "start" and "end"')
    return errors


def _is_error(error: object) -> bool:
    if not isinstance(error, dict) or isinstance(error.get(SCORE), dict | list):
        return False
    return all(type(error.get(key)) is int for key in ("start", "end"))


def _refuse_unequal(path: Named, segments: dict[str, int]) -> None:
    counts = {count: system for system, count in segments.items()}
    if len(counts) > 1:
        (count, system), (other, another), *_ = counts.items()
        raise InputError(
            f'{label(path)}: {count} lines of "{shown(system)}" and {other} of "{shown(another)}"; '
            "every system needs one line per segment, None where there is no rating"
        )


def _judgements(path: Named, segments: dict[str, int], rated: list[Rated]) -> Judgements:
    remarks, file = Remarks(), label(path)
    spans = SpanRows((SCORE,))
    for row in rated:
        for error in row.errors:
            spans.add(_span(f"{file}, line {row.line}", error, remarks))
        spans.end_row()
    columns = spans.columns()
    built = _rebuilt(columns)
    more = ["" if row.text == text else row.text for row, text in zip(rated, built, strict=True)]
    rows = len(rated)
    return Judgements(
        "mqm",
        rater=Codes.of([row.rater for row in rated]),
        system=_numbered(list(segments), [row.system for row in rated]),
        segment=_numbered(
            [str(number + 1) for number in range(max(segments.values(), default=0))],
            [str(row.segment) for row in rated],
        ),
        score=np.full(rows, np.nan),
        item=Codes.alike(GENUINE, rows),
        aspect=Codes.alike("", rows),
        spans=columns,
        extra={RATING: more} if any(more) else {},
        line=np.array([row.line for row in rated], dtype=np.int64),
        path=str(path),
        remarks=remarks.taken(),
    )


def _numbered(names: list[str], column: list[str]) -> Codes:
    """Return a column over all names, those without a row too."""
    return Codes.of(column, {name: number for number, name in enumerate(names)})


def _span(where: str, error: dict[str, Any], remarks: Remarks) -> Span:
    start, end = error["start"], error["end"]
    severity, category = (str(error.get(key) or "") for key in ("severity", "category"))
    remark_severity(severity, where, remarks)
    if not -1 <= start <= end < 2**31:
        remarks.add("odd position", f"{where}: an error from {start} to {end}")
        start, end = -1, -1
    side = "source" if error.get("is_source_error") is True else "target"
    return Span(start, end, side, severity, category, (_score_text(error.get(SCORE)),))


@lru_cache(maxsize=4096, typed=True)
def _score_text(score: float | str | None) -> str:
    return json.dumps(score)


@lru_cache(maxsize=4096)
def _score_of(text: str) -> Any:
    return parse_json(text, nan=True)


def _rebuilt(spans: Spans) -> list[str]:
    """Return the JSON of every row that its spans alone give."""
    names = ("start", "end", "category", "severity", SCORE, "is_source_error")
    scores = map(_score_of, spans.extra[SCORE]) if SCORE in spans.extra else repeat(None, len(spans))
    on_source = (spans.side.among(["source"])).tolist()
    kinds = spans.category.column(), spans.severity.column()
    columns = (spans.start.tolist(), spans.end.tolist(), *kinds, scores, on_source)
    errors = [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]
    return [json.dumps({"errors": errors[start:end]}) for start, end in pairwise(spans.offsets.tolist())]


def write(judgements: Judgements) -> bytes:
    """Write ratings, one block of lines a system; a file that was read comes back byte for byte."""
    if judgements.spans is None:
        raise InputError("these judgements have no error spans, which is all that a file of ratings holds")
    lines_of, segments = _places(judgements)
    rows: dict[tuple[int, int], int] = {}
    places = zip(judgements.system.index.tolist(), judgements.segment.index.tolist(), strict=True)
    for row, (system, segment) in enumerate(places):
        if rows.setdefault((system, lines_of[segment]), row) != row:
            raise InputError(
                f'two ratings of "{judgements.system.names[system]}" on segment '
                f"{judgements.segment.names[segment]}; write the ratings of one rater at a time"
            )
    named = bool(set(judgements.rater.names) - {default_rater(judgements.path)})
    texts = [*_texts(judgements, judgements.spans, named=named), UNRATED]
    lines = (
        f"{system}\t{texts[rows.get((at, segment), -1)]}"
        for at, system in enumerate(judgements.system.names)
        for segment in range(segments)
    )
    return laid_out(lines, judgements.layout).encode()


def _places(judgements: Judgements) -> tuple[list[int], int]:
    """Return the line of every segment in the block of a system, and how many lines there are.

    Segments have no names in such a file: those that are numbers from 1 on are lines, others are counted.
    """
    names = judgements.segment.names
    if judgements.layout is not None:
        return list(range(len(names))), len(names)
    numbers = [int(name) if re.fullmatch("[1-9][0-9]{0,8}", name) else 0 for name in names]
    if all(numbers):
        words = f"the last is {max(numbers, default=0)}, and it is unknown whether more follow"
        lines = [number - 1 for number in numbers]
    else:
        words = "they are numbered in the order of the judgements"
        lines = list(range(len(names)))
    warnings.warn(f"the format seg-rating has no names of segments: {words}", AssayWarning, 2)
    return lines, max(lines, default=-1) + 1


def _texts(judgements: Judgements, spans: Spans, *, named: bool) -> list[str]:
    """Return the cells behind the system of every row."""
    texts = _rebuilt(spans)
    if RATING in judgements.extra:
        texts = [written or text for written, text in zip(judgements.extra[RATING], texts, strict=True)]
    if named:
        texts = [f"{text}\t{rater}" for text, rater in zip(texts, judgements.rater.column(), strict=True)]
    return texts


HOLDS = Holds(FORM, schemes=("mqm",), columns=("spans",), extra=(RATING,), scores=False)
FORMAT = rating_format(
    FORM,
    "marked errors of mt-metrics-eval, .seg.rating",
    recognises,
    read,
    write,
    HOLDS,
    sign=Sign(r'[^\t\n]*\t(?:None|\{"errors")'),
)
