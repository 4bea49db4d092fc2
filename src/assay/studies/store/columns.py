"""The answers of a campaign in columns, straight from their table: what figures and exports are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, CursorResult, func, select

from assay.data import Codes
from assay.errors import InputError
from assay.kernel import row_names, row_numbers, row_texts
from assay.studies.campaigns import Campaign
from assay.studies.campaigns.definition import from_json
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.store.log import whole
from assay.studies.store.tables import ANSWERS, EVENTS
from assay.text import Column

NUMBERS = {"item": np.int64, "step": np.int64, **dict.fromkeys(("at", "seconds", "elapsed"), np.float64)}
COLUMNS = ("annotator", *NUMBERS, "responses", "positions", "wording", "version")
# Rows at a time: they stay in the processor's cache while they become columns
MANY = 250


def read_columns(connection: Connection, campaign: Campaign, after: int = 0) -> Answers:
    """Return the answers that count, in the order in which they were given: all, or those after a number.

    What is the same in every answer, as the campaign tells, is not read a million times.
    """
    of = (ANSWERS.c.campaign == campaign.name) & (ANSWERS.c.number > after)
    stored = connection.execute(select(func.count()).select_from(ANSWERS).where(of)).scalar_one()
    try:
        read = _Columns(_same(campaign), stored).take(connection, of)
    except (
        TypeError,
        connection.dialect.loaded_dbapi.Error,
    ) as error:  # rows are the driver's, and so are errors
        why = str(error).partition("\n")[0]
        raise InputError(
            f"{campaign.name}: the stored answers cannot be read ({why}); try again, and if that does not help, "
            "restore the database from a copy"
        ) from error
    return Answers(**read.columns(), skipped=_skipped(connection, campaign.name))


def _same(campaign: Campaign) -> dict[str, Any]:
    """Return the columns that have one value in all answers of a campaign."""
    protocol = campaign.protocol
    same: dict[str, Any] = {"version": protocol.version}
    if len(protocol.steps) == 1 and not any(field.kind == "question" for field in protocol.steps[0].fields):
        same["step"] = 0
    if all(len(item.units) == 1 for item in campaign.plan.items):
        same["positions"] = "{}"
    return same


class _Columns:
    """The columns of so many answers, read some rows at a time; `same` are those that have one value alone."""

    def __init__(self, same: Mapping[str, Any], most: int) -> None:
        self._same, self._most, self.rows = same, most, 0
        self._read = [name for name in COLUMNS if name not in same]
        self._numbers: dict[str, NDArray[Any]] = {
            name: np.empty(most, NUMBERS.get(name, np.int32)) for name in self._read
        }
        # Numbers of names
        self._known: dict[str, dict[str, int]] = {name: {} for name in self._read}
        self._offsets, self._texts = np.zeros(most + 1, np.int64), np.empty(0, np.uint8)

    def take(self, connection: Connection, of: ColumnElement[bool]) -> _Columns:
        """Read answers; return these columns."""
        query = select(*(ANSWERS.c[name] for name in self._read)).where(of)
        for rows in _parts(connection.execute(query.order_by(ANSWERS.c.number).limit(self._most))):
            end = self.rows + len(rows)
            for place, name in enumerate(self._read):
                if name == "responses":
                    self._add_texts(*row_texts(rows, place))
                elif name in NUMBERS:
                    self._numbers[name][self.rows : end] = row_numbers(rows, place)
                else:
                    self._numbers[name][self.rows : end] = row_names(rows, place, self._known[name])
            self.rows = end
        return self

    def _add_texts(self, data: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Put texts behind those that are there, in room for as many a little longer, and in more if need be."""
        start = int(self._offsets[self.rows])
        if start + len(data) > len(self._texts):
            room = len(data) + int(1.1 * (self._most - self.rows) * len(data) / (len(ends) - 1))
            before, self._texts = self._texts, np.empty(start + room, np.uint8)
            self._texts[:start] = before[:start]
        self._texts[start : start + len(data)] = data
        self._offsets[self.rows + 1 : self.rows + len(ends)] = ends[1:] + start

    def columns(self) -> dict[str, Any]:
        """Return all that was read, by name."""
        return {name: self._column(name) for name in COLUMNS}

    def _column(self, name: str) -> Any:
        if name in self._same:
            value, number = self._same[name], NUMBERS.get(name)
            return np.full(self.rows, value, number) if number else Codes.alike(value, self.rows)
        if name == "responses":
            return Column(self._texts[: self._offsets[self.rows]], self._offsets[: self.rows + 1])
        numbers = self._numbers[name][: self.rows]
        return numbers if name in NUMBERS else Codes(tuple(self._known[name]), numbers)


class KeptAnswers:
    """The answers of a campaign as they were read last: what is kept is not read again."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._answers: Answers | None = None
        self._last = 0

    def read(self, connection: Connection) -> Answers:
        """Return all answers that count: the very same object where nothing has changed.

        A correction takes a new number, and a withdrawal takes rows away: where fewer are left of those that are kept,
        all are read again.
        """
        of = ANSWERS.c.campaign == self._campaign.name
        earlier = select(func.count()).where(of, ANSWERS.c.number <= self._last)
        last = connection.execute(select(func.max(ANSWERS.c.number)).where(of)).scalar() or 0
        answers = self._answers
        if answers is None or connection.execute(earlier).scalar_one() != len(answers):
            answers = read_columns(connection, self._campaign)
        elif last > self._last:
            answers = _joined(answers, read_columns(connection, self._campaign, self._last))
        elif (skipped := _skipped(connection, self._campaign.name)) != answers.skipped:
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


def _parts(result: CursorResult[Any]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield rows as the driver has them, some at a time: wrapped each by itself they take twice as long."""
    cursor = result.cursor
    try:
        while cursor is not None and (rows := cursor.fetchmany(MANY)):
            yield list(rows)
    finally:
        result.close()


@dataclass(frozen=True)
class _Created:
    """The first event of a log."""

    definition: Campaign


def read_campaign(connection: Connection, campaign: str) -> Campaign:
    """Return a campaign as it was set up, from the first event of its log."""
    query = select(EVENTS.c.payload).where(EVENTS.c.campaign == campaign, EVENTS.c.kind == "created")
    payload = connection.execute(query.order_by(EVENTS.c.number).limit(1)).scalar()
    if payload is None:
        raise InputError(f'there is no campaign {campaign}; "assay campaign" lists all')
    with whole(campaign):
        return from_json(_Created, payload).definition
