"""`assay check`: is anything wrong with the files? To be asked before any score.

Exit code 0 where nothing would make scores wrong, 1 where there are errors; warnings and notes do not change it.
"""

from __future__ import annotations

import argparse

from assay.cli import inputs, output, terminal

FOUND_NONE, FOUND_ERRORS = 0, 1
EPILOG = """\
examples:
  assay check out.txt
  assay check a.txt b.txt -r ref.txt -s src.txt
  assay check a.txt -r ref.txt -s src.txt --language de --source-language en --train corpus.de.gz
Exit code 0: nothing that makes scores wrong; 1: errors.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay check",
        description="Look for what would make scores wrong: lines, encodings, copies, languages, leaks.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    made.add_argument(
        "--train",
        action="append",
        default=[],
        metavar="FILE",
        help="a training text in which source and references should not be; repeat for more",
    )
    made.add_argument(
        "--language", default="", metavar="TAG", help="of the outputs, such as de (default: as told)"
    )
    made.add_argument("--source-language", default="", metavar="TAG", help="of the source (default: as told)")
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Read files as they are, look at them, write what was found, and return 1 where there are errors."""
    from assay.diagnosis import CheckOptions, check_files
    from assay.io import FileOptions, read_raw_set
    from assay.options import build
    from assay.reporting import file_check_report

    options = build(CheckOptions, inputs.values(arguments))
    output.check(arguments.output, [*inputs.paths(arguments), *arguments.train])
    if arguments.quiet:
        terminal.hush()
    check = check_files(read_raw_set(build(FileOptions, inputs.values(arguments))), options)
    output.write(file_check_report(check), output.form(arguments), arguments.output)
    return FOUND_ERRORS if check.failed else FOUND_NONE
