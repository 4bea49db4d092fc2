"""The texts of a campaign, from an evaluation set and what systems made of it."""

from __future__ import annotations

from assay.campaigns.values import CampaignTexts
from assay.data import Bilingual, EvalSet, Outputs, numbered_ids
from assay.errors import InputError


def texts_of(evalset: EvalSet, outputs: Outputs) -> CampaignTexts:
    """Return the texts of a set with its first reference; a set without source has empty ones."""
    _refuse_nothing(evalset.name, len(evalset), outputs)
    documents = evalset.document.column() if evalset.document is not None else [""] * len(evalset)
    first = next(iter(evalset.references.values()))
    return CampaignTexts(
        evalset.languages,
        tuple(evalset.source if evalset.source is not None else [""] * len(evalset)),
        tuple(first),
        tuple(documents),
        {system: tuple(lines) for system, lines in outputs.items()},
        tuple(evalset.ids if evalset.ids is not None else numbered_ids(len(evalset))),
    )


def texts_without_reference(bilingual: Bilingual) -> CampaignTexts:
    """Return the texts of a source and outputs that have no reference."""
    size = len(bilingual)
    _refuse_nothing(bilingual.name, size, bilingual.outputs)
    return CampaignTexts(
        bilingual.languages,
        tuple(bilingual.source),
        (None,) * size,
        ("",) * size,
        {system: tuple(lines) for system, lines in bilingual.outputs.items()},
        tuple(bilingual.ids),
    )


def _refuse_nothing(name: str, segments: int, outputs: Outputs) -> None:
    if not segments or not outputs:
        raise InputError(f"{name}: there is nothing to judge; give at least one segment and one output")
