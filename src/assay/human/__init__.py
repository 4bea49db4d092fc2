"""Human judgements: scores from ratings, quality of raters, and rankings of systems that can be defended."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.human.agreement.correlation import PARTS, AgainstRest, OverTime, agreement_over_time
    from assay.human.agreement.measures import (
        MEASURES,
        Agreement,
        AgreementStudy,
        PreferenceAgreement,
        study_agreement,
    )
    from assay.human.agreement.spans import SpanAgreement
    from assay.human.preferences.bradley_terry import BradleyTerry, fit, rank_by_strength
    from assay.human.preferences.pairs import (
        from_rankings,
        position_bias,
        tie_rate,
        without_raters,
    )
    from assay.human.preferences.ranking_kappa import RankingKappa, ranking_kappa, ranking_kappas
    from assay.human.preferences.shared_outputs import expand
    from assay.human.preferences.stability import LeftOut, Stability, settling, without_each
    from assay.human.preferences.trueskill import rank_by_trueskill
    from assay.human.preferences.wins import (
        PairTest,
        PreferenceRanking,
        WinMatrix,
        pair_tests,
        rank_by_wins,
        win_matrix,
    )
    from assay.human.raters.controls import Recall
    from assay.human.raters.flags import Flag, Kept, ScaleUse, flag_raters, leave_out_raters
    from assay.human.raters.quality import Check, Quality, RaterQuality, check_raters, simulated_pass_rates
    from assay.human.raters.rules import Ruling, rule_on_raters
    from assay.human.raters.study import RaterOptions, RaterStudy, study_raters
    from assay.human.ratings.darr import Darr
    from assay.human.ratings.domains import Domains, rank_by_domain
    from assay.human.ratings.mqm import published_weights, weight_sets
    from assay.human.ratings.proportions import ReadingTime, Share, correct_shares, reading_times
    from assay.human.ratings.rank_options import TESTS, RankSettings
    from assay.human.ratings.ranking import Ranking, rank_systems
    from assay.human.ratings.rater_effects import (
        MixedModel,
        WithoutRater,
        fit_mixed_model,
        leave_one_out,
        ranks,
    )
    from assay.human.ratings.scoring import VIEWS, Scored, Scoring, score, to_scores, views, with_scores
    from assay.human.ratings.standardise import Judge

__all__ = [
    "MEASURES",
    "PARTS",
    "TESTS",
    "VIEWS",
    "AgainstRest",
    "Agreement",
    "AgreementStudy",
    "BradleyTerry",
    "Check",
    "Darr",
    "Domains",
    "Flag",
    "Judge",
    "Kept",
    "LeftOut",
    "MixedModel",
    "OverTime",
    "PairTest",
    "PreferenceAgreement",
    "PreferenceRanking",
    "Quality",
    "RankSettings",
    "Ranking",
    "RankingKappa",
    "RaterOptions",
    "RaterQuality",
    "RaterStudy",
    "ReadingTime",
    "Recall",
    "Ruling",
    "ScaleUse",
    "Scored",
    "Scoring",
    "Share",
    "SpanAgreement",
    "Stability",
    "WinMatrix",
    "WithoutRater",
    "agreement_over_time",
    "check_raters",
    "correct_shares",
    "expand",
    "fit",
    "fit_mixed_model",
    "flag_raters",
    "from_rankings",
    "leave_one_out",
    "leave_out_raters",
    "pair_tests",
    "position_bias",
    "published_weights",
    "rank_by_domain",
    "rank_by_strength",
    "rank_by_trueskill",
    "rank_by_wins",
    "rank_systems",
    "ranking_kappa",
    "ranking_kappas",
    "ranks",
    "reading_times",
    "rule_on_raters",
    "score",
    "settling",
    "simulated_pass_rates",
    "study_agreement",
    "study_raters",
    "tie_rate",
    "to_scores",
    "views",
    "weight_sets",
    "win_matrix",
    "with_scores",
    "without_each",
    "without_raters",
]
__getattr__, __dir__ = open_door(__name__)
