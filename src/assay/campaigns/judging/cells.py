"""What was said, in columns: the answers that count, one entry a field of a unit, and from them scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from assay.campaigns.answers import SCREEN
from assay.campaigns.judging.stored import Answers
from assay.campaigns.judging.units import Numbers, UnitTable
from assay.campaigns.values import Field, Protocol
from assay.data import Array, Codes

SCORED = ("slider", "points", "yes-no", "choice", "rank")


@dataclass(frozen=True)
class Cells:
    """What was said: one entry a field of a unit."""

    answer: Numbers  # its number
    unit: Numbers  # its place in the table of units
    field: Numbers  # its number among the fields of the protocol
    value: Sequence[Any]

    def at(self, order: Numbers) -> Cells:
        """Return some entries, or all in another order."""
        value = [self.value[row] for row in order.tolist()]
        return Cells(self.answer[order], self.unit[order], self.field[order], value)

    def of_kind(self, fields: Sequence[Field], *kinds: str) -> Cells:
        """Return the entries of fields of these kinds."""
        wanted = np.array([field.kind in kinds for field in fields], dtype=bool)
        return self.at(np.flatnonzero(wanted[self.field]))

    def scores(self) -> Array:
        """Return the values as numbers; NaN for none."""
        return np.array(self.value, dtype=np.float64)


def fields_of(protocol: Protocol) -> list[Field]:
    """Return the fields of all steps, by whose place they are numbered."""
    return [field for step in protocol.steps for field in step.fields]


def counted_answers(answers: Answers, rater: Codes, table: UnitTable) -> Numbers:
    """Return the numbers of the answers that count: the last of a person to a step, and no tutorial."""
    item, step = np.asarray(answers.item, dtype=np.int64), np.asarray(answers.step, dtype=np.int64)
    steps = int(step.max(initial=0)) + 1
    key = (rater.index.astype(np.int64) * len(table.first) + item) * steps + step
    last = len(key) - 1 - np.unique(key[::-1], return_index=True)[1]
    last.sort()
    return np.asarray(last[table.first[item[last]] >= 0])


def said(protocol: Protocol, answers: Answers, counted: Numbers, table: UnitTable) -> Cells:
    """Return all that was said in the answers that count."""
    numbers = {field.name: number for number, field in enumerate(fields_of(protocol))}
    places = {f"u{number}": number - 1 for number in range(1, int(table.count.max(initial=0)) + 1)}
    places[SCREEN] = 0
    item, responses = np.asarray(answers.item, dtype=np.int64), answers.responses
    first = table.first[item[counted]].tolist()
    cells = [
        (number, begin + places[unit], numbers[name], value)
        for number, begin in zip(counted.tolist(), first, strict=True)
        for unit, fields in responses[number].items()
        for name, value in fields.items()
        if value is not None
    ]
    answer, unit, field, value = zip(*cells, strict=True) if cells else ((), (), (), ())
    return Cells(_numbers(answer), _numbers(unit), _numbers(field), value)


def _numbers(column: Sequence[int]) -> Numbers:
    return np.array(column, dtype=np.int64)


def scored_cells(
    protocol: Protocol, answers: Answers, counted: Numbers, cells: Cells, table: UnitTable
) -> Cells:
    """Return what becomes rows: scores, both sides of a preference, or each unit where nothing is scored.

    The first field that has a row for every unit is the one that errors hang on (`carrier`).
    """
    fields = fields_of(protocol)
    scores = cells.of_kind(fields, *SCORED)
    if protocol.scheme == "ranking" and any(not field.each for field in fields):
        return _both_sides(scores, answers, table)
    main = carrier(protocol)
    if fields[main].kind in SCORED and fields[main].required:
        return scores
    bare = _every_unit(protocol, main, answers, counted, table=table)
    known = set(zip(scores.answer.tolist(), scores.unit.tolist(), scores.field.tolist(), strict=True))
    unscored = [
        row
        for row, key in enumerate(
            zip(bare.answer.tolist(), bare.unit.tolist(), bare.field.tolist(), strict=True)
        )
        if key not in known
    ]
    return _joined(scores, bare.at(np.array(unscored, dtype=np.int64)))


def carrier(protocol: Protocol) -> int:
    """Return the number of the field whose rows errors and texts hang on: the first scale, else the first field."""
    fields = fields_of(protocol)
    return next((n for n, field in enumerate(fields) if field.kind in SCORED and field.each), 0)


def _every_unit(
    protocol: Protocol, field: int, answers: Answers, counted: Numbers, *, table: UnitTable
) -> Cells:
    """Return an entry without a value for each unit of every answer to the step that a field is asked in."""
    ends = np.cumsum([len(step.fields) for step in protocol.steps])
    step = int(np.searchsorted(ends, field, side="right"))
    asked = counted[np.asarray(answers.step, dtype=np.int64)[counted] == step]
    item = np.asarray(answers.item, dtype=np.int64)[asked]
    first, count = table.first[item].tolist(), table.count[item].tolist()
    unit = chain.from_iterable(range(begin, begin + many) for begin, many in zip(first, count, strict=True))
    rows = int(sum(count))
    return Cells(
        np.repeat(asked, count), np.fromiter(unit, np.int64, rows), np.full(rows, field), [None] * rows
    )


def _joined(first: Cells, second: Cells) -> Cells:
    return Cells(
        np.concatenate([first.answer, second.answer]),
        np.concatenate([first.unit, second.unit]),
        np.concatenate([first.field, second.field]),
        [*first.value, *second.value],
    )


def _both_sides(choices: Cells, answers: Answers, table: UnitTable) -> Cells:
    """Return two ranks for every preference: 1 says that the output shown first is better, -1 the other, 0 neither."""
    item = np.asarray(answers.item, dtype=np.int64)[choices.answer]
    begin = table.first[item]
    place = places_of(Cells(choices.answer, begin, choices.field, choices.value), answers, table)
    value, second = choices.scores(), place == 1  # the first unit stood second
    left, right = np.where(value < 0, 2.0, 1.0), np.where(value > 0, 2.0, 1.0)
    ranks = np.where(second, right, left), np.where(second, left, right)
    return Cells(
        np.concatenate([choices.answer, choices.answer]),
        np.concatenate([begin, begin + 1]),
        np.concatenate([choices.field, choices.field]),
        np.concatenate(ranks).tolist(),
    )


def places_of(cells: Cells, answers: Answers, table: UnitTable) -> Numbers:
    """Return where on its screen each unit stood, from 0."""
    item = np.asarray(answers.item, dtype=np.int64)[cells.answer]
    own = cells.unit - table.first[item]
    if not answers.positions or table.count.max(initial=0) < 2:
        return own
    positions = answers.positions
    return _numbers(
        [
            positions[answer].get(f"u{unit + 1}", unit + 1) - 1
            for answer, unit in zip(cells.answer.tolist(), own.tolist(), strict=True)
        ]
    )
