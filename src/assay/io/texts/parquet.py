"""Parquet tables with named columns, read by pyarrow: one row a segment; null is a text that is not there.

As in JSONL, a reference may be a list of strings, and a system a structure with a string for every name.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.errors import DependencyError, InputError
from assay.io.opening import label
from assay.io.texts.columns import Columns
from assay.io.texts.rows import refuse_repeated


def parquet_rows(path: str, data: bytes, columns: Columns) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the rows with their numbers, in each the columns that have a role."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise DependencyError(
            f"{label(path)}: Parquet needs pyarrow: pip install 'mt-assay[parquet]'"
        ) from error
    try:
        file = parquet.ParquetFile(pyarrow.BufferReader(data))
        names = list(file.schema_arrow.names)
    except Exception as error:  # what pyarrow raises on a damaged file may be anything
        raise _damaged(path, error) from None
    refuse_repeated(label(path), names, "columns")
    columns.check(label(path), names)
    wanted = [name for name in names if columns.roles(name)]
    try:
        rows = file.read(columns=wanted).to_pylist()
    except Exception as error:  # as above
        raise _damaged(path, error) from None
    yield from enumerate(rows, start=1)


def _damaged(path: str, error: Exception) -> InputError:
    return InputError(f"{label(path)}: not a Parquet file ({type(error).__name__}); write it again")
