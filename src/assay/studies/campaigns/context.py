"""What stands around a screen: the segments before and after in the document, and what the system made of them.

Where a bundle follows documents, these are what the screens before and after show, also where one of them is a control
or a control's original. Elsewhere they are the segments before and after in the document, in the translation of the
system that made the output, or of a control's original. Of an output and its control, the toss of a coin in the plan
says which is shown there (`CampaignPlan.standing`): a text that differs from what stood around others tells nothing.
In plans that were made before that, these are as the files have them, and references around a reference.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.data import REFERENCE
from assay.studies.campaigns.state import CampaignState
from assay.studies.campaigns.values import CampaignTexts, Item, JudgedText, Passage, Step

# Segments before and after, where a campaign names no other number
CONTEXT = 2
Around = dict[str, str | None]
Sides = dict[str, list[Around]]


def shown_context(state: CampaignState, bundle: int, item: Item, step: Step) -> Sides:
    """Return what a step shows before and after a screen."""
    alone = state.campaign.protocol.arrangement != "document" and item.units and item.units[0].segment >= 0
    if "context" not in step.shows or not alone:
        return {"before": [], "after": []}
    wide = int(state.campaign.settings.get("context", CONTEXT))
    if state.bundles[bundle].passages:
        return _in_passage(state, bundle, item, step, wide)
    if state.campaign.plan.standing is not None and len(item.units) == 1:
        return _in_document(state, item, step, wide)
    return _in_files(state.campaign.texts, item, step, wide)


def _in_passage(state: CampaignState, bundle: int, item: Item, step: Step, wide: int) -> Sides:
    passage, screens = _passage_of(state, bundle, item.number)
    at = next(place for place, each in enumerate(screens) if each.number == item.number)
    before = [each.units[0] for each in screens[max(0, at - wide) : at]]
    after = [each.units[0] for each in screens[at + 1 : at + 1 + wide]]
    if not passage.whole:
        own = [each for each in screens if each.number not in passage.guests]
        before = [*_beyond(state, own[0], -1, wide - len(before))[::-1], *before]
        after = [*after, *_beyond(state, own[-1], 1, wide - len(after))]
    return _sides(state, step, before, after)


def _in_document(state: CampaignState, item: Item, step: Step, wide: int) -> Sides:
    return _sides(state, step, _beyond(state, item, -1, wide)[::-1], _beyond(state, item, 1, wide))


def _sides(
    state: CampaignState, step: Step, before: Sequence[JudgedText], after: Sequence[JudgedText]
) -> Sides:
    sources = state.campaign.texts.source

    def shown(unit: JudgedText) -> Around:
        source = unit.source or sources[unit.segment] if "source" in step.shows else None
        return {"source": source, "output": unit.text if "output" in step.shows else None}

    return {"before": [shown(unit) for unit in before], "after": [shown(unit) for unit in after]}


def _passage_of(state: CampaignState, bundle: int, number: int) -> tuple[Passage, list[Item]]:
    """Return the passage that an item stands in, and the items of it."""
    numbers, start = state.bundles[bundle].items, 0
    for passage in state.bundles[bundle].passages:
        screens = numbers[start : start + passage.screens]
        if number in screens:
            return passage, [state.items[each] for each in screens]
        start += passage.screens
    raise LookupError(f"item {number} stands in no passage of bundle {bundle}")


def _beyond(state: CampaignState, item: Item, way: int, most: int) -> list[JudgedText]:
    """Return what follows an item in its document, or with -1 what comes before it, from the nearest on."""
    texts, segment, system = state.campaign.texts, item.units[0].segment, _system(state, item)
    column = texts.outputs.get(system)
    units: list[JudgedText] = []
    for each in range(segment + way, segment + way * (most + 1), way):
        inside = 0 <= each < len(texts.source) and texts.document[each] == texts.document[segment]
        if column is None or not inside:
            break
        units.append(_standing(state).get((each, system)) or JudgedText(each, (system,), column[each]))
    return units


def _standing(state: CampaignState) -> dict[tuple[int, str], JudgedText]:
    """Return what stands in the place of some outputs, by segment and system."""
    if state.standing is None:
        controls = map(state.items.__getitem__, state.campaign.plan.standing or ())
        state.standing = {(each.units[0].segment, _system(state, each)): each.units[0] for each in controls}
    return state.standing


def _system(state: CampaignState, item: Item) -> str:
    """Return the system that made what an item shows, or, of a control, what its original shows."""
    original = item if item.original is None else state.items[item.original]
    return next(iter(original.units[0].systems), "")


def _in_files(texts: CampaignTexts, item: Item, step: Step, wide: int) -> Sides:
    segment = item.units[0].segment

    def around(segments: range) -> list[Around]:
        same = [each for each in segments if 0 <= each < len(texts.source)]
        same = [each for each in same if texts.document[each] == texts.document[segment]]
        return [
            {
                "source": texts.source[each] if "source" in step.shows else None,
                "output": _output_around(texts, item, each) if "output" in step.shows else None,
            }
            for each in same
        ]

    before, after = range(segment - wide, segment), range(segment + 1, segment + 1 + wide)
    return {"before": around(before), "after": around(after)}


def _output_around(texts: CampaignTexts, item: Item, segment: int) -> str | None:
    """Return what stands around the one output of a screen; beside several, it would tell which is whose.

    Around a reference that is judged as an output stand references, and where there is none an output: a screen with
    nothing around would be known as a control.
    """
    if len(item.units) > 1:
        return None
    system = next((name for name in item.units[0].systems if name in texts.outputs), None)
    if system is None and item.kind == REFERENCE:
        return texts.reference[segment] or next(iter(texts.outputs.values()))[segment]
    return None if system is None else texts.outputs[system][segment]
