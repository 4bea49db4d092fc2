"""Everything about the raters of a study at once: verdicts, flags, use of the scale, agreement, and time."""

from __future__ import annotations

from dataclasses import dataclass

from assay.data import Judgements
from assay.human.agreement.correlation import AgainstRest, OverTime, against_rest, agreement_over_time
from assay.human.agreement.measures import (
    AgreementStudy,
    PreferenceAgreement,
    preference_agreement,
    study_agreement,
)
from assay.human.agreement.ratings import Resampled, ratings_of
from assay.human.agreement.spans import SpanAgreement, span_agreement
from assay.human.raters.controls import Recall, planted_recall
from assay.human.raters.flags import Flag, Limits, ScaleUse, flag_raters, scale_use
from assay.human.raters.quality import Check, Quality, check_raters
from assay.human.raters.rules import Ruling, rule_on_raters
from assay.stats import Settings


@dataclass(frozen=True)
class RaterOptions:
    """How raters are judged; `rule` is the rule of a campaign that is shown beside our own verdict, if any."""

    check: Check = Check()
    limits: Limits = Limits()
    settings: Settings = Settings()
    rule: str = ""
    measures: tuple[str, ...] = ()
    resampled: Resampled = "item"
    bins: int = 10


@dataclass(frozen=True)
class RaterStudy:
    """What can be said of the raters of a set of judgements."""

    options: RaterOptions
    source: str
    rows: int
    quality: Quality
    rulings: tuple[Ruling, ...]
    flags: tuple[Flag, ...]
    recalls: tuple[Recall, ...]
    use: tuple[ScaleUse, ...]
    agreement: AgreementStudy
    rest: tuple[AgainstRest, ...]
    spans: SpanAgreement | None
    preferences: PreferenceAgreement
    over_time: tuple[OverTime, ...]

    @property
    def doubtful(self) -> tuple[str, ...]:
        """Raters who failed or are flagged: results are to be shown with and without them."""
        named = {*self.quality.of_verdict("fail"), *(flag.rater for flag in self.flags)}
        return tuple(one.rater for one in self.quality.raters if one.rater in named)


def study_raters(judgements: Judgements, options: RaterOptions | None = None) -> RaterStudy:
    """Judge the raters of a set of judgements in every way there is."""
    options = options or RaterOptions()
    settings = options.settings
    ratings = ratings_of(judgements, resampled=options.resampled)
    return RaterStudy(
        options,
        judgements.path or judgements.scheme,
        len(judgements),
        check_raters(judgements, options.check),
        rule_on_raters(judgements, options.rule) if options.rule else (),
        flag_raters(judgements, options.limits),
        planted_recall(judgements, confidence=settings.confidence),
        scale_use(judgements, options.bins),
        study_agreement(judgements, settings, measures=options.measures, resampled=options.resampled),
        against_rest(ratings, settings),
        None if judgements.spans is None else span_agreement(judgements, settings),
        preference_agreement(judgements, settings),
        tuple(agreement_over_time(judgements, kind, settings) for kind in ("within", "between")),
    )
