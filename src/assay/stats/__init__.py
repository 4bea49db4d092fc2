"""Arithmetic on arrays: intervals, tests, corrections, correlations, standings. There is no word of translation here.

    low, high = bounds(estimate, draws, Settings(confidence=0.95))     # of bootstrap draws
    p_value = sign_p(differences)                                      # exact, two-sided
    adjusted = adjust(p_values, "holm")

`Settings` is what chance may do (draws, seed, confidence) and is light to import; the rest takes and returns numpy
arrays of float64. Figures that differ by no more than rounding count as equal everywhere (`TOLERANCE`, `apart`).
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.stats.correlate import (
        CORRELATIONS,
        Counts,
        acc_eq,
        block_sums,
        double_ties_against,
        double_ties_for,
        drawn_pearson,
        fisher_interval,
        gamma,
        kendall,
        mean_ranks,
        pair_counts,
        pearson,
        row_offsets,
        somers_d,
        spearman,
        tau_a,
        tau_b,
        tau_c,
        tau_eq,
        ties_against,
    )
    from assay.stats.intervals import PROPORTIONS, Interval, bounds, proportion, t_interval, t_value
    from assay.stats.sequential import KEPT, any_time_p, early_bound
    from assay.stats.settings import PERMUTATION_DRAWS, Correction, Settings
    from assay.stats.standings import Standing, clusters_of_ranges, order_systems, places, rank_ranges
    from assay.stats.tests import (
        TOLERANCE,
        RankSum,
        Sample,
        adjust,
        adjust_family,
        apart,
        at_least,
        effect,
        rank_sum_test,
        sign_p,
        t_p,
        varies,
        wilcoxon_p,
    )

__all__ = [
    "CORRELATIONS",
    "KEPT",
    "PERMUTATION_DRAWS",
    "PROPORTIONS",
    "TOLERANCE",
    "Correction",
    "Counts",
    "Interval",
    "RankSum",
    "Sample",
    "Settings",
    "Standing",
    "acc_eq",
    "adjust",
    "adjust_family",
    "any_time_p",
    "apart",
    "at_least",
    "block_sums",
    "bounds",
    "clusters_of_ranges",
    "double_ties_against",
    "double_ties_for",
    "drawn_pearson",
    "early_bound",
    "effect",
    "fisher_interval",
    "gamma",
    "kendall",
    "mean_ranks",
    "order_systems",
    "pair_counts",
    "pearson",
    "places",
    "proportion",
    "rank_ranges",
    "rank_sum_test",
    "row_offsets",
    "sign_p",
    "somers_d",
    "spearman",
    "t_interval",
    "t_p",
    "t_value",
    "tau_a",
    "tau_b",
    "tau_c",
    "tau_eq",
    "ties_against",
    "varies",
    "wilcoxon_p",
]
__getattr__, __dir__ = open_door(__name__)
