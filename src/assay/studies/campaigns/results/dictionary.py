"""A data dictionary: what each column of the tidy table of a campaign holds, in words and with its values."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from assay.data import GENUINE, Array, Codes, Judgements
from assay.errors import counted
from assay.studies.campaigns.values import Campaign

MOST_LISTED = 12  # values that are listed; of more there is only the number
# What a tidy table has no column of, where all rows have this
UNSAID = {"item": GENUINE, "aspect": ""}
COLUMNS = {
    "scheme": "the protocol's kind of judgement; the same in all rows",
    "rater": "who judged",
    "system": "whose output was judged; several with the same output are joined by + in rankings",
    "segment": "which segment, by its name or number in the set",
    "score": "what was said: a number on the scale; in rankings 1 is the best; empty where only errors were marked",
    "item": "what the item was there for: genuine and repeat say something about a system, the others check annotators",
    "aspect": "the question that was asked, where there were several",
    "document": "the document that the segment is of",
    "screen": "what was judged side by side: rows with the same number were on one screen",
    "start": "when the screen was shown, in seconds since 1970, by the server's clock less the time spent",
    "seconds": "active time: the page in front and something done in the last minute",
    "spans": "marked errors, JSON: start and end in code points of the text (end exclusive), side, severity, category; "
    "where errors are proposed, also whether it was accepted, changed or added",
    "source_language": "language of the source",
    "target_language": "language of the outputs",
    "wording": "checksum of the exact words that the annotator was shown; the log has the words",
    "version": "version of the protocol",
    "position": "where on the screen the output stood, from 1",
    "source": "the source text",
    "target": "the output that was judged",
    "accepted": "marked errors that are as they were proposed",
    "changed": "marked errors that overlap a proposed one and differ from it: in place, severity or category",
    "deleted": "proposed errors that no mark is left of",
    "added": "marked errors that were not proposed",
    "proposals": "proposed errors, JSON: as in spans, and what became of each (fate)",
    "answer": "what was answered, as it was typed or chosen",
    "answer_seconds": "active time on the question; the column seconds has that of reading",
}


def data_dictionary(campaign: Campaign, judgements: Judgements) -> bytes:
    """Write the columns of the tidy table of a campaign as TSV: name, what it holds, values."""
    rows = [("column", "meaning", "values"), *_rows(campaign, judgements)]
    lines = ("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", "backslashreplace")


def _rows(campaign: Campaign, judgements: Judgements) -> Iterator[tuple[str, str, str]]:
    yield "scheme", COLUMNS["scheme"], judgements.scheme
    for name in (
        "rater",
        "system",
        "segment",
        "score",
        "item",
        "aspect",
        "document",
        "screen",
        "start",
        "seconds",
    ):
        column = getattr(judgements, name)
        if column is not None and not (name in UNSAID and {*column.used().names} == {UNSAID[name]}):
            yield name, COLUMNS[name], _scale(judgements) if name == "score" else _values(column)
    if judgements.spans is not None:
        severities = ", ".join(name for name in judgements.spans.severity.names if name)
        marked = counted(len(judgements.spans), "error")
        yield "spans", COLUMNS["spans"], f"{marked}; severities: {severities or 'none'}"
    if any(judgements.languages):
        for name, language in zip(("source_language", "target_language"), judgements.languages, strict=True):
            yield name, COLUMNS[name], language
    for name, texts in judgements.extra.items():
        yield name, COLUMNS.get(name, f"the field {name} of the protocol"), _values(Codes.of(list(texts)))


def _scale(judgements: Judgements) -> str:
    scale = judgements.scale
    ends = [f"{end:g}" if math.isfinite(end) else "no bound" for end in (scale.low, scale.high)]
    return f"{ends[0]} to {ends[1]}; {'higher' if scale.higher_is_better else 'lower'} is better"


def _values(column: Codes | Array) -> str:
    if isinstance(column, Codes):
        names = [name or "(empty)" for name in column.names]
        return ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)} different ones"
    known = column[np.isfinite(column)]
    return f"{known.min():.6g} to {known.max():.6g}" if len(known) else "none"
