"""What the controls of a campaign say of its annotators, and what systems rank like with and without those who fail.

All is computed by `assay.human` from the judgements: the paired test on degraded items with its power, how repeats
differ, planted errors that were marked, and signs of not reading. Nobody is left out in silence: a verdict comes with
its figures, and rankings are made both ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import DEGRADED, Judgements
from assay.human import Flag, Ranking, RankOptions, RaterOptions, RaterQuality, RaterStudy, rank, study_raters
from assay.human.raters.planted import DELETED
from assay.studies.campaigns.design.degradation import is_part
from assay.studies.campaigns.values import Campaign, JudgedText

FAILED = "fail"
# The time of a row is that of reading its text, for all questions on it
TIMED_READING = "comprehension"


@dataclass(frozen=True)
class AnnotatorVerdict:
    """One annotator: the verdict ("pass", "fail", "not yet" or "no controls") with all that it rests on."""

    annotator: str
    verdict: str
    quality: RaterQuality  # pairs, power, repeats, references, time
    planted: int  # errors that were planted in what this annotator saw
    marked: int  # and how many of them were marked
    flags: tuple[Flag, ...]  # too fast, straight-lining, …

    @property
    def failed(self) -> bool:
        """Whether this annotator did not tell what was damaged, though a careful one would have."""
        return self.verdict == FAILED


@dataclass(frozen=True)
class BothRankings:
    """The ranking by all annotators, and the one without those who failed: None if nobody did, or all did."""

    by_all: Ranking
    without_failed: Ranking | None
    failed: tuple[str, ...]


def planted_places(campaign: Campaign) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Return where degraded outputs were damaged, by system and segment."""
    return {
        (system, campaign.texts.segments[unit.segment]): _places(unit, campaign.texts.outputs[system])
        for item in campaign.plan.items
        if item.kind == DEGRADED
        for unit in item.units
        if unit.planted  # beside it, the same output may stand as it is
        for system in unit.systems
    }


def _places(unit: JudgedText, outputs: Sequence[str]) -> list[tuple[int, int]]:
    """Return where an output was damaged; what was deleted may be marked as an omission, too."""
    places = [(span.start, span.end) for span in unit.planted]
    return [*places, DELETED] if places and is_part(unit.text, outputs[unit.segment]) else places


def judge_annotators(
    campaign: Campaign, judgements: Judgements, options: RaterOptions | None = None
) -> tuple[AnnotatorVerdict, ...]:
    """Return the verdict on everybody who judged anything."""
    return verdicts_of(study_annotators(campaign, judgements, options)) if len(judgements) else ()


def study_annotators(
    campaign: Campaign, judgements: Judgements, options: RaterOptions | None = None
) -> RaterStudy:
    """Return all that controls say of annotators, with the places of planted errors that the plan knows.

    What several systems made was judged once and has a row for each: of these the first counts here, else one answer
    would look like a run of equal scores, and its repeat like several.
    """
    once = judged_once(campaign, judgements)
    return study_raters(once, options, planted_places(campaign), _active_seconds(once))


def _active_seconds(judgements: Judgements) -> Mapping[str, float] | None:
    """Return the active seconds of everybody, as browsers measured them; None where rows have another time.

    The rows of one answer follow one another, and each has its time.
    """
    if judgements.start is None or judgements.seconds is None or judgements.scheme == TIMED_READING:
        return None
    rater, start = judgements.rater.index, judgements.start
    again = np.zeros(len(judgements), dtype=bool)
    again[1:] = (rater[1:] == rater[:-1]) & (start[1:] == start[:-1])
    known = np.isfinite(judgements.seconds)
    spent = np.where(known & ~again, judgements.seconds, 0.0)
    names, number = judgements.rater.names, len(judgements.rater.names)
    total, any_known = np.bincount(rater, spent, number), np.bincount(rater, known, number) > 0
    return {
        name: own for name, own, told in zip(names, total.tolist(), any_known.tolist(), strict=True) if told
    }


def judged_once(campaign: Campaign, judgements: Judgements) -> Judgements:
    """Return one row for every answer: that of the first of the systems that made the output."""
    names = campaign.texts.segments
    shared = {
        (system, names[unit.segment])
        for item in campaign.plan.items
        for unit in item.units
        for system in unit.systems[1:]
    }
    if not shared or judgements.scheme == "ranking":
        return judgements
    systems, segments = len(judgements.system.names), len(judgements.segment.names)
    numbers = [
        {name: number for number, name in enumerate(column.names)}
        for column in (judgements.system, judgements.segment)
    ]
    again = np.zeros((systems, segments), dtype=bool)
    for system, segment in shared:
        if system in numbers[0] and segment in numbers[1]:
            again[numbers[0][system], numbers[1][segment]] = True
    return judgements.where(~again[judgements.system.index, judgements.segment.index])


def verdicts_of(study: RaterStudy) -> tuple[AnnotatorVerdict, ...]:
    """Return the verdict on everybody, each with what it rests on."""
    recalls = {recall.rater: recall for recall in study.recalls}
    return tuple(
        AnnotatorVerdict(
            quality.rater,
            quality.verdict,
            quality,
            recalls[quality.rater].planted if quality.rater in recalls else 0,
            recalls[quality.rater].found if quality.rater in recalls else 0,
            tuple(flag for flag in study.flags if flag.rater == quality.rater),
        )
        for quality in study.quality.raters
    )


def rank_both_ways(
    judgements: Judgements, verdicts: Sequence[AnnotatorVerdict], options: RankOptions | None = None
) -> BothRankings:
    """Rank systems by everybody, and again without those who failed."""
    options = options or RankOptions()
    failed = tuple(each.annotator for each in verdicts if each.failed)
    some = 0 < len(failed) < len(judgements.rater.names)
    without = replace(options, without=(*options.without, *failed))
    return BothRankings(rank(judgements, options), rank(judgements, without) if some else None, failed)


def earns_code(verdict: AnnotatorVerdict) -> bool:
    """Tell whether somebody has earned a completion code: whoever has not failed."""
    return not verdict.failed
