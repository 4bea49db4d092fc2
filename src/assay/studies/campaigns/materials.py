"""What a campaign may bring besides texts, each in a TOML file: questions on documents, and a tutorial.

[[question]]                              [[lesson]]
document = "ferry"                        source = "Hunde sind willkommen."
text = "Where does the ferry go?"         output = "Dogs is welcome."
kind = "short"                            words = "The verb does not agree with its subject."
level = "facts"                           [lesson.expected]
accepted = ["Langsand"]                   score = 80
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.errors import AssayWarning, InputError, counted
from assay.io import label, shown
from assay.io.toml_files import read_toml
from assay.studies.campaigns.answers import check_answer, worded
from assay.studies.campaigns.proposals.reading import check_proposed
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.values import (
    TUTORIAL,
    CampaignTexts,
    Item,
    JudgedText,
    ProposedSpan,
    Protocol,
    Question,
)

QUESTION = 'write tables [[question]] with document, text, kind, level and accepted, such as kind = "short"'
LESSON = "write tables [[lesson]] with source, output, words and a table [lesson.expected]"
MOST_NAMED = 3
NO_TEXTS = CampaignTexts(("", ""), (), (), (), {}, ())


@dataclass(frozen=True)
class _TutorialLesson:
    """An output of a tutorial, what should be said of it, and why."""

    source: str
    output: str
    words: str
    reference: str | None = None
    proposed: tuple[ProposedSpan, ...] = ()
    expected: Mapping[str, Any] = field(default_factory=dict)


def with_questions(texts: CampaignTexts, path: str | Path) -> CampaignTexts:
    """Return texts with the questions of a file; one on a document that is not there is an error."""
    place = label(str(path))
    questions: dict[str, tuple[Question, ...]] = {}
    for number, table in enumerate(_tables(path, "question", QUESTION), start=1):
        where = f"{place}, question {number}"
        document = table.get("document") if isinstance(table, dict) else None
        if document not in texts.document:
            raise InputError(f'{where}: there is no document "{shown(str(document))}"; name one of the set')
        told = {name: part for name, part in table.items() if name != "document"}
        question = checked_value(Question, told, where)
        _check(question, where)
        questions[document] = (*questions.get(document, ()), question)
    _warn_of_unasked(texts, questions, place)
    return replace(texts, questions=questions)


def _warn_of_unasked(texts: CampaignTexts, questions: Collection[str], place: str) -> None:
    """Warn of documents without a question, which nobody is shown."""
    unasked = [name for name in dict.fromkeys(texts.document) if name not in questions]
    if unasked:
        listed = ", ".join(unasked[:MOST_NAMED]) + (" and others" if len(unasked) > MOST_NAMED else "")
        warnings.warn(
            f"{place} has no question on {counted(len(unasked), 'document')}, which nobody is shown: {listed}",
            AssayWarning,
            stacklevel=3,
        )


def _check(question: Question, where: str) -> None:
    if not question.accepted:
        raise InputError(f"{where} has no accepted answer; give at least one")
    if question.kind == "choice" and (
        len(question.choices) < 2 or not set(question.accepted) <= set(question.choices)
    ):
        raise InputError(f"{where}: give at least two choices, the accepted ones among them")


def tutorial_from_file(path: str | Path, protocol: Protocol) -> tuple[Item, ...]:
    """Read a tutorial for a protocol that shows one output a screen; expected answers must be valid ones."""
    place = label(str(path))
    if protocol.arrangement != "output":
        raise InputError(
            f"{place}: the protocol {protocol.name} shows more than one output; it has no tutorial"
        )
    items = []
    for number, table in enumerate(_tables(path, "lesson", LESSON), start=1):
        lesson = checked_value(_TutorialLesson, table, f"{place}, lesson {number}")
        unit = _taught(lesson, protocol, f"{place}, lesson {number}, proposed")
        responses = {"u1": dict(lesson.expected)}
        item = Item(number, (unit,), TUTORIAL, expected={"responses": responses, "words": lesson.words})
        for step, asked in enumerate(protocol.steps):
            names = {each.name for each in asked.fields}
            own = {"u1": {name: part for name, part in lesson.expected.items() if name in names}}
            for error in check_answer(protocol, item, step, own, NO_TEXTS):
                raise InputError(f"{place}, lesson {number}, {error.field}: {worded(error, 'en')}")
        items.append(item)
    return tuple(items)


def _taught(lesson: _TutorialLesson, protocol: Protocol, where: str) -> JudgedText:
    """Return the output of a lesson, with what is proposed for it."""
    unit = JudgedText(-1, (), lesson.output, (), lesson.source, lesson.reference, lesson.proposed)
    if protocol.proposing is not None:
        check_proposed(protocol.proposing, unit, NO_TEXTS, where)
    elif lesson.proposed:
        raise InputError(f"{where}: the protocol {protocol.name} shows no proposed errors; leave them out")
    return unit


def _tables(path: str | Path, name: str, example: str) -> list[Any]:
    content = read_toml(path, example)
    unknown = [key for key in content if key != name]
    if unknown:
        raise InputError(f'{label(str(path))}: "{shown(unknown[0])}" is not recognised; {example}')
    tables = content.get(name)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{label(str(path))} has no {name}; {example}")
    return tables
