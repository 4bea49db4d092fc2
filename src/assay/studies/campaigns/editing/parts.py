"""What becomes of records of edits: events of the campaign's log, whose replay is the text that was answered.

A browser sends its log in parts, each with a key of its own and the number of parts before it. A part that was stored
already changes nothing; one that does not follow on what is stored, or cannot be, is refused, and the browser goes on
from what is stored. An answer brings the parts that are still unsent. It is never refused for its log: what does not
fit is left out, and where the replay ends in another text than the answer, an event sets it, marked as no edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.studies.campaigns.editing.records import Reached, RecordError, reached_by, set_record
from assay.studies.campaigns.state import CampaignState, Lease

MOST_PARTS = 5_000  # of one screen: about a working day of five seconds each
Payload = dict[str, Any]


@dataclass(frozen=True)
class EditPart:
    """A part of a browser's log of edits."""

    key: str
    after: int  # parts of the screen that come before it
    records: Sequence[Mapping[str, Any]]


class PartError(ValueError):
    """A part that cannot be stored: the reason."""


def next_part(
    state: CampaignState, lease: Lease, item: int, part: EditPart, stored: Sequence[str]
) -> dict[str, Reached]:
    """Return the texts after a part that follows on those stored, or refuse it."""
    field = state.campaign.protocol.logged
    if field is None:
        raise PartError("log-none")
    if part.after != len(stored):
        raise PartError("log-order")
    if len(stored) >= MOST_PARTS:
        raise PartError("log-full")
    try:
        blind = field.log == "blind"
        return reached_by(state.reached(lease, item), part.records, blind=blind, longest=field.longest)
    except RecordError as error:
        raise PartError("log-wrong") from error


def stored_parts(lease: Lease, item: int) -> list[str]:
    """Return the keys of the parts of a screen that are stored."""
    log = lease.edits.get(item)
    return [] if log is None else log.parts


def closing_parts(
    state: CampaignState, lease: Lease, item: int, parts: Sequence[EditPart], responses: Mapping[str, Any]
) -> tuple[list[EditPart], dict[str, Reached], dict[str, Reached]]:
    """Return the parts that fit and are new, the texts that they reach, and those that the answer has instead."""
    field, stored = state.campaign.protocol.logged, list(stored_parts(lease, item))
    if field is None:
        return [], {}, {}
    reached, blind = state.reached(lease, item), field.log == "blind"
    fitting: list[EditPart] = []
    for part in parts:
        if part.key in stored or part.after != len(stored):
            continue
        try:
            reached = reached_by(reached, part.records, blind=blind, longest=field.longest)
        except RecordError:
            break
        fitting.append(part)
        stored.append(part.key)
    answered = {unit: _final(given[field.name]) for unit, given in responses.items() if field.name in given}
    other = {unit: text for unit, text in answered.items() if unit in reached and reached[unit] != text}
    return fitting, reached, other


def repair(reached: Mapping[str, Reached], other: Mapping[str, Reached], now: float) -> list[dict[str, Any]]:
    """Return the records that set texts to those of an answer."""
    return [set_record(unit, reached[unit], text, round(now * 1000)) for unit, text in other.items()]


def _final(given: Any) -> Reached:
    """Return the text of an answer, or its length where the log is blind."""
    return given if isinstance(given, str) else int(given["characters"])
