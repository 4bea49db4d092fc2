"""The edits of a campaign, read from its log as they were made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from assay.studies.campaigns import Campaign, Event
from assay.studies.campaigns.editing.logs import EDIT_KINDS, postedit_lines
from assay.studies.store.log import MANY, whole
from assay.studies.store.tables import ANSWERS, EVENTS


def edit_records(
    connection: Connection,
    campaign: Campaign,
    *,
    screen: tuple[str, int] | None = None,
    finished: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of our log of post-editing: of all, of one editor's screen, or of what was answered alone."""
    last = {(name, number): at for name, number, at in _last_answers(connection, campaign.name)}
    events = _events(connection, campaign.name, None if screen is None else screen[0])
    places = ((event, (event.actor, event.payload["item"])) for event in events)
    own = (event for event, place in places if screen in (None, place) and (place in last or not finished))
    return postedit_lines(campaign, own, last)


def edited_screens(connection: Connection, campaign: str) -> list[tuple[str, int]]:
    """Return who has answered which item, in the order in which they did."""
    return [(name, item) for name, item, _ in _last_answers(connection, campaign)]


def _last_answers(connection: Connection, campaign: str) -> list[tuple[str, int, int]]:
    columns = (ANSWERS.c.annotator, ANSWERS.c.item, ANSWERS.c.number)
    query = select(*columns).where(ANSWERS.c.campaign == campaign).order_by(ANSWERS.c.number)
    return [tuple(row) for row in connection.execute(query)]


def _events(connection: Connection, campaign: str, editor: str | None) -> Iterator[Event]:
    """Yield the events that edits are made of; those of people who have withdrawn are empty and left out."""
    query = select(EVENTS).where(EVENTS.c.campaign == campaign, EVENTS.c.kind.in_(EDIT_KINDS))
    query = query if editor is None else query.where(EVENTS.c.actor == editor)
    rows = connection.execute(query.order_by(EVENTS.c.number), execution_options={"yield_per": MANY})
    for number, at, name, kind, actor, key, payload in rows:
        with whole(campaign):
            content = json.loads(payload)
            erased = content.get("erased")
        if not erased:
            yield Event(number, at, name, kind, actor, key, content)
