"""Assay: evaluation of machine translation, from raw outputs to a claim one can defend.

>>> import assay
>>> assay.score(["the cat sat"], ["the cat sat"], "chrf").score
100.0

Names are imported when they are first used, so that `import assay` costs nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # typing itself would be most of the cost
if TYPE_CHECKING:
    from assay.api import (
        MetricScores,
        Result,
        Score,
        agree,
        align,
        bench_systems,
        check,
        compare,
        correlate,
        diagnose,
        effort,
        estimate,
        gate,
        learn,
        pairwise,
        power,
        rank,
        read_judgements,
        read_postedits,
        read_run,
        read_scores,
        read_set,
        read_texts,
        report,
        score,
        score_grid,
    )
    from assay.errors import AssayError, AssayWarning

    __version__: str

__all__ = [
    "AssayError",
    "AssayWarning",
    "MetricScores",
    "Result",
    "Score",
    "__version__",
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    if name == "__version__":
        exported: object = import_module("assay.version").installed_version()
    else:
        home = "assay.errors" if name in ("AssayError", "AssayWarning") else "assay.api"
        exported = getattr(import_module(home), name)
    globals()[name] = exported
    return exported


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
