"""A protocol and texts as a study of post-editing wants them: a control arm, a blind log, material, a brief."""

from __future__ import annotations

from dataclasses import replace

from assay.errors import InputError, OptionError
from assay.studies.campaigns.values import SCRATCH, CampaignTexts, Protocol, Step

BRIEF = "brief"  # the key of its wording


def with_scratch(texts: CampaignTexts, protocol: Protocol) -> CampaignTexts:
    """Add translation from scratch as a way of working: a "system" that made nothing."""
    if protocol.logged is None:
        raise OptionError(f"scratch belongs to post-editing; the protocol {protocol.name} edits no text")
    if SCRATCH in texts.outputs:
        raise InputError(f'a system is called "{SCRATCH}" already; give it another name')
    return replace(texts, outputs={SCRATCH: ("",) * len(texts.source), **texts.outputs})


def adapted(
    protocol: Protocol, *, blind: bool = False, with_reference: bool = False, brief: str = ""
) -> Protocol:
    """Return a protocol with a log that is blind to content, with references shown, with a brief."""
    if blind and protocol.logged is None:
        raise OptionError(f"blind belongs to post-editing; the protocol {protocol.name} logs no edits")
    steps = tuple(_step(step, blind=blind, with_reference=with_reference) for step in protocol.steps)
    told = {BRIEF: brief} if brief else {}
    wording = {language: {**own, **told} for language, own in protocol.wording.items()}
    return replace(protocol, steps=steps, wording=wording)


def _step(step: Step, *, blind: bool, with_reference: bool) -> Step:
    fields = tuple(
        replace(each, log="blind") if blind and each.log == "full" else each for each in step.fields
    )
    more = ("reference",) if with_reference and "reference" not in step.shows else ()
    return replace(step, fields=fields, shows=(*step.shows, *more))


def check_material(texts: CampaignTexts) -> None:
    """Refuse references as material where there are none."""
    if not any(texts.reference):
        raise InputError("there is no reference to show; give one with -r, or leave out --with-reference")
