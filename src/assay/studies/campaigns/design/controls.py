"""Control items: degraded outputs, repeats and references, each beside the genuine item that it belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from assay.data import DEGRADED, REFERENCE, REPEAT
from assay.errors import InputError, OptionError
from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.carriers import as_many
from assay.studies.campaigns.design.degradation import degrade
from assay.studies.campaigns.design.options import DesignOptions, Recipe, number_of
from assay.studies.campaigns.design.screens import Screen, output_unit
from assay.studies.campaigns.values import CampaignTexts, Item, JudgedText

REFERENCE_SYSTEM = "reference"  # what references that are judged as outputs are called


@dataclass(frozen=True)
class Controls:
    """Makes control items of genuine ones."""

    texts: CampaignTexts
    recipe: Recipe
    random: np.random.Generator

    def degraded(self, item: Item | Screen) -> Screen | None:
        """Return an item with every unit degraded; None where some unit cannot be.

        Of outputs of one segment side by side, one stands there twice: as it is and degraded, in the place of another.
        """
        if is_side_by_side(item.units):
            return self._beside(item)
        units = [self._degraded(unit) for unit in item.units]
        if any(unit is None for unit in units):
            return None
        return Screen(tuple(unit for unit in units if unit), item.document, item.questions)

    def _beside(self, item: Item | Screen) -> Screen | None:
        for place in self.random.permutation(len(item.units)).tolist():
            damaged = self._degraded(item.units[place])
            if damaged is not None:
                units = list(item.units)
                others = [other for other in range(len(units)) if other != place]
                units[int(self.random.choice(others))] = damaged
                return Screen(tuple(units), item.document, item.questions)
        return None

    def _degraded(self, unit: JudgedText) -> JudgedText | None:
        """Damage an output; once more it is damaged alike, so that its planted errors have one place.

        None where nothing can be damaged, or where too few words are left for as many proposals: a copy with fewer
        would be told by their number.
        """
        if unit not in self._damaged:
            donors = self.donors(unit.segment)
            damaged = degrade(unit.text, donors, self.recipe, self.texts.languages[1], self.random)
            proposed = as_many(unit.proposed, damaged, self.random) if damaged else ()
            self._damaged[unit] = (
                replace(unit, text=damaged.text, planted=damaged.planted, proposed=proposed)
                if damaged and len(proposed) == len(unit.proposed)
                else None
            )
        return self._damaged[unit]

    @cached_property
    def _damaged(self) -> dict[JudgedText, JudgedText | None]:
        """Outputs that were damaged so far, and what became of them."""
        return {}

    def donors(self, segment: int) -> Sequence[str]:
        """Return texts in the target language that phrases come from: references of other documents, else outputs."""
        phrases, owners = self._phrases
        others: list[str] = phrases[owners != self._owner[segment]].tolist()
        if not others:
            raise InputError("degraded items need phrases of other segments; give more than one segment")
        return others

    @cached_property
    def _owner(self) -> Sequence[int]:
        """What each segment belongs to, as a number: its document where there are several, else itself alone."""
        several = len(set(self.texts.document)) > 1
        numbers: dict[str | int, int] = {}
        owners = (name if name and several else row for row, name in enumerate(self.texts.document))
        return [numbers.setdefault(owner, len(numbers)) for owner in owners]

    @cached_property
    def _phrases(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """All texts that phrases may come from, and what each belongs to."""
        texts = self.texts
        columns = [texts.reference] if any(texts.reference) else list(texts.outputs.values())
        rows = [(text, self._owner[row]) for column in columns for row, text in enumerate(column) if text]
        return np.array([text for text, _ in rows], dtype=object), np.array([owner for _, owner in rows])

    def reference(self, item: Item) -> Screen | None:
        """Return an item with references in the place of outputs; None where a segment has none."""
        references = [self.texts.reference[unit.segment] for unit in item.units]
        if not all(references) or item.questions:
            return None
        units = tuple(
            output_unit(self.texts, unit.segment, (REFERENCE_SYSTEM,), str(text))
            for unit, text in zip(item.units, references, strict=True)
        )
        return Screen(units, item.document)


def is_side_by_side(units: Sequence[JudgedText]) -> bool:
    """Tell whether units are several outputs of one segment."""
    return len(units) > 1 and len({unit.segment for unit in units}) == 1


Maker = Callable[[Item], Screen | None]


def makers(controls: Controls) -> Mapping[str, Maker]:
    """Return what makes each kind of control of a genuine item, in the order in which they are made."""
    return {DEGRADED: controls.degraded, REPEAT: shown_again, REFERENCE: controls.reference}


def wanted_controls(genuine: Sequence[Item], options: DesignOptions) -> list[str]:
    """Return the kinds of the controls that a bundle of genuine items shall have; refuse what cannot be made."""
    several = [item for item in genuine if len(item.units) > 1]
    if options.references and several:
        raise OptionError("references are judged as single outputs; this protocol shows several on a screen")
    if options.degraded and not all(is_side_by_side(item.units) for item in several):
        raise OptionError("controls are made of single outputs; this protocol shows a whole document")
    numbers = {DEGRADED: options.degraded, REPEAT: options.repeats, REFERENCE: options.references}
    return [kind for kind, number in numbers.items() for _ in range(number_of(number, len(genuine)))]


def add_controls(
    plan: PlanBuilder, genuine: Sequence[int], controls: Controls, options: DesignOptions
) -> list[int]:
    """Add the controls that a bundle of genuine items shall have; return their numbers."""
    order = controls.random.permutation(len(genuine)).tolist()
    left = [plan.items[genuine[place]] for place in order]
    wanted, added = Counter(wanted_controls(left, options)), []
    for kind, made in makers(controls).items():
        for item in list(left):
            screen = made(item) if wanted[kind] else None
            if screen is not None:
                added.append(plan.add_item(screen, kind, item.number))
                left.remove(item)
                wanted[kind] -= 1
    return added


def shown_again(item: Item) -> Screen:
    """Return the screen of an item, to be shown once more."""
    return Screen(item.units, item.document, item.questions)
