"""The units of a plan as a table: one entry a unit, items one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.campaigns.values import CALIBRATION, TUTORIAL, Campaign, Item, JudgedText
from assay.data import DEGRADED, FILLER, GENUINE, JOINT, Codes

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
    """Lay out all units of a plan; tutorials are no part of it."""
    items = [item for item in campaign.plan.items if item.kind != TUTORIAL]
    highest = max((item.number for item in campaign.plan.items), default=-1)
    first, count = np.full(highest + 1, -1, dtype=np.int64), np.zeros(highest + 1, dtype=np.int64)
    units: list[JudgedText] = []
    for item in items:
        first[item.number], count[item.number] = len(units), len(item.units)
        units += item.units
    of_unit = [item for item in items for _ in item.units]
    joint = campaign.protocol.scheme == "ranking"
    systems = [
        (JOINT.join(unit.systems),) if joint else unit.systems[:1] if unit.planted else unit.systems
        for unit in units
    ]
    return UnitTable(
        first,
        count,
        units,
        Codes.of([campaign.texts.segments[unit.segment] for unit in units]),
        Codes.of([item.document for item in of_unit]),
        Codes.of([_kind(item, unit) for item, unit in zip(of_unit, units, strict=True)]),
        Codes.of([name for names in systems for name in names]),
        np.concatenate([[0], np.cumsum([len(names) for names in systems])]).astype(np.int64),
    )


def _kind(item: Item, unit: JudgedText) -> str:
    """Return what a unit is there for: beside a degraded output the others are only its company."""
    if item.kind == DEGRADED and not unit.planted and any(each.planted for each in item.units):
        return FILLER
    return GENUINE if item.kind == CALIBRATION else item.kind
