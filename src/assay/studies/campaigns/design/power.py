"""What a design can show: the smallest difference between two systems that its judgements would find.

Before anybody has judged, the spread of judgements must be assumed. Differences between two systems on a segment are
taken to have a standard deviation of a quarter of the scale for what differs from segment to segment, and each
annotator adds noise of an eighth of it to each of the two scores: what direct assessments look like (segments 20 to 25
and noise 10 to 15 points of 100; the simulation of control tests in `assay.human` uses 20 and 10). For rankings it is
the sign test of segments, each of which counts once, for the output that most of its annotators prefer; for right and
wrong answers two shares near one half. More annotators shrink the noise, more segments shrink both. Of post-edits it is
the time per word: its logarithm has a residual standard deviation of 0.37 in Green et al. (2013) and 0.68 in Toral et
al. (2018), and the difference of two ways of working √2 times that.
The figure is that of a two-sided paired test at 5 %, corrected for all pairs of systems, with a power of 80 %.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from assay.comparison.power_analysis import detectable_at
from assay.data import GENUINE, SCALES
from assay.errors import counted
from assay.human import POWER
from assay.studies.campaigns.values import CALIBRATION, CampaignPlan, CampaignTexts, Item, Protocol

SEGMENT_SHARE, NOISE_SHARE = 1 / 4, 1 / 8
# Points, where a scale has no end: one major error (Freitag et al. 2021)
MQM_SPREAD = 5.0
ALPHA = 0.05
SHARES = ("yes-no", "comprehension")  # of right answers
TIMED = "post-edit"
TIME_SPREAD = 0.66  # of the difference of two logarithms of times per word


@dataclass(frozen=True)
class DesignPower:
    """What a plan can show, and the numbers that it rests on."""

    scheme: str
    systems: int
    segments: int  # judged for a system
    annotators: float  # for an output, on average
    judgements: int  # of genuine outputs, in all
    # The smallest that is found; infinite where none on the scale would be
    difference: float

    def __str__(self) -> str:
        """Say it in one line."""
        done = (
            f"{counted(self.judgements, 'judgement')}: {counted(self.segments, 'segment')} of "
            f"{counted(self.systems, 'system')}, {self.annotators:g} annotator{'s' * (self.annotators != 1)} each"
        )
        if self.systems < 2:
            return f"{done}; one system has nothing to be compared with"
        if not math.isfinite(self.difference):
            return f"{done}; too few to show any difference between two systems"
        return f"{done}; with 80 % power this shows {self._shown()} (with the spread that is usual)"

    def _shown(self) -> str:
        if self.scheme == TIMED:
            return f"that one way of working is {100 * math.expm1(self.difference):.0f} % faster than another"
        if self.scheme == "ranking":
            return f"that a system wins {50 + 100 * self.difference:.0f} % of the segments that are decided"
        if self.scheme in SHARES:
            return f"a difference of {100 * self.difference:.0f} percentage points between two systems"
        scale = SCALES[self.scheme]
        ends = (
            f" on the scale of {scale.low:g} to {scale.high:g}"
            if math.isfinite(scale.low)
            else " per segment"
        )
        return f"a difference of {self.difference:.2g} points{ends} between two systems"


def design_power(plan: CampaignPlan, protocol: Protocol, texts: CampaignTexts) -> DesignPower:
    """Return what difference between two systems a plan can show."""
    copies = {number: max(1, bundle.copies) for bundle in plan.bundles for number in bundle.items}
    judged: Counter[tuple[str, int, int]] = Counter()
    compared = 0
    for item in plan.items:
        if item.kind in (GENUINE, CALIBRATION):
            compared += math.comb(len(item.units), 2) if item.number in copies else 0
            for unit in item.units:
                keys = [(system, unit.segment, asked) for system in unit.systems for asked in _asked(item)]
                judged.update({key: copies.get(item.number, 0) for key in keys})
    total, systems = sum(judged.values()), len(texts.outputs)
    segments = len(judged) // max(1, systems)
    annotators = total / len(judged) if judged else 0.0
    pairs = max(1, math.comb(systems, 2))
    units = compared // pairs if protocol.scheme == "ranking" else segments
    smallest = _smallest(protocol.scheme, units, annotators, pairs)
    return DesignPower(protocol.scheme, systems, segments, round(annotators, 2), total, smallest)


def _asked(item: Item) -> range:
    """Return the numbers of an item's questions; one without any is judged once."""
    return range(max(1, len(item.questions)))


def _smallest(scheme: str, units: int, annotators: float, pairs: int) -> float:
    """Return the smallest difference that is found: of means, of shares, or from one half of decided segments."""
    scale = SCALES[scheme]
    length = scale.high - scale.low
    if units < 2:
        return math.inf
    if scheme == TIMED:
        error, most = TIME_SPREAD / math.sqrt(units * annotators), math.inf
    elif scheme == "ranking":
        error, most = 0.5 / math.sqrt(units), 0.5
    elif scheme in SHARES:
        error, most = math.sqrt(0.5 / units), 1.0
    else:
        size, most = (length, length) if math.isfinite(length) else (MQM_SPREAD / SEGMENT_SHARE, math.inf)
        noise = 2 * (NOISE_SHARE * size) ** 2 / annotators
        error = math.sqrt(((SEGMENT_SHARE * size) ** 2 + noise) / units)
    smallest = detectable_at(error, units, alpha=ALPHA, pairs=pairs, power=POWER)
    return smallest if smallest <= most else math.inf
