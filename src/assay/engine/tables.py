"""Tables that a metric learns from the whole set, such as NIST's: those of shards add up to that of all.

A table is a file, so that shards can be scored anywhere once it is there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce
from operator import add

from assay.data import EvalSet
from assay.errors import InputError
from assay.io import texts_of
from assay.metrics import Metric, read_table
from assay.metrics.evaluation import Tabled
from assay.metrics.ngrams.information import Information
from assay.metrics.ngrams.information_files import write_table
from assay.resources import Resources

ENDING = ".table"


def learn_table(paths: Sequence[str], metric: Tabled, threads: int = 0) -> Information:
    """Learn what a metric learns from all references of a set, a file at a time; their order does not matter."""
    table: Information | None = None
    for path in paths:
        evalset = EvalSet(path, ("", ""), None, {"reference": texts_of(path, "reference")}, None)
        own = metric.information(evalset, Resources(threads=threads))
        table = own if table is None else table + own
    if table is None:
        raise InputError("there is no reference to learn from; name a file or more")
    return table


def table_name(metric: Metric, signature: str, references: Sequence[str]) -> str:
    """Return the name of the file of a table: a hash of the metric and of all references, whatever their order."""
    key = hashlib.sha256("\n".join([signature, *sorted(references)]).encode()).hexdigest()[:24]
    return f"{metric.name}.{key}{ENDING}"


def merge_tables(paths: Sequence[str], target: str, signature: str) -> None:
    """Add the tables of all shards up to one."""
    write_table(target, reduce(add, (read_table(path, signature) for path in paths)), signature)
