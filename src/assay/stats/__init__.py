"""Arithmetic on arrays: intervals, corrections, tests; no word of translation."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.stats.correction import adjust
    from assay.stats.differences import TOLERANCE, apart, at_least, effect, varies
    from assay.stats.intervals import PROPORTIONS, Interval, bounds, proportion, t_interval, t_value
    from assay.stats.rank_sum import RankSum, Sample, rank_sum_test
    from assay.stats.settings import PERMUTATION_DRAWS, Settings
    from assay.stats.standings import Standing, clusters_of_ranges, places
    from assay.stats.unit_tests import sign_p, t_p, wilcoxon_p

__all__ = [
    "PERMUTATION_DRAWS",
    "PROPORTIONS",
    "TOLERANCE",
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
