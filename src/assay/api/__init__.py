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
    "costs": "BenchResult EffortResult bench_systems effort read_postedits",
    "gates": "GateResult gate",
    "judgements": "AgreeResult CorrelateResult RankResult agree correlate rank",
    "learning": "EstimateResult LearnResult estimate learn",
    "matrices": "pairwise",
    "pictures": "Picture",
    "reading": "formats read_judgements read_run read_scores read_set read_texts",
    "reports": "CheckResult DiagnoseResult ReportResult check diagnose report",
    "results": "Result",
    "scores": "MetricScores Score SystemScores score",
    "systems": (
        "AlignResult CompareResult CompareRunsResult GridResult PowerResult align compare power score_grid"
    ),
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
