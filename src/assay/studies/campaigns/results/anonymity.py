"""Judgements and edits under other names: annotators always, systems where that is wanted; no remarks in free words.

Names are given in an order drawn by the seed of the plan, so that neither the alphabet nor the order of coming tells
who is who, and the same study gives the same names again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

import numpy as np

from assay.data import JOINT, Codes, Extra, Judgements
from assay.studies.campaigns.values import SCRATCH, Campaign

KEPT = (
    "version",
    "position",
    "answer_seconds",
    "accepted",
    "changed",
    "deleted",
    "added",
    "proposals",
    "proposal",
)
# of further columns of judgements and errors: nothing that somebody wrote


def veiled(
    campaign: Campaign, judgements: Judgements, *, systems: bool
) -> tuple[Judgements, Mapping[str, str]]:
    """Return judgements without the names of annotators, and of systems if wanted; and what systems are called."""
    rng = np.random.default_rng(campaign.plan.seed)
    raters = _drawn(sorted(judgements.rater.names), "annotator {}", rng)
    shown = {name: name for name in campaign.texts.outputs}
    # No system: everybody sees that there was none
    machines = [name for name in shown if name != SCRATCH]
    letters = shown | _drawn(machines, "system {}", rng, lettered=True) if systems else shown
    edited = campaign.protocol.logged  # a translation, which is what the study is about
    named = [
        JOINT.join(letters.get(part, part) for part in name.split(JOINT)) for name in judgements.system.names
    ]
    return (
        replace(
            judgements,
            rater=Codes(tuple(raters[name] for name in judgements.rater.names), judgements.rater.index),
            system=Codes(tuple(named), judgements.system.index),
            spans=None
            if judgements.spans is None
            else replace(judgements.spans, extra=_kept(judgements.spans.extra)),
            extra=_kept(judgements.extra, *([edited.name] if edited is not None else [])),
        ),
        letters,
    )


def veiled_edits(
    records: Iterable[Mapping[str, Any]], editors: Mapping[str, str], systems: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield the records of a log of post-editing under the names that editors and systems are called by."""
    rows: dict[str, str] = {}
    for record in records:
        shown = dict(record)
        for key in {"unit", "events", "final"} & shown.keys():  # which hold the name of the editor
            shown[key] = rows.setdefault(shown[key], f"text {len(rows) + 1}")
        if "editor" in shown:
            shown |= {"editor": editors[shown["editor"]], "system": systems[shown["system"]]}
        yield shown


def _kept(extra: Extra, *more: str) -> Extra:
    return {name: column for name, column in extra.items() if name in (*KEPT, *more)}


def _drawn(
    names: Sequence[str], words: str, rng: np.random.Generator, *, lettered: bool = False
) -> dict[str, str]:
    places = rng.permutation(len(names)).tolist()
    few = lettered and len(names) <= len(ascii_uppercase)
    called = [words.format(ascii_uppercase[place] if few else place + 1) for place in places]
    return dict(zip(names, called, strict=True))
