"""HTER as what people said: of a log or table of post-editing, or of edited text beside the output it was made from.

A log or table brings source and outputs along. HTER is the figure of the file where it has one, else computed from
output and final text, 100 at most; several editors of an output are averaged. Lower is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Array, Codes, EvalSet, Outputs, PostEdits, Remark, Scores
from assay.errors import InputError, OptionError
from assay.io import FileOptions, Named, label, open_unreferenced, read_postedits, texts_of
from assay.metrics import Evaluation, FeatureOptions, Metric, evaluate, need_no_references, parse_metric
from assay.metrics.unreferenced.estimates import quality_features
from assay.resources import Resources

HTER = "hter"
# As in WMT's tasks of quality estimation: one runaway output would outweigh all others
CAPPED = "hter:cap"
LEFT_OUT = "post-edits without source, output or HTER, or of segments that not all systems have; left out"


@dataclass(frozen=True)
class Postedited:
    """Outputs with their source, and the HTER of each segment."""

    evalset: EvalSet
    outputs: Outputs
    human: Scores
    remarks: tuple[Remark, ...] = ()


def read_postedited(path: Named, files: FileOptions, form: str | None = None) -> Postedited:
    """Read post-edits: text beside the one output that files name, or a log or table with all there is."""
    if files.reference:
        raise OptionError("--hter is for metrics that need no reference; leave out -r")
    return _beside_output(path, files) if files.systems else _of_log(read_postedits(path, form))


def score_postedited(
    postedited: Postedited,
    metrics: Sequence[Metric],
    features: FeatureOptions,
    resources: Resources = Resources(),
) -> Evaluation:
    """Score the outputs by metrics that need no reference; without any, by all features that can be drawn."""
    if metrics and features.files:
        raise OptionError("--source-lm, --target-lm and --bitext are for the features; -m names its own")
    chosen = metrics or quality_features(features)
    if not need_no_references(chosen):
        raise OptionError(
            "--hter is for metrics that need no reference, such as qe and lm; name others with -m"
        )
    return evaluate([(postedited.evalset, postedited.outputs)], chosen, resources)


def _beside_output(path: Named, files: FileOptions) -> Postedited:
    [(evalset, outputs)] = open_unreferenced(files)
    if len(outputs) != 1:
        raise OptionError(
            f"--hter: post-edited text is that of one output, and {len(outputs)} are given; give one"
        )
    [(system, texts)] = outputs.items()
    final = texts_of(str(path), "final", evalset.ids)
    if len(final) != len(texts):
        raise InputError(
            f"{label(path)} and the output have {len(final)} and {len(texts)} segments; give one edited text a segment"
        )
    segments = tuple(str(number) for number in range(1, len(texts) + 1))
    human = Scores(
        HTER.upper(), (system,), segments, hter_rows(texts, final)[None, :], higher_is_better=False
    )
    return Postedited(evalset, outputs, human)


def hter_rows(outputs: Sequence[str], final: Sequence[str]) -> Array:
    """Return the HTER of each segment, in per cent, 100 at most."""
    evalset = EvalSet("post-edits", ("", ""), None, {"final": final}, None)
    metric = parse_metric(CAPPED)
    return evaluate([(evalset, {"mt": outputs})], [metric]).stats[metric, "mt"].each()


def _of_log(postedits: PostEdits) -> Postedited:
    """Arrange rows by system and segment; what is not there for every system is left out, and counted."""
    rates = _row_rates(postedits)
    texts = zip(postedits.source or [None] * len(rates), postedits.mt or [None] * len(rates), strict=True)
    rows = [row for row, pair in enumerate(texts) if None not in pair and np.isfinite(rates[row])]
    cells: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        cells.setdefault((int(postedits.system.index[row]), int(postedits.segment.index[row])), []).append(
            row
        )
    systems = sorted({system for system, _ in cells})
    segments = sorted(
        {segment for _, segment in cells if all((system, segment) in cells for system in systems)}
    )
    if not segments:
        raise InputError(
            f"{label(postedits.path)}: no segment has source, output and HTER or final text for every system; give "
            "texts in files: post-edits, output, and the source with -s"
        )
    grid = [[cells[system, segment] for segment in segments] for system in systems]
    left_out = len(rates) - sum(len(cell) for line in grid for cell in line)
    remarks = (*postedits.remarks, *([Remark(LEFT_OUT, left_out, ())] if left_out else []))
    return _arranged(postedits, [postedits.system.names[system] for system in systems], grid, rates, remarks)


def _row_rates(postedits: PostEdits) -> Array:
    """Return the HTER of each row: given, or computed where both texts are there."""
    rates = postedits.given.get(HTER, np.full(len(postedits), np.nan)).copy()
    if postedits.mt is None or postedits.final is None or np.isfinite(rates).any():
        return rates
    pairs = list(zip(postedits.mt, postedits.final, strict=True))
    both = [row for row, (mt, final) in enumerate(pairs) if mt is not None and final is not None]
    if both:
        rates[both] = hter_rows([pairs[row][0] or "" for row in both], [pairs[row][1] or "" for row in both])
    return rates


def _arranged(
    postedits: PostEdits,
    systems: list[str],
    grid: list[list[list[int]]],
    rates: Array,
    remarks: tuple[Remark, ...],
) -> Postedited:
    first = [cell[0] for cell in grid[0]]
    source, mt = postedits.source or (), postedits.mt or ()
    names = postedits.document
    document = None if names is None else Codes.of([names.names[names.index[row]] for row in first])
    ids = tuple(str(number) for number in range(1, len(first) + 1))
    outputs = {name: [mt[cell[0]] or "" for cell in line] for name, line in zip(systems, grid, strict=True)}
    human = np.array([[rates[cell].mean() for cell in line] for line in grid])
    return Postedited(
        EvalSet("post-edits", postedits.languages, [source[row] or "" for row in first], {}, document, ids),
        outputs,
        Scores(HTER.upper(), tuple(systems), ids, human, higher_is_better=False),
        remarks,
    )
