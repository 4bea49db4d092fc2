"""Arithmetic on arrays: intervals, tests, corrections, correlations, standings. There is no word of translation here.

    low, high = bounds(estimate, draws, Settings(confidence=0.95))     # of bootstrap draws
    p_value = sign_p(differences)                                      # exact, two-sided
    adjusted = adjust(p_values, "holm")

`Settings` is what chance may do (draws, seed, confidence) and is light to import; the rest takes and returns numpy
arrays of float64. Figures that differ by no more than rounding count as equal everywhere (`TOLERANCE`, `apart`).
"""

from assay.doors import open_door

HOMES = {
    "correlate": (
        "CORRELATIONS Counts acc_eq block_sums double_ties_against double_ties_for drawn_pearson "
        "fisher_interval gamma kendall mean_ranks pair_counts pearson row_offsets somers_d spearman tau_a "
        "tau_b tau_c tau_eq ties_against"
    ),
    "intervals": "PROPORTIONS Interval bounds expanded proportion t_interval t_value",
    "sequential": "KEPT any_time_p early_bound",
    "settings": "PERMUTATION_DRAWS Correction Settings",
    "standings": "Standing clusters_of_ranges order_systems places rank_ranges",
    "tests": (
        "TOLERANCE RankSum Sample adjust adjust_family apart at_least effect rank_sum_test sign_p signs_p t_p "
        "varies wilcoxon_p"
    ),
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
