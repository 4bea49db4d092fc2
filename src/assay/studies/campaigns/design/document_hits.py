"""Tasks of 100 segments in documents, as campaigns on Appraise made them.

- appraise-document (WMT19-22): about 80 segments in whole documents, and documents repeated until there are 100: three
  fifths of what is added is degraded, the rest repeated as it was. All documents are then put in random order.
- wmt24-esa: documents cut to ten segments, 88 genuine ones, balanced by words over the tasks, and 12 degraded; where
  that makes fewer than 100, further repeats fill up. The tutorial, which WMT24 counted among the 88, is a task of its
  own here.

Where the last document that is added would make the task too long, a part of it is added, and the document itself is
cut at the same place: its parts are passages of their own, in random order like all others, with what stands around
them in the document. So a control is as long as its original, and shown like it. Appraise cuts the copy alone, which is
then known by that. References are judged as a system, if at all: add them as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, pairwise
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


@dataclass(frozen=True)
class _Copy:
    """A document of a task, by its place there, that is shown once more: so many segments of it, from its first on."""

    document: int
    segments: int
    kind: str


def _add_task(
    plan: PlanBuilder, task: Sequence[Stretch], padding: _Padding, controls: Controls, copies: int
) -> None:
    """Add a task: its documents, what fills it up, and all in random order."""
    added = _copies(task, padding, controls)
    parts = [
        _cut_at(part, {each.segments for each in added if each.document == place})
        for place, part in enumerate(task)
    ]
    documents = [[[plan.add_item(screen) for screen in part] for part in document] for document in parts]
    every = [part for document in documents for part in document]
    for each in added:
        every += _shown_again(plan, documents[each.document], each, controls)
    order = [every[place] for place in controls.random.permutation(len(every)).tolist()]
    passages = tuple(Passage(len(part)) for part in order)
    numbers = [number for part in order for number in part]
    plan.add_bundle(numbers, copies=copies, in_order=True, passages=passages)


def _copies(task: Sequence[Stretch], padding: _Padding, controls: Controls) -> list[_Copy]:
    """Choose what fills a task up, at random: no document twice as long as there are others."""
    order = controls.random.permutation(len(task)).tolist()
    able = [place for place in order if _degradable(task[place], controls)] if padding.degraded > 0 else []
    if padding.degraded > 0 and not able:
        raise InputError("no document of a task can be degraded; give texts of more than one word")
    degraded = _filled(task, able, padding.degraded, DEGRADED)
    taken = {each.document for each in degraded}
    rest = sorted(order, key=taken.__contains__)
    return degraded + _filled(task, rest, padding.others, padding.kind)


def _degradable(part: Stretch, controls: Controls) -> bool:
    return any(controls.degraded(screen) is not None for screen in part.screens)


def _filled(task: Sequence[Stretch], order: Sequence[int], wanted: int, kind: str) -> list[_Copy]:
    """Take documents in an order, again and again, until there are so many segments; of the last one a part."""
    chosen: list[_Copy] = []
    turns = cycle(order)
    while wanted > 0:
        place = next(turns)
        chosen.append(_Copy(place, min(wanted, size_of(task[place])), kind))
        wanted -= chosen[-1].segments
    return chosen


def _cut_at(part: Stretch, places: set[int]) -> list[tuple[Screen, ...]]:
    """Cut a document after so many segments, which are screens of their own or stand together on one."""
    bounds = pairwise(sorted({0, *places, size_of(part)}))
    if len(part.screens) > 1:
        return [part.screens[start:end] for start, end in bounds]
    whole = part.screens[0]
    return [(replace(whole, units=whole.units[start:end]),) for start, end in bounds]


def _shown_again(
    plan: PlanBuilder, document: Sequence[Sequence[int]], copy: _Copy, controls: Controls
) -> list[list[int]]:
    """Add a copy of the parts of a document; what cannot be degraded is repeated, so that no part lacks a screen."""
    added, left = [], copy.segments
    for part in document:
        if left <= 0:
            break
        items = [plan.items[number] for number in part]
        added.append([_add_copy(plan, item, copy.kind, controls) for item in items])
        left -= sum(len(item.units) for item in items)
    return added


def _add_copy(plan: PlanBuilder, item: Item, kind: str, controls: Controls) -> int:
    screen = controls.degraded(item) if kind == DEGRADED else shown_again(item)
    if screen is None:
        return plan.add_item(shown_again(item), REPEAT, item.number)
    return plan.add_item(screen, kind, item.number)
