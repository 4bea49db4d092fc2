"""Words that people try for a command: a metric, a function of Python, or what they want to know."""

from __future__ import annotations

MEANT = {
    **dict.fromkeys(("eval", "evaluate", "evaluation", "run", "metric-scores"), "score"),
    **dict.fromkeys(("test", "significance", "ttest", "bootstrap", "permutation", "paired"), "compare"),
    **dict.fromkeys(
        ("rank", "ranking", "agreement", "agree", "iaa", "judgements", "annotations", "mqm"), "human"
    ),
    **dict.fromkeys(("correlate", "correlation", "correlations", "meta-eval", "mtme"), "meta"),
    **dict.fromkeys(("effort", "post-edit", "postediting", "post-editing"), "postedit"),
    **dict.fromkeys(("regression", "ci", "noninferiority"), "gate"),
    **dict.fromkeys(("explain", "errors", "analyse", "analyze", "compare-mt"), "diagnose"),
    **dict.fromkeys(("validate", "lint", "qa"), "check"),
    **dict.fromkeys(("html", "page"), "report"),
    **dict.fromkeys(("study", "appraise", "annotate"), "campaign"),
    **dict.fromkeys(("samples", "sample-size", "sample_size"), "power"),
    **dict.fromkeys(("server", "web"), "serve"),
    **dict.fromkeys(("download", "install", "models"), "resources"),
    **dict.fromkeys(("plugin", "comet"), "plugins"),
    **dict.fromkeys(("reproduce", "rerun"), "verify"),
    **dict.fromkeys(("score_grid", "grid"), "score --grid"),
    "qe": "estimate",
}


def is_metric(word: str) -> bool:
    """Tell whether a word names a metric, as -m or a heading of a table does."""
    from assay.errors import AssayError
    from assay.metrics import parse_metric

    try:
        parse_metric(word)
    except AssayError:
        return False
    return True


def advice_on_word(word: str) -> str:
    """Say what to type instead of a word that is no command, "" where nobody can tell."""
    meant = MEANT.get(word.lower())
    if meant is not None:
        return f"did you mean assay {meant}?"
    if is_metric(word):
        return f'it is a metric: "assay metrics {word}" explains it, and assay score -m {word} computes it'
    from assay.errors import AssayError
    from assay.metrics import parse_metric

    try:
        parse_metric(word)
    except AssayError as error:
        advice = str(error).partition("; ")[2]
        named = advice.startswith("write ") or "is a plug-in" in advice
        return f"if it is a metric, {advice}" if named else ""
    return ""
