"""Human judgements: rankings of systems that can be defended, the agreement of raters, and the raters themselves.

    from assay.human import RankOptions, rank
    from assay.io import read_judgements

    ranking = rank(read_judgements("ratings.tsv"), RankOptions(test="permutation", without_failed=True))
    for standing in ranking.standings:
        print(standing.system, standing.score, standing.cluster)

Three flows answer three questions, options in and one frozen result out:

- `rank` (`RankOptions` -> `Ranking`): which system is better? Ratings become scores (`ScoreOptions`), scores a ranking
  with intervals, tests of all pairs, ranges of ranks and clusters; rankings of outputs become pairs and a ranking by
  TrueSkill, wins or Bradley-Terry. The result holds all that `assay human` reports.
- `agree` (`AgreeOptions` -> `RaterAgreement`): how far do raters agree, with each other and with themselves?
- `study_raters` (`RaterOptions` -> `RaterStudy`): who read what he judged? Control items, rules of campaigns, flags.

The steps are there, too, for whoever needs one alone: `score` and `to_scores` (ratings to scores), `rank_systems`,
`rank_by_domain`, `fit_mixed_model`, `fit_crossed_effects` (the same model of any figures), `esa_scores` (slider and
spans), `from_rankings`, `from_ratings`, `from_scores` (screens, ratings and scores to pairs), `of_single_systems`,
`settling` (do more judgements change the ranking?), `look_at_pairs` (what may be claimed of a study that is looked at
while it grows?), `darr` and `darr_of_ratings` (scores to pairs, as WMT17-20 made
them), `study_agreement`, `ranking_kappa`.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.human.agreement.correlation import THIRDS, AgainstRest, OverTime, agreement_over_time
    from assay.human.agreement.measures import (
        MEASURES,
        AgreementStudy,
        MeasuredAgreement,
        PreferenceAgreement,
        study_agreement,
    )
    from assay.human.agreement.spans import SpanAgreement
    from assay.human.flows import (
        PreferencesRanking,
        Ranking,
        RatingsRanking,
        rank,
    )
    from assay.human.looks import PairLook, PlanDone, look_at_pairs
    from assay.human.needed import Needed
    from assay.human.options import (
        PARTS,
        POWER,
        RANK_SUMS,
        TESTS,
        AgreeOptions,
        ControlCheck,
        FlagLimits,
        Part,
        RankOptions,
        RaterOptions,
        ScoreOptions,
    )
    from assay.human.preferences.bradley_terry import BradleyTerry, fit_bradley_terry
    from assay.human.preferences.pairs import (
        from_rankings,
        from_ratings,
        from_scores,
        position_bias,
        tie_rate,
    )
    from assay.human.preferences.ranking_kappa import RankingKappa, ranking_kappa
    from assay.human.preferences.shared_outputs import of_single_systems
    from assay.human.preferences.stability import RankingWithout, Stability, settling, without_each
    from assay.human.preferences.trueskill import rank_by_trueskill
    from assay.human.preferences.wins import PairTest, PreferenceRanking, WinMatrix, rank_by_wins
    from assay.human.raters.flags import Flag, ScaleUse, WithoutRaters, flag_raters, leave_out_raters
    from assay.human.raters.planted import DELETED, PlantedRecall
    from assay.human.raters.quality import Quality, RaterQuality, check_raters, simulated_pass_rates
    from assay.human.raters.rules import Ruling
    from assay.human.ratings.balance import Balance
    from assay.human.ratings.darr import Darr, darr, darr_of_ratings
    from assay.human.ratings.domains import Domains, rank_by_domain
    from assay.human.ratings.mqm import published_weights
    from assay.human.ratings.proportions import ReadingTime, Share
    from assay.human.ratings.ranking import SystemRanking, rank_systems
    from assay.human.ratings.rater_effects import (
        MixedModel,
        RaterInfluence,
        fit_crossed_effects,
        fit_mixed_model,
        rank_by_model,
    )
    from assay.human.ratings.scoring import VIEWS, ScoredRatings, esa_scores, score, to_scores, views
    from assay.human.ratings.standardise import JudgeScale
    from assay.human.studies import RaterAgreement, RaterStudy, agree, study_raters

__all__ = [
    "DELETED",
    "MEASURES",
    "PARTS",
    "POWER",
    "RANK_SUMS",
    "TESTS",
    "THIRDS",
    "VIEWS",
    "AgainstRest",
    "AgreeOptions",
    "AgreementStudy",
    "Balance",
    "BradleyTerry",
    "ControlCheck",
    "Darr",
    "Domains",
    "Flag",
    "FlagLimits",
    "JudgeScale",
    "MeasuredAgreement",
    "MixedModel",
    "Needed",
    "OverTime",
    "PairLook",
    "PairTest",
    "Part",
    "PlanDone",
    "PlantedRecall",
    "PreferenceAgreement",
    "PreferenceRanking",
    "PreferencesRanking",
    "Quality",
    "RankOptions",
    "Ranking",
    "RankingKappa",
    "RankingWithout",
    "RaterAgreement",
    "RaterInfluence",
    "RaterOptions",
    "RaterQuality",
    "RaterStudy",
    "RatingsRanking",
    "ReadingTime",
    "Ruling",
    "ScaleUse",
    "ScoreOptions",
    "ScoredRatings",
    "Share",
    "SpanAgreement",
    "Stability",
    "SystemRanking",
    "WinMatrix",
    "WithoutRaters",
    "agree",
    "agreement_over_time",
    "check_raters",
    "darr",
    "darr_of_ratings",
    "esa_scores",
    "fit_bradley_terry",
    "fit_crossed_effects",
    "fit_mixed_model",
    "flag_raters",
    "from_rankings",
    "from_ratings",
    "from_scores",
    "leave_out_raters",
    "look_at_pairs",
    "of_single_systems",
    "position_bias",
    "published_weights",
    "rank",
    "rank_by_domain",
    "rank_by_model",
    "rank_by_trueskill",
    "rank_by_wins",
    "rank_systems",
    "ranking_kappa",
    "score",
    "settling",
    "simulated_pass_rates",
    "study_agreement",
    "study_raters",
    "tie_rate",
    "to_scores",
    "views",
    "without_each",
]
__getattr__, __dir__ = open_door(__name__)
