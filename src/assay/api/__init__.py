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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.api.costs import BenchResult, EffortResult, bench_systems, effort, read_postedits
    from assay.api.gates import GateResult, gate
    from assay.api.judgements import AgreeResult, CorrelateResult, RankResult, agree, correlate, rank
    from assay.api.learning import EstimateResult, LearnResult, estimate, learn
    from assay.api.matrices import pairwise
    from assay.api.pictures import Picture
    from assay.api.reading import read_judgements, read_run, read_scores, read_set, read_texts
    from assay.api.reports import CheckResult, DiagnoseResult, ReportResult, check, diagnose, report
    from assay.api.results import Result
    from assay.api.scores import MetricScores, Score, SystemScores, score
    from assay.api.systems import (
        AlignResult,
        CompareResult,
        CompareRunsResult,
        GridResult,
        PowerResult,
        align,
        compare,
        power,
        score_grid,
    )

__all__ = [
    "AgreeResult",
    "AlignResult",
    "BenchResult",
    "CheckResult",
    "CompareResult",
    "CompareRunsResult",
    "CorrelateResult",
    "DiagnoseResult",
    "EffortResult",
    "EstimateResult",
    "GateResult",
    "GridResult",
    "LearnResult",
    "MetricScores",
    "Picture",
    "PowerResult",
    "RankResult",
    "ReportResult",
    "Result",
    "Score",
    "SystemScores",
    "agree",
    "align",
    "bench_systems",
    "check",
    "compare",
    "correlate",
    "diagnose",
    "effort",
    "estimate",
    "gate",
    "learn",
    "pairwise",
    "power",
    "rank",
    "read_judgements",
    "read_postedits",
    "read_run",
    "read_scores",
    "read_set",
    "read_texts",
    "report",
    "score",
    "score_grid",
]
__getattr__, __dir__ = open_door(__name__)
