"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Connection, CursorResult, false, func, or_, select

from assay.campaigns import Answers, Campaign, from_plain
from assay.data import Codes, numbered
from assay.errors import InputError
from assay.server.store.tables import ANSWERS, EVENTS
from assay.text import Column

NUMBERS = {"item": np.int64, "step": np.int64, **dict.fromkeys(("at", "seconds", "elapsed"), np.float64)}
COLUMNS = ("annotator", *NUMBERS, "responses", "positions", "wording", "version")
ALIKE = ("step", "positions", "wording", "version")  # none of which may be missing
MANY = 2_000  # rows at a time: they stay in the processor's cache while they become columns


def read_columns(
    connection: Connection, campaign: str, *, most: int | None = None, after: int = 0
) -> Answers:
    """Return the answers that count, in the order in which they were given: all, the first so many, or later ones.

    Most studies have one wording, one version and one step. What is the same in every answer is not read a million
    times: the database tells of each row whether it is like the first, and only where one is not, all is read again.
    """
    of = (ANSWERS.c.campaign == campaign) & (ANSWERS.c.number > after)
    first = connection.execute(select(*(ANSWERS.c[name] for name in ALIKE)).where(of).limit(1)).first()
    same = {} if first is None else dict(zip(ALIKE, first, strict=True))
    read = _Columns(same)
    if not read.take(connection, of, most):
        alike = {name: value for name, value in same.items() if not _any(connection, of, name, value)}
        read = _Columns(alike)
        read.take(connection, of, most)
    return Answers(**read.columns(), skipped=_skipped(connection, campaign))


class _Columns:
    """The columns of answers, read some rows at a time; `same` are those that have one value alone."""

    def __init__(self, same: Mapping[str, Any]) -> None:
        self._same, self._rows = same, 0
        self._parts: dict[str, list[Any]] = {name: [] for name in COLUMNS if name not in same}
        self._known: dict[str, dict[str, int]] = {name: {} for name in self._parts}  # numbers of names

    def take(self, connection: Connection, of: ColumnElement[bool], most: int | None) -> bool:
        """Read answers; False as soon as there is one that is not the same where it should be."""
        unlike = or_(false(), *(ANSWERS.c[name] != value for name, value in self._same.items()))
        query = select(*(ANSWERS.c[name] for name in self._parts), unlike).where(of)
        for rows in _parts(connection.execute(query.order_by(ANSWERS.c.number).limit(most))):
            *columns, others = zip(*rows, strict=True)
            if any(others):
                return False
            self._rows += len(rows)
            for name, column in zip(self._parts, columns, strict=True):
                self._parts[name].append(self._converted(name, column))
        return True

    def _converted(self, name: str, column: tuple[Any, ...]) -> Any:
        if name in NUMBERS:
            return np.array(column, dtype=NUMBERS[name])
        return Column.of(column) if name == "responses" else numbered(column, self._known[name])

    def columns(self) -> dict[str, Any]:
        """Return all that was read, by name."""
        return {name: self._same_column(name) if name in self._same else self._read(name) for name in COLUMNS}

    def _same_column(self, name: str) -> Any:
        value = self._same[name]
        if name in NUMBERS:
            return np.full(self._rows, value, dtype=NUMBERS[name])
        return Codes.alike(value, self._rows)

    def _read(self, name: str) -> Any:
        parts = self._parts[name]
        if name == "responses":
            return Column.joined(parts)
        if name in NUMBERS:
            return np.concatenate([np.empty(0, dtype=NUMBERS[name]), *parts])
        return Codes(tuple(self._known[name]), np.concatenate([np.empty(0, dtype=np.int32), *parts]))


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
    if isinstance(earlier, Column):
        return Column.joined([earlier, later])
    return np.concatenate([earlier, later]) if isinstance(earlier, np.ndarray) else earlier.followed_by(later)


def _skipped(connection: Connection, campaign: str) -> int:
    """Return how many screens were skipped."""
    skipped = select(func.count()).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "skipped")
    return connection.execute(skipped).scalar_one()


def _any(connection: Connection, of: ColumnElement[bool], name: str, value: Any) -> bool:
    """Tell whether any answer has another value in a column."""
    unlike = select(ANSWERS.c.number).where(of & (ANSWERS.c[name] != value)).limit(1)
    return connection.execute(unlike).first() is not None


def _parts(result: CursorResult[Any]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Yield rows as the driver has them, some at a time: wrapped each by itself they take twice as long."""
    cursor = result.cursor
    try:
        while cursor is not None and (rows := cursor.fetchmany(MANY)):
            yield rows
    finally:
        result.close()


def read_campaign(connection: Connection, campaign: str) -> Campaign:
    """Return a campaign as it was set up, from the first event of its log."""
    query = select(EVENTS.c.payload).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "created")
    payload = connection.execute(query.order_by(EVENTS.c.number).limit(1)).scalar()
    if payload is None:
        raise InputError(f'there is no campaign {campaign}; "assay campaign" lists all')
    return from_plain(Campaign, json.loads(payload)["definition"])
