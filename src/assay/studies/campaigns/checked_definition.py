"""The definition of a campaign that comes from elsewhere: every part of it is of its type, and fits the others.

Definitions in logs of the first version of the server lack texts that protocols share (labels of severities).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import AssayWarning, InputError, counted
from assay.io import shown
from assay.studies.campaigns.proposals.reading import check_proposed
from assay.studies.campaigns.protocols.checked_protocol import check_protocol
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.protocols.protocol_files import shared_wording, wording_keys
from assay.studies.campaigns.settings import CompletionCodes, Language, codes_of
from assay.studies.campaigns.values import TUTORIAL, Bundle, Campaign, CampaignPlan, CampaignTexts

MOST_ITEMS = 10_000_000  # the highest number that an item may have


@dataclass(frozen=True)
class HeldSettings:
    """The settings of a campaign as it holds them."""

    language: Language = "en"
    lease_minutes: float = 60
    context: int = 2
    completion_codes: CompletionCodes = "all"
    consent: str = ""


def checked_campaign(plain: object, where: str) -> Campaign:
    """Return the campaign of a definition; what cannot be is an error that begins with `where`."""
    campaign = checked_value(Campaign, plain, f"{where}, definition")
    held = dict(campaign.settings)
    if isinstance(held.get("completion_codes"), bool):
        held["completion_codes"] = codes_of(held)
    settings = checked_value(HeldSettings, held, f"{where}, definition, settings")
    if not 0 < settings.lease_minutes <= 10**6 or settings.context < 0:
        raise InputError(f"{where}, definition, settings: lease_minutes must be above 0, context not below")
    protocol = campaign.protocol
    check_protocol(protocol, f"{where}, definition, protocol")
    known = protocol.wording.get("en") or next(iter(protocol.wording.values()), {})
    missing = [key for key in wording_keys(protocol) if key not in known]
    if missing or not protocol.steps:
        raise InputError(f"{where}, definition, protocol: it lacks {shown((missing or ['steps'])[0])}")
    _check_texts(campaign.texts, f"{where}, definition, texts")
    _check_items(campaign.plan, len(campaign.texts.segments), f"{where}, definition, plan")
    _check_bundles(campaign.plan, f"{where}, definition, plan")
    _check_proposals(campaign, f"{where}, definition, plan")
    return campaign


def _check_texts(texts: CampaignTexts, where: str) -> None:
    """All columns have as many segments."""
    segments = len(texts.segments)
    columns = {"source": texts.source, "reference": texts.reference, "document": texts.document}
    parts = {"outputs": texts.outputs, "proposals": texts.proposals}
    by_system = {f"{part}, {shown(name)}": column for part in parts for name, column in parts[part].items()}
    for name, column in {**columns, **by_system}.items():
        if len(column) != segments:
            entries = counted(len(column), "entry", "entries")
            raise InputError(f"{where}, {name}: {entries} for {counted(segments, 'segment')}")


def _check_items(plan: CampaignPlan, segments: int, where: str) -> None:
    """Items have numbers of their own, and segments that there are."""
    numbers = {item.number for item in plan.items}
    if len(numbers) != len(plan.items):
        raise InputError(f"{where}: two items have the same number")
    for number in plan.standing or ():
        if number not in numbers:
            raise InputError(f"{where}: there is no item {number}, which is said to stand around others")
    for item in plan.items:
        place = f"{where}, item {item.number}"
        if not 0 <= item.number <= MOST_ITEMS or not item.units:
            raise InputError(f"{place}: items have a number from 0 to {MOST_ITEMS:,}, and units")
        if item.original is not None and item.original not in numbers:
            raise InputError(f"{place}: there is no item {item.original}, which it is said to belong to")
        for unit in item.units:
            if not unit.systems and item.kind != TUTORIAL:
                raise InputError(f"{place}: a unit has no system that made it")
            if not (0 <= unit.segment < segments or (unit.segment == -1 and unit.source is not None)):
                raise InputError(f"{place}: there is no segment {unit.segment}")


def _check_proposals(campaign: Campaign, where: str) -> None:
    """Proposed errors are some that could be marked."""
    field = campaign.protocol.proposing
    for item in campaign.plan.items:
        for unit in item.units:
            if unit.proposed and field is None:
                raise InputError(f"{where}, item {item.number}: the protocol shows no proposed errors")
            if field is not None:
                check_proposed(field, unit, campaign.texts, f"{where}, item {item.number}")


def _check_bundles(plan: CampaignPlan, where: str) -> None:
    """Bundles have numbers of their own, and items that there are."""
    items, numbers = {item.number for item in plan.items}, {bundle.number for bundle in plan.bundles}
    if len(numbers) != len(plan.bundles):
        raise InputError(f"{where}: two bundles have the same number")
    for bundle in plan.bundles:
        place = f"{where}, bundle {bundle.number}"
        if not bundle.items or len(set(bundle.items)) != len(bundle.items) or bundle.copies < 0:
            raise InputError(f"{place}: a bundle has items, each once, and copies from 0")
        unknown = [number for number in bundle.items if number not in items]
        if unknown:
            raise InputError(f"{place}: there is no item {unknown[0]} in the plan")
        _check_passages(bundle, place)


def _check_passages(bundle: Bundle, place: str) -> None:
    """Passages are all of a bundle, and each has a screen that is at its own place in the document."""
    if not bundle.passages:
        return
    start = 0
    for passage in bundle.passages:
        screens = bundle.items[start : start + passage.screens]
        if passage.screens < 1 or set(screens) <= set(passage.guests):
            raise InputError(f"{place}: a passage has screens, and not all of them are guests")
        start += passage.screens
    if start != len(bundle.items):
        raise InputError(f"{place}: its passages have {counted(start, 'screen')} of {len(bundle.items)}")


def completed_definition(definition: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """Return a definition with the shared texts that it lacks, as later versions have them; a warning names them."""
    protocol = checked_value(Campaign, definition, f"{where}, definition").protocol
    shared, keys = shared_wording(), wording_keys(protocol)
    lacking = {
        language: {key: shared[language][key] for key in keys if key not in own and key in shared[language]}
        for language, own in protocol.wording.items()
        if language in shared
    }
    names = dict.fromkeys(key for texts in lacking.values() for key in texts)
    if not names:
        return definition
    warnings.warn(
        f"{where}: this log is of an early version and lacks the texts {', '.join(names)}; they are those of this "
        "version now, which annotators may have seen in other words",
        AssayWarning,
        stacklevel=2,
    )
    wording = {language: {**lacking.get(language, {}), **own} for language, own in protocol.wording.items()}
    return {**definition, "protocol": {**definition["protocol"], "wording": wording}}
