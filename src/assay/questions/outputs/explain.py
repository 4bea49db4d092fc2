"""How does a metric come to its figure for this very sentence?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.diagnosis.explanations.options import EXPLAINED, ExplainOptions
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, same_option
from assay.questions.parts import NO_OUTPUTS
from assay.questions.results import Result
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import Explanation
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class ExplainQuestion:
    """Explain scores of a few sentences: what matched, the formula with its figures, what one edit would change."""

    files: FileOptions = nested(FileOptions)
    explanation: ExplainOptions = nested(ExplainOptions)
    threads: int = same_option(Settings, "threads")

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class ExplainResult(Result):
    """Outputs explained, one explanation a segment, system and metric."""

    explained: tuple[Explanation, ...]

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return every explanation with all its figures."""
        return self._blocks(for_people=False)

    def summary(self) -> Sequence[Block]:
        """Return every explanation as people read it."""
        return self._blocks(for_people=True)

    def whole(self, form: str) -> Sequence[Block]:
        """Return every explanation, on a page as people read it."""
        return self._blocks(for_people=form == "html")

    def _blocks(self, *, for_people: bool) -> Sequence[Block]:
        from assay.reporting.tables.diagnosis.explanations import explanation_report

        return explanation_report(self.explained, for_people=for_people)


def ask(question: ExplainQuestion, given: Given) -> ExplainResult:
    """Explain the outputs of files, or of sentences that were typed."""
    from assay.diagnosis import explain
    from assay.questions.sentences import as_sentences
    from assay.resources import Resources

    options = question.explanation
    metrics = given.chosen_metrics(MetricOptions(options.metric or EXPLAINED))
    shards = as_sentences(given).shards()
    return ExplainResult(explain(shards, metrics, options, Resources(threads=question.threads)))
