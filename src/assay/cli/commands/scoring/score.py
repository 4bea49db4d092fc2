"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions, block_size
from assay.options import nested, option

EPILOG = """\
examples:
  assay score -r ref.txt a.txt b.txt
  assay score -r refA.txt -r refB.txt base=out/1.txt big=out/2.txt -m bleu:lowercase -m chrf++
  assay score evalset.xml --level document --format tsv -o scores.tsv
"assay metrics" lists the metrics, "assay metrics bleu" the options of one.
"""


@dataclass(frozen=True)
class Arguments:
    """Score outputs against references: one table, systems by metrics."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    level: str = option(
        "corpus",
        "level of the scores: corpus, document, segment, or block:K (every K consecutive segments)",
        metavar="LEVEL",
    )
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what is no level, and a call without outputs."""
        block_size(self.level)
        if not self.files.systems:
            raise OptionError(sets.NO_OUTPUT)


def run(arguments: Arguments) -> Answer:
    """Evaluate what the command line asks for."""
    from assay.reporting import score_report, score_results

    evaluation = sets.score_set(
        arguments.files,
        sets.chosen_metrics(arguments.metrics, arguments.files),
        arguments.manners,
        documents=arguments.level == "document",
        keep=arguments.level != "corpus" or arguments.record.run_segments,
    )
    blocks = score_report(evaluation, arguments.level)
    return Answer(
        blocks, results=lambda: score_results(evaluation, arguments.level), evaluations=[evaluation]
    )
