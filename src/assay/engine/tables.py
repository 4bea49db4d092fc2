"""Tables that a metric learns from the whole set, such as NIST's: those of shards add up to that of all.

A table is a file, so that shards can be scored anywhere once it is there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import PART_VERSION
from assay.io import Arrays, read_arrays, write_arrays
from assay.metrics import Information, Metric
from assay.text import Column

TABLE_SCHEMA = "assay-table"
ENDING = ".table"


def write_table(path: str, table: Information, signature: str) -> None:
    """Write a table; `signature` says of which metric."""
    header = {"schema": TABLE_SCHEMA, "version": PART_VERSION, "signature": signature, "false": table.false}
    text = Column.of([" ".join(table.words)])
    arrays: dict[str, NDArray[Any]] = {
        "heads": table.heads,
        "lasts": table.lasts,
        "counts": table.counts,
        "ends": table.ends,
    }
    write_arrays(path, header, {"text": text.data, **arrays})


def read_table(path: str, signature: str | None = None) -> Information:
    """Read a table; refuse that of another metric, if one is named."""

    def make(header: Mapping[str, Any], array: Arrays) -> Information:
        if signature is not None and header["signature"] != signature:
            raise ValueError("the table of another metric")
        text = array("text").astype(np.uint8)
        return Information(
            Column(text, np.array([0, len(text)], dtype=np.int64)),
            array("heads").astype(np.int32),
            array("lasts").astype(np.int32),
            array("counts").astype(np.int64),
            array("ends").astype(np.int64),
            None,
            int(header["false"]),
        )

    return read_arrays(path, TABLE_SCHEMA, make)


def table_name(metric: Metric, signature: str, references: Sequence[str]) -> str:
    """Return the name of the file of a table: a hash of the metric and of all references, whatever their order."""
    key = hashlib.sha256("\n".join([signature, *sorted(references)]).encode()).hexdigest()[:24]
    return f"{metric.name}.{key}{ENDING}"


def merge_tables(paths: Sequence[str], target: str, signature: str) -> None:
    """Add the tables of all shards up to one."""
    write_table(target, reduce(add, (read_table(path, signature) for path in paths)), signature)
