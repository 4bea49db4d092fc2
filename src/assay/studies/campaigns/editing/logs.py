"""The edits of a campaign as our log of post-editing, which `assay postedit` reads: lines of JSON.

Lines come in the order of the campaign's log, so that they can be written as they are read. What was edited after the
last answer to a screen (a correction that was never sent) is left out: replaying gives the text that was answered.
Tutorials and controls are no part of it. A text that several systems made is a row for each of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.data import GENUINE
from assay.errors import InputError
from assay.studies.campaigns.values import (
    CALIBRATION,
    SCRATCH,
    Campaign,
    Event,
    Item,
    JudgedText,
    ResponseField,
)

EDIT_KINDS = ("edited", "answered", "skipped")  # events that the log is made of
Done = tuple[str, int]  # annotator and item


def postedit_lines(
    campaign: Campaign, events: Iterable[Event], last: Mapping[Done, int]
) -> Iterator[dict[str, Any]]:
    """Yield the records of the log; `last` has the number of the last answer of an annotator to an item."""
    logged = campaign.protocol.logged
    if logged is None:
        raise InputError(
            f"{campaign.name}: the protocol {campaign.protocol.name} logs no edits; export its judgements, as tidy"
        )
    content = "blind" if logged.log == "blind" else "full"
    header = {"assay": "post-editing log", "version": 1, "languages": list(campaign.texts.languages)}
    yield {**header, "content": content}
    writer = _LogWriter(campaign, logged)
    for event in events:
        place = (event.actor, event.payload.get("item", -1))
        if event.number <= last.get(place, event.number):
            yield from writer.records(event, final=last.get(place) == event.number)


@dataclass
class _LogWriter:
    """Writes the records of events, each unit with a line of its own before its first."""

    campaign: Campaign
    logged: ResponseField
    begun: set[Done] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Look up items by number, those alone that count."""
        self.items = {
            item.number: item for item in self.campaign.plan.items if item.kind in (GENUINE, CALIBRATION)
        }

    def records(self, event: Event, *, final: bool) -> Iterator[dict[str, Any]]:
        """Yield what an event gives: its edits, or the final texts."""
        item = self.items.get(event.payload.get("item", -1))
        if item is None or event.kind not in EDIT_KINDS:
            return
        if (event.actor, item.number) not in self.begun:
            self.begun.add((event.actor, item.number))
            yield from self._units(event.actor, item)
        if event.kind == "edited":
            yield from self._edits(event, item)
        elif event.kind == "skipped" or final:
            yield from self._finals(event, item)

    def _units(self, editor: str, item: Item) -> Iterator[dict[str, Any]]:
        texts = self.campaign.texts
        for at, unit in enumerate(item.units, start=1):
            source = unit.source if unit.source is not None else texts.source[unit.segment]
            for system in unit.systems:
                scratch = system == SCRATCH
                yield {
                    "unit": postedit_name(editor, item, at, system),
                    "editor": editor,
                    "system": system,
                    "segment": texts.segments[unit.segment],
                    **({"document": item.document} if item.document else {}),
                    "task": "ht" if scratch else "pe",
                    "source": source,
                    **({} if scratch else {"mt": unit.text}),
                }

    def _edits(self, event: Event, item: Item) -> Iterator[dict[str, Any]]:
        for record in event.payload["records"]:
            at = int(record["unit"][1:])
            columns = {name: part for name, part in record.items() if name != "unit"}
            for name in self._names(event.actor, item, at, item.units[at - 1]):
                yield {"events": name, **columns}

    def _finals(self, event: Event, item: Item) -> Iterator[dict[str, Any]]:
        for at, unit in enumerate(item.units, start=1):
            given = event.payload.get("responses", {}).get(f"u{at}", {}).get(self.logged.name)
            final = {"text": given} if isinstance(given, str) else given or {"state": "impossible"}
            for name in self._names(event.actor, item, at, unit):
                yield {"final": name, **final}

    def _names(self, editor: str, item: Item, at: int, unit: JudgedText) -> Iterator[str]:
        return (postedit_name(editor, item, at, system) for system in unit.systems)


def postedit_name(editor: str, item: Item, at: int, system: str) -> str:
    """Return what a row is called: who, on which screen, which text of it, of which system."""
    return f"{editor}/{item.number}/u{at}/{system}"


def written(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield records as lines of JSON."""
    for record in records:
        yield json.dumps(record, ensure_ascii=False) + "\n"
