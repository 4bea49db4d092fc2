"""Judgements from answers: the same columns that `assay.io` reads from files, for all that `assay.human` does.

Every field of a scale becomes rows of its aspect, one for each system that made the output; only rankings keep systems
with the same output under one joint name, as WMT did, which is expanded where systems are ranked. Errors and tags
hang on the row of the first scale, or on a row without a score where there is none. A preference becomes two
ranks, a graded answer 1 or 0 with the time of reading. A later answer of the same annotator to the same step takes the
place of the earlier; calibration counts as genuine, tutorials are left out, and what was skipped is counted.

All is done in columns: a million answers take about as long as reading their JSON.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from contextlib import ContextDecorator
from typing import Any

import numpy as np

from assay.data import Codes, Judgements, Remark
from assay.errors import InputError
from assay.kernel import BadResponseError
from assay.studies.campaigns.judging.cells import (
    Cells,
    counted_answers,
    fields_of,
    places_of,
    runs,
    said,
    scored_cells,
)
from assay.studies.campaigns.judging.questions import question_rows
from assay.studies.campaigns.judging.spans import row_of, spans_of
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.judging.units import Numbers, UnitTable, unit_table
from assay.studies.campaigns.proposals.fates import fates_of
from assay.studies.campaigns.values import Campaign, Protocol


def judgements_of(campaign: Campaign, answers: Answers, table: UnitTable | None = None) -> Judgements:
    """Turn answers into judgements, whatever the protocol; `table` is that of the units, where it is kept."""
    with no_collecting():
        try:
            return _judgements(campaign, answers, table or unit_table(campaign))
        except BadResponseError as error:
            who, item = answers.annotator.column()[error.row], answers.item[error.row]
            where = f"{campaign.name}: the stored answer of {who} to screen {item}"
            raise InputError(f"{where} is damaged; restore the database from a copy") from None


class Uncollected(ContextDecorator):
    """While it lasts, Python does not look for garbage; it may be entered again within itself."""

    def __init__(self) -> None:
        self._enabled: list[bool] = []

    def __enter__(self) -> None:
        self._enabled.append(gc.isenabled())
        gc.disable()

    def __exit__(self, *failure: object) -> None:
        if self._enabled.pop():
            gc.enable()


def no_collecting() -> Uncollected:
    """Keep Python from looking for garbage again and again while millions of small objects are made, all needed."""
    return Uncollected()


def _judgements(campaign: Campaign, answers: Answers, table: UnitTable) -> Judgements:
    protocol, rater = campaign.protocol, answers.annotator
    counted = counted_answers(answers, table)
    if any(field.kind == "question" for field in fields_of(protocol)):
        return question_rows(campaign, answers, counted, table, remarks=_remarks(answers, counted, table))
    cells = said(protocol, answers, counted, table)
    rows = _in_order(scored_cells(protocol, answers, counted, cells, table), answers, table)
    row, system = _parted(rows, table)
    spans = spans_of(protocol, rows, cells, rater)
    fates = fates_of(spans, rows.unit, table.units) if spans is not None and protocol.proposing else None
    spans = fates.told() if fates is not None else spans
    parted = len(row) > len(rows.answer)  # one output of several systems
    single = rows.at(row) if parted else rows
    at, seconds = answers.at[single.answer], answers.seconds[single.answer]
    return Judgements(
        protocol.scheme,
        rater=rater.at(single.answer).used(),
        system=system.used(),
        segment=_segments(protocol, single, table).used(),
        score=single.score,
        item=table.kind.at(single.unit).used(),
        aspect=_aspects(protocol, single).used(),
        document=table.document.at(single.unit).used() if any(table.document.names) else None,
        screen=_screens(protocol, answers, single, rater),
        start=at - np.nan_to_num(seconds),
        seconds=seconds,
        spans=spans.of_rows(row) if spans is not None and parted else spans,
        languages=campaign.texts.languages,
        extra={
            **_extra(campaign, answers, rows, cells, rater=rater, table=table, row=row),
            **_of_rows(fates.columns() if fates is not None else {}, row),
        },
        remarks=_remarks(answers, counted, table),
    )


def _in_order(cells: Cells, answers: Answers, table: UnitTable) -> Cells:
    """Sort rows by answer, and within it as units stood on the screen."""
    places = places_of(cells, answers, table)
    units, fields = int(places.max(initial=0)) + 1, int(cells.field.max(initial=0)) + 1
    key = (cells.answer * units + places) * fields + cells.field
    return cells if (key[1:] > key[:-1]).all() else cells.at(np.argsort(key, kind="stable"))


def _parted(rows: Cells, table: UnitTable) -> tuple[Numbers, Codes]:
    """Return which row each judgement comes from, and its system: one for each, but a joint name in rankings."""
    starts = table.system_offsets[rows.unit]
    counts = table.system_offsets[rows.unit + 1] - starts
    return np.repeat(np.arange(len(rows.unit)), counts), table.systems.at(runs(starts, counts))


def _aspects(protocol: Protocol, rows: Cells) -> Codes:
    return Codes(tuple(field.aspect for field in fields_of(protocol)), rows.field.astype(np.int32))


def _segments(protocol: Protocol, rows: Cells, table: UnitTable) -> Codes:
    """Return what was judged: a segment, or for a score of the whole screen its document."""
    whole = np.array([not field.each for field in fields_of(protocol)], dtype=bool)[rows.field]
    if protocol.scheme == "ranking" or not whole.any():
        return table.segment.at(rows.unit)
    names = (*table.segment.names, *table.document.names)
    documents = table.document.index[rows.unit] + np.int32(len(table.segment.names))
    return Codes(names, np.where(whole, documents, table.segment.index[rows.unit]).astype(np.int32))


def _screens(protocol: Protocol, answers: Answers, rows: Cells, rater: Codes) -> Codes | None:
    """Number what was judged side by side: a person's visit to an item."""
    if protocol.arrangement != "outputs":
        return None
    item = answers.item[rows.answer]
    key = rater.index[rows.answer].astype(np.int64) * (int(item.max(initial=0)) + 1) + item
    _, first, where = np.unique(key, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return Codes(tuple(str(number + 1) for number in range(len(first))), rank[where].astype(np.int32))


def _extra(
    campaign: Campaign,
    answers: Answers,
    rows: Cells,
    cells: Cells,
    *,
    rater: Codes,
    table: UnitTable,
    row: Numbers,
) -> Mapping[str, Sequence[str]]:
    """Return further columns: wording and version that were shown, the place on the screen, texts."""
    protocol, answer = campaign.protocol, rows.answer[row]
    extra: dict[str, Sequence[str]] = {
        name: column.at(answer).column()
        for name, column in (("wording", answers.wording), ("version", answers.version))
        if any(column.names)
    }
    if protocol.arrangement == "outputs" and protocol.scheme != "ranking":
        extra["position"] = [str(place + 1) for place in places_of(rows.at(row), answers, table).tolist()]
    if protocol.scheme == "mqm":
        units = [table.units[number] for number in rows.unit[row].tolist()]
        sources = campaign.texts.source
        extra["source"] = [unit.source or sources[unit.segment] for unit in units]
        extra["target"] = [unit.text for unit in units]
    for number, field in enumerate(fields_of(protocol)):
        if field.kind == "text":
            own = cells.at(np.flatnonzero(cells.field == number))
            written = dict(zip(row_of(protocol, rows, own, rater).tolist(), own.value(), strict=True))
            values = [written.get(each, "") for each in row.tolist()]
            extra |= _lengths(field.name, values) if field.log == "blind" else {field.name: values}
    return extra


def _lengths(name: str, values: Sequence[Any]) -> dict[str, Sequence[str]]:
    """Return columns of how long texts are, where a blind log has no more of them."""
    return {
        f"{name}_{measure}": [str(value[measure]) if value else "" for value in values]
        for measure in ("characters", "words")
    }


def _of_rows(columns: Mapping[str, Sequence[str]], row: Numbers) -> dict[str, Sequence[str]]:
    """Return columns of rows as columns of judgements, of which a row has one for each system."""
    return {name: [column[each] for each in row.tolist()] for name, column in columns.items()}


def _remarks(answers: Answers, counted: Numbers, table: UnitTable) -> tuple[Remark, ...]:
    taught = int((table.first[answers.item] < 0).sum())
    counts = {
        "corrected by a later answer, left out": len(answers) - len(counted) - taught,
        "answers to a tutorial, left out": taught,
        "skipped screens": answers.skipped,
    }
    return tuple(Remark(kind, count, ()) for kind, count in counts.items() if count)
