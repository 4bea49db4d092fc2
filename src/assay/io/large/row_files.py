"""A row a segment, as Parquet: the block and the scores of every segment, written as they come, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.io.drafts import draft_of
from assay.io.tables.parquet import import_parquet


@contextmanager
def drafted(path: str) -> Iterator[str]:
    """Give the name of a file to write beside a path, which gets that name once all is well and on the disk."""
    try:
        with draft_of(path) as draft:
            yield draft
    except OSError as error:
        raise AssayError(f"{path} cannot be written: {error.strerror}") from error


class RowWriter:
    """Open Parquet files, one a system."""

    def __init__(self, arrow: Any, files: Mapping[str, Any], columns: Sequence[str]) -> None:
        self._arrow, self._files, self._columns = arrow, files, columns

    def add(self, system: str, block: NDArray[np.int64], scores: Sequence[NDArray[np.float64]]) -> None:
        """Write the next segments of a system."""
        arrays = [block.astype(np.uint16), *scores]
        names = ["block", *self._columns]
        self._files[system].write_table(self._arrow.table(dict(zip(names, arrays, strict=True))))


@contextmanager
def segment_rows(paths: Mapping[str, str], columns: Sequence[str]) -> Iterator[RowWriter | None]:
    """Open a file of rows for every system; without a path nothing is written."""
    if not paths:
        yield None
        return
    arrow = import_parquet(next(iter(paths.values())))
    fields = [("block", arrow.uint16()), *((name, arrow.float64()) for name in columns)]
    with ExitStack() as stack:
        files = {
            system: stack.enter_context(
                arrow.parquet.ParquetWriter(
                    stack.enter_context(drafted(path)), arrow.schema(fields), compression="zstd"
                )
            )
            for system, path in paths.items()
        }
        yield RowWriter(arrow, files, columns)
