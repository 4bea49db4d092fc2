"""Arithmetic on arrays: intervals, tests, corrections, correlations, standings. There is no word of translation here.

    low, high = bounds(estimate, draws, Settings(confidence=0.95))     # of bootstrap draws
    p_value = sign_p(differences)                                      # exact, two-sided
    adjusted = adjust(p_values, "holm")

`Settings` is what chance may do (draws, seed, confidence) and is light to import; the rest takes and returns numpy
arrays of float64. Figures that differ by no more than rounding count as equal everywhere (`TOLERANCE`, `apart`).
"""

from assay.doors import open_door

HOMES = {
    "correlate": "fisher_interval gamma kendall mean_ranks pearson spearman",
    "intervals": "Interval bounds proportion t_interval t_value",
    "sequential": "KEPT any_time_p",
    "settings": "Correction Settings",
    "standings": "Standing places rank_ranges",
    "tests": "TOLERANCE adjust adjust_family apart at_least effect sign_p signs_p",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
