"""Meta-evaluation: how well metrics agree with people, and whether one agrees better than another."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.meta.aligned import Grouping, SystemScores, align, common_systems, upward
    from assay.meta.clusters import Overall, Placed, average_ranks, metric_ranks
    from assay.meta.combinations import Combination, combine
    from assay.meta.compare import DRAWS, TESTS, Agreement, compare_all, compare_metrics
    from assay.meta.contamination import Contamination, detect_contamination
    from assay.meta.contest import Contest
    from assay.meta.correlations import Correlation, correlate, correlate_systems
    from assay.meta.domains import DomainTable, InDomain, agreement_by_domain
    from assay.meta.kendall import TAU_C_FORMULA, VARIANTS, Kendall, PairCounts, kendall_table, tau
    from assay.meta.needed import EffortCurve, Need, judgements_needed, steadiness
    from assay.meta.orange import Orange
    from assay.meta.ordered import darr_counts, preference_counts
    from assay.meta.pairwise import PairwiseAccuracy
    from assay.meta.sensitivity import Dependence, Outliers, dependences, outlier_systems, outliers
    from assay.meta.soft import SoftAccuracy, soft_pairwise_accuracy
    from assay.meta.task_tests import task_contests, task_ranks
    from assay.meta.tasks import (
        Material,
        Result,
        Task,
        TaskTable,
        evaluate_tasks,
        scores_of_systems,
        wmt23_tasks,
    )
    from assay.meta.ties import Calibration, HeldOut, TieCurve, accuracy_at, calibrate, curve, held_out
    from assay.meta.williams import williams_table, williams_test
    from assay.meta.wmt import Setting, tree_material, wmt23_materials

__all__ = [
    "DRAWS",
    "TAU_C_FORMULA",
    "TESTS",
    "VARIANTS",
    "Agreement",
    "Calibration",
    "Combination",
    "Contamination",
    "Contest",
    "Correlation",
    "Dependence",
    "DomainTable",
    "EffortCurve",
    "Grouping",
    "HeldOut",
    "InDomain",
    "Kendall",
    "Material",
    "Need",
    "Orange",
    "Outliers",
    "Overall",
    "PairCounts",
    "PairwiseAccuracy",
    "Placed",
    "Result",
    "Setting",
    "SoftAccuracy",
    "SystemScores",
    "Task",
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
    "held_out",
    "judgements_needed",
    "kendall_table",
    "metric_ranks",
    "outlier_systems",
    "outliers",
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
