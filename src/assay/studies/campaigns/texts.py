"""The texts of a campaign, from an evaluation set and what systems made of it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from assay.data import Bilingual, EvalSet, Outputs, numbered_ids
from assay.errors import AssayWarning, InputError
from assay.studies.campaigns.values import CampaignTexts, Protocol

MOST_NAMED = 5  # segments of a system


def texts_of(evalset: EvalSet, outputs: Outputs) -> CampaignTexts:
    """Return the texts of a set with its first reference; a set without source has empty ones."""
    _refuse_nothing(evalset.name, len(evalset), outputs)
    documents = evalset.document.column() if evalset.document is not None else [""] * len(evalset)
    first = next(iter(evalset.references.values()), [None] * len(evalset))
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
        tuple(bilingual.document.column() if bilingual.document is not None else [""] * size),
        {system: tuple(lines) for system, lines in bilingual.outputs.items()},
        tuple(bilingual.ids),
    )


def warn_of_empty(texts: CampaignTexts) -> None:
    """Warn of outputs without text, which annotators are shown all the same: a system may have returned nothing."""
    empty = {
        system: [texts.segments[at] for at, line in enumerate(lines) if not line.strip()]
        for system, lines in texts.outputs.items()
    }
    named = [f"{system}: {_some(segments)}" for system, segments in empty.items() if segments]
    if named:
        count = sum(map(len, empty.values()))
        warnings.warn(
            f"{count} {'output is' if count == 1 else 'outputs are'} empty ({'; '.join(named)}); annotators judge "
            "an empty text as it is: fill it in, or leave the segment out, if it is only missing",
            AssayWarning,
            stacklevel=2,
        )


def warn_of_language(protocol: Protocol, language: str) -> None:
    """Warn of a protocol without wording in the language of the interface: its own texts are in another then."""
    if language not in protocol.wording:
        shown = "en" if "en" in protocol.wording else next(iter(protocol.wording))
        warnings.warn(
            f"the protocol {protocol.name} has no wording in {language}; its texts are shown in {shown}, while buttons "
            f"are in {language}: add a table [wording.{language}]",
            AssayWarning,
            stacklevel=2,
        )


def check_shown(texts: CampaignTexts, protocol: Protocol) -> None:
    """Refuse a protocol that shows a source or a reference beside outputs, where no segment has text for it."""
    sides = {"source": texts.source, "reference": texts.reference}
    known = {name: any(text and text.strip() for text in side) for name, side in sides.items()}
    for step in protocol.steps:
        shown = [name for name in known if name in step.shows]
        if shown and not any(known[name] for name in shown):
            flags = " or ".join(f"-{name[0]}" for name in shown)
            raise InputError(
                f"{protocol.name} shows annotators the {' or the '.join(shown)}, and all of it is missing or empty; "
                f"give the text with {flags}, or take another protocol"
            )


def _some(segments: Sequence[str]) -> str:
    more = f" and {len(segments) - MOST_NAMED} more" if len(segments) > MOST_NAMED else ""
    return f"segment{'s' * (len(segments) > 1)} {', '.join(segments[:MOST_NAMED])}{more}"


def _refuse_nothing(name: str, segments: int, outputs: Outputs) -> None:
    if not segments or not outputs:
        raise InputError(f"{name}: there is nothing to judge; give at least one segment and one output")
