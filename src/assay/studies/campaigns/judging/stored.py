"""Answers as they are stored, in columns: from a log of events, or from a table of a database."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes
from assay.studies.campaigns.values import Event
from assay.text import Column

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Answers:
    """What is stored of answers, in columns and in the order of the log; withdrawn ones are not among them."""

    annotator: Codes
    item: Numbers
    step: Numbers
    at: Array  # seconds since 1970, when it was stored
    seconds: Array  # at work on it; NaN where that is not known
    elapsed: Array  # from showing it to sending it; NaN where that is not known
    responses: Column  # JSON
    positions: Codes  # JSON; an empty object: units stood in their order
    wording: Codes  # digests
    version: Codes
    skipped: int = 0  # screens

    def __len__(self) -> int:
        return len(self.item)

    def first(self, most: int) -> Answers:
        """Return the first so many answers."""

        def part(column: Any) -> Any:
            return Codes(column.names, column.index[:most]) if isinstance(column, Codes) else column[:most]

        columns = {
            each.name: part(getattr(self, each.name)) for each in fields(self) if each.name != "skipped"
        }
        return Answers(**columns, skipped=self.skipped)


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
        Codes.of([event.actor for event in answered]),
        np.array([payload["item"] for payload in payloads], dtype=np.int64),
        np.array([payload["step"] for payload in payloads], dtype=np.int64),
        np.array([event.at for event in answered], dtype=np.float64),
        np.array([spent(payload.get("times", {})) for payload in payloads], dtype=np.float64),
        np.full(len(answered), math.nan),
        Column.of([json.dumps(payload["responses"]) for payload in payloads]),
        Codes.of([json.dumps(payload.get("positions", {})) for payload in payloads]),
        Codes.of([payload.get("wording", "") for payload in payloads]),
        Codes.of([payload.get("version", "") for payload in payloads]),
        len(skipped - done),
    )


def spent(times: Mapping[str, Any]) -> float:
    """Return the seconds that an answer took by the times a browser sent: active ones, else all; NaN if unknown."""
    active = times.get("active")
    if active is None and None not in (times.get("sent"), times.get("shown")):
        active = times["sent"] - times["shown"]
    return math.nan if active is None else max(0.0, active / 1000)
