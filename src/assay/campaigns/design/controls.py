"""Control items: degraded outputs, repeats and references, each beside the genuine item that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assay.campaigns.design.building import PlanBuilder
from assay.campaigns.design.degradation import degrade
from assay.campaigns.design.options import DesignOptions, Recipe, number_of
from assay.campaigns.design.screens import Screen
from assay.campaigns.values import CampaignTexts, Item, JudgedText
from assay.data import DEGRADED, REFERENCE, REPEAT
from assay.errors import InputError, OptionError

REFERENCE_SYSTEM = "reference"  # what references that are judged as outputs are called


@dataclass(frozen=True)
class Controls:
    """Makes control items of genuine ones."""

    texts: CampaignTexts
    recipe: Recipe
    random: np.random.Generator
    known: dict[str | int, Sequence[str]] = field(default_factory=dict)  # donors, by what they are not of

    def degraded(self, item: Item | Screen) -> Screen | None:
        """Return an item with every unit degraded; None where some unit cannot be."""
        units = [self._degraded(unit) for unit in item.units]
        if any(unit is None for unit in units):
            return None
        return Screen(tuple(unit for unit in units if unit), item.document, item.questions)

    def _degraded(self, unit: JudgedText) -> JudgedText | None:
        donors = self.donors(unit.segment)
        damaged = degrade(unit.text, donors, self.recipe, self.texts.languages[1], self.random)
        return None if damaged is None else replace(unit, text=damaged.text, planted=damaged.planted)

    def donors(self, segment: int) -> Sequence[str]:
        """Return texts in the target language that phrases come from: references of other documents, else outputs."""
        documents = self.texts.document
        own = documents[segment] if len(set(documents)) > 1 and documents[segment] else segment
        if own not in self.known:
            columns = [self.texts.reference] if any(self.texts.reference) else self.texts.outputs.values()
            self.known[own] = [
                text
                for column in columns
                for row, text in enumerate(column)
                if text and row != segment and documents[row] != own
            ]
        if not self.known[own]:
            raise InputError("degraded items need phrases of other segments; give more than one segment")
        return self.known[own]

    def reference(self, item: Item) -> Screen | None:
        """Return an item with references in the place of outputs; None where a segment has none."""
        references = [self.texts.reference[unit.segment] for unit in item.units]
        if not all(references) or item.questions:
            return None
        units = tuple(
            JudgedText(unit.segment, (REFERENCE_SYSTEM,), str(text))
            for unit, text in zip(item.units, references, strict=True)
        )
        return Screen(units, item.document)


def add_controls(
    plan: PlanBuilder,
    genuine: Sequence[int],
    texts: CampaignTexts,
    options: DesignOptions,
    random: np.random.Generator,
) -> list[int]:
    """Add the controls that a bundle of genuine items shall have; return their numbers."""
    controls = Controls(texts, options.recipe, random)
    order = random.permutation(len(genuine)).tolist()
    left = [plan.items[genuine[place]] for place in order]
    if (options.degraded or options.references) and any(len(item.units) > 1 for item in left):
        raise OptionError("controls are made of single outputs; this protocol shows several on a screen")
    added = []
    for kind, wanted, made in (
        (DEGRADED, options.degraded, controls.degraded),
        (REPEAT, options.repeats, _again),
        (REFERENCE, options.references, controls.reference),
    ):
        number = number_of(wanted, len(genuine))
        for item in list(left):
            screen = made(item) if number else None
            if screen is not None:
                added.append(plan.add_item(screen, kind, item.number))
                left.remove(item)
                number -= 1
    return added


def _again(item: Item) -> Screen:
    return Screen(item.units, item.document, item.questions)
