"""What was said, in columns: the answers that count, one entry a field of a unit, and from them scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assay.data import Array
from assay.io import parse_json
from assay.kernel import BadResponseError, Responses, read_responses
from assay.studies.campaigns.answers import SCREEN
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.judging.units import Numbers, UnitTable
from assay.studies.campaigns.values import Protocol, ResponseField

SCORED = ("slider", "points", "yes-no", "choice", "rank")


@dataclass(frozen=True)
class Cells:
    """What was said: one entry a field of a unit."""

    answer: Numbers  # its number
    unit: Numbers  # its place in the table of units
    field: Numbers  # its number among the fields of the protocol
    score: Array  # NaN where it is no number
    said: Numbers  # its number among all that was said; -1 where nothing was
    responses: Responses

    def at(self, order: Numbers) -> Cells:
        """Return some entries, or all in another order."""
        answer, unit, field = self.answer[order], self.unit[order], self.field[order]
        return Cells(answer, unit, field, self.score[order], self.said[order], self.responses)

    def of_kind(self, fields: Sequence[ResponseField], *kinds: str) -> Cells:
        """Return the entries of fields of these kinds."""
        wanted = np.array([field.kind in kinds for field in fields], dtype=bool)
        return self if wanted.all() else self.at(np.flatnonzero(wanted[self.field]))

    def value(self) -> list[Any]:
        """Return what was said, entry by entry."""
        return [self.responses.said(entry) for entry in self.said.tolist()]


def fields_of(protocol: Protocol) -> list[ResponseField]:
    """Return the fields of all steps, by whose place they are numbered."""
    return [field for step in protocol.steps for field in step.fields]


def counted_answers(answers: Answers, table: UnitTable) -> Numbers:
    """Return the numbers of the answers that count: the last of a person to a step, and no tutorial."""
    beyond = (answers.item < 0) | (answers.item >= len(table.first))
    if beyond.any():
        raise BadResponseError(int(np.argmax(beyond)))
    steps = int(answers.step.max(initial=0)) + 1
    person = answers.annotator.index.astype(np.int64)
    key = (person * len(table.first) + answers.item) * steps + answers.step
    last = _last_of_each(key)
    return np.asarray(last[table.first[answers.item[last]] >= 0])


def _last_of_each(key: Numbers) -> Numbers:
    """Return the last place of every key, in rising order; mostly no key comes twice, which is told sooner."""
    in_order = np.sort(key)
    if not (in_order[1:] == in_order[:-1]).any():
        return np.arange(len(key))
    return np.sort(len(key) - 1 - np.unique(key[::-1], return_index=True)[1])


def said(protocol: Protocol, answers: Answers, counted: Numbers, table: UnitTable) -> Cells:
    """Return all that was said in the answers that count; a unit or a field that nobody was asked for is damage."""
    responses = read_responses(answers.responses.texts)
    places = {SCREEN: 0, **{f"u{number + 1}": number for number in range(int(table.count.max(initial=0)))}}
    numbers = {field.name: number for number, field in enumerate(fields_of(protocol))}
    place = np.array([places.get(name, len(places)) for name in responses.units], dtype=np.int64)[
        responses.unit
    ]
    field = np.array([numbers.get(name, -1) for name in responses.fields], dtype=np.int64)[responses.field]
    answer = responses.row.astype(np.int64)
    item = answers.item[answer]
    bad = (field < 0) | ((place >= table.count[item]) & (table.first[item] >= 0))
    if bad.any():
        raise BadResponseError(int(answer[np.argmax(bad)]))
    unit = table.first[item] + place
    entry = np.arange(len(unit))
    cells = Cells(answer, unit, field, responses.number, entry, responses)
    if len(counted) == len(answers):
        return cells
    counts = np.zeros(len(answers), dtype=bool)
    counts[counted] = True
    return cells.at(np.flatnonzero(counts[answer]))


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
    bare = _every_unit(protocol, main, answers, counted, table=table, responses=cells.responses)
    key, known = (_key(each, len(table.units), len(fields)) for each in (bare, scores))
    return _joined(scores, bare.at(np.flatnonzero(~np.isin(key, known))))


def _key(cells: Cells, units: int, fields: int) -> Numbers:
    return np.asarray((cells.answer * units + cells.unit) * fields + cells.field)


def carrier(protocol: Protocol) -> int:
    """Return the number of the field whose rows errors and texts hang on: the first scale, else the first field."""
    fields = fields_of(protocol)
    return next((n for n, field in enumerate(fields) if field.kind in SCORED and field.each), 0)


def _every_unit(
    protocol: Protocol,
    field: int,
    answers: Answers,
    counted: Numbers,
    *,
    table: UnitTable,
    responses: Responses,
) -> Cells:
    """Return an entry without a value for each unit of every answer to the step that a field is asked in."""
    ends = np.cumsum([len(step.fields) for step in protocol.steps])
    step = int(np.searchsorted(ends, field, side="right"))
    asked = counted[answers.step[counted] == step]
    item = answers.item[asked]
    unit = runs(table.first[item], table.count[item])
    nothing = np.full(len(unit), np.nan), np.full(len(unit), -1)
    return Cells(np.repeat(asked, table.count[item]), unit, np.full(len(unit), field), *nothing, responses)


def runs(starts: Numbers, counts: Numbers) -> Numbers:
    """Return so many numbers from each start on, one run after the other; mostly one each."""
    if (counts == 1).all():
        return starts
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def _joined(first: Cells, second: Cells) -> Cells:
    return Cells(
        np.concatenate([first.answer, second.answer]),
        np.concatenate([first.unit, second.unit]),
        np.concatenate([first.field, second.field]),
        np.concatenate([first.score, second.score]),
        np.concatenate([first.said, second.said]),
        first.responses,
    )


def _both_sides(choices: Cells, answers: Answers, table: UnitTable) -> Cells:
    """Return two ranks for every preference: 1 says that the output shown first is better, -1 the other, 0 neither."""
    first = replace(choices, unit=table.first[answers.item[choices.answer]])
    swapped = places_of(first, answers, table) == 1  # the first unit stood second
    left, right = np.where(choices.score < 0, 2.0, 1.0), np.where(choices.score > 0, 2.0, 1.0)
    return _joined(
        replace(first, score=np.where(swapped, right, left)),
        replace(first, unit=first.unit + 1, score=np.where(swapped, left, right)),
    )


def places_of(cells: Cells, answers: Answers, table: UnitTable) -> Numbers:
    """Return where on its screen each unit stood, from 0."""
    own = np.asarray(cells.unit - table.first[answers.item[cells.answer]])
    if table.count.max(initial=0) < 2:
        return own
    units = range(1, int(table.count.max()) + 1)
    positions = [_positions(answers, number) for number in range(len(answers.positions.names))]
    table_of_places = [[each.get(f"u{unit}", unit) - 1 for unit in units] for each in positions]
    places = np.array(table_of_places, dtype=np.int64).reshape(-1, len(units))
    return np.asarray(places[answers.positions.index[cells.answer], own])


def _positions(answers: Answers, number: int) -> dict[str, int]:
    """Return where each unit stood, of one of the different ways to show them."""
    try:
        places = {unit: int(place) for unit, place in parse_json(answers.positions.names[number]).items()}
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise BadResponseError(int(np.argmax(answers.positions.index == number))) from None
    return places
