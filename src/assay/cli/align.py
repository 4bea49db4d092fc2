"""`assay align`: read outputs and references, align each output with its best reference, and show the operations."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import FileOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Aligning
    from assay.reporting import Block

EPILOG = """\
examples:
  assay align out.txt -r ref.txt --segment 1-5
  assay align out.txt -r ref.txt -m wer:lowercase --errors-only
  assay align a.txt b.txt -r ref.txt -m cer --format html -o edits.html
S replaced, I too many, D missing, @1 moved by the first shift. Only edit metrics align.
"""


@dataclass(frozen=True)
class Arguments:
    """Show how outputs differ from their references, operation by operation."""

    files: FileOptions = nested(FileOptions)
    metric: str = option(
        "ter",
        "the edit metric whose alignment to show, with its options",
        flag="-m --metric",
        metavar="METRIC",
    )
    segment: str | None = option(None, "only segment N, or segments N to M, from 1", metavar="N|N-M")
    errors_only: bool = option(False, "leave out segments without any edit")
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what is no segment, and a call without outputs."""
        if not self.files.systems:
            raise OptionError(sets.NO_OUTPUT)
        if self.segment is not None:
            _rows(self.segment)


def _rows(segments: str) -> range:
    """Return the rows that N or N-M stands for."""
    ends = re.fullmatch(r"([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?", segments)
    if not ends or int(ends[2] or ends[1]) < int(ends[1]):
        raise OptionError(
            f"--segment: {segments!r} is neither a segment, such as 7, nor a range, such as 7-12"
        )
    return range(int(ends[1]) - 1, int(ends[2] or ends[1]))


def run(arguments: Arguments) -> Answer:
    """Align what the command line asks for."""
    from assay.metrics import parse_metric
    from assay.reporting import Prose

    metric = parse_metric(arguments.metric)
    blocks = list(_blocks(arguments, _aligning(metric), metric.label))
    return Answer(blocks or [Prose(f"{metric.label}: no segment that was looked at has an edit.")])


def _aligning(metric: object) -> Aligning:
    from assay.metrics import METRICS, Aligning

    if isinstance(metric, Aligning):
        return metric
    names = [name for name, cls in METRICS.items() if hasattr(cls, "align")]
    raise OptionError(
        f"{getattr(metric, 'name', '')} has no alignment; those that have are {', '.join(names)}"
    )


def _blocks(arguments: Arguments, metric: Aligning, label: str) -> Iterator[Block]:
    from assay.io import open_set
    from assay.metrics import check_lengths
    from assay.reporting import alignment_report
    from assay.resources import Resources

    wanted = None if arguments.segment is None else _rows(arguments.segment)
    seen = 0
    for evalset, outputs in open_set(arguments.files):
        chosen = wanted or range(seen + len(evalset))
        start, stop = max(chosen.start - seen, 0), min(chosen.stop - seen, len(evalset))
        if start < stop:
            check_lengths(evalset, outputs)
            align = metric.align(evalset.part(start, stop), Resources(threads=arguments.manners.threads))
            alignments = {name: align(column[start:stop]) for name, column in outputs.items()}
            yield from alignment_report(
                alignments,
                tuple(evalset.references),
                label,
                first=seen + start,
                errors_only=arguments.errors_only,
            )
        seen += len(evalset)
        if wanted and seen >= wanted.stop:
            return
    if wanted and wanted.start >= seen:
        raise InputError(f"there is no segment {wanted.start + 1}: the set has {seen}")
    if wanted and wanted.stop > seen:
        warnings.warn(f"the set ends with segment {seen}", AssayWarning, stacklevel=2)
