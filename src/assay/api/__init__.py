"""Python as good as the command line: lists, columns, frames or files in, results out that print, draw and save.

>>> import assay
>>> assay.score(["the cat sat"], ["the cat sat"], "chrf").score
100.0

Every function takes what its command takes: hypotheses and references as lists of strings, as columns or frames of
pandas, Polars or Arrow, or as files; options as keywords, which are the flags of the command line. Nothing is computed
here: what was given is converted, the package that answers is called, and its answer is wrapped in a `Result`, which
prints as the command's report, and knows `to_pandas()`, `to_polars()`, `to_arrow()`, `to_dict()`, `save(PATH)` and
`plot()`.
"""

from assay.doors import open_door

HOMES = {
    "costs": "bench_systems effort read_postedits",
    "judgements": "agree correlate rank",
    "learning": "estimate learn",
    "matrices": "pairwise",
    "reading": "formats read_judgements read_run read_scores read_set read_texts",
    "reports": "align check diagnose explain flag report",
    "scores": "score",
    "systems": "compare gate map_shards merge_parts power score_grid",
    "tools": "lm manage_plugins manage_resources meteor_train nist_table oracle paraphrases",
    "assay.questions": (
        "AgreeResult AlignResult BenchResult CheckResult CompareResult CompareRunsResult Converted "
        "CorrelateResult DiagnoseResult EffortResult EstimateResult ExplainResult FormatsResult GateResult GridResult "
        "LearnResult Listed MeteorTrainResult MetricScores OracleResult Picture PowerResult RankResult "
        "ReportResult Result Score SourceCheckResult SystemScores UnreferencedReport Written"
    ),
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
