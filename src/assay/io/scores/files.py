"""Scores from any file: the form is told by the first line and the name, or given.

So every metric takes part whose scores can be written to a file, whether it is installed here or not. Scores of one
metric may lie in several files, one a system or one a part of the segments; `join_scores` puts them together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Scores
from assay.errors import InputError, OptionError
from assay.io.formats import JSON_SIGN, Format, Sign, formats_of, read_as, recognise
from assay.io.opening import Named, Source, held, label, listed
from assay.io.scores import mtme_files, neural, own, quality_estimation, wide, wmt
from assay.io.scores.entries import of_systems
from assay.io.tables.head import look_at
from assay.io.texts.lines import as_utf8
from assay.io.texts.names import base_name


def read_mtme(path: Named) -> list[Scores]:
    """Read one score file of mt-metrics-eval, of systems or domains where its name or lines say so, else segments."""
    name = base_name(path).removesuffix(".gz").removesuffix(".score")
    stem, _, level = name.rpartition(".")
    if level == "doc":
        raise InputError(
            f"{label(path)}: scores of documents, which the file does not name; put it into the folder of its test set"
        )
    if level == "domain" or (
        level not in mtme_files.LEVELS and look_at(Source.of(path)).first.count("\t") == 2
    ):
        return [mtme_files.read_by_domain(path, stem if level == "domain" else name)]
    scores = mtme_files.read_segments(path, stem if level in mtme_files.LEVELS else name)
    if level == "sys" or (level != "seg" and len(scores.segments) == 1):
        return [of_systems(scores.name, mtme_files.read_totals(path))]
    return [scores]


_score_format = partial(Format[list[Scores]], "scores")

# In the order in which they are tried.
FORMATS: dict[str, Format[Any]] = {
    form.name: form
    for form in (
        _score_format(
            "assay-tsv", "assay score --format tsv", own.recognises_tsv, own.read_tsv, sign=Sign("# level:")
        ),
        _score_format(
            "assay-json",
            "assay score --format json",
            own.recognises_json,
            own.read_json,
            sign=Sign(r'\{"schema":'),
        ),
        _score_format(
            "mqm-average",
            "averaged MQM: SYSTEM SCORE SEGMENT",
            wmt.recognises_averaged,
            wmt.read_averaged,
            sign=Sign(r"\s*system\s+mqm_avg_score"),
        ),
        _score_format(
            "mtme",
            "mt-metrics-eval: [DOMAIN<TAB>]SYSTEM<TAB>SCORE",
            mtme_files.recognises,
            read_mtme,
            sign=Sign(r"[^\t\n]*(?:\t[^\t\n]*){1,2}(?:\n|\Z)"),
        ),
        _score_format(
            "comet-text",
            "COMET: what comet-score prints",
            neural.recognises_printed,
            neural.read_printed,
            sign=Sign(r"[^\t\n]+\t(?:Segment \d+\t)?score: "),
        ),
        _score_format(
            "qe-da",
            "direct assessments of MLQE: index, original, translation, mean, z_mean",
            quality_estimation.recognises,
            quality_estimation.read,
            general=True,
            sign=Sign(r"[^\n]*z_mean"),
        ),
        _score_format(
            "wmt",
            "WMT metrics task, 8 or 6 columns without header",
            wmt.recognises_wmt,
            wmt.read_wmt,
            sign=Sign(rf"[^\t\n]*\t(?i:{wmt.PAIR.pattern})\t"),
        ),
        _score_format(
            "metricx",
            "MetricX: JSONL with predictions",
            neural.recognises_metricx,
            neural.read_metricx,
            sign=JSON_SIGN,
        ),
        _score_format(
            "wmt25",
            "WMT 2025 automatic scores: JSONL",
            neural.recognises_wmt25,
            neural.read_wmt25,
            sign=JSON_SIGN,
        ),
        _score_format(
            "table",
            "a table: system, segment, and a column a metric",
            wide.recognises,
            wide.read,
            general=True,
        ),
        _score_format(
            "comet",
            "COMET: JSON by hypothesis file",
            neural.recognises_comet,
            neural.read_comet,
            general=True,
            sign=JSON_SIGN,
        ),
    )
}


def read_scores(path: Named, form: str | None = None, lower_is_better: Collection[str] = ()) -> list[Scores]:
    """Read the scores of a source, one `Scores` a metric; `lower_is_better` names those that count errors."""
    by_metric = _read(as_utf8(held(path)), form)
    unknown = [name for name in lower_is_better if name not in {scores.name for scores in by_metric}]
    if unknown:
        names = ", ".join(dict.fromkeys(scores.name for scores in by_metric))
        raise OptionError(
            f'{label(path)}: there is no metric "{unknown[0]}" to be negated; there are {names}'
        )
    return [replace(scores, higher_is_better=False) if scores.name in lower_is_better else scores
            for scores in by_metric]  # fmt: skip


def _read(source: Source, form: str | None) -> list[Scores]:
    if form is not None and form not in formats_of("scores"):
        raise OptionError(
            f'score files of the form "{form}" are not recognised; choose from {", ".join(formats_of("scores"))}'
        )
    if form is not None:
        return _scores(formats_of("scores")[form], source)
    head = look_at(source)
    told = recognise("scores", head)

    def read() -> list[Scores]:
        return wide.read_sheet(source) if told is None else _scores(told, source)

    return read_as("scores", head, told, read)


def _scores(form: Format[Any], source: Source) -> list[Scores]:
    scores: list[Scores] = form.read(source)
    return scores


def join_scores(parts: Iterable[Scores]) -> list[Scores]:
    """Put scores of the same name and notes together; systems and segments are those of all parts."""
    groups: dict[tuple[str, tuple[str, ...]], list[Scores]] = {}
    for part in parts:
        groups.setdefault((part.name, part.notes), []).append(part)
    return [_joined(group) if len(group) > 1 else group[0] for group in groups.values()]


def _joined(parts: Sequence[Scores]) -> Scores:
    systems = tuple(dict.fromkeys(name for part in parts for name in part.systems))
    segments = tuple(dict.fromkeys(name for part in parts for name in part.segments))
    if len({part.higher_is_better for part in parts}) > 1:
        raise InputError(
            f"{parts[0].name}: higher is better in one file and worse in another; say which is right"
        )
    rows, columns = ({name: at for at, name in enumerate(names)} for names in (systems, segments))
    values = np.full((len(systems), len(segments)), np.nan)
    totals = np.full(len(systems), np.nan)
    for part in parts:
        at = [rows[name] for name in part.systems]
        _fill(part, values, np.ix_(at, [columns[name] for name in part.segments]), part.values)
        if part.totals is not None:
            _fill(part, totals, (np.array(at, dtype=np.int64),), part.totals)
    given = None if np.isnan(totals).all() else totals
    return replace(
        parts[0],
        systems=systems,
        segments=segments,
        values=values,
        totals=given,
        document=_united([(part.segments, part.document) for part in parts], segments),
        domain=_united([(part.segments, part.domain) for part in parts], segments),
        domain_totals=_by_domain(parts, rows),
    )


def _by_domain(parts: Sequence[Scores], rows: Mapping[str, int]) -> dict[str, Array]:
    names = dict.fromkeys(name for part in parts for name in part.domain_totals)
    totals = {name: np.full(len(rows), np.nan) for name in names}
    for part in parts:
        at = np.array([rows[name] for name in part.systems], dtype=np.int64)
        for name, values in part.domain_totals.items():
            _fill(part, totals[name], (at,), values)
    return totals


def _fill(part: Scores, whole: Array, place: tuple[NDArray[np.int64], ...], values: Array) -> None:
    """Copy the known values of a part; a place that has one already is an error."""
    before = whole[place]
    if (~np.isnan(before) & ~np.isnan(values)).any():
        raise InputError(
            f"{part.name}: two files have scores of the same system ({listed(part.systems, 3)}) on the "
            "same segments; if these are two metrics, call the column of each after its metric; otherwise leave one out"
        )
    whole[place] = np.where(np.isnan(values), before, values)


def _united(columns: Sequence[tuple[Sequence[str], Codes | None]], segments: Sequence[str]) -> Codes | None:
    known: dict[str, str] = {}
    for names, codes in columns:
        known |= {} if codes is None else dict(zip(names, codes.column(), strict=True))
    return Codes.of([known[name] for name in segments]) if known and set(segments) <= set(known) else None
