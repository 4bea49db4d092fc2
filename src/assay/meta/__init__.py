"""Meta-evaluation: which metric agrees with people, by system and by segment, and is the difference between two real?

The flow: read what people said (or take scores that are there), bring metrics beside it, and ask.

    source = read_source(PeopleOptions("ratings.tsv"), CorrelateOptions(), evaluation)
    result = correlate_metrics(source.people, source.metrics, CorrelateOptions(tasks="sys:pearson,seg:tau-b:item"))
    result.table.averages, result.contests, result.pairs      # tasks, tests between metrics, what else was asked for

`correlate_metrics` is all that `assay meta` computes, and `MetaEvaluation` all that its report shows. Its parts can be
had one by one:

- tasks (language pair, level, statistic, grouping): `Task`, `evaluate_tasks`, `dependences`; every statistic is a line
  of `STATISTICS`, where a new correlation is added (docs/meta-correlations.md says how);
- correlations and pairs: `correlate`, `kendall_table`, `calibrate`, `soft_pairwise_accuracy`;
- the rank of human translations among outputs (ORANGE): `rank_references`;
- tests between metrics and ranks: `Criterion`, `compare_metrics`, `williams_test`, `metric_ranks`;
- what judgements teach: `learn_combination` (a model that scores as `combined:model=FILE`; from HTER, with
  `read_postedited` -> `Postedited` and `score_postedited`), `combine`,
  `detect_contamination` (`closeness_of` is its arithmetic), `judgements_needed`, `metrics_needed`, `steadiness`;
- WMT: `wmt23_materials` and `wmt23_tasks` set a folder of mt-metrics-eval up as the organisers did; other years are
  names of `CorrelateOptions.tasks` (`wmt22`, `wmt24`, `wmt25`).
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.meta.contests.compare import TESTS, compare_all, compare_metrics
    from assay.meta.contests.contest import ONE_SIDED, AverageRank, Contest, average_ranks, metric_ranks
    from assay.meta.contests.trio import Criterion
    from assay.meta.contests.williams import williams_table, williams_test
    from assay.meta.correlations import (
        bootstrap_correlation,
        correlate,
        correlate_differences,
        correlate_systems,
    )
    from assay.meta.domains import DomainTable, InDomain
    from assay.meta.evaluation import LanguagePair, MetaEvaluation, OrderedPairs, correlate_metrics
    from assay.meta.learning.combinations import Combination, combine
    from assay.meta.learning.contamination import (
        Closeness,
        Contamination,
        closeness_of,
        detect_contamination,
    )
    from assay.meta.learning.learn import Learnt, learn_combination, win_shares
    from assay.meta.learning.needed import (
        EffortCurve,
        Need,
        judgements_needed,
        metrics_needed,
        steadiness,
    )
    from assay.meta.material import (
        Material,
        OutputTexts,
        SystemScores,
        align,
        common_systems,
        kind_of_scores,
        scores_of_systems,
        upward,
    )
    from assay.meta.options import (
        DEFAULT_PARTS,
        PARTS,
        CorrelateOptions,
        HumanOptions,
        LearnOptions,
        PeopleOptions,
        refuse_changed,
    )
    from assay.meta.orange import Orange, rank_references
    from assay.meta.pairs import Kendall, darr_counts, kendall_table, preference_counts, tau
    from assay.meta.reading.own_scores import scores_of
    from assay.meta.reading.postedited import Postedited, read_postedited, score_postedited
    from assay.meta.sensitivity import Dependence, Outliers, dependences, outlier_systems, outliers
    from assay.meta.sources import Source, read_judged, read_source, wmt23_materials
    from assay.meta.statistics import DRAWN, STATISTICS, Statistic, pair_statistics
    from assay.meta.system_pairs import human_p_values, soft_pairwise_accuracy
    from assay.meta.tasks import Task, TaskResult, TaskTable, evaluate_tasks, wmt23_tasks
    from assay.meta.ties import (
        Calibration,
        HeldOut,
        TieCurve,
        accuracy_at,
        calibrate,
        held_out,
        tie_curve,
        transfer,
    )

__all__ = [
    "DEFAULT_PARTS",
    "DRAWN",
    "ONE_SIDED",
    "PARTS",
    "STATISTICS",
    "TESTS",
    "AverageRank",
    "Calibration",
    "Closeness",
    "Combination",
    "Contamination",
    "Contest",
    "CorrelateOptions",
    "Criterion",
    "Dependence",
    "DomainTable",
    "EffortCurve",
    "HeldOut",
    "HumanOptions",
    "InDomain",
    "Kendall",
    "LanguagePair",
    "LearnOptions",
    "Learnt",
    "Material",
    "MetaEvaluation",
    "Need",
    "Orange",
    "OrderedPairs",
    "Outliers",
    "OutputTexts",
    "PeopleOptions",
    "Postedited",
    "Source",
    "Statistic",
    "SystemScores",
    "Task",
    "TaskResult",
    "TaskTable",
    "TieCurve",
    "accuracy_at",
    "align",
    "average_ranks",
    "bootstrap_correlation",
    "calibrate",
    "closeness_of",
    "combine",
    "common_systems",
    "compare_all",
    "compare_metrics",
    "correlate",
    "correlate_differences",
    "correlate_metrics",
    "correlate_systems",
    "darr_counts",
    "dependences",
    "detect_contamination",
    "evaluate_tasks",
    "held_out",
    "human_p_values",
    "judgements_needed",
    "kendall_table",
    "kind_of_scores",
    "learn_combination",
    "metric_ranks",
    "metrics_needed",
    "outlier_systems",
    "outliers",
    "pair_statistics",
    "preference_counts",
    "rank_references",
    "read_judged",
    "read_postedited",
    "read_source",
    "refuse_changed",
    "score_postedited",
    "scores_of",
    "scores_of_systems",
    "soft_pairwise_accuracy",
    "steadiness",
    "tau",
    "tie_curve",
    "transfer",
    "upward",
    "williams_table",
    "williams_test",
    "win_shares",
    "wmt23_materials",
    "wmt23_tasks",
]
__getattr__, __dir__ = open_door(__name__)
