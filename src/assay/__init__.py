"""Assay: evaluation of machine translation, from raw outputs to a claim one can defend.

>>> import assay
>>> assay.score(["the cat sat"], ["the cat sat"], "chrf").score
100.0

Names are imported when they are first used, so that `import assay` costs next to nothing.
"""

from assay.doors import open_wide_door

_OWN = {
    "api": (
        "MetricScores Result Score agree align bench_systems check compare correlate diagnose effort estimate "
        "explain "
        "flag formats gate learn lm manage_plugins manage_resources map_shards merge_parts meteor_train nist_table "
        "oracle pairwise paraphrases power rank read_judgements read_postedits read_run read_scores read_set "
        "read_texts report score score_grid"
    ),
    "cli.repeats": "verify",
    "errors": "AssayError AssayWarning",
    "version": "__version__",
}
# `HOMES` and `__all__` have the functions of products on top as well; who asks for them waits for these.
__getattr__, __dir__ = open_wide_door(
    __name__, _OWN, "assay.extensions:functions", "assay.api.other_names:advice_on_name"
)
