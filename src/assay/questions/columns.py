"""Columns of text from whatever a program holds them in: lists, arrays, and columns of pandas, Polars or Arrow.

References come in any of four shapes: one string per hypothesis, one list per reference stream, one list per segment,
or streams by name. A shape that could be read in two ways is refused: the two readings give different scores. A frame
is never read as the list of its column names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MappingView, Sequence, Set
from types import NoneType
from typing import Any

from assay.errors import DependencyError, InputError, MismatchError, OptionError, counted
from assay.text import Column, is_whole

# What is certainly neither a frame nor a column
PLAIN = (str, bytes, list, tuple, dict, int, float, type(None))
ENTRY = ("entry", "entries")


def imported(value: Any) -> Any:
    """Return any object that speaks Arrow's C stream interface as a frame or column of pyarrow; all else as it is."""
    if isinstance(value, Mapping):
        _refuse_splits(value)
        return {name: imported(column) for name, column in value.items()}
    if is_dataset(value):
        return value
    if isinstance(value, PLAIN) or not hasattr(value, "__arrow_c_stream__"):
        return value
    import narwhals.stable.v2 as nw

    if nw.dependencies.is_into_dataframe(value) or nw.dependencies.is_into_series(value):
        return value
    try:
        import pyarrow
    except ImportError as error:
        raise DependencyError(
            f"a {type(value).__name__} of Arrow is read by pyarrow: pip install 'mt-assay[parquet]'"
        ) from error
    column = pyarrow.chunked_array(value)
    if not pyarrow.types.is_struct(column.type):
        return column
    names = [column.type.field(place).name for place in range(column.type.num_fields)]
    return pyarrow.table(column.flatten(), names=names)


def _refuse_splits(value: Mapping[Any, Any]) -> None:
    """Refuse a dataset of Hugging Face of which no split was chosen."""
    if isinstance(getattr(value, "column_names", None), dict):
        split = next(iter(value), "test")
        raise InputError(
            f"{type(value).__name__} has the splits {', '.join(map(str, value))}; choose one, as in dataset[{split!r}]"
        )


def frame_columns(value: Any) -> dict[str, list[Any]] | None:
    """Return the columns of a frame of pandas, Polars or Arrow, or of a Dataset of Hugging Face; None of no frame."""
    if isinstance(value, PLAIN):
        return None
    if is_dataset(value):
        return {str(name): list(value[name]) for name in value.column_names}
    import narwhals.stable.v2 as nw

    if not nw.dependencies.is_into_dataframe(value):
        return None
    frame = nw.from_native(value, eager_only=True)
    return {str(name): _entries(frame[name]) for name in frame.columns}


def is_dataset(value: Any) -> bool:
    """Tell whether a value is one split of a dataset of Hugging Face: named columns, which it gives as lists."""
    return isinstance(getattr(value, "column_names", None), list) and hasattr(value, "features")


def frame_rows(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return the rows of a frame, each by the names of its columns."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _entries(series: Any) -> list[Any]:
    """Return the entries of a column; what pandas writes as NaN or NA is None."""
    absent = series.is_null().to_list()
    return [None if gone else entry for entry, gone in zip(series.to_list(), absent, strict=True)]


def elements(value: object, name: str) -> list[object]:
    """Return the entries of a list, array or column; refuse what is none."""
    if isinstance(value, str):
        raise InputError(f"{name} is one string; wrap it in a list, one string per segment")
    if isinstance(value, Set) and not isinstance(value, MappingView):
        raise InputError(f"{name} is a set, whose entries have no order; give a list of strings")
    frame = frame_columns(value)
    if frame is not None:
        return _only_column(frame, name)
    if isinstance(value, Mapping | bytes) or not isinstance(value, Iterable) or hasattr(value, "columns"):
        raise InputError(f"{name} is of type {type(value).__name__}; give a list of strings")
    return _listed(value)


def _listed(value: Any) -> list[object]:
    if hasattr(value, "to_pylist"):  # of Arrow, whose own entries are no strings
        return list(value.to_pylist())
    if isinstance(value, list | tuple):
        return list(value)
    import narwhals.stable.v2 as nw

    if nw.dependencies.is_into_series(value):
        return _entries(nw.from_native(value, series_only=True))
    return list(value)


def _only_column(frame: Mapping[str, list[object]], name: str) -> list[object]:
    """Return the column of a frame that has one; it would be a guess which is meant of several."""
    if len(frame) == 1:
        return next(iter(frame.values()))
    columns = ", ".join(f'"{column}"' for column in frame)
    raise InputError(
        f'{name} is a frame with the columns {columns}; choose one, as in {name}=frame["{list(frame)[-1]}"]'
    )


def texts(value: object, name: str) -> Column:
    """Return a column of text without a hole; refuse an empty one."""
    column = _without_holes(elements(value, name), name)
    if not column:
        raise InputError(f"{name} is empty; give at least one segment")
    return column


def aligned_texts(value: object, name: str, segments: int) -> Column:
    """Return a column of text that has one entry per hypothesis."""
    column = texts(value, name)
    if len(column) != segments:
        raise MismatchError(
            f"{name} has {counted(len(column), *ENTRY)}, hypotheses has {segments}; give one per hypothesis"
        )
    return column


def reference_streams(value: object, segments: int, by: str | None) -> dict[str, Sequence[str | None]]:
    """Bring the references, in whichever shape, into columns as long as the hypotheses."""
    if by not in (None, "stream", "segment"):
        raise OptionError(f'references_by={by!r} is not recognised; choose "stream" or "segment"')
    streams = value if isinstance(value, Mapping) else _reference_columns(value)
    if streams is not None:
        named = {str(name): _with_holes(elements(stream, f"references[{name!r}]"), f"references[{name!r}]")
                 for name, stream in streams.items()}  # fmt: skip
        return dict(zip(named, _by_stream(list(named.values()), segments), strict=True))
    entries = elements(value, "references")
    if not entries:
        raise InputError("references is empty; give at least one reference per segment")
    # Few kinds, many entries
    if all(issubclass(kind, str | NoneType) for kind in {*map(type, entries)}):
        columns: list[Sequence[str | None]] = [_flat(entries, segments)]
    else:
        columns = _nested(entries, segments, by)
    return {f"ref{number}": column for number, column in enumerate(columns, start=1)}


def _reference_columns(value: object) -> dict[str, list[Any]] | None:
    """Return the columns of a frame of several references, which are named as in a table of a whole set."""
    frame = frame_columns(value)
    if frame is None or len(frame) == 1:
        return None
    named = {name: column for name, column in frame.items() if name.partition(":")[0] == "reference"}
    if len(named) < len(frame):
        _only_column(frame, "references")
    return named


def _without_holes(entries: list[Any], name: str) -> Column:
    """Return the entries as a column if all are strings, else name the first that is not."""
    try:
        return Column.of(entries)
    except TypeError:
        place = next(place for place, text in enumerate(entries) if not isinstance(text, str))
        kind = type(entries[place]).__name__
        raise InputError(f"{name}[{place}] is of type {kind}; every segment must be a string") from None


def _with_holes(entries: list[Any], name: str) -> Sequence[str | None]:
    """Return the entries, as a column where none is None; name the first that is neither that nor a string."""
    try:
        return Column.of(entries)
    except TypeError:
        _without_holes(["" if text is None else text for text in entries], name)
        return entries


def _flat(entries: list[object], segments: int) -> Column:
    if len(entries) != segments:
        raise MismatchError(
            f"references is a list of {counted(len(entries), 'string')}, hypotheses has {segments}; "
            "give one string per hypothesis, or a list of lists if segments have several references"
        )
    if None in entries:
        raise InputError(
            f"references[{entries.index(None)}] is None; give it a reference, or leave the segment out"
        )
    return _without_holes(entries, "references")


def _nested(entries: Sequence[object], segments: int, by: str | None) -> list[Sequence[str | None]]:
    lists = []
    for place, entry in enumerate(entries):
        if not isinstance(entry, Iterable) and entry is not None:
            raise InputError(
                f"references[{place}] is of type {type(entry).__name__}; give strings or lists of them"
            )
    for place, entry in enumerate(entries):
        name = f"references[{place}]"
        if entry is None or isinstance(entry, str):
            raise InputError(
                f"{name} is of type {type(entry).__name__}, other entries are lists; "
                "give strings only or lists only"
            )
        lists.append(elements(entry, name))
    if (by or _shape([len(inner) for inner in lists], segments)) == "segment":
        return _by_segment(lists, segments)
    return _by_stream(
        [_with_holes(stream, f"references[{place}]") for place, stream in enumerate(lists)], segments
    )


def _shape(lengths: Sequence[int], segments: int) -> str:
    """Tell streams from segments by the lengths, and refuse a square, which could be either."""
    streams = all(length == segments for length in lengths)
    if streams and len(lengths) == segments > 1:
        raise InputError(
            f"references is {segments} lists of {segments} entries each, for {segments} hypotheses: "
            'say references_by="stream" (a list is a reference) '
            'or references_by="segment" (a list is a segment)'
        )
    if not streams and len(lengths) != segments:
        place = next(place for place, length in enumerate(lengths) if length != segments)
        raise MismatchError(
            f"hypotheses has {counted(segments, 'segment')}, references is {counted(len(lengths), 'list')} and "
            f"references[{place}] has {counted(lengths[place], *ENTRY)}; give lists of {counted(segments, *ENTRY)}, or "
            f"{counted(segments, 'list')}, one per segment"
        )
    return "stream" if streams else "segment"


def _by_stream(lists: Sequence[Sequence[str | None]], segments: int) -> list[Sequence[str | None]]:
    for place, stream in enumerate(lists):
        if len(stream) != segments:
            raise MismatchError(
                f"references[{place}] has {counted(len(stream), *ENTRY)}, hypotheses has {segments}; "
                "a stream has one entry per hypothesis, None where there is no reference"
            )
    if not any(map(is_whole, lists)):
        for place, refs in enumerate(zip(*lists, strict=True)):
            if all(text is None for text in refs):
                raise InputError(
                    f"every reference of segment {place} is None; give it one, or leave the segment out"
                )
    return list(lists)


def _by_segment(lists: Sequence[list[Any]], segments: int) -> list[Sequence[str | None]]:
    if len(lists) != segments:
        raise MismatchError(
            f"references has {counted(len(lists), 'list')}, hypotheses has {counted(segments, 'segment')}; "
            "give one list per segment"
        )
    for place, refs in enumerate(lists):
        if not set(map(type, refs)) <= {str, type(None)}:
            _with_holes(refs, f"references[{place}]")
        if all(text is None for text in refs):
            raise InputError(f"references[{place}] holds no reference; give it one, or leave the segment out")
    most = max(map(len, lists))
    return [[refs[rank] if rank < len(refs) else None for refs in lists] for rank in range(most)]
