"""Events to rows and back, and the tables that are computed from them in the same transaction."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, tuple_, update

from assay.errors import InputError
from assay.studies.campaigns import Event
from assay.studies.campaigns.checked_log import ANNOTATOR_KINDS
from assay.studies.campaigns.judging.rows import no_collecting
from assay.studies.campaigns.judging.stored import spent
from assay.studies.campaigns.state import CampaignState
from assay.studies.store.tables import ANSWERS, EVENTS, SNAPSHOTS
from assay.version import installed_version

FORMAT = "3"  # of snapshots, beside the version of the program
MANY = 5_000  # rows that are read at a time
# That are looked up at a time: databases take some ten thousand values in a statement
MOST_KEYS = 1_000
Key = tuple[str, str, str]  # campaign, actor, key
# What a state, an answer or a definition raises where a stored text is another than the program wrote.
DAMAGE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


_COLUMNS = "number, at, campaign, kind, actor, key, payload"
_ANSWER_COLUMNS = (
    *("number", "campaign", "annotator", "item", "step", "at", "seconds", "elapsed"),
    *("responses", "positions", "wording", "version"),
)
_PLACE = ("campaign", "annotator", "item", "step")
# Plain text, which costs a fraction of a statement that is built anew each time.
_READ = text(f"SELECT {_COLUMNS} FROM events WHERE number > :after ORDER BY number")
_READ_OF = text(
    f"SELECT {_COLUMNS} FROM events WHERE campaign = :campaign AND number > :after ORDER BY number"
)
_INSERT = text(
    f"INSERT INTO events ({_COLUMNS}) VALUES (:number, :at, :campaign, :kind, :actor, :key, :payload)"
)
_KEEP_ANSWER = text(
    f"INSERT INTO answers ({', '.join(_ANSWER_COLUMNS)}) VALUES ({', '.join(f':{name}' for name in _ANSWER_COLUMNS)}) "
    f"ON CONFLICT ({', '.join(_PLACE)}) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _ANSWER_COLUMNS if name not in _PLACE)
)
_KEYS = (EVENTS.c.campaign, EVENTS.c.actor, EVENTS.c.key)
_STORED = select(*_KEYS).where(tuple_(*_KEYS).in_(bindparam("keys", expanding=True)))


def last_number(connection: Connection) -> int:
    """Return the number of the last event, 0 where there is none."""
    return connection.execute(select(func.max(EVENTS.c.number))).scalar() or 0


def read_events(connection: Connection, after: int = 0, campaign: str | None = None) -> Iterator[Event]:
    """Yield the events after a number, of one campaign or of all, in order."""
    query = _READ if campaign is None else _READ_OF
    asked = {"after": after} if campaign is None else {"after": after, "campaign": campaign}
    rows = connection.execute(query, asked, execution_options={"yield_per": MANY})
    with whole(campaign or "a campaign"):
        for row in rows:
            yield _event(row)


def _event(row: Sequence[Any]) -> Event:
    number, at, campaign, kind, actor, key, payload = row
    return Event(number, at, campaign, kind, actor, key, json.loads(payload))


@contextmanager
def whole(campaign: str) -> Iterator[None]:
    """Refuse a log of which something is not what was once stored."""
    try:
        yield
    except DAMAGE as error:
        raise InputError(
            f"{campaign}: what the database holds of it is damaged; restore the database from a copy"
        ) from error


def stored_keys(connection: Connection, keys: Iterable[Key]) -> set[Key]:
    """Return those of (campaign, actor, key) that an event has already."""
    wanted = iter(keys)
    stored: set[Key] = set()
    while part := list(islice(wanted, MOST_KEYS)):
        stored |= {
            (campaign, actor, key) for campaign, actor, key in connection.execute(_STORED, {"keys": part})
        }
    return stored


def payload_of(connection: Connection, key: Key) -> dict[str, Any] | None:
    """Return the payload of the event with a key, None where there is none."""
    campaign, actor, own = key
    of = (EVENTS.c.campaign == campaign) & (EVENTS.c.actor == actor) & (EVENTS.c.key == own)
    payload = connection.execute(select(EVENTS.c.payload).where(of)).scalar()
    with whole(campaign):
        return None if payload is None else json.loads(payload)


def insert_events(connection: Connection, events: Sequence[Event]) -> None:
    """Store events, and what is computed from them."""
    rows = [{**vars(event), "payload": json.dumps(event.payload)} for event in events]
    if rows:
        connection.execute(_INSERT, rows)
    keep_answers(connection, events)
    for event in events:
        if event.kind == "withdrawn":
            _erase(connection, event)


def keep_answers(connection: Connection, events: Iterable[Event]) -> None:
    """Keep the last answer of everybody to every step of every item."""
    latest = {
        (event.campaign, event.actor, event.payload["item"], event.payload["step"]): _answer_row(event)
        for event in events
        if event.kind == "answered" and not event.payload.get("erased")
    }
    if latest:
        connection.execute(_KEEP_ANSWER, list(latest.values()))


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
    """Take the content out of all that somebody sent before a withdrawal; rows and their order stay.

    Kinds are named, since somebody may be called "admin", as the actor of events that are nobody's own.
    """
    of_actor = (EVENTS.c.campaign == event.campaign) & (EVENTS.c.actor == event.actor)
    earlier = of_actor & (EVENTS.c.number < event.number) & EVENTS.c.kind.in_(ANNOTATOR_KINDS)
    connection.execute(update(EVENTS).where(earlier).values(payload='{"erased": true}'))
    own = (ANSWERS.c.campaign == event.campaign) & (ANSWERS.c.annotator == event.actor)
    connection.execute(delete(ANSWERS).where(own))
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.campaign == event.campaign))


def read_answers(connection: Connection, campaign: str) -> Iterator[Mapping[str, Any]]:
    """Yield the answers that count, in the order in which they were given."""
    query = select(ANSWERS).where(ANSWERS.c.campaign == campaign).order_by(ANSWERS.c.number)
    for row in connection.execute(query, execution_options={"yield_per": MANY}).mappings():
        with whole(campaign):
            responses = json.loads(row["responses"])
        yield {**row, "responses": responses}


@no_collecting()
def load_state(connection: Connection, campaign: str) -> CampaignState | None:
    """Return the state of a campaign: the last snapshot, and what happened since; None where there is no such one."""
    of = EVENTS.c.campaign == campaign
    first = connection.execute(select(EVENTS).where(of).order_by(EVENTS.c.number).limit(1)).first()
    if first is None:
        return None
    kept = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.campaign == campaign)).first()
    with whole(campaign):
        state = CampaignState.begin(_event(first))
        if kept is not None and kept.version == _version():
            state = CampaignState.from_plain(state.campaign, json.loads(kept.state))
            if type(state.number) is not int or state.number != kept.number:
                raise ValueError(f"a snapshot of event {kept.number} says that it is of {state.number}")
        return state.fold(read_events(connection, state.number, campaign))


def save_snapshot(connection: Connection, state: CampaignState) -> None:
    """Keep a state, so that the next start need not read the whole log."""
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.campaign == state.campaign.name))
    kept = {"campaign": state.campaign.name, "version": _version(), "number": state.number}
    connection.execute(insert(SNAPSHOTS).values(**kept, state=json.dumps(state.to_plain())))


def _version() -> str:
    return f"{installed_version()}/{FORMAT}"
