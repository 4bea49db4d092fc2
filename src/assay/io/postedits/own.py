"""Our own log of post-editing: JSON, one record a line, made to be appended to by a page in a browser.

    {"assay": "post-editing log", "version": 1, "languages": ["de", "en"], "content": "full"}
    {"unit": "1", "editor": "anna", "system": "alder", "segment": "3", "task": "pe", "source": "…", "mt": "…"}
    {"events": "1", "clock": 1700000000000, "t": [0, 900, 1020], "kind": "oii", "key": "-LL", "at": [4, 5],
     "del": [0, 0], "ins": ["o", "l"]}
    {"final": "1", "text": "…"}

A record `events` holds any number of events: `t` in milliseconds after `clock`, which is milliseconds since 1970;
`kind` and `key` one letter an event (`EVENT_KINDS`, `KEY_CLASSES`); `at`, `del` and `ins` one entry a change, with
places in code points. With `"content": "blind"` `ins` are lengths, and `final` has `characters` and `words`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import CHANGES, EVENT_KINDS, KEY_CLASSES, Array, Codes, Events, PostEdits
from assay.errors import InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.layout import Remarks
from assay.io.opening import Named, blocks, label, opened, shown
from assay.io.tables.head import Head
from assay.io.texts.lines import whole_lines

TITLE, VERSION = "post-editing log", 1
TASKS = ("pe", "ht")
UNKNOWN = 255
MOST_TIME = 2**52  # milliseconds, and whatever else is counted


def _table(letters: Sequence[str]) -> NDArray[np.uint8]:
    """Return the number of every letter, `UNKNOWN` for what is none."""
    numbers = np.full(256, UNKNOWN, dtype=np.uint8)
    numbers[[ord(letter) for letter in letters]] = np.arange(len(letters))
    return numbers


KINDS, CLASSES = (_table(list(codes.values())) for codes in (EVENT_KINDS, KEY_CLASSES))


def recognises(head: Head) -> bool:
    """Tell by the first line of a file whether it is our log."""
    return head.first.startswith("{") and f'"{TITLE}"' in head.first


@dataclass(frozen=True)
class EventBatch:
    """The events of one record."""

    time: NDArray[np.int64]
    kind: NDArray[np.uint8]
    key: NDArray[np.uint8]
    at: NDArray[np.int64]
    removed: NDArray[np.int64]
    added: NDArray[np.int64]
    inserted: NDArray[np.uint32]


@dataclass
class EditedUnit:
    """One row while it is read."""

    fields: dict[str, Any]
    batches: list[EventBatch] = field(default_factory=list)
    final: dict[str, Any] = field(default_factory=dict)


def read_log(path: Named) -> PostEdits:
    """Read a log; a record that cannot be right is an error that names its line."""
    reader = _LogReader(path)
    with opened(path) as stream:
        line = 0
        for text in whole_lines(path, blocks(path, stream)):
            for record in text.split(b"\n"):
                line += 1
                if record.strip():
                    reader.add(line, record)
            line -= text.endswith(b"\n")
    return reader.postedits()


def log_postedits(name: str, records: Iterable[dict[str, Any]]) -> PostEdits:
    """Return the post-edits of a log whose records are at hand; `name` is what messages call it."""
    reader = _LogReader(name)
    for record in records:
        reader.take(record)
    return reader.postedits()


class _LogReader:
    """Collects the records of a log by the units that they belong to."""

    def __init__(self, path: Named) -> None:
        self.path, self.where = path, label(path)
        self.header: dict[str, Any] | None = None
        self.units: dict[str, EditedUnit] = {}
        self.remarks = Remarks()

    def add(self, line: int, text: bytes) -> None:
        """Take a record to its unit."""
        self.where = f"{label(self.path)}, line {line}"
        try:
            record = parse_json(text)
        except JsonError as error:
            raise self.error(
                f"not JSON ({error})", "the line may be truncated: remove or repair it"
            ) from None
        if not isinstance(record, dict):
            raise self.error("not a JSON object", "a record is an object in one line")
        self.take(record)

    def take(self, record: dict[str, Any]) -> None:
        """Take a record that was read."""
        if self.header is None:
            self._start(record)
        elif "unit" in record:
            self._start_unit(record)
        elif "events" in record:
            self._unit(record, "events").batches.append(self._batch(record))
        elif "final" in record:
            self._end_unit(record)
        else:
            raise self.error(
                "a record with none of unit, events and final", "docs/postedit.md lists what records hold"
            )

    def error(self, what: str, advice: str) -> InputError:
        """Return the error for the line that is being read."""
        return InputError(f"{self.where}: {what}; {advice}")

    def _start(self, record: dict[str, Any]) -> None:
        if record.get("version") != VERSION:
            raise self.error(
                f"version {shown(str(record.get('version')))} of the log",
                f"this program reads version {VERSION}",
            )
        if record.get("content", "full") not in ("full", "blind"):
            raise self.error("content is neither full nor blind", "say which of the two it is")
        self.header = record

    @property
    def blind(self) -> bool:
        """Whether the log holds lengths in place of texts."""
        return self.header is not None and self.header.get("content") == "blind"

    def _start_unit(self, record: dict[str, Any]) -> None:
        name = str(record["unit"])
        if name in self.units:
            raise self.error(f'a second unit "{shown(name)}"', "give every unit a name of its own")
        for key in ("editor", "segment"):
            if not isinstance(record.get(key), str) or not record[key]:
                raise self.error(f"a unit without {key}", f'add "{key}": "…"')
        if record.get("task", "pe") not in TASKS:
            raise self.error(
                f'the task "{shown(str(record.get("task")))}"', "it is pe (post-editing) or ht (from scratch)"
            )
        for key in ("source", "mt", "system", "document"):
            if not isinstance(record.get(key, ""), str):
                raise self.error(f"{key} is no text", "write it as a string")
        self.units[name] = EditedUnit(record)

    def _end_unit(self, record: dict[str, Any]) -> None:
        if not isinstance(record.get("text"), str | None):
            raise self.error("the text of a final record is no text", "write it as a string")
        self._unit(record, "final").final = record

    def _unit(self, record: dict[str, Any], kind: str) -> EditedUnit:
        name = str(record[kind])
        if name not in self.units:
            raise self.error(f'{kind} of a unit "{shown(name)}" that was not begun', "put its unit before it")
        return self.units[name]

    def _batch(self, record: dict[str, Any]) -> EventBatch:
        time = self._numbers(record, "t") + self._clock(record)
        kind = self._letters(record, "kind", KINDS, len(time))
        key = self._letters(record, "key", CLASSES, len(time)) if "key" in record else np.zeros_like(kind)
        changes = int((kind < CHANGES).sum())
        at, removed = (self._numbers(record, name) for name in ("at", "del"))
        added, inserted = self._insertions(record)
        for name, column in (("at", at), ("del", removed), ("ins", added)):
            if len(column) != changes:
                raise self.error(
                    f"{len(column)} entries in {name} for {changes} changes", "give one a change"
                )
        return EventBatch(time, kind, key, at, removed, added, inserted)

    def _clock(self, record: dict[str, Any]) -> int:
        clock = record.get("clock", 0)
        if not isinstance(clock, int) or not 0 <= clock < MOST_TIME:
            raise self.error("the clock is no whole number", "write milliseconds since 1970")
        return clock

    def _numbers(self, record: dict[str, Any], name: str) -> NDArray[np.int64]:
        given = record.get(name, [])
        # Types first: numpy takes true for 1, and fails over lists of different lengths.
        whole = isinstance(given, list) and set(map(type, given)) <= {int}
        if not whole or (given and not -MOST_TIME < min(given) <= max(given) < MOST_TIME):
            raise self.error(f"{name} is no list of whole numbers below 2^52", "write one number an event")
        return np.array(given, dtype=np.int64)

    def _letters(
        self, record: dict[str, Any], name: str, known: NDArray[np.uint8], events: int
    ) -> NDArray[np.uint8]:
        given = record.get(name)
        if not isinstance(given, str) or len(given) != events:
            raise self.error(f"{name} is no text of {events} letters", "write one letter an event")
        numbers = known[np.frombuffer(given.encode("ascii", "replace"), dtype=np.uint8)]
        if (numbers == UNKNOWN).any():
            letter = given[int((numbers == UNKNOWN).argmax())]
            raise self.error(f'the letter "{shown(letter)}" in {name}', "docs/postedit.md lists the letters")
        return np.asarray(numbers)

    def _insertions(self, record: dict[str, Any]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        if self.blind:
            return self._numbers(record, "ins"), np.zeros(0, np.uint32)
        given = record.get("ins", [])
        if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
            raise self.error(
                "ins is no list of texts", 'a log of lengths says "content": "blind" in its first line'
            )
        return np.array(list(map(len, given)), dtype=np.int64), code_points("".join(given))

    def postedits(self) -> PostEdits:
        """Return the rows of all units, in the order in which they were begun."""
        if self.header is None or not self.units:
            raise InputError(f"{label(self.path)}: a log without any unit; nothing was edited yet")
        rows = list(self.units.values())
        languages = self.header.get("languages", ["", ""])
        document = [unit.fields.get("document", "") for unit in rows]
        return PostEdits(
            editor=Codes.of([unit.fields["editor"] for unit in rows]),
            system=Codes.of([_system(unit) for unit in rows]),
            segment=Codes.of([unit.fields["segment"] for unit in rows]),
            scratch=np.array([unit.fields.get("task") == "ht" for unit in rows]),
            document=Codes.of(document) if any(document) else None,
            source=_texts([unit.fields.get("source") for unit in rows]),
            mt=_texts([unit.fields.get("mt") for unit in rows]),
            final=_texts([unit.final.get("text") for unit in rows]),
            lengths=_lengths(rows),
            start=_start_times(rows),
            impossible=np.array([unit.final.get("state") == "impossible" for unit in rows]),
            events=_events(rows, blind=self.blind),
            languages=(str(languages[0]), str(languages[-1]))
            if isinstance(languages, list) and languages
            else ("", ""),
            path=str(self.path),
            form="assay-log",
            remarks=self._unfinished(rows),
        )

    def _unfinished(self, rows: Sequence[EditedUnit]) -> Any:
        for unit in rows:
            if not unit.final:
                self.remarks.add("units without a final text", f"unit {shown(str(unit.fields['unit']))}")
        return self.remarks.taken()


def _system(unit: EditedUnit) -> str:
    return str(unit.fields.get("system") or ("scratch" if unit.fields.get("task") == "ht" else "mt"))


def _texts(texts: list[str | None]) -> list[str | None] | None:
    return texts if any(text is not None for text in texts) else None


def _lengths(rows: Sequence[EditedUnit]) -> dict[str, Array]:
    """Return the counts that a blind log has in place of its final texts."""
    names = {"characters": "final_chars", "words": "final_words"}
    return {
        ours: np.array([_count(unit.final.get(name)) for unit in rows])
        for name, ours in names.items()
        if any(name in unit.final for unit in rows)
    }


def _count(value: object) -> float:
    return float(value) if isinstance(value, int) and 0 <= value < MOST_TIME else np.nan


def _start_times(rows: Sequence[EditedUnit]) -> Array | None:
    starts = [
        unit.batches[0].time[0] / 1000 if unit.batches and len(unit.batches[0].time) else np.nan
        for unit in rows
    ]
    return np.array(starts, dtype=np.float64) if any(start > 0 for start in starts) else None


def _events(rows: Sequence[EditedUnit], *, blind: bool) -> Events:
    batches = [batch for unit in rows for batch in unit.batches]
    sizes = [sum(len(batch.time) for batch in unit.batches) for unit in rows]
    columns: dict[str, Any] = {name: _joined(batches, name) for name in EventBatch.__dataclass_fields__}
    return Events(
        np.cumsum([0, *sizes]).astype(np.int64),
        **{**columns, "inserted": None if blind else columns["inserted"]},
    )


def _joined(batches: Sequence[EventBatch], name: str) -> NDArray[Any]:
    kinds = {"kind": np.uint8, "key": np.uint8, "inserted": np.uint32}
    none = np.zeros(0, kinds.get(name, np.int64))
    return np.concatenate([none, *(getattr(batch, name) for batch in batches)])


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def write_log(postedits: PostEdits) -> str:
    """Write post-edits as our log; what it has no place for (figures of tables) is not in it."""
    blind = postedits.events is not None and postedits.events.inserted is None
    header = {
        "assay": TITLE,
        "version": VERSION,
        "languages": list(postedits.languages),
        "content": "blind" if blind else "full",
    }
    records = [header, *(record for row in range(len(postedits)) for record in _records(postedits, row))]
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _records(postedits: PostEdits, row: int) -> Iterator[dict[str, Any]]:
    name = str(row + 1)
    unit: dict[str, Any] = {"unit": name}
    for key in ("editor", "system", "segment", "document"):
        codes: Codes | None = getattr(postedits, key)
        unit |= {} if codes is None else {key: codes.names[codes.index[row]]}
    texts = {key: getattr(postedits, key) for key in ("source", "mt")}
    known = {
        key: column[row] for key, column in texts.items() if column is not None and column[row] is not None
    }
    yield {**unit, "task": TASKS[int(postedits.scratch[row])], **known}
    if postedits.events is not None and len(own := postedits.events.of_row(row)):
        yield {"events": name, **_event_record(own)}
    final = None if postedits.final is None else postedits.final[row]
    if final is not None:
        yield {"final": name, "text": final}
    elif postedits.given_up[row]:
        yield {"final": name, "state": "impossible"}
    elif "final_chars" in postedits.lengths:
        counts = {"characters": "final_chars", "words": "final_words"}
        known_counts = {
            key: postedits.lengths[ours][row] for key, ours in counts.items() if ours in postedits.lengths
        }
        yield {"final": name, **{key: int(value) for key, value in known_counts.items() if value >= 0}}


def _event_record(events: Events) -> dict[str, Any]:
    kinds, classes = list(EVENT_KINDS.values()), list(KEY_CLASSES.values())
    clock = int(events.time.min()) if events.time.min() >= 0 else 0
    ends = np.cumsum(events.added).tolist()
    letters = (
        None if events.inserted is None else events.inserted.tobytes().decode("utf-32-le", "surrogatepass")
    )
    starts = [0, *ends][:-1]
    return {
        "clock": clock,
        "t": (events.time - clock).tolist(),
        "kind": "".join(kinds[kind] for kind in events.kind),
        "key": "".join(classes[key] for key in events.key),
        "at": events.at.tolist(),
        "del": events.removed.tolist(),
        "ins": events.added.tolist()
        if letters is None
        else [letters[start:end] for start, end in zip(starts, ends, strict=True)],
    }
