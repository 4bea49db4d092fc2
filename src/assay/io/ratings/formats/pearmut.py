"""Annotations of Pearmut 1.x, as its dashboard offers them (JSON) or as its folder keeps them (JSONL); only read.

A row is what one person said of one output. A segment is called by its `item_id`; one without is the text `k` of the
n-th document, `n#k`. Texts of a tutorial, and those with expected answers (`validation`), are filler: they take no part
in scores, and whether a check was passed is a column. Places of errors are UTF-16 units in the browser, the last one
included; here they are code points, the end excluded. The first place behind the text is the token `[missing]`.
Sliders of the campaign's own are aspects. The time of a row is that of the whole document, of which gaps count
a minute at most, as in Pearmut (`61` seconds).

The protocol is not in the file: with errors it is ESA, or MQM where nobody gave a score; else direct assessment.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from assay.data import FILLER, GENUINE, READING, Codes, Judgements, Remark
from assay.errors import InputError, counted
from assay.io.formats import JSON_SIGN
from assay.io.layout import Remarks
from assay.io.opening import Named, contents, label, shown
from assay.io.ratings.format import rating_format
from assay.io.ratings.formats.pearmut_log import (
    Entry,
    PearmutAnswer,
    counted_answers,
    read_log,
    recognises,
)
from assay.io.ratings.spans import MISSING, NO_PLACE, TARGET, Span, SpanRows, remark_severity
from assay.io.texts.lines import decoded

FORM = "pearmut"
# The longest time between two actions that counts, in Pearmut's own progress
PAUSE = 61.0
# What the same text may have otherwise for another person
OF_SYSTEMS = ("tgt", "error_spans", "validation")
TEXTS = {"src": "source", "ref": "reference"}


def read(path: Named, campaign: str | None = None) -> Judgements:
    """Read the annotations of a campaign, that of the name if there are several."""
    remarks = Remarks()
    name, entries = read_log(path, decoded(path, contents(path)), campaign)
    answers = counted_answers(path, entries, remarks)
    if not answers:
        raise InputError(f"{label(path)}: no answer in it that counts; {_left_out(remarks)}")
    documents, segments = _names(answers, remarks)
    _remark_checks(answers, remarks)
    rows = [(number, *each) for number, answer in enumerate(answers) for each in _scores(answer)]
    spans = _spans([(answers[number], first) for number, first, *_ in rows], remarks)
    of = [answers[number] for number, *_ in rows]
    score = np.array([value for *_, value in rows], dtype=np.float64)
    marked = len(spans.spans) > 0
    scheme = "da" if not marked else "mqm" if np.isnan(score).all() else "esa"
    times = [_times(answer) for answer in of]
    return Judgements(
        scheme,
        rater=Codes.of([answer.rater for answer in of]),
        system=Codes.of([answer.system for answer in of]),
        segment=Codes.of([segments[number] for number, *_ in rows]),
        score=score,
        item=Codes.of([FILLER if answer.beside else GENUINE for answer in of]),
        aspect=Codes.of([aspect for _, _, aspect, _ in rows]),
        document=Codes.of([documents[number] for number, *_ in rows]) if any(documents) else None,
        screen=Codes.of([str(answer.entry) for answer in of]),
        start=np.array([start for start, _ in times], dtype=np.float64),
        seconds=np.array([seconds for _, seconds in times], dtype=np.float64),
        spans=spans.columns() if marked else None,
        extra=_extra(name, of),
        line=None if name else np.array([answer.entry for answer in of], dtype=np.int64),
        path=str(path),
        remarks=(_told(name, scheme, of), *remarks.taken()),
    )


def _left_out(remarks: Remarks) -> str:
    said = [f"{kind}: {count}" for kind, count in remarks.counts.items()]
    return "; ".join(said) or "nobody has judged anything yet"


def _told(name: str, scheme: str, answers: Sequence[PearmutAnswer]) -> Remark:
    """Say what was recognised."""
    what = f'Pearmut, campaign "{shown(name)}"' if name else "Pearmut"
    people = counted(len({answer.rater for answer in answers}), "rater")
    systems = counted(len({answer.system for answer in answers}), "system")
    return Remark(READING, len(answers), (f"{what}; {people}, {systems}; taken as {scheme}",))


def _scores(answer: PearmutAnswer) -> Iterator[tuple[bool, str, float]]:
    """Yield whether it is the first of an answer, aspect and score: one of each slider, or the only one."""
    given = answer.said.get("sliders") or {"": answer.said.get("score")}
    for number, (aspect, value) in enumerate(given.items()):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InputError(f'{answer.where}: the score "{shown(str(value))}" is not a number')
        yield number == 0, aspect, math.nan if value is None else float(str(value))


def _names(answers: Sequence[PearmutAnswer], remarks: Remarks) -> tuple[list[str], list[str]]:
    """Return document and segment of every answer; documents have no name of their own and are numbered."""
    known: dict[str, str] = {}
    keys = [json.dumps(list(map(_own, answer.document))) for answer in answers]
    numbers = [known.setdefault(key, str(len(known) + 1)) for key in keys]
    meant: dict[str, str] = {}
    segments = []
    for answer, number in zip(answers, numbers, strict=True):
        given = answer.text.get("item_id")
        name = f"{number}#{answer.place + 1}" if given is None else str(given)
        text = json.dumps([answer.text.get(side) for side in TEXTS])
        if meant.setdefault(name, text) != text:
            remarks.add("item_id of several texts", f'{answer.where}: "{shown(name)}" is not the same text')
            name = f"{number}#{name}"
        segments.append(name)
    several = any(len(answer.document) > 1 for answer in answers)
    return numbers if several else [""] * len(answers), segments


def _own(text: Entry) -> dict[str, Any]:
    return {name: value for name, value in text.items() if name not in OF_SYSTEMS}


def _remark_checks(answers: Sequence[PearmutAnswer], remarks: Remarks) -> None:
    """Count the checks that were not passed."""
    told = set()
    for answer in answers:
        if _passed(answer) == "failed" and (answer.entry, answer.place) not in told:
            told.add((answer.entry, answer.place))
            remarks.add("attention check failed", f'{answer.where}: rater "{shown(answer.rater)}"')


def _passed(answer: PearmutAnswer) -> str:
    """Return "passed" or "failed" for a text with expected answers, where it was graded."""
    graded = [place for place, text in enumerate(answer.document) if "validation" in text]
    results = answer.visit.get("validations")
    if answer.place not in graded or not isinstance(results, list) or len(results) != len(graded):
        return ""
    return "passed" if results[graded.index(answer.place)] else "failed"


def _extra(name: str, answers: Sequence[PearmutAnswer]) -> dict[str, list[str]]:
    """Return further columns: where the answer stands, the texts, and whatever else was said, where anything was."""
    columns = {
        "campaign": [name] * len(answers),
        "item_i": [str(answer.visit.get("item_i", "")) for answer in answers],
        **{ours: [str(answer.text.get(side) or "") for answer in answers] for side, ours in TEXTS.items()},
        "target": [str(answer.text["tgt"].get(answer.system, "")) for answer in answers],
        "validation": list(map(_passed, answers)),
        "textfield": [str(answer.said.get("textfield") or "") for answer in answers],
        "comment": [str(answer.visit.get("comment") or "") for answer in answers],
    }
    return {column: cells for column, cells in columns.items() if any(cells)}


def _times(answer: PearmutAnswer) -> tuple[float, float]:
    """Return when a document was opened, and the active seconds on it."""
    actions = answer.visit.get("actions")
    actions = actions if isinstance(actions, list) else []
    given = [action.get("time") for action in actions if isinstance(action, dict)]
    times = [float(str(time)) for time in given if type(time) in (int, float)]
    if not times:
        return math.nan, math.nan
    return times[0], math.fsum(min(later - earlier, PAUSE) for earlier, later in pairwise(times))


def _spans(rows: Sequence[tuple[PearmutAnswer, bool]], remarks: Remarks) -> SpanRows:
    """Return the errors of each row; those of an answer with several sliders hang on its first row."""
    spans = SpanRows()
    for answer, first in rows:
        for error in (answer.said.get("error_spans") or []) if first else []:
            spans.add(_span(answer, error, remarks))
        spans.end_row()
    return spans


def _span(answer: PearmutAnswer, error: Mapping[str, Any], remarks: Remarks) -> Span:
    severity, category = str(error.get("severity") or ""), str(error.get("category") or "")
    remark_severity(severity, answer.where, remarks)
    start, end = error.get("start_i"), error.get("end_i")
    text = str(answer.text["tgt"].get(answer.system, ""))
    places = _code_points(text)
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        remarks.add("odd position", f"{answer.where}: an error from {start} to {end}")
        return Span(NO_PLACE, NO_PLACE, TARGET, severity, category)
    if start >= len(places):
        if start > len(places):
            remarks.add(
                "a token of the campaign's own", f"{answer.where}: an error at {start}, behind the text"
            )
        return Span(NO_PLACE, NO_PLACE, MISSING, severity, category)
    return Span(places[start], places[min(end, len(places) - 1)] + 1, TARGET, severity, category)


def _code_points(text: str) -> list[int]:
    """Return for every UTF-16 unit of a text which code point it is of."""
    return [place for place, sign in enumerate(text) for _ in range(1 + (ord(sign) > 0xFFFF))]


FORMAT = rating_format(FORM, "annotations of Pearmut, JSON or JSONL", recognises, read, sign=JSON_SIGN)
