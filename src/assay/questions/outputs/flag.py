"""Which notes go on which units of a translator's file? The file with the notes, and nothing else changed in it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.errors import OptionError
from assay.options import option
from assay.questions.results import Converted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions.given import Given


@dataclass(frozen=True)
class FlagQuestion:
    """Write notes into an XLIFF or PO file; every other byte of it stays as it is."""

    file: str = option(
        "", "an XLIFF (1.2, 2.x), SDLXLIFF or PO file", metavar="FILE", positional="1", reads=True
    )
    notes: str = option(
        "", "the notes: a table with columns id, note, severity", metavar="TSV", reads=True, found=True
    )

    def __post_init__(self) -> None:
        """Refuse to write nothing into a file."""
        if not self.notes:
            raise OptionError("there are no notes to write; name their table with --notes TSV")


def ask(question: FlagQuestion, given: Given) -> Converted:
    """Return the file with the notes in it."""
    from assay.io import add_notes, contents
    from assay.io.units.notes import read_notes

    notes = read_notes(question.notes)
    return Converted(add_notes(question.file, contents(question.file), notes))
