"""Proposals and control items: nothing about the marks on a screen may tell what the screen is there for.

A repeat starts with the marks of the first time. A degraded output starts with those of its original, each where its
words stand now; what was proposed where the text was damaged is left out, for it was proposed for other words. A mark
on the planted error itself would be found by whoever accepts everything, so nothing is ever proposed there. A reference
that is judged as an output has the proposals of the system "reference", if the file has any.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

from assay.data import DEGRADED, REFERENCE
from assay.errors import AssayWarning
from assay.studies.campaigns.design.degradation import Damaged
from assay.studies.campaigns.values import TUTORIAL, CampaignPlan, ProposedSpan


def carried(proposed: Sequence[ProposedSpan], damaged: Damaged) -> tuple[ProposedSpan, ...]:
    """Return the proposals for a text as they stand in its degraded copy."""
    moved = (_moved(span, damaged) for span in proposed)
    return tuple(span for span in moved if span is not None)


def _moved(span: ProposedSpan, damaged: Damaged) -> ProposedSpan | None:
    if (
        span.side != "target"
    ):  # where words were deleted, a mark of what is missing would find the planted error
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
