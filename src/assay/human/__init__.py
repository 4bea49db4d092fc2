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

HOMES = {
    "agreement.correlation": "THIRDS AgainstRest OverTime agreement_over_time",
    "agreement.measures": "MEASURES AgreementStudy MeasuredAgreement PreferenceAgreement study_agreement",
    "agreement.spans": "SpanAgreement",
    "flows": "PreferencesRanking Ranking RatingsRanking rank",
    "looks": "PairLook PlanDone look_at_pairs",
    "needed": "Needed",
    "options": (
        "PARTS POWER RANK_SUMS TESTS AgreeOptions ControlCheck FlagLimits Part RankOptions RaterOptions "
        "ScoreOptions"
    ),
    "preferences.bradley_terry": "BradleyTerry fit_bradley_terry",
    "preferences.pairs": "from_rankings from_ratings from_scores position_bias tie_rate",
    "preferences.ranking_kappa": "RankingKappa ranking_kappa",
    "preferences.shared_outputs": "of_single_systems",
    "preferences.stability": "RankingWithout Stability settling without_each",
    "preferences.trueskill": "rank_by_trueskill",
    "preferences.wins": "PairTest PreferenceRanking WinMatrix rank_by_wins",
    "raters.flags": "Flag ScaleUse WithoutRaters flag_raters leave_out_raters",
    "raters.planted": "DELETED PlantedRecall",
    "raters.quality": "Quality RaterQuality check_raters simulated_pass_rates",
    "raters.rules": "Ruling",
    "ratings.balance": "Balance",
    "ratings.darr": "Darr darr darr_of_ratings",
    "ratings.domains": "Domains rank_by_domain",
    "ratings.mqm": "published_weights",
    "ratings.proportions": "ReadingTime Share",
    "ratings.ranking": "SystemRanking rank_systems",
    "ratings.rater_effects": (
        "DOCUMENTS DOCUMENT_TASTES TASTES MixedModel RandomEffect cells_of fit_crossed_effects "
        "fit_mixed_model rank_by_model"
    ),
    "ratings.rater_influence": "RaterInfluence",
    "ratings.scoring": "VIEWS ScoredRatings esa_scores score to_scores views",
    "ratings.standardise": "JudgeScale",
    "studies": "RaterAgreement RaterStudy agree study_raters",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
