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

HOMES = {
    "contests.compare": "TESTS compare_all compare_metrics",
    "contests.contest": "Contest average_ranks metric_ranks",
    "contests.trio": "Criterion",
    "contests.williams": "williams_table williams_test",
    "correlations": "bootstrap_correlation correlate correlate_differences",
    "evaluation": "MetaEvaluation",
    "learning.combinations": "combine",
    "learning.contamination": "Closeness",
    "learning.learn": "Learnt",
    "learning.needed": "judgements_needed metrics_needed steadiness",
    "material": "Material SystemScores align",
    "options": "PARTS",
    "pairs": "darr_counts kendall_table preference_counts tau",
    "sensitivity": "dependences outliers",
    "sources": "Source wmt23_materials",
    "statistics": "DRAWN STATISTICS Statistic",
    "system_pairs": "human_p_values soft_pairwise_accuracy",
    "tasks": "Task evaluate_tasks wmt23_tasks",
    "ties": "accuracy_at calibrate held_out tie_curve transfer",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
