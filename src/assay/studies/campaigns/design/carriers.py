"""Proposals and control items: nothing about the marks on a screen may tell what the screen is there for.

A repeat starts with the marks of the first time. A degraded output starts with those of its original, each where its
words stand now; what was proposed where the text was damaged is proposed of another word, for the output with fewer
marks of two would be the degraded one. A mark on the planted error itself would be found by whoever accepts everything,
so nothing is ever proposed there; what no other word is left for is left out. A reference that is judged as an output
has the proposals of the system "reference", if the file has any.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import DEGRADED, REFERENCE
from assay.errors import AssayWarning
from assay.studies.campaigns.design.degradation import Damaged
from assay.studies.campaigns.graphemes import splits_character
from assay.studies.campaigns.values import TUTORIAL, CampaignPlan, ProposedSpan


def carried(proposed: Sequence[ProposedSpan], damaged: Damaged) -> tuple[ProposedSpan, ...]:
    """Return the proposals for a text as they stand in its degraded copy."""
    moved = (_moved(span, damaged) for span in proposed)
    return tuple(span for span in moved if span is not None)


def as_many(
    proposed: Sequence[ProposedSpan], damaged: Damaged, random: np.random.Generator
) -> tuple[ProposedSpan, ...]:
    """Return the proposals for a degraded copy, those that were lost on random words that have none."""
    kept = carried(proposed, damaged)
    lost = [span for span in proposed if _moved(span, damaged) is None]
    taken = [(span.start, span.end) for span in damaged.planted] + [(span.start, span.end) for span in kept]
    words = [word.span() for word in re.finditer(r"\w+", damaged.text)]
    free = [word for word in words if not any(word[0] < end and start < word[1] for start, end in taken)]
    free = [word for word in free if not any(splits_character(damaged.text, place) for place in word)]
    chosen = [free[place] for place in random.permutation(len(free)).tolist()[: len(lost)]] if lost else []
    put = (
        replace(span, side="target", start=start, end=end)
        for span, (start, end) in zip(lost, chosen, strict=False)
    )
    return tuple(sorted((*kept, *put), key=lambda span: (span.side, span.start, span.end)))


def _moved(span: ProposedSpan, damaged: Damaged) -> ProposedSpan | None:
    # Where words were deleted, a mark of what is missing would find the planted error
    if span.side != "target":
        return span if all(change.put_in for change in damaged.changes) else None
    if any(span.start < change.end and change.start < span.end for change in damaged.changes):
        return None
    before = [change for change in damaged.changes if change.end <= span.start]
    shift = sum(change.put_in - (change.end - change.start) for change in before)
    start, end = span.start + shift, span.end + shift
    if any(start < planted.end and planted.start < end for planted in damaged.planted):
        return None
    return replace(span, start=start, end=end)


def warn_of_telling(plan: CampaignPlan) -> None:
    """Warn where a screen without any proposal can only be a control: all genuine ones have some."""
    kinds = {
        (item.kind in (DEGRADED, REFERENCE), bool(unit.proposed))
        for item in plan.items
        if item.kind != TUTORIAL
        for unit in item.units
    }
    if (False, False) not in kinds and (True, False) in kinds:
        warnings.warn(
            "every output has proposed errors, and some control items have none: annotators could recognise them by "
            'that; propose errors for the references too (system "reference"), or take more segments',
            AssayWarning,
            stacklevel=2,
        )
