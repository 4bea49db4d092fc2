"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Connection, CursorResult, func, select

from assay.campaigns import Answers, Campaign, from_plain
from assay.errors import InputError
from assay.server.store.tables import ANSWERS, EVENTS

COLUMNS = (
    *("annotator", "item", "step", "at", "seconds", "responses"),
    *("positions", "wording", "version", "elapsed"),
)
TYPES = {"item": np.int64, "step": np.int64, **dict.fromkeys(("at", "seconds", "elapsed"), np.float64)}
ALIKE = ("step", "positions", "wording", "version")  # none of which may be missing
MANY = 2_000  # rows at a time: they stay in the processor's cache while they become columns


def read_columns(
    connection: Connection,
    campaign: str,
    *,
    without: Collection[str] = (),
    most: int | None = None,
    after: int = 0,
) -> Answers:
    """Return the answers that count, in the order in which they were given: all, the first so many, or later ones.

    Columns that nobody will look at are best not read at all: a million answers are millions of small objects.
    """
    of = (ANSWERS.c.campaign == campaign) & (ANSWERS.c.number > after)
    same = _same(connection, of, [name for name in ALIKE if name not in without]) if most is None else {}
    names = [name for name in COLUMNS if name not in without and name not in same]
    query = select(*(ANSWERS.c[name] for name in names)).where(of)
    columns: dict[str, Any] = {name: [] for name in names}
    for rows in _parts(connection.execute(query.order_by(ANSWERS.c.number).limit(most))):
        for name, part in zip(names, zip(*rows, strict=True), strict=True):
            columns[name] += part
    columns |= {name: [value] * len(columns["item"]) for name, value in same.items()}
    numbers = {name: np.array(column, dtype=TYPES[name]) for name, column in columns.items() if name in TYPES}
    return Answers(**{**columns, **numbers}, skipped=_skipped(connection, campaign))


class KeptAnswers:
    """The answers of a campaign as they were read last: what is kept is not read again."""

    def __init__(self, campaign: str) -> None:
        self._campaign = campaign
        self._answers: Answers | None = None
        self._last = 0

    def read(self, connection: Connection) -> Answers:
        """Return all answers that count: the very same object where nothing has changed.

        A correction takes a new number, and a withdrawal takes rows away: where fewer are left of those that are kept,
        all are read again.
        """
        of = ANSWERS.c.campaign == self._campaign
        earlier = select(func.count()).where(of, ANSWERS.c.number <= self._last)
        last = connection.execute(select(func.max(ANSWERS.c.number)).where(of)).scalar() or 0
        answers = self._answers
        if answers is None or connection.execute(earlier).scalar_one() != len(answers):
            answers = read_columns(connection, self._campaign)
        elif last > self._last:
            answers = _joined(answers, read_columns(connection, self._campaign, after=self._last))
        elif (skipped := _skipped(connection, self._campaign)) != answers.skipped:
            answers = replace(answers, skipped=skipped)
        self._answers, self._last = answers, last
        return answers


def _joined(earlier: Answers, later: Answers) -> Answers:
    """Return answers with those that came after them."""
    both = {each.name: (getattr(earlier, each.name), getattr(later, each.name)) for each in fields(Answers)}
    columns: dict[str, Any] = {
        name: np.concatenate(pair) if isinstance(pair[0], np.ndarray) else [*pair[0], *pair[1]]
        for name, pair in both.items()
        if name != "skipped"
    }
    return Answers(**columns, skipped=later.skipped)


def _skipped(connection: Connection, campaign: str) -> int:
    """Return how many screens were skipped."""
    skipped = select(func.count()).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "skipped")
    return connection.execute(skipped).scalar_one()


def _same(connection: Connection, of: ColumnElement[bool], names: Sequence[str]) -> dict[str, Any]:
    """Return the columns that have the same value in all answers, as most studies have one wording and one step.

    The database finds that out in a tenth of the time in which Python makes a million objects of them.
    """
    ends = [end(ANSWERS.c[name]) for name in names for end in (func.min, func.max)]
    low_and_high = connection.execute(select(*ends).where(of)).one()
    pairs = zip(names, low_and_high[::2], low_and_high[1::2], strict=True)
    return {name: low for name, low, high in pairs if low == high and low is not None}


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
