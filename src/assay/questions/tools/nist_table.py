"""What NIST learns from all references of a set, as a file for scoring its shards alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from assay.errors import OptionError
from assay.options import option, same_option
from assay.questions.results import Written
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions.given import Given


@dataclass(frozen=True)
class NistTableQuestion:
    """Count the n-grams of all references of a set, from which NIST tells how much each is worth."""

    references: tuple[str, ...] = option(
        (), "a file of references, one segment a line", metavar="REF", positional="*", reads=True
    )
    metric: str = option(
        "nist", "the metric with its options, such as nist:tok=intl", flag="-m --metric", metavar="METRIC"
    )
    threads: int = same_option(Settings, "threads")

    def __post_init__(self) -> None:
        """Refuse a call without references."""
        if not self.references:
            raise OptionError("no reference given; name all files of references of the set")


def ask(question: NistTableQuestion, given: Given) -> Written:
    """Count, and return the file."""
    from assay.engine.tables import learn_table
    from assay.metrics import Nist, parse_metric
    from assay.metrics.ngrams.information_files import table_file

    metric = parse_metric(question.metric)
    if not isinstance(metric, Nist) or metric.table is not None:
        raise OptionError(f"-m {question.metric}: only nist learns a table; write nist, or nist:tok=intl")
    table = learn_table(question.references, metric, question.threads)
    content = table_file(table, metric.counted)
    return Written(
        partial(_whole, content), "What NIST learns from these references, to be written with save"
    )


def _whole(content: bytes, packed: bool) -> tuple[bytes]:
    return (content,)
