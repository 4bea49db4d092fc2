"""Tasks of 100 single outputs, as campaigns of direct assessment made them.

- hit100-graham (Graham et al. 2017; WMT16-18): 70 genuine outputs, 10 repeats, 10 references, 10 degraded ones, in ten
  blocks of 7 + 3. The controls of a block belong to outputs five blocks away; the order inside a block is random.
- appraise (Appraise's default for segments): 80 genuine outputs, 10 degraded, 5 repeats, 5 references. An output stands
  at i, its control at i + 50, and the two are swapped at random.

A last task that is not full is filled up with outputs of the other tasks, as far as there are any; such fillers say
nothing of a system, and controls belong to others as long as they can. Where a segment has no reference, or nothing to
degrade, a repeat takes the place of the control.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle, islice

import numpy as np

from assay.data import DEGRADED, FILLER, REFERENCE, REPEAT
from assay.errors import OptionError
from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.controls import Controls, shown_again
from assay.studies.campaigns.design.options import DesignOptions
from assay.studies.campaigns.design.pools import shuffled_texts
from assay.studies.campaigns.design.screens import Stretch, rotated
from assay.studies.campaigns.values import CampaignTexts

BLOCKS, OF_BLOCK, AWAY = 10, 7, 5
PAIRED, OF_KIND = 50, {DEGRADED: 10, REPEAT: 5, REFERENCE: 5}


def add_graham_hits(
    plan: PlanBuilder,
    parts: Sequence[Stretch],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> None:
    """Add tasks of ten blocks, each with seven outputs and three controls."""
    controls = Controls(texts, options.recipe, random)
    for genuine in _genuine(plan, parts, BLOCKS * OF_BLOCK, random):
        blocks = _dealt(plan, genuine)
        order = []
        for number, block in enumerate(blocks):
            far = _genuine_first(plan, random.permutation(blocks[(number + AWAY) % BLOCKS]).tolist())
            extra = [
                _control(plan, controls, kind, far[place:] + far[:place])
                for place, kind in enumerate((DEGRADED, REPEAT, REFERENCE))
            ]
            order += random.permutation([*block, *extra]).tolist()
        plan.add_bundle(order, copies=options.copies, in_order=True)


def add_appraise_hits(
    plan: PlanBuilder,
    parts: Sequence[Stretch],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> None:
    """Add tasks in which an output and its control are fifty places apart."""
    controls = Controls(texts, options.recipe, random)
    kinds = [kind for kind, number in OF_KIND.items() for _ in range(number)]
    for genuine in _genuine(plan, parts, 2 * PAIRED - len(kinds), random):
        first, second = genuine[:PAIRED], genuine[PAIRED:]
        added = [_control(plan, controls, kind, [first[place]]) for place, kind in enumerate(kinds)]
        pairs = list(zip(first, [*added, *second], strict=True))
        pairs = [pairs[place] for place in random.permutation(len(pairs)).tolist()]
        swapped = [pair[::-1] if random.integers(2) else pair for pair in pairs]
        order = [pair[0] for pair in swapped] + [pair[1] for pair in swapped]
        plan.add_bundle(order, copies=options.copies, in_order=True)


def _genuine(
    plan: PlanBuilder, parts: Sequence[Stretch], size: int, random: np.random.Generator
) -> list[list[int]]:
    """Add genuine items and return those of every task; what the last one lacks is filled up."""
    screens = [screen for part in rotated(shuffled_texts(parts, random)) for screen in part.screens]
    if any(len(screen.units) > 1 for screen in screens):
        raise OptionError(
            "tasks of 100 are made of single outputs; choose a protocol that shows one, or the pool"
        )
    items = [plan.add_item(screen) for screen in screens]
    full = len(items) // size * size
    others, own = (random.permutation(part).tolist() for part in (items[:full], items[full:]))
    fillers = islice(chain(others, cycle(own)), -len(items) % size)
    items += [plan.add_item(shown_again(plan.items[number]), FILLER, number) for number in fillers]
    return [items[start : start + size] for start in range(0, len(items), size)]


def _dealt(plan: PlanBuilder, items: Sequence[int]) -> list[list[int]]:
    """Deal the outputs of a task out to its blocks, so that fillers are in all of them alike."""
    order = _genuine_first(plan, items)
    return [order[block::BLOCKS] for block in range(BLOCKS)]


def _genuine_first(plan: PlanBuilder, items: Sequence[int]) -> list[int]:
    """Put genuine items before fillers: a control of a filler has no original among what its annotator judges."""
    return sorted(items, key=lambda number: plan.items[number].kind == FILLER)


def _control(plan: PlanBuilder, controls: Controls, kind: str, candidates: Sequence[int]) -> int:
    """Add a control of the first candidate that allows it; a repeat of the first where none does."""
    for number in candidates if kind != REPEAT else ():
        screen = (controls.degraded if kind == DEGRADED else controls.reference)(plan.items[number])
        if screen is not None:
            return plan.add_item(screen, kind, _original(plan, number))
    screen = shown_again(plan.items[candidates[0]])
    return plan.add_item(screen, REPEAT, _original(plan, candidates[0]))


def _original(plan: PlanBuilder, number: int) -> int:
    """Return the genuine item: a filler has one itself."""
    original = plan.items[number].original
    return number if original is None else original
