"""`assay flag`: write notes on units into a translator's file, and change nothing else in it."""

from __future__ import annotations

import argparse

from assay.cli import output

EPILOG = """\
examples:
  assay flag mt.xlf --notes notes.tsv -o flagged.xlf
  assay flag de.po --notes notes.tsv > flagged.po
notes.tsv has the columns id, note and, if wanted, severity. A unit may have several notes.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay flag",
        description="Write notes into an XLIFF or PO file; every other byte of it stays as it is.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("file", metavar="FILE", help="an XLIFF (1.2, 2.x), SDLXLIFF or PO file")
    made.add_argument(
        "--notes", required=True, metavar="TSV", help="the notes: a table with columns id, note, severity"
    )
    made.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=lambda path: None if path == "-" else path,
        help="write the file with its notes to OUT, whole or not at all (default: standard output)",
    )
    return made


def run(arguments: argparse.Namespace) -> None:
    """Write the file with the notes in it."""
    from assay.io import add_notes, contents, read_notes

    output.check(arguments.output, [arguments.file, arguments.notes])
    notes = read_notes(arguments.notes)
    output.write_raw(add_notes(arguments.file, contents(arguments.file), notes), arguments.output)
