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
    "agreement.correlation": "agreement_over_time",
    "agreement.measures": "MEASURES study_agreement",
    "flows": "Ranking RatingsRanking rank",
    "options": (
        "PARTS POWER RANK_SUMS TESTS AgreeOptions ControlCheck FlagLimits RankOptions RaterOptions "
        "ScoreOptions"
    ),
    "preferences.bradley_terry": "fit_bradley_terry",
    "preferences.pairs": "from_rankings from_ratings from_scores position_bias tie_rate",
    "preferences.ranking_kappa": "ranking_kappa",
    "preferences.stability": "settling without_each",
    "preferences.trueskill": "rank_by_trueskill",
    "preferences.wins": "rank_by_wins",
    "raters.flags": "Flag flag_raters leave_out_raters",
    "raters.quality": "RaterQuality check_raters simulated_pass_rates",
    "ratings.darr": "darr darr_of_ratings",
    "ratings.domains": "rank_by_domain",
    "ratings.mqm": "published_weights",
    "ratings.proportions": "Share",
    "ratings.ranking": "rank_systems",
    "ratings.rater_effects": "DOCUMENTS DOCUMENT_TASTES TASTES MixedModel fit_mixed_model rank_by_model",
    "ratings.scoring": "esa_scores score to_scores views",
    "studies": "RaterAgreement RaterStudy agree study_raters",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
