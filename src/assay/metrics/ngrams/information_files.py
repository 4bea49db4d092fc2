"""Tables of NIST's information as files: what a whole set has taught is there for every shard and machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from assay.data import PART_VERSION
from assay.errors import InputError
from assay.io import ShapeError, Within, label, shaped, write_file
from assay.io.large.parts import Arrays, packed_arrays, read_arrays
from assay.kernel import is_utf8
from assay.metrics.ngrams.information import Information
from assay.text import Column

TABLE_SCHEMA = "assay-table"
SIGNED = ("order", "tok", "lowercase")  # the options that decide what is counted


@dataclass(frozen=True)
class TableHeader:
    """What the file of a table says of itself."""

    signature: str
    false: Annotated[int, Within(0, 2**31)]


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
        told = shaped(TableHeader, header)
        if signature is not None and _counted(told.signature) != _counted(signature):
            raise InputError(
                f"{label(path)}: a table of {told.signature}, and {signature} counts otherwise; make one with "
                "assay nist-table"
            )
        text = array("text").astype(np.uint8)
        table = Information(
            Column(text, np.array([0, len(text)], dtype=np.int64)),
            array("heads").astype(np.int32),
            array("lasts").astype(np.int32),
            array("counts").astype(np.int64),
            array("ends").astype(np.int64),
            None,
            told.false,
        )
        _check(table, told)
        return table

    return read_arrays(path, TABLE_SCHEMA, make, "assay nist-table")


def _check(table: Information, told: TableHeader) -> None:
    """Refuse what is no table: every n-gram has a beginning of the order below, a last word, and was counted."""
    arrays = (table.text.data, table.heads, table.lasts, table.counts, table.ends)
    if any(array.ndim != 1 for array in arrays) or not is_utf8(table.text.data.tobytes()):
        raise ShapeError("arrays of another shape, or words that are no UTF-8")
    starts = [0, *table.ends.tolist()]
    if len({len(table.heads), len(table.lasts), len(table.counts), starts[-1]}) > 1 or starts != sorted(
        starts
    ):
        raise ShapeError("as many heads, last words and counts as n-grams are wanted")
    if f"order:{len(table.ends)}" not in told.signature.split("|"):
        raise ShapeError(f"n-grams up to {len(table.ends)} words, and a signature of others")
    words = len(table.words)
    if len(table.counts) and not (
        table.lasts.min() >= 0 and table.lasts.max() < words and table.counts.min() > 0
    ):
        raise ShapeError("a last word that there is not, or a count that is none")
    for first, start, stop in zip([0, *starts], starts, starts[1:], strict=False):
        heads = table.heads[start:stop]
        low, high = (first, start - 1) if start else (-1, -1)
        if len(heads) and not low <= heads.min() <= heads.max() <= high:
            raise ShapeError("an n-gram whose beginning is none of the order below")


def _counted(signature: str) -> list[str]:
    return [part for part in signature.split("|") if part.partition(":")[0] in SIGNED]
