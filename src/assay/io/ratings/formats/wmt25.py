"""Human judgements of WMT 2025 as its organisers published them: JSONL, one segment a line.

A line has `doc_id` (`PAIR_#_DOMAIN_#_DOCUMENT_#_NUMBER`), `src_text`, `tgt_text` (system to text) and `scores`: for
each system a list of answers `{"score", "errors", "annotator", …}`. Earlier releases call the score `human`, or number
the answers in one object (`human1`, `errors1`, `annotator1`, `times1`, `human2`, …) beside the scores of metrics, and
the first ones name the document only, so that its segments are counted here, from 0 on. The judgements of 2024 were
published anew in this form, with `DOCUMENT_#_NUMBER` and times as strings. All are read. Places of errors are those of
Appraise, whose `end_i` is the last character itself, so our `end` is one more. An answer is kept as it was written and
comes back so; a segment without any answer is counted in the remarks, and its line is kept with that of the next
segment that has one.

Scores are ESA, 0 to 100; where none is above 0 they are taken as MQM, and kept as a further column `score`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from assay.data import GENUINE, Codes, Judgements
from assay.errors import InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.formats import Sign
from assay.io.layout import Remarks, laid_out, layout_of
from assay.io.opening import Named, contents, label, listed, shown
from assay.io.ratings.format import rating_format
from assay.io.ratings.spans import Span, SpanRows, remark_severity
from assay.io.tables.cells import number_of
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

ANSWER, RECORD = "answer", "record"  # the JSON of an answer, and of its line without answers
NUMBERED = re.compile(r"(human|score|errors|annotator|times)(\d*)")
PARTS = "_#_"
PAIR = re.compile(r"[a-z]{2,3}(_\w+)?-[a-z]{2,3}(_\w+)?")


class Wmt25Answer(NamedTuple):
    """One rater's answer to one output."""

    line: int
    system: str
    segment: str
    record: str
    fields: dict[str, Any]  # by plain name: score, errors, annotator, times
    text: str

    @property
    def score(self) -> float:
        """The score that was given, NaN where there is none."""
        value = self.fields.get("score", self.fields.get("human"))
        return np.nan if value is None else float(value)


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it is such a file."""
    return all(f'"{name}"' in head.first for name in ("scores", "src_text", "tgt_text", "doc_id"))


def read(path: Named, pair: str | None = None) -> Judgements:
    """Read the judgements, all or those of one pair of languages such as "en-cs_CZ"."""
    remarks = Remarks()
    answers: list[Wmt25Answer] = []
    pairs: set[str] = set()
    counts: Counter[str] = Counter()  # lines of a document whose name has no number
    silent: list[str] = []  # lines without an answer since the last with one
    file = label(path)
    whole = decoded(path, contents(path))
    for number, text in enumerate(text_lines(whole), start=1):
        where = f"{file}, line {number}"
        record = _record(where, text)
        name = _segment(record["doc_id"], counts)
        languages = pair_of(name)
        if pair is not None and languages != pair:
            continue
        given = list(_answers(where, number, record, name))
        if given:
            answers += [answer._replace(record="\n".join([*silent, answer.record])) for answer in given]
            pairs |= {languages} if languages else set()
            silent = []
        else:
            silent.append(text)
            remarks.add("no judgement", f'{where}: nobody judged "{shown(record["doc_id"])}"')
    if pair is not None and not answers:
        raise InputError(f'{label(path)}: no judgement of the pair "{shown(pair)}"; check its spelling')
    if len(pairs) > 1:
        remarks.add("several pairs", f"{label(path)}: {listed(sorted(pairs))}; read one at a time")
    return replace(_judgements(path, pairs, _trailed(answers, silent), remarks), layout=layout_of(whole))


def pair_of(segment: str) -> str:
    """Return the language pair that the name of a segment begins with, "" if it does not."""
    first, *others = segment.split(PARTS)
    return first if len(others) > 1 and PAIR.fullmatch(first) else ""


def _segment(name: str, counts: Counter[str]) -> str:
    """Return the name of a line's segment: a document that has no number is counted."""
    if pair_of(name) and len(name.split(PARTS)) == 3:
        counts[name] += 1
        return f"{name}{PARTS}{counts[name] - 1}"
    return name


def _trailed(answers: list[Wmt25Answer], silent: list[str]) -> list[Wmt25Answer]:
    """Keep the lines behind the last answer with the answers of its segment."""
    if not answers or not silent:
        return answers
    last = answers[-1].line
    return [
        answer._replace(record="\n".join([answer.record, *silent])) if answer.line == last else answer
        for answer in answers
    ]


def _record(where: str, text: str) -> dict[str, Any]:
    try:
        record = parse_json(text, nan=True)
    except JsonError as error:
        raise InputError(
            f"{where}: not JSON ({error}); give one object per line, and no empty line"
        ) from None
    if not isinstance(record, dict) or not isinstance(record.get("doc_id"), str):
        raise InputError(f'{where}: not an object with a text "doc_id"; this is not a file of WMT 2025')
    if not isinstance(record.get("scores"), dict):
        raise InputError(f'{where}: "scores" is not an object from system to answers')
    return record


def _answers(where: str, number: int, record: dict[str, Any], segment: str) -> Iterator[Wmt25Answer]:
    bare: dict[str, Any] = {}
    answers: list[tuple[str, dict[str, Any]]] = []
    for system, given in record["scores"].items():
        if isinstance(given, list):
            bare[system] = []
            answers += [(system, answer) for answer in given]
        elif isinstance(given, dict):
            groups, bare[system] = _numbered(given)
            answers += [(system, answer) for answer in groups]
        else:
            raise InputError(f'{where}: the answers to "{shown(system)}" are neither a list nor an object')
    text = json.dumps({**record, "scores": bare}, ensure_ascii=False)
    for system, answer in answers:
        fields = _fields(f'{where}, system "{shown(system)}"', answer)
        yield Wmt25Answer(number, system, segment, text, fields, json.dumps(answer, ensure_ascii=False))


def _numbered(given: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Part the answers of one object by their numbers, and from all that is no answer."""
    groups: dict[str, dict[str, Any]] = {}
    others: dict[str, Any] = {}
    for name, value in given.items():
        match = NUMBERED.fullmatch(name)
        if match:
            groups.setdefault(match[2], {})[name] = value
        else:
            others[name] = value
    return list(groups.values()), others


def _fields(where: str, answer: object) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise InputError(f"{where}: an answer is not an object; repair the line")
    fields = {name.rstrip("0123456789"): value for name, value in answer.items()}
    for name in ("score", "human"):
        value = fields.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InputError(f"{where}: the {name} {json.dumps(value)} is not a number")
    errors = fields.get("errors") or []
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise InputError(f'{where}: "errors" is not a list of objects')
    return fields


def _judgements(path: Named, pairs: set[str], answers: list[Wmt25Answer], remarks: Remarks) -> Judgements:
    score = np.array([answer.score for answer in answers], dtype=np.float64)
    scheme = "mqm" if (score < 0).any() and not (score > 0).any() else "esa"
    spans, file = SpanRows(), label(path)
    for answer in answers:
        where = f'{file}, line {answer.line}, system "{shown(answer.system)}"'
        for error in answer.fields.get("errors") or []:
            spans.add(_span(where, error, remarks))
        spans.end_row()
    extra = {RECORD: [answer.record for answer in answers], ANSWER: [answer.text for answer in answers]}
    parts = [answer.segment.split(PARTS) for answer in answers]
    times = [_times(answer.fields.get("times")) for answer in answers]
    languages = next(iter(pairs)).partition("-") if len(pairs) == 1 else ("", "", "")
    return Judgements(
        scheme,
        rater=Codes.of([str(answer.fields.get("annotator") or "") for answer in answers]),
        system=Codes.of([answer.system for answer in answers]),
        segment=Codes.of([answer.segment for answer in answers]),
        score=np.full(len(score), np.nan) if scheme == "mqm" else score,
        item=Codes.alike(GENUINE, len(answers)),
        aspect=Codes.alike("", len(answers)),
        document=Codes.of(
            [PARTS.join(part[:-1]) if len(part) in (2, 4) else PARTS.join(part) for part in parts]
        ),
        domain=Codes.of([part[1] for part in parts]) if all(len(part) > 2 for part in parts) else None,
        start=np.array([start for start, _ in times], dtype=np.float64),
        seconds=np.array([end - start for start, end in times], dtype=np.float64),
        spans=spans.columns(),
        languages=(languages[0], languages[2]),
        extra=extra | ({"score": [repr(float(value)) for value in score]} if scheme == "mqm" else {}),
        line=np.array([answer.line for answer in answers], dtype=np.int64),
        path=str(path),
        remarks=remarks.taken(),
    )


def _span(where: str, error: dict[str, Any], remarks: Remarks) -> Span:
    severity = str(error.get("severity") or "")
    category = str(error.get("category") or error.get("error_type") or "")
    remark_severity(severity, where, remarks)
    start, end = error.get("start_i"), error.get("end_i")
    if "missing" in (start, end):
        return Span(-1, -1, "missing", severity, category)
    if type(start) is not int or type(end) is not int or not 0 <= start <= end < 2**31 - 1:
        remarks.add("odd position", f"{where}: an error from {start} to {end}")
        return Span(-1, -1, "target", severity, category)
    return Span(start, end + 1, "target", severity, category)


def _times(given: object) -> tuple[float, float]:
    if isinstance(given, list) and len(given) == 2:
        start, end = (number_of(time) if isinstance(time, str) else time for time in given)
        if isinstance(start, int | float) and isinstance(end, int | float):
            return float(start), float(end)
    return np.nan, np.nan


def write(judgements: Judgements) -> bytes:
    """Write judgements that were read from such a file; the texts are in it, so others cannot be written."""
    if RECORD not in judgements.extra or ANSWER not in judgements.extra:
        raise InputError(
            "these judgements were not read from a file of WMT 2025, whose lines hold all texts; "
            "write another format"
        )
    records: dict[tuple[str, str], list[Any]] = {}
    places = zip(judgements.segment.column(), judgements.system.column(), strict=True)
    answers = zip(judgements.extra[RECORD], judgements.extra[ANSWER], places, strict=True)
    for text, answer, (segment, system) in answers:
        lines = records.setdefault((segment, text), [parse_json(line, nan=True) for line in text.split("\n")])
        own = (line["scores"] for line in lines if _is_of(line, segment) and system in line["scores"])
        _put(next(own), system, parse_json(answer, nan=True))
    dumped = (json.dumps(line, ensure_ascii=False) for lines in records.values() for line in lines)
    return laid_out(dumped, judgements.layout).encode()


def _is_of(line: dict[str, Any], segment: str) -> bool:
    return bool(line["doc_id"] in (segment, segment.rpartition(PARTS)[0]))


def _put(scores: dict[str, Any], system: str, answer: dict[str, Any]) -> None:
    """Add an answer to those of a system: to a list, or before the scores of metrics in an object."""
    given = scores[system]
    if isinstance(given, list):
        given.append(answer)
        return
    before = {name: value for name, value in given.items() if NUMBERED.fullmatch(name)}
    scores[system] = before | answer | given


FORMAT = rating_format(
    "wmt25", "WMT 2025, one segment per line, JSONL", recognises, read, write, sign=Sign(r'[^\n]*"tgt_text"')
)
