"""What people said of outputs: frozen columns, one row a visit of one rater to one output.

Whatever the protocol, a rating is a row: who, which system, which segment, which question, which score, when.
Marked errors hang on rows as spans. Outputs that were ranked side by side share a screen; rankings that come as
pairs, as the WMT campaigns published them, are `Preferences`. Nothing that a file says is lost: columns without a
name of ours are kept as `extra`, and what looks wrong is counted in `remarks`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import Array, Codes
from assay.errors import MismatchError

Extra = Mapping[str, Sequence[str]]

# What an item is there for; only genuine ones say something about a system.
GENUINE = "genuine"
REPEAT = "repeat"
DEGRADED = "degraded"
REFERENCE = "reference"
# Tutorials, and what only fills up a task: a campaign's own, no part of the evaluation
FILLER = "filler"

READING = "how the file was read"  # a remark on what was recognised in a file, in a few lines
# Between the names of systems with the same output, which WMT showed once from 2015 on
JOINT = "+"


@dataclass(frozen=True)
class Scale:
    """The scores that a rater can give, and which end of them is the better."""

    low: float
    high: float
    higher_is_better: bool = True


SCALES: Mapping[str, Scale] = {
    "da": Scale(0, 100),
    "da-sqm": Scale(0, 100),
    "esa": Scale(0, 100),
    "sqm": Scale(0, 6),
    "xsts": Scale(1, 5),
    "adequacy-fluency": Scale(1, 5),
    "ranking": Scale(1, 5, higher_is_better=False),
    "yes-no": Scale(0, 1),
    "comprehension": Scale(0, 1),
    "mqm": Scale(-np.inf, 0),
    "post-edit": Scale(0, np.inf, higher_is_better=False),  # edits a word
}


@dataclass(frozen=True)
class Remark:
    """Something about a file that the user should know: its kind, how often, and the first places."""

    # "duplicate", "out of range", "no score", "unknown system", …
    kind: str
    count: int
    places: tuple[str, ...]  # "ratings.csv, line 12: score 340 is above 100"


@dataclass(frozen=True)
class Layout:
    """How a file was laid out, so that it can be written back as it was."""

    columns: tuple[str, ...] = ()  # in the order of the file
    line_end: str = "\n"
    ends: bool = True  # whether the last line ends too
    form: str = ""  # the name of the format
    # Between the fields of a row, where a format has no one separator
    separators: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spans:
    """Marked errors of all rows; those of row i are `offsets[i]` to `offsets[i + 1]`.

    Places are code points of the text on that side, `end` exclusive; -1 where an error has no place.
    """

    offsets: NDArray[np.int64]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    # "target", "source", or "missing" for an omission marked beside the text
    side: Codes
    severity: Codes
    category: Codes
    extra: Extra = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse columns of different lengths."""
        columns = {"start": self.start, "end": self.end, "side": self.side, "severity": self.severity}
        _equally_long(
            "spans", int(self.offsets[-1]), columns | {"category": self.category} | dict(self.extra)
        )

    def __len__(self) -> int:
        return len(self.start)

    def rows(self) -> NDArray[np.int64]:
        """Return the row that every span belongs to."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def of_rows(self, rows: NDArray[np.int64]) -> Spans:
        """Return the spans of some rows, in the order of these rows."""
        counts = np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        spans = np.repeat(self.offsets[rows] - offsets[:-1], counts) + np.arange(offsets[-1])
        return Spans(
            offsets,
            self.start[spans],
            self.end[spans],
            self.side.at(spans),
            self.severity.at(spans),
            self.category.at(spans),
            _taken(self.extra, spans),
        )


@dataclass(frozen=True)
class Judgements:
    """Ratings of one scheme; every column has one entry a row."""

    scheme: str  # a name of SCALES
    rater: Codes
    system: Codes
    segment: Codes  # names as the file has them: numbers, or "doc#3"
    score: Array  # NaN where the scheme asks for none, or none was given
    item: Codes  # GENUINE, REPEAT, DEGRADED, REFERENCE or FILLER
    # The question: "adequacy", "fluency"; "" where there is only one
    aspect: Codes
    document: Codes | None = None
    domain: Codes | None = None
    # What was judged side by side, such as one ranking of five outputs
    screen: Codes | None = None
    start: Array | None = None  # seconds since 1970
    seconds: Array | None = None  # time spent
    spans: Spans | None = None
    languages: tuple[str, str] = ("", "")
    extra: Extra = field(default_factory=dict)  # columns of the file without a name of ours
    line: NDArray[np.int64] | None = None  # where each row stands in its file
    path: str = ""
    remarks: tuple[Remark, ...] = ()
    layout: Layout | None = None
    # The scale that was used, where it is not that of the scheme
    given: Scale | None = None

    def __post_init__(self) -> None:
        """Refuse columns of different lengths."""
        _equally_long("judgements", len(self.score), self._columns() | dict(self.extra))
        if self.spans is not None and len(self.spans.offsets) != len(self.score) + 1:
            raise MismatchError(f"spans of {len(self.spans.offsets) - 1} rows, {len(self.score)} judgements")

    def _columns(self) -> dict[str, Any]:
        names = ("rater", "system", "segment", "item", "aspect", "document", "domain", "screen")
        columns = {name: getattr(self, name) for name in (*names, "start", "seconds", "line")}
        return {name: column for name, column in columns.items() if column is not None}

    def __len__(self) -> int:
        return len(self.score)

    @property
    def scale(self) -> Scale:
        """The scores that could be given."""
        return self.given or SCALES[self.scheme]

    def where(self, chosen: NDArray[np.bool_]) -> Judgements:
        """Return the rows for which a condition holds, itself where it does for all; names keep their numbers."""
        if np.all(chosen):
            return self
        rows = np.flatnonzero(chosen)
        changed: dict[str, Any] = {
            name: column.at(rows) if isinstance(column, Codes) else column[rows]
            for name, column in self._columns().items()
        }
        spans = None if self.spans is None else self.spans.of_rows(rows)
        score, extra = self.score[rows], _taken(self.extra, rows)
        return replace(self, **changed, score=score, spans=spans, extra=extra)

    def of_kind(self, *kinds: str) -> Judgements:
        """Return the rows whose item is of one of these kinds."""
        return self.where(self.item.among(kinds))


@dataclass(frozen=True)
class Preferences:
    """Pairs of outputs of one segment, and which of the two a rater preferred."""

    systems: tuple[str, ...]
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    outcome: NDArray[np.int8]  # 1 the first is better, -1 the second, 0 neither
    rater: Codes
    segment: Codes
    screen: Codes | None = None
    languages: tuple[str, str] = ("", "")
    extra: Extra = field(default_factory=dict)
    path: str = ""
    remarks: tuple[Remark, ...] = ()
    layout: Layout | None = None
    # Whether the first was shown first; a list of better and worse does not say
    as_shown: bool = True
    document: Codes | None = None

    def __post_init__(self) -> None:
        """Refuse columns of different lengths."""
        columns = {"first": self.first, "second": self.second, "rater": self.rater, "segment": self.segment}
        more = {"screen": self.screen, "document": self.document}
        known = {name: codes for name, codes in more.items() if codes is not None}
        _equally_long("preferences", len(self.outcome), columns | known | dict(self.extra))

    def __len__(self) -> int:
        return len(self.outcome)

    def where(self, chosen: NDArray[np.bool_]) -> Preferences:
        """Return the rows for which a condition holds; names keep their numbers."""
        rows = np.flatnonzero(chosen)
        return replace(
            self,
            first=self.first[rows],
            second=self.second[rows],
            outcome=self.outcome[rows],
            rater=self.rater.at(rows),
            segment=self.segment.at(rows),
            screen=self.screen and self.screen.at(rows),
            document=self.document and self.document.at(rows),
            extra=_taken(self.extra, rows),
        )

    def of_systems(self, names: Collection[str]) -> Preferences:
        """Return the pairs of these systems alone, and count the others in a remark."""
        wanted = tuple(name for name in self.systems if name in names)
        places = np.array([wanted.index(name) if name in wanted else -1 for name in self.systems], np.int32)
        inside = (places[self.first] >= 0) & (places[self.second] >= 0)
        pairs = self.where(inside)
        others = int((~inside).sum())
        remark = Remark("pairs with an excluded system, left out", others, ())
        return replace(
            pairs,
            systems=wanted,
            first=places[pairs.first],
            second=places[pairs.second],
            remarks=(*pairs.remarks, *([remark] if others else [])),
        )


def _taken(extra: Extra, rows: NDArray[np.int64]) -> Extra:
    places = rows.tolist()
    return {name: [column[row] for row in places] for name, column in extra.items()}


def _equally_long(what: str, rows: int, columns: Mapping[str, Any]) -> None:
    for name, column in columns.items():
        if len(column) != rows:
            raise MismatchError(f"{what}: the column {name} has {len(column)} rows, not {rows}")
