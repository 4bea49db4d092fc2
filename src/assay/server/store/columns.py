"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, CursorResult, func, select

from assay.campaigns import Answers, Campaign, from_plain
from assay.errors import InputError
from assay.server.store.tables import ANSWERS, EVENTS

COLUMNS = (
    *("annotator", "item", "step", "at", "seconds", "responses"),
    *("positions", "wording", "version", "elapsed"),
)
TYPES = {"item": np.int64, "step": np.int64, **dict.fromkeys(("at", "seconds", "elapsed"), np.float64)}
MANY = 2_000  # rows at a time: they stay in the processor's cache while they become columns


def read_columns(
    connection: Connection, campaign: str, *, without: Collection[str] = (), most: int | None = None
) -> Answers:
    """Return the answers that count, in the order in which they were given: all, or the first so many.

    Columns that nobody will look at are best not read at all: a million answers are millions of small objects.
    """
    names = [name for name in COLUMNS if name not in without]
    query = select(*(ANSWERS.c[name] for name in names)).where(ANSWERS.c.campaign == campaign)
    columns: dict[str, Any] = {name: [] for name in names}
    for rows in _parts(connection.execute(query.order_by(ANSWERS.c.number).limit(most))):
        for name, part in zip(names, zip(*rows, strict=True), strict=True):
            columns[name] += part
    numbers = {name: np.array(columns[name], dtype=TYPES[name]) for name in names if name in TYPES}
    skipped = select(func.count()).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "skipped")
    return Answers(**{**columns, **numbers}, skipped=connection.execute(skipped).scalar_one())


def _parts(result: CursorResult[Any]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Yield rows as the driver has them, some at a time: wrapped each by itself they take twice as long."""
    cursor = result.cursor
    while cursor is not None and (rows := cursor.fetchmany(MANY)):
        yield rows
    result.close()


def read_campaign(connection: Connection, campaign: str) -> Campaign:
    """Return a campaign as it was set up, from the first event of its log."""
    query = select(EVENTS.c.payload).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "created")
    payload = connection.execute(query.order_by(EVENTS.c.number).limit(1)).scalar()
    if payload is None:
        raise InputError(f'there is no campaign {campaign}; "assay campaign" lists all')
    return from_plain(Campaign, json.loads(payload)["definition"])
