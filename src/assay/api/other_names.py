"""Names that people try as functions of `assay`: metrics, names of other libraries, and those of commands."""

from __future__ import annotations

import re

from assay.errors import AssayError

# Of sacreBLEU, NLTK, evaluate and the command line.
MEANT = {
    **dict.fromkeys(("corpus_score", "evaluate", "compute", "metric", "sentence_score"), "assay.score"),
    **dict.fromkeys(("meta", "meta_evaluate"), "assay.correlate"),
    **dict.fromkeys(("human", "ranking"), "assay.rank"),
    "postedit": "assay.effort",
    "agreement": "assay.agree",
    "grid": "assay.score_grid",
    **dict.fromkeys(
        ("load", "load_metric"),
        'assay.compat.evaluate.load_metric, or assay.score(outputs, references, "bleu")',
    ),
    "plugins": "assay.manage_plugins",
    "resources": "assay.manage_resources",
    "map": "assay.map_shards",
    "merge": "assay.merge_parts",
    "metrics": "from assay.metrics import METRICS",
    "test": "assay.compare",
}
AROUND = re.compile(r"(?:corpus|sentence|compute|raw_corpus)_|_(?:score|corpus|sentence)$", re.IGNORECASE)


def advice_on_name(name: str) -> str:
    """Say what to write instead of a name that `assay` does not have, "" where nobody can tell."""
    if name.lower() in MEANT:
        return f"write {MEANT[name.lower()]}"
    from assay.metrics import parse_metric

    bare = AROUND.sub("", name).replace("_", "-").lower()
    try:
        parse_metric(bare)
    except AssayError:
        return ""
    level = ', level="segment"' if name.lower().startswith("sentence") else ""
    return f'a metric is named to a function: write assay.score(outputs, references, "{bare}"{level})'
