"""Alignments of a whole set, as `assay align` shows them: those segments that are asked for, system by system."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.data import EvalSet, Outputs
from assay.errors import AssayWarning, InputError, OptionError
from assay.kernel import TooLongError
from assay.metrics.base import Metric
from assay.metrics.edits.alignment import AlignFn, Aligning, LinkedWords, LinkFn, Linking, WordAlignment
from assay.metrics.evaluation import check_lengths
from assay.metrics.options import AlignOptions
from assay.metrics.registry import METRICS
from assay.metrics.specs import parse_metric
from assay.resources import Resources


@dataclass(frozen=True)
class AlignedSegments:
    """Consecutive segments of every system aligned with their best references."""

    metric: Metric
    first: int  # the number of segments before these
    references: tuple[str, ...]  # their names
    alignments: Mapping[str, Sequence[WordAlignment] | Sequence[LinkedWords]]  # by system


def align_set(
    shards: Iterable[tuple[EvalSet, Outputs]], options: AlignOptions, resources: Resources = Resources()
) -> Iterator[AlignedSegments]:
    """Align the segments of a set that are asked for, as many at a time as it is read in."""
    metric, rows = parse_metric(options.metric), options.rows()
    prepare = _preparing(metric)
    seen = 0
    for evalset, outputs in shards:
        wanted = rows or range(seen + len(evalset))
        start, stop = max(wanted.start - seen, 0), min(wanted.stop - seen, len(evalset))
        if start < stop:
            check_lengths(evalset, outputs)
            align = prepare(evalset.part(start, stop), resources)
            alignments = {
                name: _align(align, column[start:stop], f"{name}, {metric.label}", seen + start)
                for name, column in outputs.items()
            }
            yield AlignedSegments(metric, seen + start, tuple(evalset.references), alignments)
        seen += len(evalset)
        if rows and seen >= rows.stop:
            return
    if rows and rows.start >= seen:
        raise InputError(f"there is no segment {rows.start + 1}: the set has {seen}")
    if rows and rows.stop > seen:
        warnings.warn(f"the set ends with segment {seen}", AssayWarning, stacklevel=2)


def _align(
    align: AlignFn | LinkFn, column: Sequence[str], what: str, before: int
) -> list[WordAlignment] | list[LinkedWords]:
    try:
        return align(column)
    except TooLongError as error:
        raise error.within(what, before) from None


def _preparing(metric: Metric) -> Callable[[EvalSet, Resources], AlignFn | LinkFn]:
    if isinstance(metric, Aligning):
        return metric.align
    if isinstance(metric, Linking):
        return metric.link
    names = [name for name, cls in METRICS.items() if hasattr(cls, "align") or hasattr(cls, "link")]
    raise OptionError(f"{metric.name} has no alignment; those that have are {', '.join(names)}")
