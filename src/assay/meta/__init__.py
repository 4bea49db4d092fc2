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
    "contests.contest": "ONE_SIDED AverageRank Contest average_ranks metric_ranks",
    "contests.trio": "Criterion",
    "contests.williams": "williams_table williams_test",
    "correlations": "bootstrap_correlation correlate correlate_differences correlate_systems",
    "domains": "DomainTable InDomain",
    "evaluation": "LanguagePair MetaEvaluation OrderedPairs correlate_metrics",
    "learning.combinations": "Combination combine",
    "learning.contamination": "Closeness Contamination closeness_of detect_contamination",
    "learning.gain_test": "JACKKNIVES gain_test",
    "learning.learn": "Learnt learn_combination win_shares",
    "learning.needed": "EffortCurve Need judgements_needed metrics_needed steadiness",
    "material": (
        "Material OutputTexts SystemScores align common_systems kind_of_scores scores_of_systems upward"
    ),
    "options": "DEFAULT_PARTS PARTS CorrelateOptions HumanOptions LearnOptions PeopleOptions refuse_changed",
    "orange": "Orange rank_references",
    "pairs": "Kendall darr_counts kendall_table preference_counts tau",
    "reading.own_scores": "scores_of",
    "reading.postedited": "Postedited read_postedited score_postedited",
    "sensitivity": "Dependence Outliers dependences outlier_systems outliers",
    "sources": "Source read_judged read_source wmt23_materials",
    "statistics": "DRAWN STATISTICS Statistic pair_statistics",
    "system_pairs": "human_p_values soft_pairwise_accuracy",
    "tasks": "CONSTANT Task TaskResult TaskTable evaluate_tasks wmt23_tasks",
    "ties": "Calibration HeldOut TieCurve accuracy_at calibrate held_out tie_curve transfer",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
