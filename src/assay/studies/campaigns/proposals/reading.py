"""Proposed errors from a file of judgements: whatever `assay.io` reads with spans, of one rater, who is the program.

Every proposal must be one that the annotator could have marked, since it is theirs if they leave it: inside the text,
at the borders of letters, of a severity and on a side that the protocol knows. Of a program that gives categories a
protocol without them takes the places alone; errors without a place are left out, and critical ones are major where the
protocol has nothing worse, as in ESA and in the weights of MQM, with a warning for both.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from assay.data import Judgements, Scale, Spans, numbered_ids
from assay.errors import AssayWarning, InputError, OptionError, counted
from assay.io import label, read_judgements, shown
from assay.studies.campaigns.answers import AnswerError, check_spans, worded
from assay.studies.campaigns.design.controls import REFERENCE_SYSTEM
from assay.studies.campaigns.values import CampaignTexts, JudgedText, ProposedSpan, Protocol, ResponseField

# Columns with the text that errors were marked in; JSONL keeps "1" as it is written
TEXTS = ("target", "tgt")
MOST_NAMED = 5  # segments or systems of a message
ANY_SCORE = Scale(-math.inf, math.inf)  # of the program, on whatever scale: nobody is shown it
CRITICAL, MAJOR = "critical", "major"
SPANS = "give a table with the columns rater, system, segment, score and spans, ESA JSONL or MQM TSV"


def with_proposals(texts: CampaignTexts, path: str | Path, protocol: Protocol) -> CampaignTexts:
    """Return texts with the errors that a file proposes; one that could not be marked is an error with its line."""
    field = protocol.proposing
    if field is None:
        raise OptionError(
            f"{protocol.name} starts without any mark; proposals are for protocols such as esa-ai"
        )
    judgements = read_judgements(str(path), scale=ANY_SCORE)
    if not isinstance(judgements, Judgements) or judgements.spans is None:
        raise InputError(f"{label(str(path))} has no marked errors; {SPANS}")
    _warn_of_others(judgements.spans, field, label(str(path)))
    proposals = _by_output(judgements, judgements.spans, texts, field)
    _warn_of_silence(label(str(path)), texts, proposals)
    systems = [
        name for name in (*texts.outputs, REFERENCE_SYSTEM) if any(name == key[0] for key in proposals)
    ]
    segments = range(len(texts.segments))
    columns = {name: tuple(proposals.get((name, row), ()) for row in segments) for name in systems}
    return replace(texts, proposals=columns)


def _by_output(
    judgements: Judgements, spans: Spans, texts: CampaignTexts, field: ResponseField
) -> dict[tuple[str, int], tuple[ProposedSpan, ...]]:
    """Return the proposals for every system and segment that the file has a row of; other systems are left out."""
    proposals: dict[tuple[str, int], tuple[ProposedSpan, ...]] = {}
    first: dict[tuple[str, int], int] = {}
    lines = {**texts.outputs, REFERENCE_SYSTEM: texts.reference}
    rows = _segment_rows(judgements, texts)
    for row, (system, segment) in enumerate(zip(judgements.system.column(), rows, strict=True)):
        text = lines[system][segment] if system in lines else None
        if text is None:
            continue
        where, key = _where(judgements, row), (system, segment)
        if key in first:
            raise InputError(
                f"{where}: a second row of {shown(system)}, segment {texts.segments[segment]}, after "
                f"{_where(judgements, first[key])}; give the proposals of one program, one row an output"
            )
        first[key] = row
        _check_text(judgements, row, text, where)
        unit = JudgedText(segment, (), text, proposed=_spans_of(spans, row, field))
        proposals[key] = check_proposed(field, unit, texts, where)
    return proposals


def _where(judgements: Judgements, row: int) -> str:
    line = "" if judgements.line is None else f", line {judgements.line[row]}"
    return f"{label(judgements.path)}{line}"


def _segment_rows(judgements: Judgements, texts: CampaignTexts) -> list[int]:
    """Return the segment of every row by its name, or by its number where the set has other names."""
    names, numbers = judgements.segment.names, numbered_ids(len(texts.segments))
    known = {name: row for row, name in enumerate(texts.segments)}
    if not set(names) & set(known) and set(names) <= set(numbers):
        known = {name: row for row, name in enumerate(numbers)}
    for place, name in enumerate(names):
        if name not in known:
            row = int(np.argmax(judgements.segment.index == place))
            some = ", ".join(texts.segments[:MOST_NAMED])
            raise InputError(
                f'{_where(judgements, row)}: there is no segment "{shown(name)}"; the segments are called {some}'
                f"{', …' if len(texts.segments) > MOST_NAMED else ''}"
            )
    return [known[name] for name in judgements.segment.column()]


def _check_text(judgements: Judgements, row: int, output: str, where: str) -> None:
    """Refuse proposals for another text than the output, where the file has the text that they are of."""
    told = next((judgements.extra[name] for name in TEXTS if name in judgements.extra), None)
    text = told[row] if told is not None else ""
    if text and text not in (output, json.dumps(output), json.dumps(output, ensure_ascii=False)):
        raise InputError(
            f'{where}: the target "{shown(text[:40])}" is not the output "{shown(output[:40])}" of that system; '
            "propose errors for the outputs that are judged"
        )


def _spans_of(spans: Spans, row: int, field: ResponseField) -> tuple[ProposedSpan, ...]:
    """Return the errors of a row as the field marks them, in the order of the text, each once."""
    marked = (
        ProposedSpan(
            int(spans.start[at]),
            int(spans.end[at]),
            _severity(spans.severity.names[spans.severity.index[at]], field),
            spans.side.names[spans.side.index[at]],
            spans.category.names[spans.category.index[at]] if field.categories else "",
        )
        for at in range(spans.offsets[row], spans.offsets[row + 1])
    )
    placed = (span for span in marked if span.start >= 0 or span.side == "missing")
    return tuple(sorted(dict.fromkeys(placed), key=lambda span: (span.side, span.start, span.end)))


def _severity(name: str, field: ResponseField) -> str:
    """Return a severity as the protocol calls it."""
    name = name.strip().lower()
    return MAJOR if name == CRITICAL and _is_major_worst(field) else name


def _is_major_worst(field: ResponseField) -> bool:
    return MAJOR in field.severities and CRITICAL not in field.severities


def _warn_of_others(spans: Spans, field: ResponseField, place: str) -> None:
    """Say what cannot be proposed as the program has it: errors without a place, and critical ones."""
    sides, severities = (np.array(codes.names)[codes.index] for codes in (spans.side, spans.severity))
    nowhere = int(((spans.start < 0) & (sides != "missing")).sum())
    critical = sum(name.strip().lower() == CRITICAL for name in severities)
    said = (
        (nowhere, "without a place in the text, left out"),
        (critical * _is_major_worst(field), "called critical, proposed as major"),
    )
    for count, words in said:
        if count:
            warnings.warn(f"{place}: {counted(count, 'error')} {words}", AssayWarning, stacklevel=3)


def check_proposed(
    field: ResponseField, unit: JudgedText, texts: CampaignTexts, where: str
) -> tuple[ProposedSpan, ...]:
    """Return the proposals for a text; one that nobody could mark is an error that begins with `where`."""
    plain = [asdict(span) for span in unit.proposed]
    for span, mark in zip(unit.proposed, plain, strict=True):
        for message, values in check_spans(field, [mark], unit, texts):
            reason = worded(AnswerError("", "", message, values), "en")
            raise InputError(f"{where}: {_told(span)} cannot be proposed. {reason}{_choices(message, field)}")
    for message, values in check_spans(field, plain, unit, texts):
        raise InputError(f"{where}: {worded(AnswerError('', '', message, values), 'en')}")
    return unit.proposed


def _told(span: ProposedSpan) -> str:
    return f'the error from {span.start} to {span.end} ({span.side}, "{shown(span.severity)}")'


def _choices(message: str, field: ResponseField) -> str:
    known: Mapping[str, tuple[str, ...]] = {"span-severity": field.severities, "span-side": field.sides}
    return f" The protocol has {', '.join(known[message])}." if message in known else ""


def _warn_of_silence(
    place: str, texts: CampaignTexts, proposals: Mapping[tuple[str, int], tuple[ProposedSpan, ...]]
) -> None:
    """Refuse a file that says nothing of a system, and warn of outputs that it has no row of."""
    named = {system for system, _ in proposals}
    for system in texts.outputs:
        if system not in named:
            raise InputError(
                f'{place} has no row of the system "{shown(system)}"; propose errors for every system'
            )
    silent = sum(
        (system, row) not in proposals for system in texts.outputs for row in range(len(texts.segments))
    )
    if silent:
        outputs = counted(silent, "output")
        warnings.warn(
            f"{place} has no row of {outputs}, shown without proposals; a row without errors says that there are "
            "none",
            AssayWarning,
            stacklevel=3,
        )
