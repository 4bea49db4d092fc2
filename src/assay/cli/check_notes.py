"""`--flags TSV`: segments that fail a check against the source, as notes that `assay flag` writes into a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.errors import OptionError
from assay.options import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import Failure


@dataclass(frozen=True)
class FlagsBeside:
    """Where notes on segments that fail a check are written."""

    flags: str | None = option(
        None,
        "write every segment that fails a check against the source to TSV, ready for assay flag",
        metavar="TSV",
        writes=True,
    )

    def texts(self, result: Any) -> list[tuple[str, str]]:
        """Return the file of notes, if it is asked for."""
        return [] if self.flags is None else [(self.flags, _notes(self.flags, result.failures))]


def _notes(path: str, failures: Sequence[Failure]) -> str:
    """Return notes on one output."""
    from assay.io import listed
    from assay.io.units.notes import notes_table

    systems = list(dict.fromkeys(failure.system for failure in failures))
    if len(systems) > 1:
        raise OptionError(f"--flags {path}: notes are for one file, and here are {listed(systems)}; give one")
    return notes_table((failure.id, failure.note) for failure in failures)
