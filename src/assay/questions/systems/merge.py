"""What do the parts of all shards add up to? One table, with the digits of `assay score`."""

from __future__ import annotations

from dataclasses import dataclass

from assay.engine import MergeOptions
from assay.metrics import MetricOptions
from assay.options import nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions.given import Given
    from assay.questions.systems.scores import SystemScores


@dataclass(frozen=True)
class MergeQuestion:
    """Add up the parts of all shards: one table, systems by metrics, with the digits of assay score."""

    merging: MergeOptions = nested(MergeOptions)
    metrics: MetricOptions = nested(MetricOptions)


def ask(question: MergeQuestion, given: Given) -> SystemScores:
    """Merge the parts."""
    from assay.engine import merge_parts
    from assay.questions.systems.scores import SystemScores

    return SystemScores(merge_parts(question.merging).evaluation(question.metrics), merged=True)
