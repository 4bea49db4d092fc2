"""Parquet by pyarrow, within the size that may be read as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assay.errors import DependencyError, InputError
from assay.io.opening import Named, check_size, label
from assay.io.texts.rows import refuse_repeated


def parquet_records(
    source: Named, data: bytes, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet table, all columns or some of them."""
    arrow = import_parquet(source)
    try:
        file = arrow.parquet.ParquetFile(arrow.BufferReader(data))
        names = list(file.schema_arrow.names)
    except Exception as error:  # what pyarrow raises on a damaged file may be anything
        raise damaged_parquet(source, error) from None
    refuse_repeated(label(source), names, "columns")
    yield from _batched(source, file, names if columns is None else columns)


def _batched(source: Named, file: Any, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    size = 0
    try:
        # A few bytes may stand for very many rows
        for batch in file.iter_batches(columns=list(columns)):
            size += sum(_decoded(column).nbytes for column in batch.columns)
            check_size(source, size)
            rows += batch.to_pylist()
    except InputError:
        raise
    except Exception as error:  # as above
        raise damaged_parquet(source, error) from None
    yield from rows


def parquet_columns(source: Named, data: bytes) -> list[str]:
    """Return the names of the columns of a Parquet table."""
    arrow = import_parquet(source)
    try:
        return list(arrow.parquet.ParquetFile(arrow.BufferReader(data)).schema_arrow.names)
    except Exception as error:  # as above
        raise damaged_parquet(source, error) from None


def _decoded(column: Any) -> Any:
    """Return a column with its values written out: a dictionary's numbers say nothing of how much they stand for."""
    return column.dictionary_decode() if hasattr(column, "dictionary_decode") else column


def import_parquet(path: Named) -> Any:
    """Return pyarrow with its Parquet, or say how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DependencyError(
            f"{label(path)}: Parquet needs pyarrow: pip install 'mt-assay[parquet]'"
        ) from error
    return pyarrow


def damaged_parquet(path: Named, error: Exception) -> InputError:
    """Return the error for a file that pyarrow cannot read."""
    return InputError(f"{label(path)}: not a Parquet file ({type(error).__name__}); write it again")
