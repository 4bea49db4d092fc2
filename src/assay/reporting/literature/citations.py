"""BibTeX entries for the methods that a result rests on, each once, in the order in which they were used.

A metric or test that is not listed has no paper that we are sure of, and no entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from assay.metrics import Metric
from assay.reporting.blocks import Verbatim

_ENTRY = re.compile(r"^@\w+\{([^,]+),\n.*?^\}$", re.DOTALL | re.MULTILINE)
BLEU, CALL = "papineni-2002-bleu", "post-2018-call"
METRICS: dict[str, tuple[str, ...]] = {  # by the name that a metric is asked for, without options
    "bleu": (BLEU, CALL),
    "chrf": ("popovic-2015-chrf",),
    "ter": ("snover-2006-study",),
    "hter": ("snover-2006-study",),
    "cder": ("leusch-2006-cder",),
    "character": ("wang-2016-character",),
    "eed": ("stanchev-2019-eed",),
    "nist": ("doddington-2002-automatic",),
    "ribes": ("isozaki-2010-automatic",),
    "rouge": ("lin-2004-rouge",),
    "meteor": ("denkowski-2014-meteor",),
    "bertscore": ("zhang-2020-bertscore",),
    "yisi": ("lo-2019-yisi",),
}
CHRF_WITH_WORDS = "popovic-2017-chrf"
BOOTSTRAP = "efron-1993-introduction"
SEVERAL_RUNS = "clark-2011-better"
TESTS: dict[str, tuple[str, ...]] = {
    "permutation": ("riezler-2005-pitfalls",),
    "sacrebleu-ar": ("riezler-2005-pitfalls",),
    "bootstrap": ("koehn-2004-statistical",),
    "koehn": ("koehn-2004-statistical",),
    "sacrebleu-bs": ("koehn-2004-statistical",),
    "wilcoxon": ("wilcoxon-1945-individual",),
    "signed-rank": ("wilcoxon-1945-individual",),
    "rank-sum": ("wilcoxon-1945-individual",),
    "wmt": ("wilcoxon-1945-individual",),
    "williams": ("graham-2014-testing",),
    **{
        f"{kind}-{drawn}": ("deutsch-2021-statistical",)
        for kind in ("perm", "boot")
        for drawn in ("both", "sys")
    },
    **dict.fromkeys(("perm-input", "boot-seg"), ("deutsch-2021-statistical",)),
}
CORRECTIONS = {"holm": "holm-1979-simple", "bh": "benjamini-1995-controlling"}
SCHEMES = {"da": "graham-2017-can", "mqm": "freitag-2021-experts", "esa": "kocmi-2024-error"}
PREFERENCES = {"trueskill": "sakaguchi-2014-efficient", "bradley-terry": "bradley-1952-rank"}
STATISTICS = {
    "acc-eq": "deutsch-2023-ties",
    "tau-eq": "deutsch-2023-ties",
    "accuracy": "kocmi-2021-ship",
    "spa": "thompson-2024-improving",
    "tau-b": "kendall-1938-new",
    "tau-a": "kendall-1938-new",
}


def metric_works(metrics: Iterable[Metric]) -> list[str]:
    """Return the works that introduced metrics; chrF with words has one of its own."""
    works: list[str] = []
    for metric in metrics:
        works += METRICS.get(metric.name, ())
        works += [CHRF_WITH_WORDS] if metric.name == "chrf" and getattr(metric, "word_order", False) else []
    return works


def bibliography(keys: Iterable[str]) -> Verbatim:
    """Return the entries of works, each once."""
    entries = [entries_by_key()[key] for key in dict.fromkeys(keys)]
    return Verbatim("bibliography", "BibTeX", "\n\n".join(entries), "bibtex")


@cache
def entries_by_key() -> dict[str, str]:
    """Return all entries there are."""
    text = files("assay.reporting.literature").joinpath("methods.bib").read_text(encoding="utf-8")
    return {match[1]: match[0] for match in _ENTRY.finditer(text)}
