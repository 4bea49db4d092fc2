"""What a campaign says so far: how far it is, who did what in which time, the ranking with and without who fails.

The ranking, agreement and the verdicts on annotators are those of `assay.human` on the campaign's judgements, as for
any file. A campaign under way may have too little for one of them: then it says what is missing. Agreement compares
judgements pairwise, so of very many of them only a drawn part is compared, and how large it is is said. What may be
claimed however often one looks goes by the part of the plan that is done (`plan_done`).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assay.data import GENUINE, Array, Judgements
from assay.errors import AssayError, AssayWarning, unheard
from assay.human import (
    RANK_SUMS,
    AgreeOptions,
    Ranking,
    RankOptions,
    RaterStudy,
    RatingsRanking,
    ScoreOptions,
    agree,
    rank,
)
from assay.human.looks import PairLook, PlanDone, look_at_pairs
from assay.human.options import Part
from assay.stats import Interval, Settings, t_interval
from assay.studies.campaigns.judging.quality import (
    AnnotatorVerdict,
    judged_once,
    study_annotators,
    verdicts_of,
)
from assay.studies.campaigns.judging.rows import judgements_of
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.proposals.fates import ProposalCounts, count_fates
from assay.studies.campaigns.results.plan_done import DonePlan, done_plan
from assay.studies.campaigns.values import Campaign

# Judgements whose agreement is measured; more are drawn from
MOST_COMPARED = 5_000
MOST_ANNOTATORS = 15  # of them: every two are compared
POINTS = 60  # of the curve of progress
SEED = 12345
NOTHING = "No answer has come in yet: annotators can begin as soon as they have their links."
WITHOUT = "Without those who fail: "


@dataclass(frozen=True)
class AnnotatorProgress:
    """What somebody has done, and in which time."""

    name: str
    screens: int = 0
    bundles: int = 0
    at_work: bool = False
    withdrawn: bool = False
    last: float = 0.0  # seconds since 1970; 0 for never
    active: float = 0.0  # seconds at work, as the browser counts them
    elapsed: float = 0.0  # seconds from showing screens to sending them


@dataclass(frozen=True)
class CampaignProgress:
    """How far a campaign is; `number` is that of its last event."""

    number: int
    closed: bool
    screens: int
    all_screens: int
    bundles: int
    all_bundles: int
    annotators: tuple[AnnotatorProgress, ...]

    @property
    def complete(self) -> bool:
        """Whether the plan is done: a bundle that somebody finished after its lease ran out makes up for no other."""
        return self.bundles >= self.all_bundles > 0

    @property
    def share(self) -> float:
        """The part of all screens that is done."""
        return min(1.0, self.screens / self.all_screens) if self.all_screens else 0.0

    @property
    def left(self) -> int:
        """The screens that are still to be done."""
        return max(0, self.all_screens - self.screens)

    @property
    def work_left(self) -> float:
        """The active seconds that the rest takes at the pace so far; 0 where nothing is left, or no pace known."""
        if not self.screens or self.closed:
            return 0.0
        pace = sum(who.active for who in self.annotators) / self.screens
        return pace * self.left


@dataclass(frozen=True)
class CampaignStudy:
    """A campaign as it stands: progress, judgements, and what may be said of systems and annotators."""

    campaign: Campaign
    progress: CampaignProgress
    judgements: int = 0
    genuine: int = 0
    ranking: Ranking | None = None
    # The mean of the only system, which nothing can be ranked against
    alone: Interval | None = None
    raters: RaterStudy | None = None  # control items, flags and use of the scale
    verdicts: tuple[AnnotatorVerdict, ...] = ()
    troubles: tuple[str, ...] = ()  # why a part cannot be had yet
    cautions: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    without_failed: Ranking | None = None
    compared: int = 0  # judgements that agreement rests on, where not all
    over_time: tuple[tuple[float, int], ...] = ()  # hours since the first answer, screens
    controls: Mapping[str, int] = field(default_factory=dict)  # kind of item to judgements
    # What may be claimed of pairs of systems, however often one looks
    looks: tuple[PairLook, ...] = ()
    proposals: tuple[ProposalCounts, ...] = ()  # what everybody did with proposed errors


def study_campaign(
    campaign: Campaign, answers: Answers, progress: CampaignProgress, judgements: Judgements | None = None
) -> CampaignStudy:
    """Rank systems by what has come in so far, and look at who said it; `judgements` are the answers', if known."""
    if judgements is None and len(answers):
        judgements = judgements_of(campaign, answers)
    done = plan_so_far(campaign, answers, progress) if len(answers) else None
    return replace(study_judgements(campaign, judgements, progress, done), over_time=_over_time(answers))


def plan_so_far(campaign: Campaign, answers: Answers, progress: CampaignProgress) -> DonePlan:
    """Return how much of its plan a campaign has done, for every system."""
    people = sum(not who.withdrawn for who in progress.annotators)
    return done_plan(campaign, answers, people)


def study_judgements(
    campaign: Campaign,
    judgements: Judgements | None,
    progress: CampaignProgress,
    done: DonePlan | None = None,
) -> CampaignStudy:
    """Rank systems by judgements of a campaign, and look at who gave them; `done` is what its plan has come to."""
    study = CampaignStudy(campaign, progress)
    if judgements is None or not len(judgements):
        return replace(study, troubles=(NOTHING,))
    kinds = np.bincount(judgements.item.index, minlength=len(judgements.item.names)).tolist()
    controls = dict(zip(judgements.item.names, kinds, strict=True))
    study = replace(study, judgements=len(judgements), genuine=controls.get(GENUINE, 0), controls=controls)
    if campaign.protocol.proposing is not None:
        study = replace(study, proposals=count_fates(judged_once(campaign, judgements)))
    with unheard() as said:
        study = _with_agreement(_with_rankings(study, judgements), judgements)
    bare = {words: words.removeprefix(WITHOUT) for words in said}
    told = tuple(words for words in bare if words == bare[words] or bare[words] not in bare)
    return replace(study, cautions=told, looks=_looks(study, done) if done is not None else ())


def _looks(study: CampaignStudy, done: DonePlan) -> tuple[PairLook, ...]:
    """Return what may be claimed of pairs however often one looks; a plan that is done is known as a whole."""
    ranking = study.ranking
    if ranking is None or "ranking" not in ranking.parts:
        return ()
    rated = ranking.systems if isinstance(ranking, RatingsRanking) else None
    pairs = done.pairs(paired=rated is None or rated.options.test not in RANK_SUMS)
    if study.progress.complete:
        pairs = dict.fromkeys(pairs, PlanDone(1.0, 1.0))
    return look_at_pairs(ranking, pairs)


def _with_rankings(study: CampaignStudy, judgements: Judgements) -> CampaignStudy:
    if len(study.campaign.texts.outputs) == 1:
        return _with_verdicts(replace(study, alone=_mean_alone(judgements)), judgements)
    parts: tuple[Part, ...] = ("ranking", "raters") if judgements.scheme == "ranking" else ("ranking",)
    options = RankOptions(scoring=_scoring(judgements))
    ranking, trouble = _attempted(judgements, options, parts)
    study = replace(study, ranking=ranking, troubles=(trouble,) if trouble else ())
    study = _with_verdicts(study, judgements)
    failed = tuple(each.annotator for each in study.verdicts if each.failed)
    if not failed:
        return study
    with unheard() as said:
        others, trouble = _attempted(judgements, replace(options, without=failed), ("ranking",))
    for words in said:
        warnings.warn(f"{WITHOUT}{words}", AssayWarning, stacklevel=2)
    troubles = (*study.troubles, f"{WITHOUT}{trouble}") if trouble else study.troubles
    return replace(study, failed=failed, without_failed=others, troubles=troubles)


def _scoring(judgements: Judgements) -> ScoreOptions:
    """Return how systems are scored: by what was asked of every output, where whole screens were scored besides."""
    asked = [name for name in judgements.aspect.names if judgements.aspect.among([name]).any()]
    besides = [name for name in asked if name]
    if not besides or besides == asked:
        return ScoreOptions()
    told = ", ".join(f'"{name}"' for name in besides)
    warnings.warn(
        f"ranked by the scores of single outputs; those of {told} are in the export",
        AssayWarning,
        stacklevel=2,
    )
    return ScoreOptions(aspect="")


def _with_verdicts(study: CampaignStudy, judgements: Judgements) -> CampaignStudy:
    """Add what controls say of annotators; that can be told where nothing can be ranked yet."""
    try:
        raters = study_annotators(study.campaign, judgements)
    except AssayError as error:
        return replace(study, troubles=(*study.troubles, f"Annotators: {error}"))
    return replace(study, raters=raters, verdicts=verdicts_of(raters))


def _mean_alone(judgements: Judgements) -> Interval | None:
    """Return the mean score of segments with Student's interval; None where there are not two of them."""
    try:
        scored = rank(judgements, RankOptions(), ("scores",))
    except AssayError:
        return None
    if not isinstance(scored, RatingsRanking):
        return None
    means = scored.scored.scores.values[0]
    known = means[np.isfinite(means)]
    return t_interval(known) if len(known) > 1 else None


def _attempted(
    judgements: Judgements, options: RankOptions, parts: Sequence[Part]
) -> tuple[Ranking | None, str]:
    """Rank, or say why it cannot be done yet."""
    try:
        return rank(judgements, options, parts), ""
    except AssayError as error:
        return None, str(error)


def _with_agreement(study: CampaignStudy, judgements: Judgements) -> CampaignStudy:
    if study.ranking is None:
        return study
    part = _drawn(judgements)
    try:
        agreement = agree(part, AgreeOptions(chance=Settings(draws=200)))
    except AssayError as error:
        return replace(study, troubles=(*study.troubles, f"Agreement: {error}"))
    compared = len(part) if len(part) < len(judgements) else 0
    ranking = replace(study.ranking, agreement=agreement, parts=(*study.ranking.parts, "agreement"))
    return replace(study, ranking=ranking, compared=compared)


def _drawn(judgements: Judgements) -> Judgements:
    """Return judgements of some annotators and segments, drawn by a seed: so many as can be compared in a moment."""
    if len(judgements) <= MOST_COMPARED:
        return judgements
    rng = np.random.default_rng(SEED)
    people = np.zeros(len(judgements.rater.names), dtype=bool)
    people[rng.permutation(len(people))[:MOST_ANNOTATORS]] = True
    judgements = judgements.where(people[judgements.rater.index])
    order = rng.permutation(len(judgements.segment.names))
    counts = np.bincount(judgements.segment.index, minlength=len(order))
    segments = np.zeros(len(order), dtype=bool)
    segments[order[: int(np.searchsorted(np.cumsum(counts[order]), MOST_COMPARED)) + 1]] = True
    return judgements.where(segments[judgements.segment.index])


def _over_time(answers: Answers) -> tuple[tuple[float, int], ...]:
    """Return how many answers were there after how many hours, at some points in time."""
    at: Array = answers.at if (answers.at[1:] >= answers.at[:-1]).all() else np.sort(answers.at)
    if len(at) < 2:
        return ()
    places = np.unique(np.linspace(1, len(at), min(POINTS, len(at))).astype(int))
    return tuple((float((at[place - 1] - at[0]) / 3600), int(place)) for place in places)
