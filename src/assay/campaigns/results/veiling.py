"""Judgements under other names: annotators always, systems where that is wanted, and no remarks in free words.

Names are given in an order drawn by the seed of the plan, so that neither the alphabet nor the order of coming tells
who is who, and the same study gives the same names again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

import numpy as np

from assay.campaigns.values import Campaign
from assay.data import JOINT, Codes, Extra, Judgements

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
    shown = list(campaign.texts.outputs)
    letters = _drawn(shown, "system {}", rng, lettered=True) if systems else {name: name for name in shown}
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
            extra=_kept(judgements.extra),
        ),
        letters,
    )


def _kept(extra: Extra) -> Extra:
    return {name: column for name, column in extra.items() if name in KEPT}


def _drawn(
    names: Sequence[str], words: str, rng: np.random.Generator, *, lettered: bool = False
) -> dict[str, str]:
    places = rng.permutation(len(names)).tolist()
    few = lettered and len(names) <= len(ascii_uppercase)
    called = [words.format(ascii_uppercase[place] if few else place + 1) for place in places]
    return dict(zip(names, called, strict=True))
