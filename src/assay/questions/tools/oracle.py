"""How good would a system be if the best of its n outputs were always chosen?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option, same_option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import Oracle
    from assay.data import NBest
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class OracleQuestion:
    """Say what the best choice from n-best lists would score: how much there is to gain by better ranking."""

    nbest: str = option(
        "", "a list of the n best outputs", metavar="NBEST", positional="1", reads=True, found=True
    )
    reference: tuple[str, ...] = same_option(FileOptions, "reference")
    metrics: MetricOptions = nested(MetricOptions)
    threads: int = option(0, "threads to use; 0 uses every core", least=0, found=True)

    def __post_init__(self) -> None:
        """Refuse a call without references."""
        if not self.reference:
            raise OptionError("no reference given; name a file of references with -r")


@dataclass(frozen=True, repr=False)
class OracleResult(Result):
    """The first, best and worst choice from n-best lists, under every metric."""

    oracles: Sequence[Oracle]
    nbest: NBest

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the scores of the choices, and where in the lists the best ones stand."""
        from assay.reporting.tables.comparison.oracle import oracle_report

        return oracle_report(self.oracles, self.nbest)


def ask(question: OracleQuestion, given: Given) -> OracleResult:
    """Read lists and references, and find the best choice under every metric."""
    from assay.comparison.oracle import find_oracles
    from assay.io.sides.joining import read_references
    from assay.io.texts.textfiles import read_nbest
    from assay.resources import Resources

    nbest, evalset = read_nbest(question.nbest), read_references(question.reference)
    metrics = given.chosen_metrics(question.metrics)
    return OracleResult(find_oracles(evalset, nbest, metrics, Resources(threads=question.threads)), nbest)
