"""Adequacy and fluency (1 to 5) in a table with a header, CSV or TSV, as people keep it in a spreadsheet.

A column `adequacy`, a column `fluency`, or both; one row an output. Each grade becomes a judgement of that aspect.
Raters, systems and segments go by several names (`judge`, `annotator`; `mt`; `sentence`, `id`), in any case of letters;
`document`, `domain` and `seconds` are known, and further columns are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import GENUINE, Codes, Judgements, Layout
from assay.errors import InputError
from assay.io.opening import label
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.headers import (
    NAMES,
    columns_of,
    default_columns,
    has_columns,
    open_table,
    write_table,
    written_columns,
)
from assay.io.ratings.verbatim import keep_unlike, number_text, numbers_as_written, parse_numbers

ASPECTS = ("adequacy", "fluency")
HOLDS = Holds(
    "adequacy-fluency",
    schemes=("adequacy-fluency",),
    columns=("aspect", "document", "domain", "seconds"),
    aspects=ASPECTS,
    extra=None,
)


def recognises(first: str) -> bool:
    """Tell by its first line whether a file is a table of adequacy and fluency."""
    return has_columns(first, ASPECTS, NAMES["rater"], NAMES["system"])


def read(path: str) -> Judgements:
    """Read adequacy and fluency: a judgement for each aspect of each row."""
    roles = open_table(path, NAMES)
    table = roles.table
    aspects = columns_of(table.layout.columns, ASPECTS)
    if not aspects:
        raise InputError(
            f"{label(path)}, line 1: neither a column adequacy nor a column fluency; name one so"
        )
    width, rows = len(aspects), len(table)
    grades = (table.names[name].column() for name in aspects.values())
    texts = [text for row in zip(*grades, strict=True) for text in row]
    score = parse_numbers(texts, "grade", lambda row: table.where(row // width))
    repeated = np.repeat(np.arange(rows), width)
    extra = roles.others(*aspects.values())
    seconds = roles.seconds(extra)
    repeats: dict[str, Sequence[str]] = {
        name: [column[row] for row in repeated.tolist()] for name, column in extra.items()
    }
    keep_unlike(repeats, "score", texts, map(number_text, score.tolist()))
    document, domain = roles.codes("document"), roles.codes("domain")
    return Judgements(
        scheme="adequacy-fluency",
        rater=roles.needed("rater").at(repeated),
        system=roles.needed("system").at(repeated),
        segment=roles.needed("segment").at(repeated),
        score=score,
        item=Codes.alike(GENUINE, len(score)),
        aspect=Codes(tuple(aspects), np.tile(np.arange(width, dtype=np.int32), rows)),
        document=document and document.at(repeated),
        domain=domain and domain.at(repeated),
        seconds=None if seconds is None else seconds[repeated],
        extra=repeats,
        line=table.line[repeated],
        path=path,
        layout=replace(table.layout, form=HOLDS.form),
    )


def write(judgements: Judgements) -> str:
    """Write one row an output and a column an aspect; a grade whose fellow is missing stands alone in its row."""
    judgements = fitted(judgements, HOLDS)
    if "" in judgements.aspect.column():
        raise InputError("a grade that is neither adequacy nor fluency has no column; write a tidy table")
    aspects = [name for name in ASPECTS if name in judgements.aspect.names]
    layout = judgements.layout or Layout(default_columns(judgements, aspects))
    columns = written_columns(judgements, NAMES, layout)
    scores = numbers_as_written(judgements.extra, "score", judgements.score)
    visits = _visits(judgements)
    firsts = [next(iter(rows.values())) for rows in visits]
    fields: dict[str, Sequence[str]] = {
        name: [column[row] for row in firsts] for name, column in columns.items()
    }
    for aspect, column in columns_of(layout.columns, ASPECTS).items():
        fields[column] = [scores[rows[aspect]] if aspect in rows else "" for rows in visits]
    return write_table(fields, layout)


def _visits(judgements: Judgements) -> list[dict[str, int]]:
    """Return the rows of each visit of a rater to an output, by aspect; a second one of an aspect starts anew."""
    visits: list[dict[str, int]] = []
    latest: dict[tuple[int, ...], dict[str, int]] = {}
    columns = (judgements.rater, judgements.system, judgements.segment)
    keys = zip(*(codes.index.tolist() for codes in columns), strict=True)
    for row, (key, aspect) in enumerate(zip(keys, judgements.aspect.column(), strict=True)):
        if key not in latest or aspect in latest[key]:
            latest[key] = {}
            visits.append(latest[key])
        latest[key][aspect] = row
    return visits
