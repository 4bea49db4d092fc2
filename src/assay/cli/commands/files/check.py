"""`assay check`: is anything wrong with the files? To be asked before any score.

Exit code 0 where nothing would make scores wrong, 1 where there are errors; warnings and notes do not change it.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.diagnosis import CheckOptions
from assay.io import FileOptions
from assay.options import nested

EPILOG = """\
examples:
  assay check out.txt
  assay check a.txt b.txt -r ref.txt -s src.txt
  assay check a.txt -r ref.txt -s src.txt --language de --source-language en --train corpus.de.gz
Exit code 0: nothing that makes scores wrong; 1: errors.
"""


@dataclass(frozen=True)
class Arguments:
    """Look for what would make scores wrong: lines, encodings, copies, languages, leaks."""

    files: FileOptions = nested(FileOptions)
    check: CheckOptions = nested(CheckOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without files."""
        sets.check_outputs(self.files)


def run(arguments: Arguments) -> Answer:
    """Read files as they are, look at them, and say what was found."""
    from assay.diagnosis import check_files
    from assay.io import read_raw_set
    from assay.reporting import file_check_report

    check = check_files(read_raw_set(arguments.files), arguments.check)
    return Answer(file_check_report(check), code=int(check.failed))
