"""Texts as screens: which outputs stand on which screen, and which screens follow one another.

Systems with the same output share a unit, so that nobody judges the same text twice; where a document is judged as a
whole or in its order, each system keeps its own. A stretch is what must stay together: a document in one system's
translation, cut to so many segments, or a single screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.errors import InputError, OptionError
from assay.studies.campaigns.design.options import DesignOptions
from assay.studies.campaigns.values import CampaignTexts, JudgedText, Protocol, Question


@dataclass(frozen=True)
class Screen:
    """What will be an item: its units, document and questions."""

    units: tuple[JudgedText, ...]
    document: str
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class Stretch:
    """Screens that stay together, of one text in one condition; `text` and `condition` number both."""

    screens: tuple[Screen, ...]
    text: int
    condition: int


def chosen_segments(texts: CampaignTexts, options: DesignOptions, random: np.random.Generator) -> list[int]:
    """Return the segments that are judged: all, or a random sample of single ones or of whole documents."""
    every = list(range(len(texts.source)))
    if not every or not texts.outputs:
        raise InputError(
            "there is nothing to judge; give a source text and the output of at least one system"
        )
    if not options.sample or options.sample >= len(every):
        return every
    if not _has_documents(texts):
        return sorted(random.choice(every, options.sample, replace=False).tolist())
    documents = _by_document(texts, every)
    chosen: list[int] = []
    for place in random.permutation(len(documents)).tolist():
        chosen += documents[place] if len(chosen) < options.sample else []
    return sorted(chosen)


def in_document_order(texts: CampaignTexts, protocol: Protocol, options: DesignOptions) -> bool:
    """Tell whether screens follow the documents: if asked for, or where context is shown and there are documents."""
    if options.order != "auto":
        return options.order == "document"
    context = any("context" in step.shows for step in protocol.steps)
    return protocol.arrangement == "output" and context and _has_documents(texts)


def stretches(
    texts: CampaignTexts, protocol: Protocol, options: DesignOptions, random: np.random.Generator
) -> list[Stretch]:
    """Return all screens of the segments that are judged."""
    segments = chosen_segments(texts, options, random)
    if protocol.arrangement == "document":
        return _documents(texts, protocol, options, segments)
    if protocol.arrangement == "outputs":
        compares = protocol.scheme == "ranking"
        return _side_by_side(texts, outputs_of_screen(texts, protocol, options), segments, random, compares)
    if in_document_order(texts, protocol, options):
        return _in_order(texts, options, segments)
    return [
        Stretch((Screen((unit,), texts.document[segment]),), place, condition)
        for place, segment in enumerate(segments)
        for condition, unit in enumerate(_conditions(texts, segment, options))
    ]


def _conditions(texts: CampaignTexts, segment: int, options: DesignOptions) -> list[JudgedText]:
    """Return the different outputs of a segment; in a Latin square every system is a condition of its own."""
    if not options.square:
        return _distinct(texts, segment)
    return [_output(texts, segment, system) for system in texts.outputs]


def output_unit(texts: CampaignTexts, segment: int, systems: tuple[str, ...], text: str) -> JudgedText:
    """Return a text to be judged, with what is proposed for the first of the systems that made it."""
    proposals = texts.proposals.get(systems[0])
    return JudgedText(segment, systems, text, proposed=proposals[segment] if proposals else ())


def _output(texts: CampaignTexts, segment: int, system: str) -> JudgedText:
    return output_unit(texts, segment, (system,), texts.outputs[system][segment])


def outputs_of_screen(texts: CampaignTexts, protocol: Protocol, options: DesignOptions) -> int:
    """Return how many outputs stand side by side."""
    most = min(protocol.most_outputs, len(texts.outputs))
    if options.outputs > protocol.most_outputs:
        raise OptionError(
            f"outputs={options.outputs}: the protocol {protocol.name} shows at most {protocol.most_outputs}"
        )
    if options.outputs == 1 or (most < 2 and protocol.scheme == "ranking"):
        raise InputError(f"{protocol.name} compares outputs; give at least two systems")
    return options.outputs or most


def _has_documents(texts: CampaignTexts) -> bool:
    named = [name for name in texts.document if name]
    return len(set(named)) < len(named)


def _by_document(texts: CampaignTexts, segments: Sequence[int]) -> list[list[int]]:
    """Return the segments of every document, in order; one without a document stands alone."""
    documents: dict[str | int, list[int]] = {}
    for segment in segments:
        documents.setdefault(texts.document[segment] or segment, []).append(segment)
    return list(documents.values())


def _cut(documents: list[list[int]], most: int) -> list[list[int]]:
    """Cut documents into parts of at most so many segments, as equal as they can be; 0 leaves them whole."""
    parts = []
    for document in documents:
        number = -(-len(document) // most) if most else 1
        parts += [part.tolist() for part in np.array_split(np.array(document), number)]
    return parts


def _distinct(texts: CampaignTexts, segment: int) -> list[JudgedText]:
    """Return the different outputs of a segment, each with all systems that made it."""
    systems: dict[str, list[str]] = {}
    for system, column in texts.outputs.items():
        systems.setdefault(column[segment], []).append(system)
    return [output_unit(texts, segment, tuple(names), text) for text, names in systems.items()]


def _in_order(texts: CampaignTexts, options: DesignOptions, segments: Sequence[int]) -> list[Stretch]:
    return [
        Stretch(
            tuple(Screen((_output(texts, row, system),), texts.document[row]) for row in part),
            place,
            condition,
        )
        for place, part in enumerate(_cut(_by_document(texts, segments), options.segments))
        for condition, system in enumerate(texts.outputs)
    ]


def _documents(
    texts: CampaignTexts, protocol: Protocol, options: DesignOptions, segments: Sequence[int]
) -> list[Stretch]:
    """Return one screen for a document in one system's translation; with questions it is a single text."""
    asks = any(field.kind == "question" for step in protocol.steps for field in step.fields)
    parts = _cut(_by_document(texts, segments), 0 if asks else options.segments)
    if asks:
        parts = [part for part in parts if texts.questions.get(texts.document[part[0]])]
        if not parts:
            raise InputError(
                "no document has questions; give some with --questions, on at least one document"
            )
    screens = []
    for place, part in enumerate(parts):
        document = texts.document[part[0]]
        for condition, system in enumerate(texts.outputs):
            units = tuple(_output(texts, row, system) for row in part)
            if asks:
                units = (JudgedText(part[0], (system,), "\n".join(unit.text for unit in units)),)
            screen = Screen(units, document, texts.questions[document] if asks else ())
            screens.append(Stretch((screen,), place, condition))
    return screens


def _side_by_side(
    texts: CampaignTexts, number: int, segments: Sequence[int], random: np.random.Generator, compares: bool
) -> list[Stretch]:
    """Return screens of several outputs of a segment; every output is on one, and who stands with whom is random.

    A group that would be left with fewer than the others is filled up with outputs of other groups, so that it can
    be ranked. Where outputs are compared, segments of which all systems made the same have no screen; a grade
    says something of each of them, and without these segments systems would seem to differ more than they do.
    """
    screens = []
    for place, segment in enumerate(segments):
        units = _distinct(texts, segment)
        if compares and len(units) < 2:
            continue
        order = random.permutation(len(units)).tolist()
        for condition, start in enumerate(range(0, len(order), number)):
            group = order[start : start + number]
            group += [other for other in order if other not in group][: min(number, len(order)) - len(group)]
            chosen = tuple(units[which] for which in group)
            screens.append(Stretch((Screen(chosen, texts.document[segment]),), place, condition))
    return screens


def rotated(parts: Sequence[Stretch]) -> list[Stretch]:
    """Return stretches in rounds: each has every text once, and neighbouring texts in different conditions."""
    conditions = 1 + max(part.condition for part in parts)
    return sorted(
        parts, key=lambda part: ((part.text + part.condition) % conditions, part.text, part.condition)
    )
