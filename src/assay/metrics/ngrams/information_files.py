"""Tables of NIST's information as files: what a whole set has taught is there for every shard and machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import PART_VERSION
from assay.errors import InputError
from assay.io import Arrays, label, packed_arrays, read_arrays, write_file
from assay.metrics.ngrams.information import Information
from assay.text import Column

TABLE_SCHEMA = "assay-table"
SIGNED = ("order", "tok", "lowercase")  # the options that decide what is counted


def table_file(table: Information, signature: str) -> bytes:
    """Return the bytes of a table's file; `signature` says of which metric."""
    header = {"schema": TABLE_SCHEMA, "version": PART_VERSION, "signature": signature, "false": table.false}
    text = Column.of([" ".join(table.words)])
    arrays: dict[str, NDArray[Any]] = {
        "heads": table.heads,
        "lasts": table.lasts,
        "counts": table.counts,
        "ends": table.ends,
    }
    return packed_arrays(header, {"text": text.data, **arrays})


def write_table(path: str, table: Information, signature: str) -> None:
    """Write a table, whole or not at all."""
    write_file(path, table_file(table, signature))


def read_table(path: str, signature: str | None = None) -> Information:
    """Read a table; refuse that of a metric that counts otherwise, if one is named by its signature."""

    def make(header: Mapping[str, Any], array: Arrays) -> Information:
        if signature is not None and _counted(header["signature"]) != _counted(signature):
            raise InputError(
                f"{label(path)}: a table of {header['signature']}, and {signature} counts otherwise; make one with "
                "assay nist-table"
            )
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

    return read_arrays(path, TABLE_SCHEMA, make, "assay nist-table")


def _counted(signature: str) -> list[str]:
    return [part for part in signature.split("|") if part.partition(":")[0] in SIGNED]
