"""Marked errors as JSON lists, in our own words and in those of Appraise, and back.

Ours: `{"start": 3, "end": 7, "side": "target", "severity": "major", "category": "accuracy"}`, places in code points
from 0, `end` exclusive, `null` where an error has no place; `side` is left out for the target, `category` where there
is none. Appraise and the ESA files say `start_i`, `end_i`, `severity`, `error_type`, and `"missing"` for both places
of an omission. Further keys of an error are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from assay.data import Codes, Spans
from assay.errors import InputError
from assay.io.opening import shown

LARGEST = 2**31 - 1
NO_PLACE = -1
TARGET, SOURCE, MISSING = "target", "source", "missing"
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONSTANT = re.compile("NaN|Infinity")  # which Python reads as numbers, and JSON does not know
SIDES = (TARGET, SOURCE, MISSING)


@dataclass(frozen=True)
class Words:
    """What a format calls the parts of an error; `side` is empty where omissions are told by their places.

    `last` says that a span ends with the character at its end, as in Appraise, and not before it.
    """

    start: str
    end: str
    severity: str
    category: str
    side: str = ""
    last: bool = False


OWN = Words("start", "end", "severity", "category", "side")
APPRAISE = Words("start_i", "end_i", "severity", "error_type", last=True)


def parse_spans(
    codes: Codes, words: Words, where: Callable[[int], str], *, compact: bool
) -> tuple[Spans, list[str] | None]:
    """Return the errors of each row, a JSON list, and the texts where they are not written as we would.

    An empty text is an empty list. Rows with the same text are read once.
    """
    used, first = np.unique(codes.index, return_index=True)
    place = dict(zip(used.tolist(), first.tolist(), strict=True))
    marked = [
        _marked(where(place[number]), text, words) if number in place else []
        for number, text in enumerate(codes.names)
    ]
    distinct = gathered(marked)
    alike = write_spans(distinct, words, compact=compact) == list(codes.names)
    return distinct.of_rows(codes.index.astype(np.int64)), None if alike else codes.column()


def gathered(marked: Sequence[Sequence[Mapping[str, Any]]]) -> Spans:
    """Make columns of the errors of each row, given as mappings in our own words."""
    every = [error for errors in marked for error in errors]
    offsets = np.cumsum([0, *map(len, marked)]).astype(np.int64)
    others = dict.fromkeys(name for error in every for name in error if name not in _PARTS)
    return Spans(
        offsets,
        np.array([error["start"] for error in every], dtype=np.int32),
        np.array([error["end"] for error in every], dtype=np.int32),
        side=Codes.of([error["side"] for error in every]),
        severity=Codes.of([error["severity"] for error in every]),
        category=Codes.of([error["category"] for error in every]),
        extra={name: [json_text(error, name) for error in every] for name in others},
    )


_PARTS = ("start", "end", "side", "severity", "category")


def json_text(record: Mapping[str, Any], name: str) -> str:
    """Return a value of a JSON object as text: strings as they are, unless they look like JSON; "" if absent."""
    if name not in record:
        return ""
    value = record[name]
    if isinstance(value, str) and value and not _is_json(value) and not _SURROGATE.search(value):
        return value
    return dumped(value)


def dumped(value: Any, *, compact: bool = False) -> str:
    """Write JSON with characters as they are; lone surrogates, which no file can hold, are escaped."""
    separators = (",", ":") if compact else None
    text = json.dumps(value, ensure_ascii=False, separators=separators)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=separators)
    return text


def json_value(text: str) -> Any:
    """Return the value that `json_text` wrote."""
    return json.loads(text) if _is_json(text) else text


@lru_cache(maxsize=1 << 16)
def _is_json(text: str) -> bool:
    """Tell whether a text stands for a JSON value; a string is quoted only where it would be taken for another value.

    So every text stands for one value, and every value for one text: `"7"` is the string 7, `"good"` has quotes in it.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if dumped(value) != text or _CONSTANT.search(text):
        return False
    return not isinstance(value, str) or not value or bool(_SURROGATE.search(value)) or _is_json(value)


def _marked(where: str, text: str, words: Words) -> list[dict[str, Any]]:
    try:
        errors = json.loads(text) if text else []
    except (ValueError, RecursionError):
        errors = None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise InputError(f'{where}: the spans "{_short(text)}" are not a JSON list of objects; correct them')
    return [_error(where, error, words) for error in errors]


def _error(where: str, error: Mapping[str, Any], words: Words) -> dict[str, Any]:
    start, end = error.get(words.start), error.get(words.end)
    side = error.get(words.side, TARGET) if words.side else (MISSING if MISSING in (start, end) else TARGET)
    if side not in SIDES:
        raise InputError(f'{where}: the side "{_short(str(side))}" of a span is none of {", ".join(SIDES)}')
    places = [_place(where, place, side) for place in (start, end)]
    known = {name for name in (words.start, words.end, words.severity, words.category, words.side) if name}
    return {name: value for name, value in error.items() if name not in known and name not in _PARTS} | {
        "start": places[0],
        "end": places[1] + (words.last and places[1] != NO_PLACE),
        "side": side,
        "severity": json_text(error, words.severity),
        "category": "" if error.get(words.category) is None else json_text(error, words.category),
    }


def _place(where: str, place: Any, side: str) -> int:
    if place is None or place == MISSING:
        return NO_PLACE
    if isinstance(place, bool) or not isinstance(place, int) or not NO_PLACE <= place <= LARGEST:
        raise InputError(
            f'{where}: the place "{_short(str(place))}" of a span is not a number of a character of the {side}'
        )
    return place


def _short(text: str) -> str:
    return shown(text if len(text) <= 40 else f"{text[:40]}…")


def write_spans(spans: Spans, words: Words, *, compact: bool) -> list[str]:
    """Return the errors of each row as a JSON list."""
    return [dumped(errors, compact=compact) for errors in listed_spans(spans, words)]


def listed_spans(spans: Spans, words: Words) -> list[list[dict[str, Any]]]:
    """Return the errors of each row as objects in the words of a format."""
    sides, severities, categories = (codes.column() for codes in (spans.side, spans.severity, spans.category))
    errors = []
    for number, (start, end) in enumerate(zip(spans.start.tolist(), spans.end.tolist(), strict=True)):
        error: dict[str, Any] = {
            words.start: _written_place(start, sides[number], words),
            words.end: _written_place(end - (words.last and end != NO_PLACE), sides[number], words),
        }
        if words.side and sides[number] != TARGET:
            error[words.side] = sides[number]
        error |= {words.severity: json_value(severities[number])} if severities[number] else {}
        if categories[number] or not words.side:
            error[words.category] = json_value(categories[number]) if categories[number] else None
        error |= {name: json_value(column[number]) for name, column in spans.extra.items() if column[number]}
        errors.append(error)
    ends = spans.offsets.tolist()
    return [errors[start:end] for start, end in pairwise(ends)]


def _written_place(place: int, side: str, words: Words) -> int | str | None:
    if not words.side and side == MISSING:
        return MISSING
    return None if place == NO_PLACE else place
