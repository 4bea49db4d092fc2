"""Meta-evaluation: how well metrics agree with people, and whether one agrees better than another."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.meta.contests.compare import TESTS, compare_all, compare_metrics
    from assay.meta.contests.contest import AverageRank, Contest, MetricRank, average_ranks, metric_ranks
    from assay.meta.contests.task_tests import task_contests, task_ranks
    from assay.meta.contests.trio import DRAWS, Criterion
    from assay.meta.contests.williams import williams_table, williams_test
    from assay.meta.correlations import Correlation, correlate, correlate_systems
    from assay.meta.domains import DomainTable, InDomain, agreement_by_domain
    from assay.meta.learning.combinations import Combination, combine
    from assay.meta.learning.contamination import Contamination, detect_contamination
    from assay.meta.learning.needed import EffortCurve, Need, judgements_needed, steadiness
    from assay.meta.material import (
        Grouping,
        Material,
        SystemScores,
        align,
        common_systems,
        scores_of_systems,
        upward,
    )
    from assay.meta.orange import Orange
    from assay.meta.pairs import (
        Kendall,
        PairCounts,
        darr_counts,
        kendall_table,
        preference_counts,
        tau,
    )
    from assay.meta.sensitivity import Dependence, Outliers, dependences, outlier_systems, outliers
    from assay.meta.statistics import DRAWN, STATISTICS, Statistic, find_statistic, pair_statistics
    from assay.meta.system_pairs import PairwiseAccuracy, SoftAccuracy, soft_pairwise_accuracy
    from assay.meta.tasks import Task, TaskResult, TaskTable, evaluate_tasks, wmt23_tasks
    from assay.meta.ties import Calibration, HeldOut, TieCurve, accuracy_at, calibrate, curve, held_out
    from assay.meta.wmt import Setting, tree_material, wmt23_materials

__all__ = [
    "DRAWN",
    "DRAWS",
    "STATISTICS",
    "TESTS",
    "AverageRank",
    "Calibration",
    "Combination",
    "Contamination",
    "Contest",
    "Correlation",
    "Criterion",
    "Dependence",
    "DomainTable",
    "EffortCurve",
    "Grouping",
    "HeldOut",
    "InDomain",
    "Kendall",
    "Material",
    "MetricRank",
    "Need",
    "Orange",
    "Outliers",
    "PairCounts",
    "PairwiseAccuracy",
    "Setting",
    "SoftAccuracy",
    "Statistic",
    "SystemScores",
    "Task",
    "TaskResult",
    "TaskTable",
    "TieCurve",
    "accuracy_at",
    "agreement_by_domain",
    "align",
    "average_ranks",
    "calibrate",
    "combine",
    "common_systems",
    "compare_all",
    "compare_metrics",
    "correlate",
    "correlate_systems",
    "curve",
    "darr_counts",
    "dependences",
    "detect_contamination",
    "evaluate_tasks",
    "find_statistic",
    "held_out",
    "judgements_needed",
    "kendall_table",
    "metric_ranks",
    "outlier_systems",
    "outliers",
    "pair_statistics",
    "preference_counts",
    "scores_of_systems",
    "soft_pairwise_accuracy",
    "steadiness",
    "task_contests",
    "task_ranks",
    "tau",
    "tree_material",
    "upward",
    "williams_table",
    "williams_test",
    "wmt23_materials",
    "wmt23_tasks",
]
__getattr__, __dir__ = open_door(__name__)
