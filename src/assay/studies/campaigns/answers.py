"""Answers are checked on the server against the protocol: what is refused is told at the field that it concerns.

An answer holds, for every unit ("u1", …) and for the "screen" as a whole, what its fields say; for a question ("q1",
…) its "answer". Absent and null are the same: not answered. Nothing that JSON can hold makes the check fail: what is
not as it should be is a `AnswerError`, a key of a message with the values that it needs (`worded` puts it in words).
"""

from __future__ import annotations

import dataclasses
import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeGuard

from assay.studies.campaigns.graphemes import splits_character
from assay.studies.campaigns.protocols.protocol_files import categories_of, message_wording
from assay.studies.campaigns.values import (
    CampaignTexts,
    Category,
    Item,
    JudgedText,
    Protocol,
    Question,
    ResponseField,
    Step,
)

SCREEN = "screen"  # what fields that are asked once belong to
MOST_SPANS = 500  # of one output: more than any guideline asks for
# That are told of one answer: more than a page of a long document can have
MOST_ERRORS = 200
# A rule of protocols: below which score an error is expected
SCORE_WITHOUT_SPAN = "score_without_span"
SPAN_KEYS = ("side", "start", "end", "severity", "category", "note")


@dataclass(frozen=True)
class AnswerError:
    """What is wrong with an answer: where, the key of a message, and the values it needs."""

    unit: str  # "u1", "q1", "screen"; "" for the answer as a whole
    field: str
    message: str
    values: Mapping[str, str | float] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class ScreenStep:
    """A step as it is gone through: with the number of its question, where it asks one."""

    step: Step
    question: int | None = None


def worded(error: AnswerError, language: str) -> str:
    """Return the message in a language, English where there is no such."""
    wording = message_wording()
    shown = {
        name: f"{value:g}" if isinstance(value, float) else value for name, value in error.values.items()
    }
    return wording.get(language, wording["en"])[error.message].format(**shown)


def steps_of(protocol: Protocol, item: Item) -> tuple[ScreenStep, ...]:
    """Return the steps of an item: one that asks questions comes once for each of them."""
    steps: list[ScreenStep] = []
    for step in protocol.steps:
        asks = any(each.kind == "question" for each in step.fields)
        numbers = range(len(item.questions)) if asks else (None,)
        steps += [ScreenStep(step, number) for number in numbers]
    return tuple(steps)


def check_answer(
    protocol: Protocol, item: Item, step: int, responses: object, texts: CampaignTexts
) -> list[AnswerError]:
    """Return what is wrong with an answer to one step, the first of very much; nothing if it may be stored."""
    steps = steps_of(protocol, item)
    if not _is_whole(step) or not 0 <= step < len(steps):
        return [AnswerError("", "", "unknown-step")]
    if not isinstance(responses, Mapping):
        return [AnswerError("", "", "object")]
    asked = _asked(steps[step], item)
    unknown = (
        AnswerError("", "", "unknown-unit", {"name": _short(unit)}) for unit in responses if unit not in asked
    )
    wrong = (
        error
        for unit, fields in asked.items()
        for error in _check_unit(unit, fields, responses.get(unit), item, texts)
    )
    together = chain(_tied(steps[step].step, item, responses), _stopped(protocol, asked, responses))
    return list(islice(chain(unknown, wrong, together), MOST_ERRORS))


def _asked(screen: ScreenStep, item: Item) -> dict[str, tuple[ResponseField, ...]]:
    """Return the fields that are asked, by unit."""
    if screen.question is not None:
        return {f"q{screen.question + 1}": screen.step.fields}
    each = tuple(every for every in screen.step.fields if every.each)
    once = tuple(every for every in screen.step.fields if not every.each)
    units = {f"u{number}": each for number in range(1, len(item.units) + 1)} if each else {}
    return {**units, **({SCREEN: once} if once else {})}


def _check_unit(
    unit: str, fields: tuple[ResponseField, ...], given: object, item: Item, texts: CampaignTexts
) -> Iterator[AnswerError]:
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        yield AnswerError(unit, "", "object")
        return
    names = {each.name for each in fields}
    yield from (
        AnswerError(unit, _short(name), "unknown-field", {"name": _short(name)})
        for name in given
        if name not in names
    )
    for each in fields:
        value = given.get(each.name)
        if value is None or (_is_implied(each, given) and value == 0):
            if each.required and not _is_implied(each, given):
                yield AnswerError(unit, each.name, "required")
            continue
        if _is_implied(each, given):
            yield AnswerError(unit, each.name, "option")
        for message, values in _check_value(each, value, unit, item, texts):
            yield AnswerError(unit, each.name, message, values)


def _is_implied(field: ResponseField, given: Mapping[str, Any]) -> bool:
    """Tell whether another answer has settled this one: what makes no sense cannot be specific."""
    return bool(field.after) and given.get(field.after) == 0


def with_implied(step: Step, responses: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer that was checked with the zeros that follow from others."""
    return {
        unit: {**given, **{each.name: 0 for each in step.fields if _is_implied(each, given)}}
        if given
        else given
        for unit, given in responses.items()
    }


Wrong = tuple[str, dict[str, str | float]]


def _check_value(
    field: ResponseField, value: object, unit: str, item: Item, texts: CampaignTexts
) -> Iterator[Wrong]:
    if field.kind in ("slider", "points", "rank"):
        yield from _check_number(field, value)
    elif field.kind in ("yes-no", "choice"):
        if not _is_number(value) or value not in [option.at for option in field.options]:
            yield "option", {}
    elif field.kind == "question":
        yield from _check_reply(field, value, item.questions[int(unit[1:]) - 1])
    elif field.log == "blind":
        yield from _check_counts(field, value)
    elif field.kind == "text":
        yield from _check_text(field, value, _unit(item, unit))
    elif field.kind == "tags":
        names = {category.name for category in categories_of(field)}
        if not isinstance(value, list) or not _distinct(value) or not names.issuperset(value):
            yield "tags", {}
    elif field.kind == "spans":
        yield from check_spans(field, value, _unit(item, unit), texts)


def _unit(item: Item, name: str) -> JudgedText:
    """Return the unit of a name; a field of the whole screen is about the first."""
    return item.units[0 if name == SCREEN else int(name[1:]) - 1]


def _distinct(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values) and len(set(values)) == len(values)


def _check_number(field: ResponseField, value: object) -> Iterator[Wrong]:
    if not _is_number(value):
        yield "number", {}
    elif not field.low <= value <= field.high:
        yield "range", {"low": float(field.low), "high": float(field.high)}
    elif abs((value - field.low) / field.by - round((value - field.low) / field.by)) > 1e-9:
        yield "step", {"by": float(field.by), "low": float(field.low)}


def _check_reply(field: ResponseField, value: object, question: Question) -> Iterator[Wrong]:
    if question.kind == "choice":
        if value not in question.choices:
            yield "option", {}
    else:
        yield from _check_string(field, value)


def _check_text(field: ResponseField, value: object, unit: JudgedText) -> Iterator[Wrong]:
    wrong = list(_check_string(field, value))
    unchanged = field.prefilled and unit.text and value == unit.text
    if not wrong and field.required and not str(value).strip() and not unchanged:
        wrong.append(("required", {}))
    yield from wrong


def _check_counts(field: ResponseField, value: object) -> Iterator[Wrong]:
    """Check what a blind log has in place of a text: how many characters and words it has."""
    if not isinstance(value, Mapping) or set(value) != {"characters", "words"}:
        yield "object", {}
    elif not all(_is_whole(each) and 0 <= each <= field.longest for each in value.values()):
        yield "range", {"low": 0.0, "high": float(field.longest)}
    elif field.required and not value["words"]:
        yield "required", {}


def _check_string(field: ResponseField, value: object) -> Iterator[Wrong]:
    if not isinstance(value, str):
        yield "text", {}
    elif len(value) > field.longest:
        yield "text-longest", {"longest": float(field.longest)}
    elif not _storable(value):
        yield "text-characters", {}


def _storable(text: str) -> bool:
    """Tell whether every database can hold a text: no lone surrogates, no NUL."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def check_spans(
    field: ResponseField, value: object, unit: JudgedText, texts: CampaignTexts
) -> Iterator[Wrong]:
    """Yield what is wrong with marked errors: the key of a message, and the values that it needs."""
    if not isinstance(value, list):
        yield "spans", {}
        return
    if len(value) > MOST_SPANS:
        yield "spans-number", {"most": float(MOST_SPANS)}
        return
    categories = {category.name: category for category in categories_of(field) if not category.below}
    wrong: dict[str, dict[str, str | float]] = {}
    for span in value:
        wrong |= dict(_check_span(field, span, unit, texts, categories=categories))
    if len(value) > 1 and any(_is_whole_segment(span, categories) for span in value):
        wrong["span-alone"] = {}
    yield from wrong.items()


def _is_whole_segment(span: object, categories: Mapping[str, Category]) -> bool:
    name = span.get("category") if isinstance(span, Mapping) else None
    return isinstance(name, str) and name in categories and categories[name].whole


def _check_span(
    field: ResponseField,
    span: object,
    unit: JudgedText,
    texts: CampaignTexts,
    *,
    categories: Mapping[str, Category],
) -> Iterator[Wrong]:
    if not isinstance(span, Mapping) or not set(span) <= set(SPAN_KEYS):
        yield "spans", {}
        return
    side, category = span.get("side"), None
    if side not in field.sides:
        yield "span-side", {}
        return
    if span.get("severity") not in field.severities:
        yield "span-severity", {}
    if categories:
        name = span.get("category")
        category = categories.get(name) if isinstance(name, str) else None
        if category is None:
            yield "span-category", {}
    elif span.get("category") not in (None, ""):
        yield "span-category", {}
    yield from _check_note(field, span.get("note"), category)
    yield from _check_place(str(side), span, _side_text(str(side), unit, texts), category)


def _check_note(field: ResponseField, note: object, category: Category | None) -> Iterator[Wrong]:
    if note is not None:
        yield from _check_string(field, note)
    if category is not None and category.note and not (isinstance(note, str) and note.strip()):
        yield "span-note", {}


def _side_text(side: str, unit: JudgedText, texts: CampaignTexts) -> str:
    if side != "source":
        return unit.text
    return texts.source[unit.segment] if unit.source is None else unit.source


def _check_place(
    side: str, span: Mapping[str, object], text: str, category: Category | None
) -> Iterator[Wrong]:
    if category is not None and side not in category.sides:
        yield "span-category-side", {}
    start, end = span.get("start"), span.get("end")
    if side == "missing":
        if not (_is_whole(start) and _is_whole(end) and start == end == -1):
            yield "span-place", {}
    elif not (_is_whole(start) and _is_whole(end)):
        yield "span-place", {}
    elif category is not None and category.whole:
        if (start, end) != (0, len(text)):
            yield "span-whole", {}
    elif not 0 <= start < end <= len(text):
        yield "span-place", {}
    elif splits_character(text, start) or splits_character(text, end):
        yield "span-letter", {}


def _tied(step: Step, item: Item, responses: Mapping[Any, Any]) -> list[AnswerError]:
    """Return errors where a ranking without ties has some."""
    errors = []
    for each in step.fields:
        if each.kind == "rank" and not each.ties:
            given = {
                f"u{number}": answer.get(each.name)
                for number in range(1, len(item.units) + 1)
                if isinstance(answer := responses.get(f"u{number}"), Mapping)
            }
            ranks = list(given.values())
            errors += [
                AnswerError(unit, each.name, "ties")
                for unit, rank in given.items()
                if _is_number(rank) and ranks.count(rank) > 1
            ]
    return errors


def _stopped(
    protocol: Protocol, asked: Mapping[str, tuple[ResponseField, ...]], responses: Mapping[Any, Any]
) -> Iterator[AnswerError]:
    """Yield an error for every unit with a score so low that an error must be marked, and none is."""
    limit = protocol.stops.get(SCORE_WITHOUT_SPAN)
    if limit is None:
        return
    for unit, fields in asked.items():
        given = responses.get(unit)
        if not isinstance(given, Mapping):
            continue
        scores = [given.get(each.name) for each in fields if each.kind == "slider"]
        marked = [each for each in fields if each.kind == "spans"]
        low = any(_is_number(score) and score < limit for score in scores)
        if low and marked and not any(given.get(each.name) for each in marked):
            yield AnswerError(unit, marked[0].name, "score-without-span", {"limit": float(limit)})


def _is_number(value: object) -> TypeGuard[float]:
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(name: object) -> str:
    """Return a name that somebody sent, fit to be shown."""
    return "".join(character if character.isprintable() else "?" for character in str(name)[:40])


def is_right(question: Question, answer: object) -> bool:
    """Grade an answer: letters in any case, spaces and punctuation at the ends do not count."""
    return isinstance(answer, str) and _plain(answer) in {_plain(accepted) for accepted in question.accepted}


def _plain(answer: str) -> str:
    folded = unicodedata.normalize("NFKC", answer).casefold()
    return " ".join(folded.split()).strip(" .,;:!?\"'()«»„“”‚‘’¿¡。、؟،")
