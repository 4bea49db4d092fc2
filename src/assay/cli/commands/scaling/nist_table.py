"""`assay nist-table`: what NIST learns from all references of a set, as a file for scoring its shards alone."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import SameFormat
from assay.errors import OptionError
from assay.options import nested, option

EPILOG = """\
examples:
  assay nist-table ref/*.txt -o set.table
  assay score out/17.txt -r ref/17.txt -m nist:table=set.table
"""


@dataclass(frozen=True)
class Arguments:
    """Count the n-grams of all references of a set, from which NIST tells how much each is worth."""

    references: tuple[str, ...] = option(
        (), "a file of references, one segment a line", metavar="REF", positional="*", reads=True
    )
    metric: str = option(
        "nist", "the metric with its options, such as nist:tok=intl", flag="-m --metric", metavar="METRIC"
    )
    manners: Manners = nested(Manners)
    writing: SameFormat = nested(SameFormat)

    def __post_init__(self) -> None:
        """Refuse a call without references, or without a file to write."""
        if not self.references:
            raise OptionError("no reference given; name all files of references of the set")
        if self.writing.path is None:
            raise OptionError("where does the table go? name a file with -o")


def run(arguments: Arguments) -> Answer:
    """Count, and return the file."""
    from assay.engine import learn_table
    from assay.metrics import Nist, parse_metric, table_file

    metric = parse_metric(arguments.metric)
    if not isinstance(metric, Nist) or metric.table is not None:
        raise OptionError(f"-m {arguments.metric}: only nist learns a table; write nist, or nist:tok=intl")
    table = learn_table(arguments.references, metric, arguments.manners.threads)
    return Answer(ready=table_file(table, metric.counted))
