"""`assay merge`: parts of all shards to one table, with the digits of `assay score`."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.engine import MergeOptions
from assay.metrics import MetricOptions
from assay.options import nested

EPILOG = """\
examples:
  assay merge parts
  assay merge parts --expect shards.txt --format json
  assay merge parts --into merged          one part per system, which can stand in for all
"assay compare parts", "assay gate parts --baseline NAME" and "assay report parts" read parts, too.
"""


@dataclass(frozen=True)
class Arguments:
    """Add up the parts of all shards: one table, systems by metrics, with the digits of assay score."""

    merging: MergeOptions = nested(MergeOptions)
    metrics: MetricOptions = nested(MetricOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)


def run(arguments: Arguments) -> Answer:
    """Merge what the command line names."""
    from assay.engine import merge_parts
    from assay.reporting import score_report, score_results

    evaluation = merge_parts(arguments.merging).evaluation(arguments.metrics)
    return Answer(
        score_report(evaluation, "corpus"),
        results=lambda: score_results(evaluation, "corpus"),
        evaluations=[evaluation],
    )
