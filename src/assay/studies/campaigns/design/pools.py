"""The pool: bundles of so many screens, in which systems and texts take turns, with controls, overlap and squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from assay.errors import OptionError
from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.controls import Controls, add_controls
from assay.studies.campaigns.design.options import DesignOptions, number_of
from assay.studies.campaigns.design.passages import add_passages, read_together
from assay.studies.campaigns.design.screens import Stretch, rotated
from assay.studies.campaigns.values import CampaignTexts


def add_pool(
    plan: PlanBuilder,
    parts: Sequence[Stretch],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> None:
    """Add bundles of all stretches, with their controls; then let some have one more annotator."""
    in_order = any(len(part.screens) > 1 for part in parts)
    groups = _squares(parts, options, random) if options.square else _rounds(parts, options, random)
    first, controls = len(plan.bundles), Controls(texts, options.recipe, random)
    for square, group in groups:
        if in_order:  # parts of one document stay in its order
            group.sort(key=lambda part: part.screens[0].units[0].segment)
            order, passages = add_passages(plan, read_together(group), controls, options)
        else:
            order, passages = [plan.add_item(screen) for part in group for screen in part.screens], ()
            order += add_controls(plan, order, controls, options)
        plan.add_bundle(order, copies=options.copies, in_order=in_order, square=square, passages=passages)
    _overlap(plan, first, options, random)


def _rounds(
    parts: Sequence[Stretch], options: DesignOptions, random: np.random.Generator
) -> Iterator[tuple[str, list[Stretch]]]:
    """Yield groups of stretches of about the size that is asked for; texts come in random order."""
    for group in packed(rotated(shuffled_texts(parts, random)), options.bundle):
        yield "", group


def shuffled_texts(parts: Sequence[Stretch], random: np.random.Generator) -> list[Stretch]:
    """Renumber texts at random, and conditions so that each text begins with another."""
    order = random.permutation(1 + max(part.text for part in parts))
    return [replace(part, text=int(order[part.text])) for part in parts]


def packed(parts: Sequence[Stretch], size: int) -> list[list[Stretch]]:
    """Put stretches into groups of at most so many screens, in their order; a longer one is a group of its own.

    The number of groups is the least that there can be, and they are filled evenly.
    """
    total = sum(len(part.screens) for part in parts)
    even = -(-total // -(-total // size))
    groups: list[list[Stretch]] = [[]]
    for part in parts:
        filled = sum(len(each.screens) for each in groups[-1])
        if groups[-1] and filled + len(part.screens) > even:
            groups.append([])
        groups[-1].append(part)
    return groups


def _squares(
    parts: Sequence[Stretch], options: DesignOptions, random: np.random.Generator
) -> Iterator[tuple[str, list[Stretch]]]:
    """Yield, for each block of texts, one group for every condition: each text in each condition in one of them."""
    shuffled = shuffled_texts(parts, random)
    conditions = 1 + max(part.condition for part in shuffled)
    by_place = {(part.text, part.condition): part for part in shuffled}
    texts = sorted({part.text for part in shuffled})
    short = [
        text for text in texts if any((text, condition) not in by_place for condition in range(conditions))
    ]
    if short:
        raise OptionError("a Latin square needs every text in every condition; choose order=document")
    blocks = _in_rounds([by_place[text, 0] for text in texts], options.bundle, conditions)
    for number, block in enumerate(blocks, start=1):
        for turn in range(conditions):
            yield f"block {number}", [by_place[part.text, (part.text + turn) % conditions] for part in block]


def _in_rounds(parts: Sequence[Stretch], size: int, conditions: int) -> list[list[Stretch]]:
    """Put texts into blocks of whole rounds of all conditions, so that each task has them equally often.

    Documents of several screens, and more conditions than a task has screens, leave no whole rounds.
    """
    if size < conditions or any(len(part.screens) > 1 for part in parts):
        return packed(parts, size)
    number = -(-len(parts) // (size // conditions * conditions))
    texts = conditions * -(-len(parts) // (number * conditions))
    return [list(parts[start : start + texts]) for start in range(0, len(parts), texts)]


def _overlap(plan: PlanBuilder, first: int, options: DesignOptions, random: np.random.Generator) -> None:
    """Give random bundles one annotator more until as many screens as asked for have one."""
    sizes = [len(bundle.items) for bundle in plan.bundles[first:]]
    left = number_of(options.overlap, sum(sizes))
    for place in random.permutation(len(sizes)).tolist():
        if left > 0:
            bundle = plan.bundles[first + place]
            plan.bundles[first + place] = replace(bundle, copies=bundle.copies + 1)
            left -= sizes[place]
