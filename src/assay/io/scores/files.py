"""Scores from any file: the form is told by the first line and the name, or given.

So every metric takes part whose scores can be written to a file, whether it is installed here or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from assay.data import Scores
from assay.errors import InputError, OptionError
from assay.io.opening import blocks, empty_file, label, opened
from assay.io.scores import mtme_files, neural, own, quality_estimation, wide, wmt
from assay.io.scores.entries import of_systems
from assay.io.texts.names import base_name


@dataclass(frozen=True)
class Form:
    """A form of score files: what it is, how its first line looks, and its reader."""

    summary: str
    recognises: Callable[[str], bool]
    read: Callable[[str], list[Scores]]


def read_mtme(path: str) -> list[Scores]:
    """Read one score file of mt-metrics-eval, of systems or domains where its name or lines say so, else segments."""
    name = base_name(path).removesuffix(".gz").removesuffix(".score")
    stem, _, level = name.rpartition(".")
    if level == "doc":
        raise InputError(
            f"{label(path)}: scores of documents, which the file does not name; put it into the folder of its test set"
        )
    if level == "domain" or (level not in mtme_files.LEVELS and _first_line(path).count("\t") == 2):
        return [mtme_files.read_by_domain(path, stem if level == "domain" else name)]
    scores = mtme_files.read_segments(path, stem if level in mtme_files.LEVELS else name)
    if level == "sys" or (level != "seg" and len(scores.segments) == 1):
        return [of_systems(scores.name, mtme_files.read_totals(path))]
    return [scores]


# In the order in which they are tried.
FORMS: dict[str, Form] = {
    "assay-tsv": Form("assay score --format tsv", own.recognises_tsv, own.read_tsv),
    "assay-json": Form("assay score --format json", own.recognises_json, own.read_json),
    "mqm-average": Form("averaged MQM: SYSTEM SCORE SEGMENT", wmt.recognises_averaged, wmt.read_averaged),
    "mtme": Form("mt-metrics-eval: [DOMAIN<TAB>]SYSTEM<TAB>SCORE", mtme_files.recognises, read_mtme),
    "comet-text": Form("COMET: what comet-score prints", neural.recognises_printed, neural.read_printed),
    "qe-da": Form(
        "direct assessments of MLQE: index, original, translation, mean, z_mean",
        quality_estimation.recognises,
        quality_estimation.read,
    ),
    "wmt": Form("WMT metrics task, 8 or 6 columns without header", wmt.recognises_wmt, wmt.read_wmt),
    "metricx": Form("MetricX: JSONL with predictions", neural.recognises_metricx, neural.read_metricx),
    "wmt25": Form("WMT 2025 automatic scores: JSONL", neural.recognises_wmt25, neural.read_wmt25),
    "table": Form("TSV, CSV, blanks or JSONL: system, segment, metrics", wide.recognises, wide.read),
    "comet": Form(
        "COMET: JSON by hypothesis file", lambda first: first.lstrip()[:1] == "{", neural.read_comet
    ),
}


def read_scores(path: str, form: str | None = None, lower_is_better: Collection[str] = ()) -> list[Scores]:
    """Read the scores of a file, one `Scores` a metric; `lower_is_better` names those that count errors."""
    if form is not None and form not in FORMS:
        raise OptionError(
            f'score files of the form "{form}" are not recognised; choose from {", ".join(FORMS)}'
        )
    by_metric = FORMS[form or recognised(path)].read(path)
    unknown = [name for name in lower_is_better if name not in {scores.name for scores in by_metric}]
    if unknown:
        names = ", ".join(dict.fromkeys(scores.name for scores in by_metric))
        raise OptionError(
            f'{label(path)}: there is no metric "{unknown[0]}" to be negated; there are {names}'
        )
    return [replace(scores, higher_is_better=False) if scores.name in lower_is_better else scores
            for scores in by_metric]  # fmt: skip


def recognised(path: str) -> str:
    """Return the form of a file by its first line."""
    first = _first_line(path)
    for name, form in FORMS.items():
        if form.recognises(first):
            return name
    raise InputError(
        f"{label(path)}: not a score file by its first line; give a table with the columns system, segment and "
        f"one column per metric, or name the form: {', '.join(FORMS)}"
    )


def _first_line(path: str) -> str:
    with opened(path) as stream:
        start = next(blocks(path, stream), b"")
    if not start:
        raise empty_file(path)
    return start.partition(b"\n")[0].decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\r")
