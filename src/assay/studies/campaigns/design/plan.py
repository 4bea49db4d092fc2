"""From texts, a protocol and options to a plan: tutorial, calibration, and then the layout that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.data import DEGRADED, REFERENCE
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.carriers import warn_of_telling
from assay.studies.campaigns.design.document_hits import add_document_hits, add_wmt24_hits
from assay.studies.campaigns.design.hits import add_appraise_hits, add_graham_hits
from assay.studies.campaigns.design.options import DesignOptions
from assay.studies.campaigns.design.pools import add_pool, shuffled_texts
from assay.studies.campaigns.design.screens import Stretch, rotated, stretches
from assay.studies.campaigns.values import CALIBRATION, TUTORIAL, CampaignPlan, CampaignTexts, Item, Protocol

AddLayout = Callable[
    [PlanBuilder, Sequence[Stretch], CampaignTexts, DesignOptions, np.random.Generator], None
]
LAYOUTS: Mapping[str, AddLayout] = {
    "pool": add_pool,
    "hit100-graham": add_graham_hits,
    "appraise": add_appraise_hits,
    "appraise-document": add_document_hits,
    "wmt24-esa": add_wmt24_hits,
}


def plan_campaign(
    texts: CampaignTexts, protocol: Protocol, options: DesignOptions, tutorial: Sequence[Item] = ()
) -> CampaignPlan:
    """Lay out a campaign; the same seed gives the same plan."""
    _check(texts)
    _check_design(protocol, options)
    options, texts = options.fitted(), _proposing(texts, protocol)
    random = np.random.default_rng(options.seed)
    parts = stretches(texts, protocol, options, random)
    if not parts:
        raise InputError("all systems made the same of every segment; there is nothing to compare")
    plan = PlanBuilder()
    if tutorial:
        plan.add_bundle([plan.add_given(item) for item in _taught(tutorial)], copies=0, in_order=True)
    if options.calibration:
        parts = _calibrate(plan, parts, options, random)
    if parts:
        LAYOUTS[options.layout](plan, parts, texts, options, random)
    if protocol.proposing is not None:
        warn_of_telling(plan.plan(options.seed))
    return replace(plan.plan(options.seed), standing=_standing(plan, protocol, random))


def _standing(plan: PlanBuilder, protocol: Protocol, random: np.random.Generator) -> tuple[int, ...] | None:
    """Return the controls that others show around them in the place of the original: by the toss of a coin.

    In a passage it is the one of the two that is no guest.
    """
    if protocol.arrangement != "output" or not any("context" in step.shows for step in protocol.steps):
        return None
    guests = {number for bundle in plan.bundles for part in bundle.passages for number in part.guests}
    controls = [item for item in plan.items if item.kind in (DEGRADED, REFERENCE)]
    tossed = zip(controls, random.integers(2, size=len(controls)).tolist(), strict=True)
    return tuple(
        item.number
        for item, coin in tossed
        if item.original in guests or (item.number not in guests and coin)
    )


def _proposing(texts: CampaignTexts, protocol: Protocol) -> CampaignTexts:
    """Return texts with their proposals where the protocol shows them; a protocol that does must have some."""
    if protocol.proposing is None:
        return replace(texts, proposals={})
    if not texts.proposals:
        raise InputError(f"{protocol.name} shows errors that a program proposes; give them with --proposals")
    return texts


def _check(texts: CampaignTexts) -> None:
    columns = {
        "reference": texts.reference,
        "document": texts.document,
        "segments": texts.segments,
        **texts.outputs,
    }
    for name, column in columns.items():
        if len(column) != len(texts.source):
            segments = counted(len(column), "segment")
            raise MismatchError(f"{name} has {segments}, the source has {len(texts.source)}")


def _check_design(protocol: Protocol, options: DesignOptions) -> None:
    """Refuse controls where a text may be read but once, and layouts of single outputs where there are several."""
    asks = any(field.kind == "question" for step in protocol.steps for field in step.fields)
    if asks and (options.layout != "pool" or options.degraded or options.repeats or options.references):
        raise OptionError(
            f"{protocol.name}: nobody reads a text twice, so there are no repeated, degraded or reference texts; "
            "take the pool without them"
        )
    if protocol.arrangement == "outputs" and options.layout != "pool":
        raise OptionError(
            f"the layout {options.layout} is of single outputs, or documents; choose a protocol that shows such, "
            "or the pool"
        )


def _taught(tutorial: Sequence[Item]) -> Sequence[Item]:
    wrong = [item for item in tutorial if item.kind != TUTORIAL]
    if wrong:
        raise InputError(f'an item of a tutorial must be of the kind "{TUTORIAL}", not "{wrong[0].kind}"')
    return tutorial


def _calibrate(
    plan: PlanBuilder, parts: Sequence[Stretch], options: DesignOptions, random: np.random.Generator
) -> list[Stretch]:
    """Add a bundle that everybody does first; return what is left for the others."""
    by_turn = rotated(shuffled_texts(parts, random))
    chosen: list[Stretch] = []
    while by_turn and sum(len(part.screens) for part in chosen) < options.calibration:
        chosen.append(by_turn.pop(0))
    items = [plan.add_item(screen, CALIBRATION) for part in chosen for screen in part.screens]
    plan.add_bundle(items, copies=0, in_order=any(len(part.screens) > 1 for part in chosen))
    return by_turn
