"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, func, select

from assay.campaigns import Answers, Campaign, from_plain
from assay.errors import InputError
from assay.server.store.tables import ANSWERS, EVENTS

COLUMNS = ("annotator", "item", "step", "at", "seconds", "responses", "positions", "wording", "version")


@dataclass(frozen=True)
class TimeSpent:
    """What somebody spent: seconds at work, seconds from showing to sending, and when they answered last."""

    active: float
    elapsed: float
    last: float


def read_columns(connection: Connection, campaign: str) -> Answers:
    """Return the answers that count, in the order in which they were given."""
    query = (
        select(*(ANSWERS.c[name] for name in COLUMNS))
        .where(ANSWERS.c.campaign == campaign)
        .order_by(ANSWERS.c.number)
    )
    rows = connection.execute(query).fetchall()
    columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * len(COLUMNS)
    skipped = select(func.count()).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "skipped")
    return replace(Answers(*columns), skipped=connection.execute(skipped).scalar_one())


def time_spent(connection: Connection, campaign: str) -> Mapping[str, TimeSpent]:
    """Return what every annotator spent."""
    sums = (func.sum(ANSWERS.c.seconds), func.sum(ANSWERS.c.elapsed), func.max(ANSWERS.c.at))
    query = select(ANSWERS.c.annotator, *sums).where(ANSWERS.c.campaign == campaign)
    rows = connection.execute(query.group_by(ANSWERS.c.annotator))
    return {name: TimeSpent(active or 0.0, elapsed or 0.0, last) for name, active, elapsed, last in rows}


def read_campaign(connection: Connection, campaign: str) -> Campaign:
    """Return a campaign as it was set up, from the first event of its log."""
    query = select(EVENTS.c.payload).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "created")
    payload = connection.execute(query.order_by(EVENTS.c.number).limit(1)).scalar()
    if payload is None:
        raise InputError(f'there is no campaign {campaign}; "assay campaign" lists all')
    return from_plain(Campaign, json.loads(payload)["definition"])
