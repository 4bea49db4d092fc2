"""Assay: evaluation of machine translation, from raw outputs to a claim one can defend.

>>> import assay
>>> assay.score(["the cat sat"], ["the cat sat"], "chrf").score
100.0

Names are imported when they are first used, so that `import assay` costs nothing.
"""

from assay.doors import open_door

HOMES = {
    "api": (
        "MetricScores Result Score agree align bench_systems check compare correlate diagnose effort estimate formats "
        "gate learn pairwise power rank read_judgements read_postedits read_run read_scores read_set read_texts report "
        "score score_grid"
    ),
    "errors": "AssayError AssayWarning",
    "version": "__version__",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
