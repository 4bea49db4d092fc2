"""Post-edits: what editors made of machine translation, and how; frozen columns, one row a segment that one editor did.

A row is the work of one editor on one segment of one system, whatever number of visits it took, or a translation from
scratch, which is the control. Texts and counts are known or not, as the file has them. `Events` are all that was done,
in columns: when, what kind of thing, which class of key, and of a change of the text where it was, how many characters
it took away and which it put there. Places are code points. A log that is blind to content knows lengths alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import Array, Codes
from assay.data.judgements import Remark
from assay.errors import MismatchError

# What an event is: its name, and the letter that logs write. Those before "key" change the text.
EVENT_KINDS: Mapping[str, str] = {
    "type": "i",
    "erase": "e",
    "paste": "p",
    "cut": "x",
    "drop": "d",  # text that was dragged
    "undo": "u",
    "redo": "r",
    "compose": "c",  # an input method
    "dictate": "v",
    "spell": "s",  # a spelling that was chosen from a menu
    "set": "=",  # by the program, not the editor
    "key": "k",  # a key that changed nothing
    "mouse": "m",
    "copy": "y",
    "select": "a",
    "scroll": "w",
    "open": "o",  # a visit begins
    "close": "z",
    "focus": "f",
    "blur": "b",
}
CHANGES: int = list(EVENT_KINDS).index("key")  # kinds below this number change the text
# Classes of keys, as PET has them, and their letters; "none" is no key.
KEY_CLASSES: Mapping[str, str] = {
    "none": "-",
    "letter": "L",
    "digit": "D",
    "white": "W",
    "symbol": "S",
    "navigation": "N",
    "erase": "E",
    "copy": "C",
    "cut": "X",
    "paste": "V",
    "do": "Z",  # undo and redo
}
KEYS: tuple[str, ...] = tuple(KEY_CLASSES)[1:]
SCRATCH = (
    # What a translation without machine translation is called where a file has no name for it
    "scratch"
)


def kind_code(name: str) -> int:
    """Return the number of a kind of event."""
    return list(EVENT_KINDS).index(name)


def key_class(character: str) -> int:
    """Return the class of the key that types a character, as PET has it."""
    if character.isspace():
        return 3
    return 2 if character.isdigit() else 1 if character.isalpha() or not character.isascii() else 4


@dataclass(frozen=True)
class Events:
    """What was done, row by row: the events of row i are `offsets[i]` to `offsets[i + 1]`, in the order of the log.

    `at`, `removed` and `added` are of changes, one entry each, and `inserted` holds what was put there, one change
    after the other; None where a log is blind to content.
    """

    offsets: NDArray[np.int64]
    time: NDArray[np.int64]  # milliseconds
    kind: NDArray[np.uint8]
    key: NDArray[np.uint8]
    at: NDArray[np.int64]
    removed: NDArray[np.int64]
    added: NDArray[np.int64]
    inserted: NDArray[np.uint32] | None

    def __post_init__(self) -> None:
        """Refuse columns that do not fit each other."""
        rows, changes = len(self.time), int((self.kind < CHANGES).sum())
        sizes = {"kind": (self.kind, rows), "key": (self.key, rows)}
        sizes |= {name: (getattr(self, name), changes) for name in ("at", "removed", "added")}
        for name, (column, size) in sizes.items():
            if len(column) != size:
                raise MismatchError(f"events: the column {name} has {len(column)} entries, not {size}")
        if len(self.offsets) == 0 or self.offsets[-1] != rows:
            raise MismatchError(f"events: offsets must end at {rows}, the number of events")
        if self.inserted is not None and len(self.inserted) != self.added.sum():
            raise MismatchError(
                f"events: {len(self.inserted)} characters for {self.added.sum()} that were added"
            )

    def __len__(self) -> int:
        return len(self.time)

    @cached_property
    def changes(self) -> NDArray[np.int64]:
        """The changes of row i, as `offsets` has its events."""
        before = np.concatenate([[0], np.cumsum(self.kind < CHANGES)])
        return np.asarray(before[self.offsets], dtype=np.int64)

    @cached_property
    def _letters(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.added)])

    def of_row(self, row: int) -> Events:
        """Return the events of one row."""
        span, own = slice(*self.offsets[row : row + 2]), slice(*self.changes[row : row + 2])
        letters, inserted = self._letters, self.inserted
        return Events(
            np.array([0, span.stop - span.start], dtype=np.int64),
            self.time[span],
            self.kind[span],
            self.key[span],
            self.at[own],
            self.removed[own],
            self.added[own],
            None if inserted is None else inserted[letters[own.start] : letters[own.stop]],
        )


@dataclass(frozen=True)
class PostEdits:
    """Post-edits and translations from scratch; every column has one entry a row.

    Figures that a file gives are NaN where it gives none. `pauses` has by threshold in milliseconds how many pauses of
    at least that length there were, and the seconds of all; `given` are figures under the names of the file.
    """

    editor: Codes
    system: Codes
    segment: Codes
    scratch: NDArray[np.bool_]  # no machine translation was shown
    document: Codes | None = None
    source: Sequence[str | None] | None = None
    mt: Sequence[str | None] | None = None
    final: Sequence[str | None] | None = None
    # source_words, mt_chars, … where texts are not there
    lengths: Mapping[str, Array] = field(default_factory=dict)
    seconds: Array | None = None  # as the file has it; computed where there are events
    start: Array | None = None  # seconds since 1970
    order: Array | None = None  # which segment of its editor's work this was
    keys: Mapping[str, Array] = field(default_factory=dict)  # by class
    key_total: Array | None = None
    mouse: Array | None = None
    visits: Array | None = None
    impossible: NDArray[np.bool_] | None = None  # given up, with no final text
    pauses: Mapping[int, tuple[Array, Array]] = field(default_factory=dict)
    given: Mapping[str, Array] = field(default_factory=dict)
    events: Events | None = None
    languages: tuple[str, str] = ("", "")
    path: str = ""
    form: str = ""
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        """Refuse columns of different lengths."""
        for name, column in self._columns().items():
            if len(column) != len(self):
                raise MismatchError(f"post-edits: the column {name} has {len(column)} rows, not {len(self)}")
        if self.events is not None and len(self.events.offsets) != len(self) + 1:
            raise MismatchError(f"events of {len(self.events.offsets) - 1} rows, and {len(self)} post-edits")

    def _columns(self) -> dict[str, Any]:
        names = ("editor", "system", "document", "scratch", "source", "mt", "final")
        more = ("seconds", "start", "order", "key_total", "mouse", "visits", "impossible")
        columns = {name: getattr(self, name) for name in (*names, *more)}
        columns |= {**self.lengths, **{f"keys {name}": column for name, column in self.keys.items()}}
        columns |= self.given
        for threshold, (counts, seconds) in self.pauses.items():
            columns |= {f"pauses {threshold}": counts, f"pauses {threshold} seconds": seconds}
        return {name: column for name, column in columns.items() if column is not None}

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def given_up(self) -> NDArray[np.bool_]:
        """Which rows have no final text because the editor gave up."""
        return np.zeros(len(self), bool) if self.impossible is None else self.impossible


def join_postedits(parts: Sequence[PostEdits]) -> PostEdits:
    """Put the rows of several files together, one after the other; names are matched."""
    if len(parts) == 1:
        return parts[0]
    optional = ("source", "mt", "final", "seconds", "start", "order", "key_total", "mouse", "visits")
    joined: dict[str, Any] = {name: _joined_column(parts, name) for name in optional}
    for name in ("lengths", "keys", "given"):
        keys = dict.fromkeys(key for part in parts for key in getattr(part, name))
        joined[name] = {key: _joined([getattr(part, name).get(key) for part in parts], parts) for key in keys}
    thresholds = dict.fromkeys(key for part in parts for key in part.pauses)
    joined["pauses"] = {
        key: (
            _joined([part.pauses[key][0] if key in part.pauses else None for part in parts], parts),
            _joined([part.pauses[key][1] if key in part.pauses else None for part in parts], parts),
        )
        for key in thresholds
    }
    documents = [part.document for part in parts]
    return replace(
        parts[0],
        editor=_joined_codes([part.editor for part in parts]),
        system=_joined_codes([part.system for part in parts]),
        segment=_joined_codes([part.segment for part in parts]),
        document=_joined_codes([each for each in documents if each]) if all(documents) else None,
        scratch=np.concatenate([part.scratch for part in parts]),
        impossible=np.concatenate([part.given_up for part in parts]),
        events=_joined_events(parts),
        path=", ".join(part.path for part in parts),
        form=", ".join(dict.fromkeys(part.form for part in parts)),
        remarks=tuple(remark for part in parts for remark in part.remarks),
        **joined,
    )


def _joined_codes(columns: Sequence[Codes]) -> Codes:
    known: dict[str, int] = {}
    index = []
    for column in columns:
        numbers = np.array([known.setdefault(name, len(known)) for name in column.names], dtype=np.int32)
        index.append(numbers[column.index])
    return Codes(tuple(known), np.concatenate(index))


def _joined(columns: Sequence[Array | None], parts: Sequence[PostEdits]) -> Array:
    return np.concatenate(
        [
            np.full(len(part), np.nan) if column is None else column
            for column, part in zip(columns, parts, strict=True)
        ]
    )


def _joined_column(parts: Sequence[PostEdits], name: str) -> Any:
    columns = [getattr(part, name) for part in parts]
    if all(column is None for column in columns):
        return None
    if name in ("source", "mt", "final"):
        pairs = zip(columns, parts, strict=True)
        return [text for column, part in pairs for text in (column or [None] * len(part))]
    return _joined(columns, parts)


def _joined_events(parts: Sequence[PostEdits]) -> Events | None:
    """Put events together; a part without any has rows without events, and one blind part makes all blind."""
    every = [part.events or no_events(len(part)) for part in parts]
    if not any(map(len, every)):
        return None
    starts = np.cumsum([0, *(len(events) for events in every)])
    offsets = [events.offsets[:-1] + start for events, start in zip(every, starts[:-1], strict=True)]
    names = ("time", "kind", "key", "at", "removed", "added")
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(events, name) for events in every]) for name in names
    }
    inserted = [events.inserted for events in every if events.inserted is not None]
    blind = any(events.inserted is None for events in every)
    return Events(
        np.concatenate([*offsets, starts[-1:]]),
        **columns,
        inserted=None if blind else np.concatenate(inserted),
    )


def no_events(rows: int) -> Events:
    """Return the events of rows without any."""
    none, small = np.zeros(0, np.int64), np.zeros(0, np.uint8)
    return Events(np.zeros(rows + 1, np.int64), none, small, small, none, none, none, np.zeros(0, np.uint32))
