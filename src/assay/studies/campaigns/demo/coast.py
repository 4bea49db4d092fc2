"""The demo: texts of our own with three systems and questions, and a tutorial for every protocol of single outputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from assay.data import numbered_ids
from assay.io.toml_files import packaged_toml
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.protocols.protocol_files import categories_of
from assay.studies.campaigns.values import (
    TUTORIAL,
    CampaignTexts,
    Item,
    JudgedText,
    ProposedSpan,
    Protocol,
    Question,
    ResponseField,
)

FILE = Path(__file__).parent / "coast.toml"


@dataclass(frozen=True)
class _Error:
    """An error of a lesson, under the names that protocols may ask for."""

    start: int
    end: int
    severity: str
    category: str
    tag: str


@dataclass(frozen=True)
class _CoastLesson:
    """An output of the tutorial, how good it is, and why."""

    source: str
    reference: str
    output: str
    quality: float
    words: Mapping[str, str]
    error: tuple[_Error, ...] = ()


@dataclass(frozen=True)
class _Proposal:
    """Words of an output that a program takes for an error; segments are counted from 1 in their document."""

    system: str
    segment: int
    words: str
    severity: str


@dataclass(frozen=True)
class _Document:
    """A text, what systems made of it, questions on it, and errors that are proposed."""

    name: str
    source: tuple[str, ...]
    reference: tuple[str, ...]
    outputs: Mapping[str, tuple[str, ...]]
    question: tuple[Question, ...] = ()
    proposed: tuple[_Proposal, ...] = ()


@dataclass(frozen=True)
class _Study:
    """The whole file."""

    languages: tuple[str, str]
    document: tuple[_Document, ...]
    lesson: tuple[_CoastLesson, ...] = field(default=())


@cache
def _study() -> _Study:
    return checked_value(_Study, packaged_toml(FILE), FILE.name)


def demo_texts() -> CampaignTexts:
    """Return three short texts in German, three translations into English, references, questions, proposed errors."""
    study = _study()
    documents = study.document
    source = tuple(text for document in documents for text in document.source)
    return CampaignTexts(
        study.languages,
        source,
        tuple(text for document in documents for text in document.reference),
        tuple(document.name for document in documents for _ in document.source),
        {
            system: tuple(text for document in documents for text in document.outputs[system])
            for system in documents[0].outputs
        },
        tuple(numbered_ids(len(source))),
        {document.name: document.question for document in documents},
        {
            system: tuple(spans for document in documents for spans in _proposed(document, system))
            for system in documents[0].outputs
        },
    )


def _proposed(document: _Document, system: str) -> list[tuple[ProposedSpan, ...]]:
    """Return what is proposed for each segment of a document in one translation."""
    spans: list[tuple[ProposedSpan, ...]] = [()] * len(document.source)
    for each in document.proposed:
        if each.system == system:
            start = document.outputs[system][each.segment - 1].index(each.words)
            span = ProposedSpan(start, start + len(each.words), each.severity)
            spans[each.segment - 1] = (*spans[each.segment - 1], span)
    return spans


def demo_tutorial(protocol: Protocol, language: str = "en") -> tuple[Item, ...]:
    """Return a tutorial in a language of the interface; none for protocols that show several outputs or a document."""
    if protocol.arrangement != "output" or protocol.scheme == "post-edit":
        return ()
    return tuple(
        Item(
            number,
            (JudgedText(-1, (), lesson.output, source=lesson.source, reference=lesson.reference),),
            TUTORIAL,
            expected={
                "responses": {"u1": _expected(protocol, lesson)},
                "words": lesson.words.get(language, lesson.words["en"]),
            },
        )
        for number, lesson in enumerate(_study().lesson)
    )


def _expected(protocol: Protocol, lesson: _CoastLesson) -> dict[str, Any]:
    return {each.name: _answer(each, lesson) for step in protocol.steps for each in step.fields}


def _answer(field: ResponseField, lesson: _CoastLesson) -> Any:
    """Return what a field should have been answered with."""
    if field.kind in ("slider", "points"):
        return field.low + field.by * round(lesson.quality * (field.high - field.low) / field.by)
    if field.kind == "tags":
        return [error.tag for error in lesson.error]
    if field.kind == "spans":
        return [_span(field, error) for error in lesson.error]
    return (
        max(option.at for option in field.options)
        if lesson.quality > 0.9
        else min(option.at for option in field.options)
    )


def _span(field: ResponseField, error: _Error) -> dict[str, Any]:
    """Return an error as a field marks it: its category by the last part of the name, where the tree is another."""
    span = {"side": "target", "start": error.start, "end": error.end, "severity": error.severity}
    names = [category.name for category in categories_of(field)]
    last = error.category.rpartition("/")[2]
    category = next((name for name in names if name.rpartition("/")[2] == last), None)
    return {**span, "category": category} if category else span
