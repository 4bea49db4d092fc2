"""A set in memory of which some frames have ids: rows are joined by them, as those of files are.

What has no ids, such as a list, goes by position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assay.io import Source
from assay.io.sides.frames import frame_sides, has_ids
from assay.io.sides.side import Side
from assay.questions.columns import frame_columns, frame_rows


def any_ids(values: Iterable[Any]) -> bool:
    """Tell whether one of these is a frame of several columns, of which one has ids."""
    return any(has_ids(frame) for value in values if (frame := frame_columns(value)) is not None)


def sides_of(
    value: Any, name: str, role: str, columns: Sequence[str] = (), missing: str | None = None
) -> dict[str, Side] | None:
    """Return the sides of a frame with ids by the names of their columns; None of anything else."""
    frame = frame_columns(value)
    if frame is None or not has_ids(frame):
        return None
    return frame_sides(Source(name, rows=frame_rows(frame)), role, columns, missing)


def by_position(texts: Mapping[str, Sequence[str | None]], name: str) -> dict[str, Side]:
    """Return texts without ids as sides."""
    return {own: Side(name, {"": column}) for own, column in texts.items()}
