"""How do outputs differ from their references, edit by edit?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.io import FileOptions
from assay.metrics import AlignOptions
from assay.options import nested, same_option
from assay.questions.parts import NO_OUTPUTS
from assay.questions.results import Result
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import AlignedSegments
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class AlignQuestion:
    """Show how outputs differ from their references, operation by operation."""

    files: FileOptions = nested(FileOptions)
    alignment: AlignOptions = nested(AlignOptions)
    threads: int = same_option(Settings, "threads")

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class AlignResult(Result):
    """Outputs aligned with their references, operation by operation."""

    aligned: tuple[AlignedSegments, ...]
    errors_only: bool = False

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return one alignment per segment and system."""
        from assay.reporting.tables.comparison.segments import alignment_report

        return alignment_report(self.aligned, errors_only=self.errors_only)


def ask(question: AlignQuestion, given: Given) -> AlignResult:
    """Align each output with its best reference."""
    from assay.metrics.edits.aligned_sets import align_set
    from assay.resources import Resources

    aligned = align_set(given.shards(), question.alignment, Resources(threads=question.threads))
    return AlignResult(tuple(aligned), question.alignment.errors_only)
