"""`assay align`: read outputs and references, align each output with its best reference, and show the operations."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.io import FileOptions
from assay.metrics import AlignOptions
from assay.options import nested

EPILOG = """\
examples:
  assay align out.txt -r ref.txt --segment 1-5
  assay align out.txt -r ref.txt -m wer:lowercase --errors-only
  assay align a.txt b.txt -r ref.txt -m cer --format html -o edits.html
S substitution, I insertion, D deletion, @1 moved by the first shift. Only edit metrics align; meteor lists which words
it pairs, and by what.
"""


@dataclass(frozen=True)
class Arguments:
    """Show how outputs differ from their references, operation by operation."""

    files: FileOptions = nested(FileOptions)
    alignment: AlignOptions = nested(AlignOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs."""
        sets.check_outputs(self.files)


def run(arguments: Arguments) -> Answer:
    """Align what the command line asks for."""
    from assay.io import open_set
    from assay.metrics import align_set
    from assay.reporting import alignment_report
    from assay.resources import Resources

    resources = Resources(threads=arguments.manners.threads)
    aligned = align_set(open_set(arguments.files), arguments.alignment, resources)
    return Answer(alignment_report(aligned, errors_only=arguments.alignment.errors_only))
