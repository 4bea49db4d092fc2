"""Answers as they are stored, in columns: from a log of events, or from a table of a database."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.campaigns.values import Event
from assay.data import Array, Codes

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class DecodedColumn:
    """A column of JSON that was read: its different objects, and which of them each entry is."""

    objects: Sequence[Mapping[str, Any]]
    index: Numbers

    def __len__(self) -> int:
        return len(self.index)

    def column(self) -> list[Mapping[str, Any]]:
        """Return the objects, one an entry."""
        return [self.objects[number] for number in self.index.tolist()]

    def at(self, rows: Numbers) -> DecodedColumn:
        """Return some entries, and the objects that they are."""
        index = self.index[rows]
        present = np.bincount(index, minlength=len(self.objects)) > 0
        objects = [self.objects[number] for number in np.flatnonzero(present).tolist()]
        return DecodedColumn(objects, (np.cumsum(present) - 1)[index])

    def followed_by(self, later: DecodedColumn) -> DecodedColumn:
        """Return this column and another one after it."""
        index = np.concatenate([self.index, later.index + len(self.objects)])
        return DecodedColumn([*self.objects, *later.objects], index)


Column = Sequence[Mapping[str, Any]] | Sequence[str] | DecodedColumn  # objects, or their JSON


@dataclass(frozen=True)
class Answers:
    """What is stored of answers, in columns and in the order of the log; withdrawn ones are not among them."""

    annotator: Sequence[str]
    item: Sequence[int] | Numbers
    step: Sequence[int] | Numbers
    at: Sequence[float] | Array  # seconds since 1970, when it was stored
    seconds: Sequence[float | None] | Array
    responses: Column
    positions: Column = ()  # none: units stood in their order
    wording: Sequence[str] = ()  # digests
    version: Sequence[str] = ()
    elapsed: Sequence[float | None] | Array = ()  # seconds from showing to sending
    skipped: int = 0  # screens

    def __len__(self) -> int:
        return len(self.item)


def decoded(column: Column) -> DecodedColumn:
    """Return the different objects of a column, and which of them each entry is; the same JSON is read once."""
    if isinstance(column, DecodedColumn):
        return column
    if not column or not isinstance(column[0], str):
        objects: Sequence[Any] = column
        return DecodedColumn(objects, np.arange(len(column)))
    texts = Codes.of(column)  # type: ignore[arg-type]  # the first is a text, and so are all
    return DecodedColumn(json.loads(f"[{','.join(texts.names)}]"), texts.index.astype(np.int64))


def answers_of(events: Iterable[Event]) -> Answers:
    """Collect the answers of a log; those of annotators who have withdrawn are left out."""
    log = list(events)
    gone = {event.actor for event in log if event.kind == "withdrawn"}
    answered = [event for event in log if event.kind == "answered" and event.actor not in gone]
    skipped = {
        (event.actor, event.payload["item"])
        for event in log
        if event.kind == "skipped" and event.actor not in gone
    }
    payloads = [event.payload for event in answered]
    done = {(event.actor, event.payload["item"]) for event in answered}
    return Answers(
        [event.actor for event in answered],
        [payload["item"] for payload in payloads],
        [payload["step"] for payload in payloads],
        [event.at for event in answered],
        [spent(payload.get("times", {})) for payload in payloads],
        [payload["responses"] for payload in payloads],
        [payload.get("positions", {}) for payload in payloads],
        [payload.get("wording", "") for payload in payloads],
        [payload.get("version", "") for payload in payloads],
        skipped=len(skipped - done),
    )


def spent(times: Mapping[str, Any]) -> float:
    """Return the seconds that an answer took by the times a browser sent: active ones, else all; NaN if unknown."""
    active = times.get("active")
    if active is None and None not in (times.get("sent"), times.get("shown")):
        active = times["sent"] - times["shown"]
    return math.nan if active is None else max(0.0, active / 1000)
