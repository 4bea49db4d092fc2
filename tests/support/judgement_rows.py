"""Judgements written by hand: rows of rater, system, segment, score, and what else a test wants to say."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.data.evalset import Codes
from assay.data.judgements import GENUINE, Judgements, Spans

Row = tuple[str, str, str, float]


def judged(
    rows: Sequence[Row], *, scheme: str = "da", item: Sequence[str] = (), **columns: Any
) -> Judgements:
    """Make judgements of rows; columns of names may be lists, and times lists of numbers."""
    rater, system, segment, score = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Judgements(
        scheme,
        Codes.of(rater),
        Codes.of(system),
        Codes.of(segment),
        np.array(score, dtype=np.float64),
        Codes.of(list(item) or [GENUINE] * len(rows)),
        Codes.of(columns.pop("aspect", [""] * len(rows))),
        **{name: _column(value) for name, value in columns.items()},
    )


def _column(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return Codes.of(value) if value and isinstance(value[0], str) else np.array(value, dtype=np.float64)


def spans_of(rows: Sequence[Sequence[tuple[int, int, str]]], sides: Sequence[str] = ()) -> Spans:
    """Make spans of start, end and severity for every row; all on the target side unless said."""
    every = [span for row in rows for span in row]
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    starts, ends = (np.array([span[at] for span in every], dtype=np.int32) for at in (0, 1))
    side = Codes.of(list(sides) or ["target"] * len(every))
    severity = Codes.of([span[2] for span in every])
    return Spans(offsets, starts, ends, side, severity, Codes.alike("", len(every)))
