"""Tasks of 100 segments in documents, as campaigns on Appraise made them.

- appraise-document (WMT19-22): about 80 segments in whole documents, and documents repeated until there are 100: three
  fifths of what is added is degraded, the rest repeated as it was. All documents are then put in random order.
- wmt24-esa: documents cut to ten segments, 88 genuine ones, balanced by words over the tasks, and 12 degraded; where
  that makes fewer than 100, further repeats fill up. The tutorial, which WMT24 counted among the 88, is a task of its
  own here.

Added documents are cut where they would make the task too long. References are judged as a system, if at all: add them
as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from assay.data import DEGRADED, FILLER, REPEAT
from assay.errors import InputError
from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.controls import Controls, shown_again
from assay.studies.campaigns.design.degradation import is_by_character, pieces
from assay.studies.campaigns.design.options import DesignOptions
from assay.studies.campaigns.design.pools import shuffled_texts
from assay.studies.campaigns.design.screens import Screen, Stretch, rotated
from assay.studies.campaigns.values import CampaignTexts, Item, Passage

SEGMENTS, GENUINE_SEGMENTS, DEGRADED_SHARE = 100, 80, 0.6
WMT24_GENUINE, WMT24_DEGRADED = 88, 12


@dataclass(frozen=True)
class _Padding:
    """What is added to a task: so many degraded segments, then so many of another kind."""

    degraded: int
    others: int
    kind: str


def add_document_hits(
    plan: PlanBuilder,
    parts: Sequence[Stretch],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> None:
    """Add tasks of whole documents, filled up with degraded and repeated ones."""
    tasks = _in_turn(rotated(shuffled_texts(parts, random)), GENUINE_SEGMENTS)
    controls = Controls(texts, options.recipe, random)
    for task in tasks:
        short = SEGMENTS - sum(map(size_of, task))
        degraded = round(DEGRADED_SHARE * short)
        _add_task(plan, task, _Padding(degraded, short - degraded, REPEAT), controls, options.copies)


def add_wmt24_hits(
    plan: PlanBuilder,
    parts: Sequence[Stretch],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> None:
    """Add tasks of short documents, balanced by words, with degraded ones."""
    controls = Controls(texts, options.recipe, random)
    for task in _by_words(shuffled_texts(parts, random), WMT24_GENUINE, texts, random):
        filled = SEGMENTS - WMT24_DEGRADED - sum(map(size_of, task))
        _add_task(plan, task, _Padding(WMT24_DEGRADED, filled, FILLER), controls, options.copies)


def size_of(part: Stretch) -> int:
    """Return how many segments a stretch has."""
    return sum(len(screen.units) for screen in part.screens)


def _words(part: Stretch, by_character: bool) -> int:
    """Return how many words a stretch has, or characters in languages that put no spaces between words."""
    return sum(len(pieces(unit.text, by_character)) for screen in part.screens for unit in screen.units)


def _in_turn(parts: Sequence[Stretch], most: int) -> list[list[Stretch]]:
    """Fill tasks one after the other."""
    tasks: list[list[Stretch]] = [[]]
    for part in parts:
        if tasks[-1] and sum(map(size_of, tasks[-1])) + size_of(part) > most:
            tasks.append([])
        tasks[-1].append(part)
    return tasks


def _by_words(
    parts: Sequence[Stretch], most: int, texts: CampaignTexts, random: np.random.Generator
) -> list[list[Stretch]]:
    """Give the longest documents out first, each to the task with the fewest words that has room for it."""
    by_character = is_by_character(texts.languages[1])
    order = [parts[place] for place in random.permutation(len(parts)).tolist()]
    sizes = sorted(((_words(part, by_character), part) for part in order), key=itemgetter(0), reverse=True)
    number = -(-sum(map(size_of, parts)) // most)
    while True:
        tasks, left = _given_out(sizes, number, most)
        if not left:
            return tasks
        number += -(-left // most)


def _given_out(
    parts: Sequence[tuple[int, Stretch]], number: int, most: int
) -> tuple[list[list[Stretch]], int]:
    """Give documents, each with its words, out to so many tasks; say of how many segments there was no room."""
    tasks: list[list[Stretch]] = [[] for _ in range(number)]
    words, segments, left = np.zeros(number), np.zeros(number), 0
    for length, part in parts:
        fits = segments + size_of(part) <= most
        if not fits.any():
            left += size_of(part)
            continue
        task = int(np.argmin(np.where(fits, words, np.inf)))
        tasks[task].append(part)
        words[task] += length
        segments[task] += size_of(part)
    return tasks, left


def _add_task(
    plan: PlanBuilder, task: Sequence[Stretch], padding: _Padding, controls: Controls, copies: int
) -> None:
    """Add a task: its documents, what fills it up, and all in random order."""
    random = controls.random
    documents = [[plan.add_item(screen) for screen in part.screens] for part in task]
    genuine = [plan.items[number] for document in documents for number in document]
    degraded = _padded(plan, documents, padding.degraded, random, controls=controls, kind=DEGRADED)
    others = _padded(plan, documents, padding.others, random, controls=None, kind=padding.kind)
    if padding.degraded > 0 and not degraded and genuine:
        raise InputError("no document of a task can be degraded; give texts of more than one word")
    every = [*documents, *degraded, *others]
    order = [every[place] for place in random.permutation(len(every)).tolist()]
    sizes = {part[0]: len(part) for part in documents}
    passages = tuple(Passage(len(part), whole=_is_cut(plan, part, sizes)) for part in order)
    numbers = [number for part in order for number in part]
    plan.add_bundle(numbers, copies=copies, in_order=True, passages=passages)


def _is_cut(plan: PlanBuilder, part: Sequence[int], sizes: Mapping[int, int]) -> bool:
    """Tell whether screens are a copy of a document that lacks some of it: nothing is shown of what it lacks."""
    first = plan.items[part[0]].original
    return first is not None and len(part) != sizes.get(first)


def _padded(
    plan: PlanBuilder,
    documents: Sequence[Sequence[int]],
    wanted: int,
    random: np.random.Generator,
    *,
    controls: Controls | None,
    kind: str,
) -> list[list[int]]:
    """Add copies of documents in random order, degraded if there are controls, until so many segments are added."""
    added: list[list[int]] = []
    for document in _again_and_again(documents, random, wanted):
        copies: list[int] = []
        for number in document:
            screen = _copy(plan.items[number], controls, wanted)
            if screen is not None and wanted > 0:
                copies.append(plan.add_item(screen, kind, number))
                wanted -= len(screen.units)
        added += [copies] if copies else []
        if wanted <= 0:
            break
    return added


def _again_and_again(
    documents: Sequence[Sequence[int]], random: np.random.Generator, wanted: int
) -> Iterator[Sequence[int]]:
    """Yield documents in random order, as often as it may take."""
    rounds = 1 + wanted // max(1, len(documents))
    for _ in range(max(0, rounds)):
        yield from (documents[place] for place in random.permutation(len(documents)).tolist())


def _copy(item: Item, controls: Controls | None, most: int) -> Screen | None:
    """Return a copy of an item, cut to so many segments; None where it cannot be degraded."""
    cut = shown_again(item, max(most, 1))
    return cut if controls is None else controls.degraded(cut)
