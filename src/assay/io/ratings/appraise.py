"""Appraise's CSV export: no header; direct assessment, document-level assessment and error spans (ESA).

The first seven columns are always there: user, system, item, type, source language, target language, score. Then may
come document and whether the row judges the whole of it (`True`, aspect "document"), error spans as JSON (scheme
"esa"), start and end in seconds since 1970; which of them is told by the first row, and further columns are kept.
Types: TGT is genuine, CHK a repeat, REF a reference, BAD (or `BAD.…`) degraded.

Item numbers count the rows of a user's batch, not segments, once documents are shown whole. Campaigns that do so name
documents `DOC#SYSTEM`, and there a segment is called `DOC#k`: the k-th of the document as it was shown, that is of
one run of item numbers. Where a run is shorter than others of the same document, nobody can tell which segments these
are, so they are called `DOC#k/n` and match no others.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Codes, Judgements, Layout
from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.checks import remark
from assay.io.ratings.spans import APPRAISE, parse_spans, write_spans
from assay.io.ratings.tables import CSV, write_fields
from assay.io.ratings.verbatim import (
    as_written,
    keep_unlike,
    languages_of,
    number_text,
    numbers_as_written,
    parse_numbers,
    renamed,
)
from assay.io.texts.lines import decoded
from assay.io.texts.rows import csv_fields

Times = NDArray[np.float64]
Where = Callable[[int], str]

TYPES = {"TGT": GENUINE, "CHK": REPEAT, "REF": REFERENCE, "BAD": DEGRADED}
BASE = ("rater", "system", "item_number", "item", "source_language", "target_language", "score")
FLAGS = {"True": "document", "False": ""}
PRECISION = 6  # decimals of a time in seconds since 1970 that a float can hold
TINY = 1e-6
HOLDS = Holds(
    "appraise",
    schemes=("da", "esa"),
    columns=("document", "start", "seconds", "spans", "item", "aspect", "languages"),
    aspects=("document",),
    extra=("item_number", "item_type", "document_id", "source_language", "target_language"),
)


def recognises(first: str) -> bool:
    """Tell by its first line whether a file is an Appraise export."""
    try:
        row = next(csv.reader([first.removesuffix("\r")]), [])
    except csv.Error:
        return False
    return len(row) >= len(BASE) and item_kind(row[3]) in (*TYPES.values(),) and row[3] not in TYPES.values()


def item_kind(name: str) -> str:
    """Return the kind of an item by Appraise's name of it; a name that is not known stays."""
    return TYPES.get(name.partition(".")[0], name)


def read(path: str) -> Judgements:
    """Read an Appraise export of any of the column sets."""
    text = decoded(path, contents(path))
    lines, rows = zip(*csv_fields(path, text), strict=True)
    names = _column_names(path, rows[0])
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(names):
            raise InputError(
                f"{label(path)}, line {line}: {len(row)} fields, the first row has {len(names)}; "
                "look for a stray or lost comma, or part the file by its columns"
            )
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    line_end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    layout = Layout(tuple(names), line_end, text.endswith("\n"), HOLDS.form)
    return _judgements(path, columns, np.array(lines, dtype=np.int64), layout)


def _column_names(path: str, row: Sequence[str]) -> list[str]:
    """Tell by a row what its columns hold."""
    if len(row) < len(BASE):
        raise InputError(
            f"{label(path)}, line 1: {len(row)} fields, an Appraise export has at least {len(BASE)}: {', '.join(BASE)}"
        )
    names, rest = list(BASE), list(row[len(BASE) :])
    if len(rest) >= 2 and rest[1] in FLAGS:
        names, rest = [*names, "document", "is_document"], rest[2:]
    if rest and rest[0].startswith("["):
        names, rest = [*names, "spans"], rest[1:]
    if len(rest) >= 2 and all(_is_time(text) for text in rest[:2]):
        names, rest = [*names, "start", "end"], rest[2:]
    return names + [f"column_{len(names) + number}" for number in range(1, len(rest) + 1)]


def _is_time(text: str) -> bool:
    return text == "" or text.replace(".", "", 1).isdecimal()


def _judgements(
    path: str, columns: dict[str, list[str]], line: NDArray[np.int64], layout: Layout
) -> Judgements:
    def where(row: int) -> str:
        return f"{label(path)}, line {line[row]}"

    extra: dict[str, Sequence[str]] = {
        name: column for name, column in columns.items() if name.startswith("column_")
    }
    spans = None
    if "spans" in columns:
        spans, texts = parse_spans(Codes.of(columns["spans"]), APPRAISE, where, compact=True)
        extra |= {} if texts is None else {"spans": texts}
    score = parse_numbers(columns["score"], "score", where)
    keep_unlike(extra, "score", columns["score"], map(number_text, score.tolist()))
    kinds = [item_kind(name) for name in columns["item"]]
    keep_unlike(extra, "item_type", columns["item"], map(item_type, kinds))
    start, seconds = _times(columns, extra, where)
    languages = languages_of(*(Codes.of(columns[name]) for name in BASE[4:6]))
    extra |= {name: columns[name] for name in BASE[4:6]} if languages is None else {}
    return with_segments(
        Judgements(
            scheme="da" if spans is None else "esa",
            rater=Codes.of(columns["rater"]),
            system=Codes.of(columns["system"]),
            segment=Codes.of(columns["item_number"]),
            score=score,
            item=Codes.of(kinds),
            aspect=Codes.of(_aspects(columns, len(line), where)),
            document=_documents(columns, extra),
            start=start,
            seconds=seconds,
            spans=spans,
            languages=languages or ("", ""),
            extra=extra,
            line=line,
            path=path,
            layout=layout,
        )
    )


def _documents(columns: dict[str, list[str]], extra: dict[str, Sequence[str]]) -> Codes | None:
    """Return the documents without the system that some campaigns add to their names."""
    if "document" not in columns:
        return None
    names = Codes.of(columns["document"])
    if any(document_name(name) != name for name in names.names):
        extra["document_id"] = columns["document"]
    return renamed(names, document_name)


def document_name(name: str) -> str:
    """Return a document's name without the system behind it."""
    return name.partition("#")[0]


def item_type(kind: str) -> str:
    """Return Appraise's name of a kind of item."""
    return next((name for name, meant in TYPES.items() if meant == kind), kind)


def _aspects(columns: dict[str, list[str]], rows: int, where: Where) -> list[str]:
    flags = columns.get("is_document", ["False"] * rows)
    for row, flag in enumerate(flags):
        if flag not in FLAGS:
            raise InputError(
                f'{where(row)}: "{shown(flag)}" where True or False says if a document is judged'
            )
    return [FLAGS[flag] for flag in flags]


def _times(
    columns: dict[str, list[str]], extra: dict[str, Sequence[str]], where: Where
) -> tuple[Times | None, Times | None]:
    if "start" not in columns:
        return None, None
    start, end = (parse_numbers(columns[name], name, where) for name in ("start", "end"))
    seconds = np.round(end - start, PRECISION)
    keep_unlike(extra, "start", columns["start"], map(_time_text, start.tolist()))
    keep_unlike(extra, "end", columns["end"], map(_time_text, _ends(start, seconds)))
    return start, seconds


def _ends(start: Times, seconds: Times) -> list[float]:
    return [round(value, PRECISION) for value in (start + seconds).tolist()]


def _time_text(value: float) -> str:
    return "" if np.isnan(value) else repr(value)


def with_segments(judgements: Judgements) -> Judgements:
    """Name segments by document and place where item numbers do not name them."""
    if "document_id" not in judgements.extra:
        return judgements
    numbers = judgements.segment.column()
    shown_as = _shown(judgements.rater.column(), judgements.extra["document_id"], numbers)
    if shown_as is None:
        return judgements
    longest: dict[str, int] = {}
    for document, _, size in shown_as:
        longest[document] = max(size, longest.get(document, 0))
    cut = np.array([size < longest[document] for document, _, size in shown_as])
    names = [
        f"{document}#{place}" + (f"/{size}" if is_cut else "")
        for (document, place, size), is_cut in zip(shown_as, cut.tolist(), strict=True)
    ]
    named = replace(judgements, segment=Codes.of(names), extra={**judgements.extra, "item_number": numbers})
    return remark(
        named,
        "part of a document",
        np.flatnonzero(cut),
        lambda row: f"segment {shown(names[row])} stands alone",
    )


def _shown(
    raters: Sequence[str], documents: Sequence[str], numbers: Sequence[str]
) -> list[tuple[str, int, int]] | None:
    """Return each row's document, its place among those that its rater saw of it, and how many these were."""
    if not all(number.isdecimal() and len(number) < 10 for number in numbers):
        return None
    found: list[tuple[str, int, int]] = [("", 0, 0)] * len(numbers)
    keys = [(raters[row], documents[row]) for row in range(len(numbers))]
    for (_, document), group in groupby(sorted(range(len(keys)), key=keys.__getitem__), key=keys.__getitem__):
        rows = list(group)
        for run in _runs(sorted({int(numbers[row]) for row in rows})):
            for row in rows:
                if int(numbers[row]) in run:
                    found[row] = (document_name(document), run.index(int(numbers[row])) + 1, len(run))
    return found


def _runs(numbers: Sequence[int]) -> list[range]:
    """Return the runs of successive numbers in a rising list."""
    breaks = [at for at in range(1, len(numbers)) if numbers[at] != numbers[at - 1] + 1]
    bounds = pairwise([0, *breaks, len(numbers)])
    return [range(numbers[start], numbers[end - 1] + 1) for start, end in bounds]


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements) -> str:
    """Write an Appraise export; which columns it has goes by what there is to say."""
    judgements = fitted(judgements, HOLDS)
    extra = judgements.extra
    rows = len(judgements)
    languages = [extra.get(name) or [judgements.languages[at]] * rows for at, name in enumerate(BASE[4:6])]
    columns: list[Sequence[str]] = [
        judgements.rater.column(),
        judgements.system.column(),
        extra.get("item_number") or judgements.segment.column(),
        as_written(
            extra.get("item_type"),
            judgements.item.column(),
            item_type,
            lambda text, kind: item_kind(text) == kind,
        ),
        *languages,
        numbers_as_written(extra, "score", judgements.score),
        *_document_columns(judgements),
        *_span_columns(judgements),
        *_time_columns(judgements),
        *(column for name, column in extra.items() if name.startswith("column_")),
    ]
    layout = judgements.layout or Layout(line_end="\r\n")
    return write_fields(map(list, zip(*columns, strict=True)), CSV, layout)


def _document_columns(judgements: Judgements) -> list[Sequence[str]]:
    aspects = judgements.aspect.column()
    if judgements.document is None:
        if any(aspects):
            raise InputError("judgements of whole documents without a document; write a tidy table")
        return []
    flags = {aspect: flag for flag, aspect in FLAGS.items()}
    documents = as_written(
        judgements.extra.get("document_id"),
        judgements.document.column(),
        str,
        lambda text, name: name in (text, document_name(text)),
    )
    return [documents, [flags[aspect] for aspect in aspects]]


def _span_columns(judgements: Judgements) -> list[Sequence[str]]:
    if judgements.spans is None:
        return []
    ours = write_spans(judgements.spans, APPRAISE, compact=True)
    kept = judgements.extra.get("spans")
    if kept is None:
        return [ours]
    read_back, _ = parse_spans(Codes.of(list(kept)), APPRAISE, str, compact=True)
    meant = write_spans(read_back, APPRAISE, compact=True)
    return [[text if same == own else own for text, same, own in zip(kept, meant, ours, strict=True)]]


def _time_columns(judgements: Judgements) -> list[Sequence[str]]:
    if judgements.start is None or judgements.seconds is None:
        if judgements.start is not None or judgements.seconds is not None:
            raise InputError(
                "an Appraise export holds both start and seconds, or neither; write a tidy table"
            )
        return []
    extra = judgements.extra
    ends = _ends(judgements.start, judgements.seconds)
    return [
        as_written(extra.get("start"), judgements.start.tolist(), _time_text, _means_time),
        as_written(extra.get("end"), ends, _time_text, _means_time),
    ]


def _means_time(text: str, value: float) -> bool:
    if not _is_time(text) or not text:
        return text == "" and bool(np.isnan(value))
    return bool(abs(float(text) - value) < TINY)
