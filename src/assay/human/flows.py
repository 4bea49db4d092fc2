"""The first flow of the package: `rank` systems by judgements, with all that a report shows of it in one result."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from assay.comparison import AUTO
from assay.data import Judgements, Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.human.options import (
    PARTS,
    AgreeOptions,
    Method,
    Part,
    RankOptions,
    RaterOptions,
    Resampled,
    refuse_idle,
    refuse_unseen,
)
from assay.human.raters.flags import WithoutRaters, leave_out_raters
from assay.human.ratings.balance import MATTERS, Balance, check_balance
from assay.human.ratings.ranking import (
    SystemRanking,
    rank_quietly,
    rank_systems,
    warn_of_references,
    warn_of_segments,
)
from assay.human.ratings.rater_effects import MixedModel, fit_mixed_model
from assay.human.ratings.rater_influence import RaterInfluence, leave_one_out
from assay.human.ratings.scoring import ScoredRatings, score, views, with_scores
from assay.human.studies import RaterAgreement, RaterStudy, agree, study_raters
from assay.io import split_names
from assay.stats import Settings, Standing

TYPE_CHECKING = False
# What only some judgements need is imported where it is computed
if TYPE_CHECKING:
    from assay.human.needed import Needed
    from assay.human.preferences.bradley_terry import BradleyTerry
    from assay.human.preferences.stability import RankingWithout
    from assay.human.preferences.wins import PairTest, PreferenceRanking, WinMatrix
    from assay.human.ratings.domains import Domains
    from assay.human.ratings.proportions import ReadingTime, Share

# Systems in rankings of outputs: 1,000 draws of all pairs then take 0.7 GB
MOST_PREFERRED = 300
SHARES = ("yes-no", "comprehension")  # schemes whose scores are right and wrong answers


@dataclass(frozen=True)
class Ranking(ABC):
    """What judgements say of systems: those of its `parts` that were asked for, with what was odd about the file."""

    options: RankOptions
    parts: tuple[Part, ...]
    remarks: tuple[Remark, ...]
    agreement: RaterAgreement | None
    # For the leading system and each other
    needed: tuple[Needed, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """Every system's place, best first; none where there is nothing to rank."""


@dataclass(frozen=True)
class RatingsRanking(Ranking):
    """A ranking by ratings, what it rests on, and what else the ratings say of the systems.

    `views` are the scores under several standardisations; `model` is None where it was not to be fitted.
    """

    scored: ScoredRatings
    without: WithoutRaters
    # None where there is a single system, or the part was not asked for
    systems: SystemRanking | None
    domains: Domains | None = None
    balance: Balance | None = None  # None where there is a single rater
    influence: tuple[RaterInfluence, ...] = ()
    views: Mapping[str, Scores] | None = None
    shares: tuple[Share, ...] = ()
    times: tuple[ReadingTime, ...] = ()
    model: MixedModel | None = None
    raters: RaterStudy | None = None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every system's place, best first; none where there is nothing to rank."""
        return self.systems.standings if self.systems else ()


@dataclass(frozen=True)
class PreferencesRanking(Ranking):
    """A ranking by pairs of outputs, one of which was preferred, and what else the pairs say."""

    preferences: Preferences  # of single systems
    systems: PreferenceRanking
    wins: WinMatrix | None = None
    tests: tuple[PairTest, ...] = ()
    strengths: BradleyTerry | None = None
    no_strengths: str = ""  # why there are none
    # How many times as wide intervals are with raters drawn as one
    by_raters: float = math.nan
    # What the rankings without each rater are held against
    all_raters: PreferenceRanking | None = None
    without_each: tuple[RankingWithout, ...] = ()

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every system's place, best first."""
        return self.systems.standings


def rank(
    judgements: Judgements | Preferences,
    options: RankOptions | None = None,
    parts: Sequence[Part] | None = None,
    *,
    systems: Collection[str] = (),
) -> Ranking:
    """Rank systems by what people said of their outputs: ratings, or which of several outputs is better.

    `parts` are what to compute; if none are named, all that the judgements allow, else what they do not allow is
    refused. `systems` take part where one text was judged for several systems (all of them if none are named).
    """
    options = options or RankOptions()
    if parts is not None:
        refuse_unseen(options, parts)
    if isinstance(judgements, Judgements) and judgements.scheme != "ranking":
        refuse_idle(options, ratings=True)
        return _rank_ratings(judgements, options, parts)
    refuse_idle(options, ratings=False)
    if isinstance(judgements, Judgements):
        from assay.human.preferences.pairs import from_rankings

        judgements = from_rankings(judgements)
    return _rank_preferences(judgements, options, parts, systems)


def _rank_ratings(
    judgements: Judgements, options: RankOptions, parts: Sequence[Part] | None
) -> RatingsRanking:
    without = leave_out_raters(judgements, _raters_to_leave_out(judgements, options))
    scored = score(without.judgements, options.scoring)
    shown = PARTS if parts is None else tuple(parts)
    ranking = RatingsRanking(
        options,
        shown,
        (*judgements.remarks, *scored.remarks),
        None,
        scored,
        without,
        None,
    )
    if {"ranking", "needed"} & set(shown) and (parts is not None or len(scored.scores.systems) > 1):
        ranking = _with_systems(ranking)
    if "needed" in shown and ranking.systems is not None:
        ranking = replace(ranking, needed=_needed(ranking.systems, scored, ranking.balance, options))
    if "scores" in shown:
        ranking = _with_views(ranking)
    if "raters" in shown:
        study = RaterOptions(options.rule, scoring=options.scoring, chance=options.chance)
        ranking = replace(ranking, raters=study_raters(judgements, study))
    if "agreement" in shown:
        unit: Resampled = "segment" if options.unit == "segment" else "auto"
        measured = AgreeOptions(
            resampled="document" if options.unit == "document" else unit,
            scoring=options.scoring,
            chance=options.chance,
        )
        ranking = replace(ranking, agreement=agree(judgements, measured))
    return ranking


def _needed(
    systems: SystemRanking, scored: ScoredRatings, balance: Balance | None, options: RankOptions
) -> tuple[Needed, ...]:
    from assay.human.needed import needed_for_means

    means = scored.rater_means
    ratings = len(means.value) / len(np.unique(means.cell))
    if balance is None or not balance.basis or options.test == "wmt":
        return needed_for_means(systems, options, ratings)
    if balance.unequal:
        return needed_for_means(systems, options, ratings, raters_decide=True)
    # Of other raters nothing can be planned; for these, the spread of segments says how many are needed.
    told = {frozenset(two) for two in systems.significant}
    plain = needed_for_means(rank_quietly(scored.scores, options), options, ratings)
    return tuple(replace(row, significant=frozenset((row.first, row.second)) in told) for row in plain)


def _raters_to_leave_out(judgements: Judgements, options: RankOptions) -> list[str]:
    """Return the raters to rank without: those named, and those who fail the rule where that is asked for."""
    named = split_names(options.without)
    if options.without_failed:
        from assay.human.raters.rules import rule_on_raters

        rated, _ = with_scores(judgements, options.scoring)
        rulings = rule_on_raters(rated, options.rule)
        if all(ruling.verdict == "no controls" for ruling in rulings):
            raise OptionError("--without-failed has no effect: no rater saw a degraded item and its original")
        named += [ruling.rater for ruling in rulings if ruling.verdict == "fail"]
    return named


def _with_systems(ranking: RatingsRanking) -> RatingsRanking:
    """Add the ranking of systems, by domain where there are several, and what each rater does to it."""
    scores, rater_means = ranking.scored.scores, ranking.scored.rater_means
    warn_of_references(scores.systems)
    warn_of_segments(scores)
    domains = None
    if scores.domain is not None and len(set(scores.domain.index.tolist())) > 1:
        from assay.human.ratings.domains import rank_by_domain

        domains = rank_by_domain(scores, ranking.options)
    systems, balance = check_balance(
        rank_systems(scores, ranking.options), ranking.scored, ranking.without.judgements, ranking.options
    )
    if domains is not None and balance is not None and balance.basis:
        domains = domains.with_claims(systems.significant, ranking.options.chance.alpha)
    return replace(
        ranking,
        systems=systems,
        domains=domains,
        balance=balance,
        influence=tuple(leave_one_out(rater_means)) if len(rater_means.raters) > 1 else (),
    )


def _with_views(ranking: RatingsRanking) -> RatingsRanking:
    """Add the same ratings under several standardisations, right answers, and what a model makes of raters."""
    judgements, options = ranking.without.judgements, ranking.options
    ranking = replace(ranking, views=views(judgements, options.scoring))
    if judgements.scheme in SHARES:
        from assay.human.ratings.proportions import correct_shares, reading_times

        times = reading_times(judgements) if judgements.seconds is not None else ()
        ranking = replace(
            ranking, shares=tuple(correct_shares(judgements, options.chance.confidence)), times=tuple(times)
        )
    if len(ranking.scored.rater_means.raters) > 1 and ranking.scored.ratings <= options.most_fitted:
        ranking = replace(ranking, model=fit_mixed_model(judgements, options.scoring, tastes=True))
    return ranking


def _rank_preferences(
    preferences: Preferences, options: RankOptions, parts: Sequence[Part] | None, systems: Collection[str]
) -> PreferencesRanking:
    from assay.human.preferences.pairs import without_raters
    from assay.human.preferences.shared_outputs import of_single_systems
    from assay.human.preferences.stability import width_by_raters
    from assay.human.preferences.wins import drawn_by_default, pair_tests, too_few, win_matrix

    if options.without:
        preferences = without_raters(preferences, split_names(options.without))
    pairs, chance, shown = of_single_systems(preferences, systems), options.chance, parts or PARTS
    _check_number(pairs)
    unit = drawn_by_default(preferences) if options.unit == AUTO else options.unit
    widening = width_by_raters(pairs, chance, unit)
    # Of few raters a single one decides, and whoever is asked next may well prefer another system; that these differ no
    # more than chance is no sign that others would not.
    differ = widening > MATTERS or (not math.isnan(widening) and too_few(pairs, "rater"))
    by_rater = options.unit == AUTO and differ and not too_few(pairs, unit)
    options = replace(options, unit="rater" if by_rater else unit)
    warn_of_references(pairs.systems)
    systems_ranked = rank_methods()[options.method](
        pairs, chance, options.unit, joint=options.rank_ranges == "joint"
    )
    ranking = PreferencesRanking(options, tuple(shown), preferences.remarks, None, pairs, systems_ranked)
    if {"ranking", "needed"} & set(shown):
        tests = pair_tests(
            pairs, unit=options.unit, correction=options.correction, confidence=chance.confidence
        )
        ranking = replace(ranking, tests=tuple(tests))
    if "needed" in shown:
        from assay.human.needed import needed_for_preferences

        ranking = replace(ranking, needed=needed_for_preferences(systems_ranked, ranking.tests, options))
    if "ranking" in shown:
        ranking = replace(ranking, wins=win_matrix(pairs), by_raters=widening)
    if "scores" in shown:
        ranking = _with_strengths(ranking, asked=parts is not None)
    if "raters" in shown and len(pairs.rater.names) > 1:
        ranking = _without_each_rater(ranking)
    if "agreement" in shown:
        ranking = replace(ranking, agreement=agree(preferences, AgreeOptions(chance=chance)))
    return ranking


def _check_number(pairs: Preferences) -> None:
    """Refuse more systems than all pairs of them can be drawn a thousand times over in a few gigabytes."""
    if len(pairs.systems) > MOST_PREFERRED:
        raise InputError(
            f"{pairs.path or 'the rankings'}: {len(pairs.systems):,} systems, and at most "
            f"{MOST_PREFERRED} can be ranked; choose some with --systems"
        )


class RankMethod(Protocol):
    """A way to rank systems by preferences."""

    def __call__(
        self, preferences: Preferences, settings: Settings, unit: str = ..., *, joint: bool = ...
    ) -> PreferenceRanking:
        """Return the ranking, with the unit that is drawn as one, and ranges of ranks that hold alone or jointly."""


def rank_methods() -> Mapping[Method, RankMethod]:
    """Return the methods that rank systems by preferences; each is some hundred lines that ratings do not need."""
    from assay.human.preferences.bradley_terry import rank_by_strength
    from assay.human.preferences.trueskill import rank_by_trueskill
    from assay.human.preferences.wins import rank_by_wins

    return {"trueskill": rank_by_trueskill, "wins": rank_by_wins, "bradley-terry": rank_by_strength}


def _with_strengths(ranking: PreferencesRanking, *, asked: bool) -> PreferencesRanking:
    """Add the strengths; where none can be told and nobody asked for them alone, say why."""
    from assay.human.preferences.bradley_terry import fit_bradley_terry

    try:
        return replace(ranking, strengths=fit_bradley_terry(ranking.preferences))
    except InputError as error:
        if asked:
            raise
        return replace(ranking, no_strengths=str(error))


def _without_each_rater(ranking: PreferencesRanking) -> PreferencesRanking:
    from assay.human.preferences.stability import without_each

    whole, each = without_each(ranking.preferences, ranking.options.chance, unit=ranking.options.unit)
    return replace(ranking, all_raters=whole, without_each=each)
