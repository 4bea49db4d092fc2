"""Answers to questions on a text, graded: one row a question, with the time that its text was read."""

from __future__ import annotations

import math

import numpy as np

from assay.data import Codes, Judgements, Remark
from assay.io import parse_json
from assay.kernel import BadResponseError
from assay.studies.campaigns.answers import is_right
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.judging.units import Numbers, UnitTable
from assay.studies.campaigns.values import Campaign, Item


def question_rows(
    campaign: Campaign,
    answers: Answers,
    counted: Numbers,
    table: UnitTable,
    *,
    remarks: tuple[Remark, ...] = (),
) -> Judgements:
    """Grade every question that was asked; one that was left empty is wrong.

    As in a table of a comprehension test, a question is the segment TEXT#NUMBER, its text the document, its level the
    aspect, and the seconds are those of reading; the time of the answer is kept beside them.
    """
    asks = next(
        number
        for number, step in enumerate(campaign.protocol.steps)
        if any(field.kind == "question" for field in step.fields)
    )
    items = {item.number: item for item in campaign.plan.items}
    reading = _reading_times(answers, counted, asks)
    answered = zip(
        counted.tolist(), answers.item[counted].tolist(), answers.step[counted].tolist(), strict=True
    )
    rows = [
        (number, items[item], step - asks)
        for number, item, step in answered
        if asks <= step < asks + len(items[item].questions)
    ]
    annotator = answers.annotator.column()
    replies = [_reply(answers, number, asked) for number, _, asked in rows]
    order = np.array([number for number, _, _ in rows], dtype=np.int64)
    first = [item.units[0] for _, item, _ in rows]
    seconds = [reading.get((annotator[number], item.number), math.nan) for number, item, _ in rows]
    spent = answers.seconds[order]
    return Judgements(
        campaign.protocol.scheme,
        rater=answers.annotator.at(order),
        system=Codes.of([unit.systems[0] for unit in first]),
        segment=Codes.of([f"{_text_name(campaign, item)}#{asked + 1}" for _, item, asked in rows]),
        score=np.array(
            [
                is_right(item.questions[asked], reply)
                for (_, item, asked), reply in zip(rows, replies, strict=True)
            ],
            dtype=np.float64,
        ),
        item=table.kind.at(np.array([table.first[item.number] for _, item, _ in rows], dtype=np.int64)),
        aspect=Codes.of([item.questions[asked].level for _, item, asked in rows]),
        document=Codes.of([_text_name(campaign, item) for _, item, _ in rows]),
        start=answers.at[order] - np.nan_to_num(spent),
        seconds=np.array(seconds, dtype=np.float64),
        languages=campaign.texts.languages,
        extra={
            "answer": replies,
            "answer_seconds": [f"{each:g}" for each in spent.tolist()],
            **{
                name: column.at(order).column()
                for name, column in (("wording", answers.wording), ("version", answers.version))
                if any(column.names)
            },
        },
        remarks=remarks,
    )


def _reading_times(answers: Answers, counted: Numbers, asks: int) -> dict[tuple[str, int], float]:
    """Return the seconds that each person spent on the steps before the questions of an item."""
    before = counted[answers.step[counted] < asks]
    columns = (
        answers.annotator.at(before).column(),
        answers.item[before].tolist(),
        answers.seconds[before].tolist(),
    )
    times: dict[tuple[str, int], float] = {}
    for name, item, spent in zip(*columns, strict=True):
        times[name, item] = times.get((name, item), 0.0) + spent
    return times


def _reply(answers: Answers, number: int, asked: int) -> str:
    try:
        reply = (parse_json(answers.responses[number]).get(f"q{asked + 1}") or {}).get("answer")
    except (ValueError, AttributeError):
        raise BadResponseError(number) from None
    return reply if isinstance(reply, str) else ""


def _text_name(campaign: Campaign, item: Item) -> str:
    return item.document or campaign.texts.segments[item.units[0].segment]
