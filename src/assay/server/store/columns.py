"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Connection, CursorResult, func, or_, select

from assay.campaigns import Answers, Campaign, DecodedColumn, decoded, from_plain
from assay.errors import InputError
from assay.server.store.tables import ANSWERS, EVENTS

COLUMNS = (
    *("annotator", "item", "step", "at", "seconds", "responses"),
    *("positions", "wording", "version", "elapsed"),
)
TYPES = {"item": np.int64, "step": np.int64, **dict.fromkeys(("at", "seconds", "elapsed"), np.float64)}
JSON = ("responses", "positions")
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
    answers = len(columns["item"])
    alike = {name: _alike(name, value, answers) for name, value in same.items()}
    converted = {name: _converted(name, column) for name, column in columns.items()}
    return Answers(**converted, **alike, skipped=_skipped(connection, campaign))


def _alike(name: str, value: Any, rows: int) -> Any:
    """Return a column that has the same value in every row."""
    if name in JSON:
        return DecodedColumn([json.loads(value)], np.zeros(rows, dtype=np.int64))
    return np.full(rows, value, dtype=TYPES[name]) if name in TYPES else [value] * rows


def _converted(name: str, column: list[Any]) -> Any:
    """Return a column in the form in which it is worked with; JSON is read at once, so that it is read only once."""
    if name in JSON:
        return decoded(column)
    return np.array(column, dtype=TYPES[name]) if name in TYPES else column


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
    columns = {name: _one_after_other(*pair) for name, pair in both.items() if name != "skipped"}
    return Answers(**columns, skipped=later.skipped)


def _one_after_other(earlier: Any, later: Any) -> Any:
    if isinstance(earlier, DecodedColumn):
        return earlier.followed_by(later)
    return np.concatenate([earlier, later]) if isinstance(earlier, np.ndarray) else [*earlier, *later]


def _skipped(connection: Connection, campaign: str) -> int:
    """Return how many screens were skipped."""
    skipped = select(func.count()).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "skipped")
    return connection.execute(skipped).scalar_one()


def _same(connection: Connection, of: ColumnElement[bool], names: Sequence[str]) -> dict[str, Any]:
    """Return the columns that have the same value in all answers, as most studies have one wording and one step.

    The database finds that out in a tenth of the time in which Python makes a million objects of them. It looks for an
    answer that is unlike the first in any column, and only where there is one at each column by itself.
    """
    first = connection.execute(select(*(ANSWERS.c[name] for name in names)).where(of).limit(1)).first()
    if first is None:
        return {}
    unlike = {name: ANSWERS.c[name] != value for name, value in zip(names, first, strict=True)}
    values = dict(zip(names, first, strict=True))
    if not _any(connection, of & or_(*unlike.values())):
        return values
    return {name: value for name, value in values.items() if not _any(connection, of & unlike[name])}


def _any(connection: Connection, where: ColumnElement[bool]) -> bool:
    return connection.execute(select(ANSWERS.c.number).where(where).limit(1)).first() is not None


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
