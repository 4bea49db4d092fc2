"""Marked errors as JSON lists, in our own words and in those of Appraise, and back.

Ours: `{"start": 3, "end": 7, "side": "target", "severity": "major", "category": "accuracy"}`, places in code points
from 0, `end` exclusive, `null` where an error has no place; `side` is left out for the target, `category` where there
is none. Appraise and the ESA files say `start_i`, `end_i`, `severity`, `error_type`, and `"missing"` for both places
of an omission. Further keys of an error are kept. MQM tables mark errors in the text itself: `The <v>big</v> house`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Codes, Spans
from assay.errors import InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.layout import Remarks
from assay.io.opening import shown
from assay.io.tables.cells import Where, dumped, json_text, json_value
from assay.text import Column

Places = NDArray[np.int32]
LARGEST = 2**31 - 1
NO_PLACE = -1
TARGET, SOURCE, MISSING = "target", "source", "missing"
SIDES = (TARGET, SOURCE, MISSING)
PARTS = ("start", "end", "side", "severity", "category")
NESTED = "/"  # between the classes of a category


@dataclass(frozen=True)
class SpanWords:
    """What a format calls the parts of an error; `side` is empty where omissions are told by their places.

    `last` says that a span ends with the character at its end, as in Appraise, and not before it; `nested` that a
    category is a list of classes, from the widest to the narrowest, which is `Accuracy/Omission` for us.
    """

    start: str
    end: str
    severity: str
    category: str
    side: str = ""
    last: bool = False
    nested: bool = False


OWN = SpanWords("start", "end", "severity", "category", "side")
APPRAISE = SpanWords("start_i", "end_i", "severity", "error_type", last=True, nested=True)


@dataclass(frozen=True)
class SpanCell:
    """How the errors of a row are read from a cell and written to it: a JSON list; an empty cell is an empty list."""

    words: SpanWords
    compact: bool = False
    unpacked: Callable[[str], str] = str  # from a cell to the text of its list

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of errors that the words of the format tell apart."""
        return SIDES if self.words.side else (TARGET, MISSING)

    def parsed(self, codes: Codes, name: str, where: Where) -> tuple[Spans, bool]:
        """Return the errors of each row, and whether they are written as we would; equal cells are read once."""
        used, first = np.unique(codes.index, return_index=True)
        place = dict(zip(used.tolist(), first.tolist(), strict=True))
        marked = [
            _marked(where(place[number]), self.unpacked(text), self.words) if number in place else []
            for number, text in enumerate(codes.names)
        ]
        distinct = gathered(marked)
        return distinct.of_rows(codes.index.astype(np.int64)), self.written(distinct) == list(codes.names)

    def written(self, spans: Spans, texts: Sequence[str] | None = None) -> Sequence[str]:
        """Write the errors of each row: as they were where that still means them, else in our way."""
        ours = span_texts(spans, self.words, compact=self.compact)
        if texts is None:
            return ours
        meant = self._rewritten(list(dict.fromkeys(texts)))
        return [text if meant.get(text) == own else own for text, own in zip(texts, ours, strict=True)]

    def _rewritten(self, texts: Sequence[str]) -> dict[str, str]:
        """Return cells as we would write them; those of a column of another program's, which are none, are left out."""
        marked: dict[str, list[dict[str, Any]]] = {}
        for text in texts:
            with suppress(InputError):
                marked[text] = _marked("", self.unpacked(text), self.words)
        return dict(zip(marked, self.written(gathered([*marked.values()])), strict=True))


def list_of_json(text: str) -> str:
    """Return the list of a cell of JSON: Appraise exports it as a string, and null or nothing is an empty one."""
    errors = json_value(text) if text else ""
    return (errors if isinstance(errors, str) else dumped(errors)) if errors else "[]"


def gathered(marked: Sequence[Sequence[Mapping[str, Any]]]) -> Spans:
    """Make columns of the errors of each row, given as mappings in our own words."""
    every = [error for errors in marked for error in errors]
    offsets = np.cumsum([0, *map(len, marked)]).astype(np.int64)
    others = dict.fromkeys(name for error in every for name in error if name not in PARTS)
    return Spans(
        offsets,
        np.array([error["start"] for error in every], dtype=np.int32),
        np.array([error["end"] for error in every], dtype=np.int32),
        side=Codes.of([error["side"] for error in every]),
        severity=Codes.of([error["severity"] for error in every]),
        category=Codes.of([error["category"] for error in every]),
        extra={name: [json_text(error, name) for error in every] for name in others},
    )


def _marked(where: str, text: str, words: SpanWords) -> list[dict[str, Any]]:
    try:
        errors = parse_json(text, nan=True) if text else []
    except JsonError:
        errors = None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise InputError(f'{where}: the spans "{_short(text)}" are not a JSON list of objects; correct them')
    return [_error(where, error, words) for error in errors]


def _error(where: str, error: Mapping[str, Any], words: SpanWords) -> dict[str, Any]:
    start, end = error.get(words.start), error.get(words.end)
    side = error.get(words.side, TARGET) if words.side else (MISSING if MISSING in (start, end) else TARGET)
    if side not in SIDES:
        raise InputError(
            f'{where}: the side "{_short(str(side))}" of a span is not one of {", ".join(SIDES)}'
        )
    places = [_place(where, place, side) for place in (start, end)]
    known = {name for name in (words.start, words.end, words.severity, words.category, words.side) if name}
    return {name: value for name, value in error.items() if name not in known and name not in PARTS} | {
        "start": places[0],
        "end": places[1] + (words.last and places[1] != NO_PLACE),
        "side": side,
        "severity": json_text(error, words.severity),
        "category": _category(error, words),
    }


def _category(error: Mapping[str, Any], words: SpanWords) -> str:
    category = error.get(words.category)
    if words.nested and isinstance(category, list) and all(isinstance(name, str) for name in category):
        return NESTED.join(category)
    return "" if category is None else json_text(error, words.category)


def _place(where: str, place: Any, side: str) -> int:
    if place is None or place == MISSING:
        return NO_PLACE
    if isinstance(place, bool) or not isinstance(place, int) or not NO_PLACE <= place <= LARGEST:
        raise InputError(
            f'{where}: the place "{_short(str(place))}" of a span is not a character position in the {side}'
        )
    return place


def _short(text: str) -> str:
    return shown(text if len(text) <= 40 else f"{text[:40]}…")


def span_texts(spans: Spans, words: SpanWords, *, compact: bool = False) -> Column:
    """Write the errors of each row as a JSON list in a format's words; what many have in common is written once."""
    comma, colon = (",", ":") if compact else (", ", ": ")
    others = {name: Codes.of(column) for name, column in spans.extra.items()}
    kinds, kind = _kinds([spans.side, spans.severity, spans.category, *others.values()])
    tails = [_tail(each, words, tuple(others), compact=compact) for each in kinds]
    start, end = f'{{"{words.start}"{colon}', f'{comma}"{words.end}"{colon}'
    placed = [bool(words.side) or side != MISSING for side, *_ in kinds]
    nowhere = f'{start}"{MISSING}"{end}"{MISSING}"'
    ends = [tail if has_place else nowhere + tail for tail, has_place in zip(tails, placed, strict=True)]
    places = spans.start, spans.end - (words.last & (spans.end != NO_PLACE))
    first, last = (np.ascontiguousarray(place, dtype=np.int32) for place in places)
    form = kernel.ErrorKinds(ends, placed, start, end, comma)
    return Column(*kernel.error_texts(spans.offsets, (first, last), kind, form))


def _kinds(columns: Sequence[Codes]) -> tuple[list[tuple[str, ...]], Places]:
    """Return the combinations of names that there are in columns, and the number of each row's among them."""
    names: list[tuple[str, ...]] = [()]
    kind = np.zeros(len(columns[0]), dtype=np.int64)
    for codes in columns:
        size = len(codes.names)
        used, kind = _renumbered(kind * size + codes.index, len(names) * size)
        names = [(*names[number // size], codes.names[number % size]) for number in used.tolist()]
    return names, kind.astype(np.int32)


def _renumbered(numbers: NDArray[np.int64], limit: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different numbers below a limit, in order, and the place of each row's among them."""
    if limit > len(numbers):
        return np.unique(numbers, return_inverse=True)
    # Without sorting, which takes long
    used = np.flatnonzero(np.bincount(numbers, minlength=limit))
    places = np.zeros(limit, dtype=np.int64)
    places[used] = np.arange(len(used))
    return used, places[numbers]


def _tail(kind: Sequence[str], words: SpanWords, others: Sequence[str], *, compact: bool) -> str:
    """Write all that is said of a kind of error but its places, to the end of its object; `others` are further keys."""
    comma, (side, severity, category, *texts) = "," if compact else ", ", kind
    extra = {name: json_value(text) for name, text in zip(others, texts, strict=True) if text}
    members = [
        dumped(said, compact=compact)[1:-1] for said in (_described(side, severity, category, words), extra)
    ]
    return "".join(comma + each for each in members if each) + "}"


def _described(side: str, severity: str, category: str, words: SpanWords) -> dict[str, Any]:
    """Return all that is said of an error but its places."""
    said: dict[str, Any] = {words.side: side} if words.side and side != TARGET else {}
    if severity:
        said[words.severity] = json_value(severity)
    if category or not words.side:
        said[words.category] = _written_category(category, words)
    return said


def _written_category(category: str, words: SpanWords) -> Any:
    if words.nested and NESTED in category:
        return category.split(NESTED)
    return json_value(category) if category else None


SEVERITIES = ("no-error", "neutral", "minor", "major", "critical", "hotw-test")


class Span(NamedTuple):
    """One marked error; `end` is exclusive, and -1 stands for a place that is not known."""

    start: int
    end: int
    side: str
    severity: str
    category: str
    extra: tuple[str, ...] = ()


@dataclass
class SpanRows:
    """Spans of one row of judgements after the other; every span has an entry for each name in `extra`."""

    extra: tuple[str, ...] = ()
    spans: list[Span] = field(default_factory=list)
    offsets: list[int] = field(default_factory=lambda: [0])

    def add(self, span: Span) -> None:
        """Add an error to the row under way."""
        self.spans.append(span)

    def end_row(self) -> None:
        """Close the row under way, with or without errors."""
        self.offsets.append(len(self.spans))

    def columns(self) -> Spans:
        """Return the spans of all rows."""
        starts, ends, sides, severities, categories, extras = (
            zip(*self.spans, strict=True) if self.spans else [()] * 6
        )
        return Spans(
            np.array(self.offsets, dtype=np.int64),
            np.array(starts, dtype=np.int32),
            np.array(ends, dtype=np.int32),
            Codes.of(sides),
            Codes.of(severities),
            Codes.of(categories),
            {name: [values[number] for values in extras] for number, name in enumerate(self.extra)},
        )


def remark_severity(severity: str, where: str, remarks: Remarks) -> None:
    """Remark on a severity that is none of those in use; upper and lower case, blank and hyphen are the same."""
    if folded(severity) not in SEVERITIES:
        remarks.add("unknown severity", f'{where}: severity "{shown(severity)}"')


@lru_cache(maxsize=4096)
def folded(label: str) -> str:
    """Return a label as it is compared: lower case, with hyphens for blanks and low lines."""
    return label.strip().lower().replace(" ", "-").replace("_", "-")


OPEN, CLOSE = "<v>", "</v>"
MARK = re.compile(r"</?v>")


class Marked(NamedTuple):
    """A text without its marks, the first marked place (-1 without any), and whether the marks are in order.

    Marks are in order where there is no mark, or one opening mark and one closing mark behind it.
    """

    text: str
    start: int
    end: int
    orderly: bool


def read_marks(cell: str) -> Marked:
    """Take the marks out of a cell."""
    if "v>" not in cell:
        return Marked(cell, -1, -1, True)
    marks = list(MARK.finditer(cell))
    text = MARK.sub("", cell)
    shift = 0
    places: list[tuple[str, int]] = []
    for mark in marks:
        places.append((mark.group(), mark.start() - shift))
        shift += len(mark.group())
    for (first, start), (second, end) in pairwise(places):
        if (first, second) == (OPEN, CLOSE):
            return Marked(text, start, end, len(marks) == 2)
    return Marked(text, -1, -1, not marks)


def write_marks(text: str, start: int, end: int) -> str:
    """Put marks round a place of a text; without a place the text stays as it is."""
    return text if start < 0 else f"{text[:start]}{OPEN}{text[start:end]}{CLOSE}{text[end:]}"
