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
    from assay.meta.evaluation import (
        LanguagePair,
        MetaEvaluation,
        OrderedPairs,
        correlate_metrics,
    )
    from assay.meta.learning.combinations import Combination, combine
    from assay.meta.learning.contamination import Contamination, detect_contamination
    from assay.meta.learning.needed import EffortCurve, Need, judgements_needed, metrics_needed, steadiness
    from assay.meta.material import (
        Grouping,
        Material,
        OutputTexts,
        SystemScores,
        align,
        common_systems,
        scores_of_systems,
        upward,
    )
    from assay.meta.options import DEFAULT_PARTS, PARTS, CorrelateOptions, PeopleOptions
    from assay.meta.orange import Orange, scores_of
    from assay.meta.pairs import (
        Kendall,
        PairCounts,
        darr_counts,
        kendall_table,
        preference_counts,
        tau,
    )
    from assay.meta.sensitivity import Dependence, Outliers, dependences, outlier_systems, outliers
    from assay.meta.sources import Setting, Source, read_source, tree_material, wmt23_materials
    from assay.meta.statistics import DRAWN, STATISTICS, Statistic, find_statistic, pair_statistics
    from assay.meta.system_pairs import PairwiseAccuracy, SoftAccuracy, soft_pairwise_accuracy
    from assay.meta.tasks import Task, TaskResult, TaskTable, evaluate_tasks, wmt23_tasks
    from assay.meta.ties import Calibration, HeldOut, TieCurve, accuracy_at, calibrate, held_out, tie_curve

__all__ = [
    "DEFAULT_PARTS",
    "DRAWN",
    "DRAWS",
    "PARTS",
    "STATISTICS",
    "TESTS",
    "AverageRank",
    "Calibration",
    "Combination",
    "Contamination",
    "Contest",
    "CorrelateOptions",
    "Correlation",
    "Criterion",
    "Dependence",
    "DomainTable",
    "EffortCurve",
    "Grouping",
    "HeldOut",
    "InDomain",
    "Kendall",
    "LanguagePair",
    "Material",
    "MetaEvaluation",
    "MetricRank",
    "Need",
    "Orange",
    "OrderedPairs",
    "Outliers",
    "OutputTexts",
    "PairCounts",
    "PairwiseAccuracy",
    "PeopleOptions",
    "Setting",
    "SoftAccuracy",
    "Source",
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
    "correlate_metrics",
    "correlate_systems",
    "darr_counts",
    "dependences",
    "detect_contamination",
    "evaluate_tasks",
    "find_statistic",
    "held_out",
    "judgements_needed",
    "kendall_table",
    "metric_ranks",
    "metrics_needed",
    "outlier_systems",
    "outliers",
    "pair_statistics",
    "preference_counts",
    "read_source",
    "scores_of",
    "scores_of_systems",
    "soft_pairwise_accuracy",
    "steadiness",
    "task_contests",
    "task_ranks",
    "tau",
    "tie_curve",
    "tree_material",
    "upward",
    "williams_table",
    "williams_test",
    "wmt23_materials",
    "wmt23_tasks",
]
__getattr__, __dir__ = open_door(__name__)
