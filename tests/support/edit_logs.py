"""Logs of post-editing made by hand or by chance, for tests of readers, measures and the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from assay.data import EVENT_KINDS, KEY_CLASSES, PostEdits
from assay.io import read_postedits

HEADER = {"assay": "post-editing log", "version": 1, "languages": ["de", "en"], "content": "full"}
LETTERS = st.text("ab \u0301é\U0001f468\u200d\U0001f680\u05d0\u0627\u200f字", max_size=5)
Change = tuple[int, int, str]


def write_records(path: Path, *records: dict[str, Any], **header: Any) -> str:
    """Write a log of these records, and return its path."""
    lines = [json.dumps(record, ensure_ascii=False) for record in ({**HEADER, **header}, *records)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def session(
    mt: str, events: Sequence[tuple[Any, ...]], final: str | None = None, **unit: Any
) -> list[dict[str, Any]]:
    """Return the records of one unit; an event is (time, kind[, key[, at, removed, inserted]])."""
    kinds, classes = dict(EVENT_KINDS), dict(KEY_CLASSES)
    changes = [event[3:] for event in events if len(event) > 3]
    named = {"unit": "1", "editor": "anna", "system": "alder", "segment": "1", "task": "pe", "mt": mt, **unit}
    batch = {
        "events": named["unit"],
        "clock": 1_700_000_000_000,
        "t": [event[0] for event in events],
        "kind": "".join(kinds[event[1]] for event in events),
        "key": "".join(classes[event[2] if len(event) > 2 else "none"] for event in events),
        "at": [change[0] for change in changes],
        "del": [change[1] for change in changes],
        "ins": [change[2] for change in changes],
    }
    ending = [] if final is None else [{"final": named["unit"], "text": final}]
    return [named, batch, *ending]


def read_session(path: Path, *sessions: list[dict[str, Any]]) -> PostEdits:
    """Read a log of these units."""
    return read_postedits(write_records(path, *(record for each in sessions for record in each)))


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Change], str]:
    """Draw a text, changes to it, and what they make of it."""
    begun = text = draw(LETTERS)
    changes: list[Change] = []
    for _ in range(draw(st.integers(0, 10))):
        at = draw(st.integers(0, len(text)))
        removed = draw(st.integers(0, min(4, len(text) - at)))
        inserted = draw(LETTERS)
        changes.append((at, removed, inserted))
        text = text[:at] + inserted + text[at + removed :]
    return begun, changes, text
