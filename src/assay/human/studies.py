"""Two flows about people: `study_raters`, who read what he judged, and `agree`, how far raters do.

Each takes judgements and options, and returns one frozen result that holds all that a report shows of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.data import Judgements, Preferences
from assay.human.agreement.correlation import AgainstRest, OverTime, against_rest, agreement_over_time
from assay.human.agreement.measures import (
    AgreementStudy,
    PreferenceAgreement,
    preference_agreement,
    study_agreement,
)
from assay.human.agreement.ratings import drawn_unit, ratings_of
from assay.human.options import AgreeOptions, RaterOptions, ScoreOptions
from assay.human.raters.controls import by_rater
from assay.human.raters.flags import Flag, ScaleUse, flag_raters, scale_use
from assay.human.raters.planted import Injected, PlantedRecall, planted_recall
from assay.human.raters.quality import Quality, check_raters
from assay.human.ratings.scoring import with_scores
from assay.stats import Settings

TYPE_CHECKING = False
# What only some judgements need is imported where it is computed
if TYPE_CHECKING:
    from assay.human.agreement.spans import SpanAgreement
    from assay.human.preferences.ranking_kappa import RankingKappa
    from assay.human.raters.rules import Ruling


@dataclass(frozen=True)
class RaterStudy:
    """What can be said of the raters of a set of judgements."""

    options: RaterOptions
    source: str
    rows: int
    quality: Quality
    rulings: tuple[Ruling, ...]
    flags: tuple[Flag, ...]
    recalls: tuple[PlantedRecall, ...]
    use: tuple[ScaleUse, ...]

    @property
    def doubtful(self) -> tuple[str, ...]:
        """Raters who failed or are flagged: results are to be shown with and without them."""
        named = {*self.quality.of_verdict("fail"), *(flag.rater for flag in self.flags)}
        return tuple(quality.rater for quality in self.quality.raters if quality.rater in named)


def study_raters(
    judgements: Judgements,
    options: RaterOptions | None = None,
    injected: Injected | None = None,
    seconds: Mapping[str, float] | None = None,
) -> RaterStudy:
    """Judge the raters of a set of judgements: control items, the rule of a campaign, flags, use of the scale.

    `injected` says where degraded outputs were damaged, if that is known: by system and segment. `seconds` are the
    active ones of every rater, where they were measured; else they are told from the times of rows.
    """
    options = options or RaterOptions()
    rated, source = _with_scores(judgements, options.scoring)
    names = rated.rater.names
    measured = None if seconds is None else np.array([seconds.get(name, math.nan) for name in names])
    raters = by_rater(rated, measured)
    rulings: tuple[Ruling, ...] = ()
    if options.rule != "paired":
        from assay.human.raters.rules import rule_on_raters

        rulings = rule_on_raters(rated, options.rule)
    return RaterStudy(
        options,
        source,
        len(rated),
        check_raters(rated, options.check, raters),
        rulings,
        flag_raters(rated, options.limits, raters=raters),
        planted_recall(rated, injected, options.chance.confidence),
        scale_use(rated, options.bins, raters),
    )


def _with_scores(judgements: Judgements, scoring: ScoreOptions) -> tuple[Judgements, str]:
    """Return judgements whose marked errors have scores, and where these come from."""
    rated, weights = with_scores(judgements, scoring)
    source = judgements.path or judgements.scheme
    return rated, f"{source}; scores by the weights {weights.name}" if weights else source


@dataclass(frozen=True)
class RaterAgreement:
    """How far raters agree, by every measure that their judgements allow.

    Of ratings: `measures`, each rater against the `rest`, marked `spans`, the `order` of two outputs, and whether
    agreement changes `over_time`. Of rankings of outputs: the `kappas` of WMT.
    """

    options: AgreeOptions
    source: str
    measures: AgreementStudy | None = None
    rest: tuple[AgainstRest, ...] = ()
    spans: SpanAgreement | None = None
    order: PreferenceAgreement | None = None
    over_time: tuple[OverTime, ...] = ()
    kappas: tuple[RankingKappa, ...] = ()


def agree(judgements: Judgements | Preferences, options: AgreeOptions | None = None) -> RaterAgreement:
    """Measure how far raters agree with each other, and with themselves."""
    options = options or AgreeOptions()
    if isinstance(judgements, Preferences):
        from assay.human.preferences.ranking_kappa import ranking_kappas

        kappas = tuple(ranking_kappas(judgements, options.chance))
        return RaterAgreement(options, judgements.path, kappas=kappas)
    chance = options.chance
    rated, source = _with_scores(judgements, options.scoring)
    resampled = drawn_unit(rated, options.resampled)
    return RaterAgreement(
        options,
        source,
        study_agreement(rated, chance, measures=options.measures, resampled=resampled),
        against_rest(ratings_of(rated, resampled=resampled), chance),
        _spans(rated, chance),
        preference_agreement(rated, chance),
        (agreement_over_time(rated, "within", chance), agreement_over_time(rated, "between", chance)),
    )


def _spans(judgements: Judgements, chance: Settings) -> SpanAgreement | None:
    if judgements.spans is None:
        return None
    from assay.human.agreement.spans import span_agreement

    return span_agreement(judgements, chance)
