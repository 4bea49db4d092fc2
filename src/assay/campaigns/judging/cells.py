"""What was said, in columns: the answers that count, one entry a field of a unit, and from them scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from assay.campaigns.answers import SCREEN
from assay.campaigns.judging.stored import Answers, decoded
from assay.campaigns.judging.units import Numbers, UnitTable
from assay.campaigns.values import Protocol, ResponseField
from assay.data import Array, Codes

SCORED = ("slider", "points", "yes-no", "choice", "rank")


@dataclass(frozen=True)
class Cells:
    """What was said: one entry a field of a unit."""

    answer: Numbers  # its number
    unit: Numbers  # its place in the table of units
    field: Numbers  # its number among the fields of the protocol
    score: Array  # NaN where it is no number
    said: Numbers  # where its value is; -1 where there is none
    values: Sequence[Any]

    def at(self, order: Numbers) -> Cells:
        """Return some entries, or all in another order."""
        answer, unit, field = self.answer[order], self.unit[order], self.field[order]
        return Cells(answer, unit, field, self.score[order], self.said[order], self.values)

    def of_kind(self, fields: Sequence[ResponseField], *kinds: str) -> Cells:
        """Return the entries of fields of these kinds."""
        wanted = np.array([field.kind in kinds for field in fields], dtype=bool)
        return self if wanted.all() else self.at(np.flatnonzero(wanted[self.field]))

    def value(self) -> list[Any]:
        """Return what was said, entry by entry."""
        return [self.values[place] for place in self.said.tolist()]


def fields_of(protocol: Protocol) -> list[ResponseField]:
    """Return the fields of all steps, by whose place they are numbered."""
    return [field for step in protocol.steps for field in step.fields]


def counted_answers(answers: Answers, rater: Codes, table: UnitTable) -> Numbers:
    """Return the numbers of the answers that count: the last of a person to a step, and no tutorial."""
    item, step = items_of(answers), np.asarray(answers.step, dtype=np.int64)
    steps = int(step.max(initial=0)) + 1
    key = (rater.index.astype(np.int64) * len(table.first) + item) * steps + step
    last = len(key) - 1 - np.unique(key[::-1], return_index=True)[1]
    last.sort()
    return np.asarray(last[table.first[item[last]] >= 0])


def items_of(answers: Answers) -> Numbers:
    """Return the numbers of the items that were answered."""
    return np.asarray(answers.item, dtype=np.int64)


def said(protocol: Protocol, answers: Answers, counted: Numbers, table: UnitTable) -> Cells:
    """Return all that was said in the answers that count; what many said in the same words is read once."""
    responses = decoded(answers.responses).at(counted)
    which = responses.index
    place, field, values, counts = _flat(protocol, responses.objects, int(table.count.max(initial=0)))
    many = counts[which]
    ends = np.cumsum(counts)
    entry = np.repeat((ends - counts)[which] - (np.cumsum(many) - many), many) + np.arange(int(many.sum()))
    answer = np.repeat(counted, many)
    scores = np.array(
        [value if isinstance(value, int | float) else np.nan for value in values], dtype=np.float64
    )
    unit = table.first[items_of(answers)[answer]] + place[entry]
    return Cells(answer, unit, field[entry], scores[entry], entry, values)


def _flat(
    protocol: Protocol, responses: Sequence[Mapping[str, Any]], most: int
) -> tuple[Numbers, Numbers, list[Any], Numbers]:
    """Return place on its screen, field and value of all that was said, and how much each response says."""
    numbers = {field.name: number for number, field in enumerate(fields_of(protocol))}
    places = {SCREEN: 0, **{f"u{number}": number - 1 for number in range(1, most + 1)}}
    place: list[int] = []
    field: list[int] = []
    values: list[Any] = []
    ends = []
    for response in responses:
        for unit, given in response.items():
            for name, value in given.items():
                if value is not None:
                    place.append(places[unit])
                    field.append(numbers[name])
                    values.append(value)
        ends.append(len(values))
    ended = np.array([0, *ends], dtype=np.int64)
    return np.array(place, dtype=np.int64), np.array(field, dtype=np.int64), values, ended[1:] - ended[:-1]


def scored_cells(
    protocol: Protocol, answers: Answers, counted: Numbers, cells: Cells, table: UnitTable
) -> Cells:
    """Return what becomes rows: scores, both sides of a preference, and units that have errors but no score."""
    fields = fields_of(protocol)
    scores = cells.of_kind(fields, *SCORED)
    if protocol.scheme == "ranking" and any(not field.each for field in fields):
        return _both_sides(scores, answers, table)
    main = carrier(protocol)
    if fields[main].kind in SCORED and fields[main].required:
        return scores
    bare = _every_unit(protocol, main, answers, counted, table=table)
    key, known = (_key(each, len(table.units), len(fields)) for each in (bare, scores))
    return _joined(scores, bare.at(np.flatnonzero(~np.isin(key, known))))


def _key(cells: Cells, units: int, fields: int) -> Numbers:
    return np.asarray((cells.answer * units + cells.unit) * fields + cells.field)


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
    item = items_of(answers)[asked]
    first, count = table.first[item].tolist(), table.count[item].tolist()
    unit = chain.from_iterable(range(begin, begin + many) for begin, many in zip(first, count, strict=True))
    rows = int(sum(count))
    nothing = np.full(rows, np.nan), np.full(rows, -1)
    return Cells(
        np.repeat(asked, count), np.fromiter(unit, np.int64, rows), np.full(rows, field), *nothing, ()
    )


def _joined(first: Cells, second: Cells) -> Cells:
    return Cells(
        np.concatenate([first.answer, second.answer]),
        np.concatenate([first.unit, second.unit]),
        np.concatenate([first.field, second.field]),
        np.concatenate([first.score, second.score]),
        np.concatenate([first.said, second.said]),
        first.values,
    )


def _both_sides(choices: Cells, answers: Answers, table: UnitTable) -> Cells:
    """Return two ranks for every preference: 1 says that the output shown first is better, -1 the other, 0 neither."""
    first = replace(choices, unit=table.first[items_of(answers)[choices.answer]])
    swapped = places_of(first, answers, table) == 1  # the first unit stood second
    left, right = np.where(choices.score < 0, 2.0, 1.0), np.where(choices.score > 0, 2.0, 1.0)
    return _joined(
        replace(first, score=np.where(swapped, right, left)),
        replace(first, unit=first.unit + 1, score=np.where(swapped, left, right)),
    )


def places_of(cells: Cells, answers: Answers, table: UnitTable) -> Numbers:
    """Return where on its screen each unit stood, from 0."""
    own = np.asarray(cells.unit - table.first[items_of(answers)[cells.answer]])
    if not len(answers.positions) or table.count.max(initial=0) < 2:
        return own
    positions = decoded(answers.positions)
    units = range(1, int(table.count.max()) + 1)
    places = np.array(
        [[each.get(f"u{unit}", unit) - 1 for unit in units] for each in positions.objects], dtype=np.int64
    )
    return np.asarray(places[positions.index[cells.answer], own])
