"""Arithmetic on arrays: intervals, corrections, tests; no word of translation."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.stats.intervals import PROPORTIONS, Interval, bounds, proportion, t_interval, t_value
    from assay.stats.settings import PERMUTATION_DRAWS, Correction, Settings
    from assay.stats.standings import Standing, clusters_of_ranges, places
    from assay.stats.tests import (
        TOLERANCE,
        RankSum,
        Sample,
        adjust,
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
    "PERMUTATION_DRAWS",
    "PROPORTIONS",
    "TOLERANCE",
    "Correction",
    "Interval",
    "RankSum",
    "Sample",
    "Settings",
    "Standing",
    "adjust",
    "apart",
    "at_least",
    "bounds",
    "clusters_of_ranges",
    "effect",
    "places",
    "proportion",
    "rank_sum_test",
    "sign_p",
    "t_interval",
    "t_p",
    "t_value",
    "varies",
    "wilcoxon_p",
]
__getattr__, __dir__ = open_door(__name__)
