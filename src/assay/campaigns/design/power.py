"""What a design can show: the smallest difference between two systems that its judgements would find.

Before anybody has judged, the spread of judgements must be assumed. Differences between two systems on a segment are
taken to have a standard deviation of a quarter of the scale for what differs from segment to segment, and each
annotator adds noise of an eighth of it to each of the two scores: what direct assessments look like (segments 20 to 25
and noise 10 to 15 points of 100; the simulation of control tests in `assay.human` uses 20 and 10). For rankings it is
the sign test of decided pairs, for right and wrong answers two shares near one half. More annotators shrink the noise,
more segments shrink both. The figure is that of a two-sided paired test at 5 %, corrected for all pairs of systems,
with a power of 80 %.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from assay.campaigns.values import CALIBRATION, Item, Plan, Protocol, Texts
from assay.comparison import detectable_at
from assay.data import GENUINE, SCALES
from assay.human import POWER

SEGMENT_SHARE, NOISE_SHARE = 1 / 4, 1 / 8
MQM_SPREAD = 5.0  # points, where a scale has no end: one major error (Freitag et al. 2021)
ALPHA = 0.05


@dataclass(frozen=True)
class DesignPower:
    """What a plan can show, and the numbers that it rests on."""

    systems: int
    segments: int  # judged for a system
    annotators: float  # for an output, on average
    judgements: int  # of genuine outputs in all
    difference: float  # the smallest that is found
    scale: float  # its length; infinite where it has no end
    protocol: str

    def __str__(self) -> str:
        """Say it in one line."""
        done = (
            f"{self.judgements} judgements: {self.segments} segments of {self.systems} systems, "
            f"{self.annotators:g} annotator{'s' if self.annotators != 1 else ''} each"
        )
        if self.systems < 2:
            return f"{done}; one system has nothing to be compared with"
        if not math.isfinite(self.difference):
            return f"{done}; too few segments to show any difference"
        unit = "share of decided pairs won, above one half" if self.protocol == "ranking" else "points"
        whole = "" if not math.isfinite(self.scale) or self.protocol == "ranking" else f" of {self.scale:g}"
        return (
            f"{done}; with 80 % power this shows a difference of {self.difference:.2g} {unit}{whole} between two "
            "systems (assuming usual spreads)"
        )


def design_power(plan: Plan, protocol: Protocol, texts: Texts) -> DesignPower:
    """Return what difference between two systems a plan can show."""
    copies = {number: max(1, bundle.copies) for bundle in plan.bundles for number in bundle.items}
    judged: Counter[tuple[str, int, int]] = Counter()
    for item in plan.items:
        if item.kind in (GENUINE, CALIBRATION):
            for unit in item.units:
                keys = [(system, unit.segment, asked) for system in unit.systems for asked in _asked(item)]
                judged.update({key: copies.get(item.number, 0) for key in keys})
    total, systems = sum(judged.values()), len(texts.outputs)
    segments = len(judged) // max(1, systems)
    annotators = total / len(judged) if judged else 0.0
    scale = SCALES[protocol.scheme]
    length = scale.high - scale.low
    return DesignPower(
        systems,
        segments,
        round(annotators, 2),
        total,
        _smallest(protocol.scheme, length, segments, annotators, systems=systems),
        length,
        protocol.scheme,
    )


def _asked(item: Item) -> range:
    """Return the numbers of an item's questions; one without any is judged once."""
    return range(max(1, len(item.questions)))


def _smallest(scheme: str, length: float, segments: int, annotators: float, *, systems: int) -> float:
    pairs = max(1, systems * (systems - 1) // 2)
    if segments < 2 or not annotators:
        return math.inf
    if scheme == "ranking":
        error = 0.5 / math.sqrt(segments * annotators)
    elif scheme in ("yes-no", "comprehension"):
        error = math.sqrt(0.5 / segments)
    else:
        size = length if math.isfinite(length) else MQM_SPREAD / SEGMENT_SHARE
        noise = 2 * (NOISE_SHARE * size) ** 2 / annotators
        error = math.sqrt(((SEGMENT_SHARE * size) ** 2 + noise) / segments)
    smallest = detectable_at(error, segments, alpha=ALPHA, pairs=pairs, power=POWER)
    most = 0.5 if scheme == "ranking" else length
    return smallest if smallest <= most else math.inf
