"""`assay oracle`: how good would a system be if the best of its n outputs were always chosen?"""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option, same_option

EPILOG = """\
examples:
  assay oracle system.nbest -r ref.txt
  assay oracle system.nbest -r refA.txt -r refB.txt -m bleu -m ter
A line of the list is NUMBER ||| TEXT ||| …, the outputs of a segment together, the best first.
"""


@dataclass(frozen=True)
class Arguments:
    """Say what the best choice from n-best lists would score: how much there is to gain by better ranking."""

    nbest: str = option("", "a list of the n best outputs", metavar="NBEST", positional="1", reads=True)
    reference: tuple[str, ...] = same_option(FileOptions, "reference")
    metrics: MetricOptions = nested(MetricOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without references."""
        if not self.reference:
            raise OptionError("no reference given; name a file of references with -r")


def run(arguments: Arguments) -> Answer:
    """Read lists and references, and find the best choice under every metric."""
    from assay.comparison import find_oracles
    from assay.io import read_nbest, read_references
    from assay.reporting import oracle_report
    from assay.resources import Resources

    nbest, metrics = read_nbest(arguments.nbest), arguments.metrics.parse()
    evalset = read_references(arguments.reference)
    oracles = find_oracles(evalset, nbest, metrics, Resources(threads=arguments.manners.threads))
    return Answer(oracle_report(oracles, nbest))
