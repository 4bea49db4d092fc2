"""Scores of one metric that lie in several files, one a system or one a part of the segments, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Scores
from assay.errors import InputError


def join_scores(parts: Iterable[Scores]) -> list[Scores]:
    """Put scores of the same name and notes together; systems and segments are those of all parts."""
    groups: dict[tuple[str, tuple[str, ...]], list[Scores]] = {}
    for part in parts:
        groups.setdefault((part.name, part.notes), []).append(part)
    return [_joined(group) if len(group) > 1 else group[0] for group in groups.values()]


def _joined(parts: Sequence[Scores]) -> Scores:
    systems = tuple(dict.fromkeys(name for part in parts for name in part.systems))
    segments = tuple(dict.fromkeys(name for part in parts for name in part.segments))
    if len({part.higher_is_better for part in parts}) > 1:
        raise InputError(
            f"{parts[0].name}: higher is better in one file and worse in another; say which is right"
        )
    rows, columns = ({name: at for at, name in enumerate(names)} for names in (systems, segments))
    values = np.full((len(systems), len(segments)), np.nan)
    totals = np.full(len(systems), np.nan)
    for part in parts:
        at = [rows[name] for name in part.systems]
        _fill(part, values, np.ix_(at, [columns[name] for name in part.segments]), part.values)
        if part.totals is not None:
            _fill(part, totals, (np.array(at, dtype=np.int64),), part.totals)
    given = None if np.isnan(totals).all() else totals
    return replace(
        parts[0],
        systems=systems,
        segments=segments,
        values=values,
        totals=given,
        document=_united([(part.segments, part.document) for part in parts], segments),
        domain=_united([(part.segments, part.domain) for part in parts], segments),
        domain_totals=_by_domain(parts, rows),
    )


def _by_domain(parts: Sequence[Scores], rows: Mapping[str, int]) -> dict[str, Array]:
    names = dict.fromkeys(name for part in parts for name in part.domain_totals)
    totals = {name: np.full(len(rows), np.nan) for name in names}
    for part in parts:
        at = np.array([rows[name] for name in part.systems], dtype=np.int64)
        for name, values in part.domain_totals.items():
            _fill(part, totals[name], (at,), values)
    return totals


def _fill(part: Scores, whole: Array, place: tuple[NDArray[np.int64], ...], values: Array) -> None:
    """Copy the known values of a part; a place that has one already is an error."""
    before = whole[place]
    if (~np.isnan(before) & ~np.isnan(values)).any():
        raise InputError(
            f"{part.name}: two files have scores of the same system ({', '.join(part.systems[:3])}) on the "
            "same segments; leave one of them out"
        )
    whole[place] = np.where(np.isnan(values), before, values)


def _united(columns: Sequence[tuple[Sequence[str], Codes | None]], segments: Sequence[str]) -> Codes | None:
    known: dict[str, str] = {}
    for names, codes in columns:
        known |= {} if codes is None else dict(zip(names, codes.column(), strict=True))
    return Codes.of([known[name] for name in segments]) if known and set(segments) <= set(known) else None
