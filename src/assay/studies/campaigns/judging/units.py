"""The units of a plan as a table: one entry a unit, items one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, FILLER, GENUINE, JOINT, Codes
from assay.studies.campaigns.values import CALIBRATION, TUTORIAL, Campaign, Item, JudgedText

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class UnitTable:
    """What is known of every unit; `first` and `count` say where those of an item are, by its number.

    The systems that made unit i are `systems[system_offsets[i]:system_offsets[i + 1]]`: one joint name in rankings, and
    of what was degraded the first of them, since it was judged once and says nothing of any.
    """

    first: Numbers  # -1 where there is no such item, or only a tutorial
    count: Numbers
    units: Sequence[JudgedText]
    segment: Codes
    document: Codes
    kind: Codes
    systems: Codes
    system_offsets: Numbers


def unit_table(campaign: Campaign) -> UnitTable:
    """Lay out all units of a plan; tutorials are no part of it.

    Each is looked at once: a large plan is scattered over more memory than a processor has at hand.
    """
    names, joint = campaign.texts.segments, campaign.protocol.scheme == "ranking"
    rows = [
        (item.number, unit, names[unit.segment], item.document, _kind(item, unit), _makers(unit, joint))
        for item in campaign.plan.items
        if item.kind != TUTORIAL
        for unit in item.units
    ]
    number, units, segment, document, kind, systems = zip(*rows, strict=True) if rows else ((),) * 6
    highest = max((item.number for item in campaign.plan.items), default=-1)
    item = np.array(number, dtype=np.int64)
    first = np.full(highest + 1, -1, dtype=np.int64)
    first[item[::-1]] = np.arange(len(item))[::-1]
    return UnitTable(
        first,
        np.bincount(item, minlength=highest + 1),
        units,
        Codes.of(segment),
        Codes.of(document),
        Codes.of(kind),
        Codes.of([name for names in systems for name in names]),
        np.cumsum([0, *map(len, systems)]),
    )


def _makers(unit: JudgedText, joint: bool) -> tuple[str, ...]:
    if joint:
        return (JOINT.join(unit.systems),)
    return unit.systems[:1] if unit.planted else unit.systems


def _kind(item: Item, unit: JudgedText) -> str:
    """Return what a unit is there for: beside a degraded output the others are only its company."""
    if item.kind == DEGRADED and not unit.planted and any(each.planted for each in item.units):
        return FILLER
    return GENUINE if item.kind == CALIBRATION else item.kind
