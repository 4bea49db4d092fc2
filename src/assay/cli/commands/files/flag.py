"""`assay flag`: write notes on units into a translator's file, and change nothing else in it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import SameFormat
from assay.errors import OptionError
from assay.options import nested, option, same_option

EPILOG = """\
examples:
  assay flag mt.xlf --notes notes.tsv -o flagged.xlf
  assay flag de.po --notes notes.tsv > flagged.po
notes.tsv has the columns id, note and, if wanted, severity. A unit may have several notes.
"""


@dataclass(frozen=True)
class Arguments:
    """Write notes into an XLIFF or PO file; every other byte of it stays as it is."""

    file: str = option(
        "", "an XLIFF (1.2, 2.x), SDLXLIFF or PO file", metavar="FILE", positional="1", reads=True
    )
    notes: str = option("", "the notes: a table with columns id, note, severity", metavar="TSV", reads=True)
    max_size: str = same_option(Manners, "max_size")
    writing: SameFormat = nested(SameFormat)

    def __post_init__(self) -> None:
        """Refuse to write nothing into a file."""
        if not self.notes:
            raise OptionError("there are no notes to write; name their table with --notes TSV")


def run(arguments: Arguments) -> Answer:
    """Return the file with the notes in it."""
    from assay.io import add_notes, contents, read_notes

    notes = read_notes(arguments.notes)
    return Answer(ready=add_notes(arguments.file, contents(arguments.file), notes))
