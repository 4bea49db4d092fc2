"""`assay estimate`: what can be said of outputs without references."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import EstimateOptions, block_size
from assay.options import nested, option

EPILOG = """\
examples:
  assay estimate -s src.txt a.txt b.txt
  assay estimate -s src.txt out.txt --source-lm de.arpa --target-lm en.arpa --bitext corpus.de --bitext corpus.en
  assay estimate -s src.txt out.txt --model qe.json --level segment --format tsv
"""


@dataclass(frozen=True)
class Arguments:
    """Estimate the quality of outputs from themselves, their source, and each other."""

    files: FileOptions = nested(FileOptions)
    estimating: EstimateOptions = nested(EstimateOptions)
    level: str = option(
        "corpus",
        "level of the scores: corpus, document, segment, or block:K (every K consecutive segments)",
        metavar="LEVEL",
    )
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse what is no level, a call without outputs, and references."""
        block_size(self.level)
        if not self.files.systems:
            raise OptionError(sets.NO_OUTPUT)
        if self.files.reference:
            raise OptionError("assay estimate is for outputs without references; with -r use assay score")


def run(arguments: Arguments) -> Answer:
    """Estimate, and show the figures of every output; then consensus among systems."""
    from assay.io import open_unreferenced
    from assay.metrics import estimate_quality
    from assay.reporting import Heading, score_report
    from assay.resources import Resources

    [(evalset, outputs)] = open_unreferenced(arguments.files)
    resources = Resources(threads=arguments.manners.threads)
    estimates = estimate_quality(evalset, outputs, arguments.estimating, resources)
    blocks = list(score_report(estimates.evaluation, arguments.level))
    if estimates.consensus is not None:
        words = "Consensus: each output against those of the other systems as references"
        blocks += [Heading(words), *score_report(estimates.consensus, arguments.level)]
    return Answer(blocks, evaluations=[estimates.evaluation])
