"""`assay align`: read outputs and references, align each output with its best reference, and show the operations."""

from __future__ import annotations

import argparse
import re
import warnings
from collections.abc import Iterator

from assay.cli import inputs, output
from assay.errors import AssayWarning, InputError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs
    from assay.metrics import Aligning
    from assay.reporting import Block

EPILOG = """\
examples:
  assay align out.txt -r ref.txt --segment 1-5
  assay align out.txt -r ref.txt -m wer:lowercase --errors-only
  assay align a.txt b.txt -r ref.txt -m cer --format html -o edits.html
S replaced, I too many, D missing, @1 moved by the first shift. Only edit metrics align.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay align",
        description="Show how outputs differ from their references, operation by operation.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    made.add_argument(
        "-m",
        "--metric",
        default="ter",
        metavar="METRIC",
        help="the edit metric whose alignment to show, with its options (default: ter)",
    )
    made.add_argument(
        "--segment", type=_segments, metavar="N|N-M", help="only segment N, or segments N to M, from 1"
    )
    made.add_argument("--errors-only", action="store_true", help="leave out segments without any edit")
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def _segments(text: str) -> range:
    found = re.fullmatch(r"([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?", text)
    if not found or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a segment, such as 7, nor a range, such as 7-12"
        )
    return range(int(found[1]) - 1, int(found[2] or found[1]))


def run(arguments: argparse.Namespace) -> None:
    """Align what the command line asks for and write it."""
    from assay.metrics import parse_metric

    metric = parse_metric(arguments.metric)
    aligning = _aligning(metric)
    output.check(arguments.output, inputs.paths(arguments))
    blocks = list(_blocks(arguments, aligning, metric.label)) or [_without_edits(metric.label)]
    output.write(blocks, output.form(arguments), arguments.output)


def _without_edits(label: str) -> Block:
    from assay.reporting import Prose

    return Prose(f"{label}: no segment that was looked at has an edit.")


def _aligning(metric: object) -> Aligning:
    from assay.metrics import METRICS, Aligning

    if isinstance(metric, Aligning):
        return metric
    names = [name for name, cls in METRICS.items() if hasattr(cls, "align")]
    raise OptionError(
        f"{getattr(metric, 'name', '')} has no alignment; those that have are {', '.join(names)}"
    )


def _blocks(arguments: argparse.Namespace, metric: Aligning, label: str) -> Iterator[Block]:
    from assay.reporting import alignment_report
    from assay.resources import Resources

    seen = 0
    for evalset, outputs in inputs.open_set(arguments):
        chosen = arguments.segment or range(seen + len(evalset))
        start, stop = max(chosen.start - seen, 0), min(chosen.stop - seen, len(evalset))
        if start < stop:
            align = metric.align(evalset.part(start, stop), Resources(threads=arguments.threads))
            found = {name: align(column[start:stop]) for name, column in _whole(evalset, outputs).items()}
            names = tuple(evalset.references)
            yield from alignment_report(
                found, names, label, first=seen + start, errors_only=arguments.errors_only
            )
        seen += len(evalset)
        if seen >= chosen.stop and arguments.segment:
            return
    if arguments.segment and arguments.segment.start >= seen:
        raise InputError(f"there is no segment {arguments.segment.start + 1}: the set has {seen}")
    if arguments.segment and arguments.segment.stop > seen:
        warnings.warn(f"the set ends with segment {seen}", AssayWarning, stacklevel=2)


def _whole(evalset: EvalSet, outputs: Outputs) -> Outputs:
    from assay.metrics import check_lengths

    check_lengths(evalset, outputs)
    return outputs
