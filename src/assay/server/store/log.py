"""Events to rows and back, and the tables that are computed from them in the same transaction."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update

from assay.campaigns import CampaignState, Event, spent
from assay.server.store.tables import ANSWERS, EVENTS, SNAPSHOTS
from assay.version import installed_version

FORMAT = "1"  # of snapshots, beside the version of the program
MANY = 5_000  # rows that are read at a time


def last_number(connection: Connection) -> int:
    """Return the number of the last event, 0 where there is none."""
    return connection.execute(select(func.max(EVENTS.c.number))).scalar() or 0


def read_events(connection: Connection, after: int = 0, campaign: str | None = None) -> Iterator[Event]:
    """Yield the events after a number, of one campaign or of all, in order."""
    query = select(EVENTS).where(EVENTS.c.number > after).order_by(EVENTS.c.number)
    if campaign is not None:
        query = query.where(EVENTS.c.campaign == campaign)
    rows = connection.execution_options(yield_per=MANY).execute(query)
    for number, at, name, kind, actor, key, payload in rows:
        yield Event(number, at, name, kind, actor, key, json.loads(payload))


def stored_keys(connection: Connection, keys: Iterable[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    """Return those of (campaign, actor, key) that an event has already."""
    columns = (EVENTS.c.campaign, EVENTS.c.actor, EVENTS.c.key)
    wanted = list(keys)
    rows = connection.execute(select(*columns).where(tuple_(*columns).in_(wanted))) if wanted else ()
    return {(campaign, actor, key) for campaign, actor, key in rows}


def insert_events(connection: Connection, events: Sequence[Event]) -> None:
    """Store events, and what is computed from them."""
    rows = [{**vars(event), "payload": json.dumps(event.payload)} for event in events]
    if rows:
        connection.execute(insert(EVENTS), rows)
    latest = {
        (event.campaign, event.actor, event.payload["item"], event.payload["step"]): _answer_row(event)
        for event in events
        if event.kind == "answered"
    }
    if latest:
        of = (ANSWERS.c.campaign, ANSWERS.c.annotator, ANSWERS.c.item, ANSWERS.c.step)
        connection.execute(delete(ANSWERS).where(tuple_(*of).in_(list(latest))))
        connection.execute(insert(ANSWERS), list(latest.values()))
    for event in events:
        if event.kind == "withdrawn":
            _erase(connection, event)


def _answer_row(event: Event) -> dict[str, Any]:
    seconds = spent(event.payload.get("times", {}))
    return {
        "number": event.number,
        "campaign": event.campaign,
        "annotator": event.actor,
        "item": event.payload["item"],
        "step": event.payload["step"],
        "at": event.at,
        "seconds": None if math.isnan(seconds) else seconds,
        "elapsed": _elapsed(event.payload.get("times", {})),
        "responses": json.dumps(event.payload["responses"]),
        "positions": json.dumps(event.payload["positions"]),
        "wording": event.payload["wording"],
        "version": event.payload["version"],
    }


def _elapsed(times: Mapping[str, Any]) -> float | None:
    shown, sent = times.get("shown"), times.get("sent")
    return None if shown is None or sent is None else max(0.0, (sent - shown) / 1000)


def _erase(connection: Connection, event: Event) -> None:
    """Take the content out of all that somebody sent before a withdrawal; rows and their order stay."""
    of_actor = (EVENTS.c.campaign == event.campaign) & (EVENTS.c.actor == event.actor)
    earlier = of_actor & (EVENTS.c.number < event.number)
    connection.execute(update(EVENTS).where(earlier).values(payload='{"erased": true}'))
    own = (ANSWERS.c.campaign == event.campaign) & (ANSWERS.c.annotator == event.actor)
    connection.execute(delete(ANSWERS).where(own))
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.campaign == event.campaign))


def read_answers(connection: Connection, campaign: str) -> Iterator[Mapping[str, Any]]:
    """Yield the answers that count, in the order in which they were given."""
    query = select(ANSWERS).where(ANSWERS.c.campaign == campaign).order_by(ANSWERS.c.number)
    for row in connection.execution_options(yield_per=MANY).execute(query).mappings():
        yield {**row, "responses": json.loads(row["responses"])}


def load_state(connection: Connection, campaign: str) -> CampaignState | None:
    """Return the state of a campaign: the last snapshot, and what happened since; None where there is no such one."""
    of = EVENTS.c.campaign == campaign
    first = connection.execute(select(EVENTS).where(of).order_by(EVENTS.c.number).limit(1)).first()
    if first is None:
        return None
    number, at, name, kind, actor, key, payload = first
    created = Event(number, at, name, kind, actor, key, json.loads(payload))
    state = CampaignState.begin(created)
    kept = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.campaign == campaign)).first()
    if kept is not None and kept.version == _version():
        state = CampaignState.from_plain(state.campaign, json.loads(kept.state))
    return state.fold(read_events(connection, state.number, campaign))


def save_snapshot(connection: Connection, state: CampaignState) -> None:
    """Keep a state, so that the next start need not read the whole log."""
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.campaign == state.campaign.name))
    kept = {"campaign": state.campaign.name, "version": _version(), "number": state.number}
    connection.execute(insert(SNAPSHOTS).values(**kept, state=json.dumps(state.to_plain())))


def _version() -> str:
    return f"{installed_version()}/{FORMAT}"
