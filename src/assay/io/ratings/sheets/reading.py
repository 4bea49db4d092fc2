"""Sheets of judgements to judgements: ratings of one or more questions, and marked errors.

Cells stand as they are: names are not trimmed, since "Anna" and "anna " may be two people. What was taken for what is
the first remark of the judgements. Raters who are not named are one rater "(unknown)", and a sheet without a column of
systems is of one system, called as the file is.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import GENUINE, READING, Codes, Judgements, Remark, Scale
from assay.errors import AssayWarning, InputError
from assay.io.opening import Source, label, shown
from assay.io.ratings.averages import UNKNOWN, system_of
from assay.io.ratings.capabilities import OURS
from assay.io.ratings.sheets.errors import errors_of
from assay.io.ratings.sheets.shapes import (
    ITEM,
    WORDS,
    ScoreColumn,
    Shape,
    is_worded,
    parse_roles,
    seconds_in,
    shape_of,
)
from assay.io.ratings.sheets.values import DECIMAL_COMMA, listed, number_in
from assay.io.tables.cells import warn_of_commas
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import ERROR_ROLES, LANGUAGES, TEXTS, aspect_of, role_of, scale_of
from assay.io.tables.table import Table

GRADED = ("adequacy", "fluency")
SCHEMES = {"esa": "esa", "sqm": "sqm", "xsts": "xsts"}


@dataclass(frozen=True)
class Rating:
    """One cell of a column of scores."""

    row: int
    column: ScoreColumn
    text: str


def read_sheet(source: Source, columns: Sequence[str] = ()) -> Judgements:
    """Read a sheet; `columns` say which column is what where names do not."""
    named = parse_roles(columns)
    return judgements_in(sheet_table(source, [column for every in named.values() for column in every]), named)


def sheet_table(source: Source, columns: Sequence[str] = ()) -> Table:
    """Read the table of a sheet; `columns` are those that the header must have, where any were named."""
    return read_headed(source, replace(SHEET, columns=tuple(columns)))


def _is_known(name: str) -> bool:
    return bool(role_of(name)[0]) or aspect_of(name) is not None


SHEET = Wanted(
    _is_known,
    used=lambda name: role_of(name)[0] not in TEXTS,
    lenient=True,
    quotes="loose",
    no_table=(
        "neither a known format of judgements nor a table of ratings; "
        "give a table with the columns rater, system, segment and score, or name the format (--from)"
    ),
)


def judgements_in(grid: Table, named: Mapping[str, Sequence[str]]) -> Judgements:
    """Return the judgements of a sheet, of which columns may be named for roles."""
    shape = shape_of(grid, named)
    judgements = errors_of(grid, shape, _names(grid, shape)) if shape.of_errors else _ratings(grid, shape)
    _warn_of_unknown(grid, shape)
    reading = Remark(READING, len(grid), _told(grid, shape, judgements))
    return replace(judgements, remarks=(reading, *judgements.remarks))


def _names(grid: Table, shape: Shape) -> dict[str, Sequence[str]]:
    """Return rater, system, segment and document of every row, where a column or the file says so."""
    rows = len(grid)
    places = shape.places
    columns = {
        role: grid.column(places[role])
        for role in ("rater", "system", "segment", "document", "domain")
        if role in places
    }
    columns.setdefault("rater", [UNKNOWN] * rows)
    columns.setdefault("system", [system_of(grid.path)] * rows)
    if "segment" not in columns:
        told = "source" in places
        columns["segment"] = grid.column(places["source"]) if told else [str(row + 1) for row in range(rows)]
    return columns


def _ratings(grid: Table, shape: Shape) -> Judgements:
    names = _names(grid, shape)
    ratings = list(_cells(grid, shape))
    rows = [rating.row for rating in ratings]
    worded = {column.place for column in shape.scores if is_worded(grid, column.place)}
    score = np.array([_score(grid, rating, worded) for rating in ratings], dtype=np.float64)
    if not len(score) or np.isnan(score).all():
        raise InputError(
            f"{label(grid.source)}: no cell of {_score_names(grid, shape)} holds a score; fill them"
        )
    columns = {role: [cells[row] for row in rows] for role, cells in names.items()}
    for role in ("rater", "system"):
        own = [getattr(rating.column, role) for rating in ratings]
        columns[role] = [
            cell if name is None else name for name, cell in zip(own, columns[role], strict=True)
        ]
    columns["segment"] = _segments(columns, [rating.column.aspect for rating in ratings])
    scale = _scale(grid, shape)
    scheme = _scheme(grid, shape, scale, score)
    for column in shape.scores:
        warn_of_commas([cell.strip() for cell in grid.column(column.place)], grid.where)
    return Judgements(
        scheme,
        rater=Codes.of(columns["rater"]),
        system=Codes.of(columns["system"]),
        segment=Codes.of(columns["segment"]),
        score=score,
        item=_items(grid, shape, rows),
        aspect=Codes.of([rating.column.aspect for rating in ratings]),
        document=Codes.of(columns["document"]) if "document" in columns else None,
        domain=Codes.of(columns["domain"]) if "domain" in columns else None,
        seconds=_seconds(grid, shape, rows),
        extra=_extra(grid, shape, rows),
        line=grid.line[rows],
        path=grid.path,
        given=scale if scheme in ("da", "adequacy-fluency") else None,
    )


def _cells(grid: Table, shape: Shape) -> Iterator[Rating]:
    """Yield the ratings row by row; an empty cell of a system's or rater's column is no rating."""
    columns = [(column, grid.column(column.place)) for column in shape.scores]
    for row in range(len(grid)):
        for column, cells in columns:
            owned = column.system is not None or column.rater is not None
            if cells[row].strip() or not owned:
                yield Rating(row, column, cells[row])


def _score(grid: Table, rating: Rating, worded: Collection[int]) -> float:
    value = number_in(rating.text)
    if value is None and rating.column.place in worded:
        value = WORDS[rating.text.strip().casefold()]
    if value is None:
        name = grid.header[rating.column.place]
        raise InputError(
            f'{grid.where(rating.row)}, column "{shown(name)}": "{shown(rating.text[:40])}" is not a number; correct '
            "it, or leave the cell empty"
        )
    return value


def _segments(columns: Mapping[str, list[str]], aspects: Sequence[str]) -> list[str]:
    """Name segments with their documents, where numbers begin anew in each."""
    if "document" not in columns:
        return columns["segment"]
    alone = list(zip(columns["rater"], columns["system"], columns["segment"], aspects, strict=True))
    within = set(zip(alone, columns["document"], strict=True))
    if len(set(alone)) == len(within):
        return columns["segment"]
    return [
        f"{document}#{segment}"
        for document, segment in zip(columns["document"], columns["segment"], strict=True)
    ]


def _scale(grid: Table, shape: Shape) -> Scale | None:
    """Return the scale that the names of the columns give; several are refused.

    A column that names none is on that of its neighbours where its numbers lie on it and use it: 2 of 5 would pass for
    2 of 100 otherwise.
    """
    scales = {column.place: scale_of(grid.header[column.place])[1] for column in shape.scores}
    given = {
        (scale.low, scale.high, scale.higher_is_better) for scale in scales.values() if scale is not None
    }
    silent = [place for place, scale in scales.items() if scale is None]
    alike = len(given) == 1 and all(_uses(grid, place, *next(iter(given))[:2]) for place in silent)
    if len(given) > 1 or (given and silent and len(scales) > 1 and not (_owned(shape) or alike)):
        raise InputError(
            f"{label(grid.source)}: the columns {_score_names(grid, shape)} are not all on one scale; read one at a "
            f'time, as in --columns "score={shown(grid.header[shape.scores[0].place])}"'
        )
    return Scale(*given.pop()) if given else None


def _uses(grid: Table, place: int, low: float, high: float) -> bool:
    """Tell whether the numbers of a column lie on a scale, and beyond its middle on both sides or at its ends."""
    numbers = [value for cell in grid.column(place) if (value := number_in(cell)) is not None]
    middle = (low + high) / 2
    return bool(numbers) and low <= min(numbers) <= middle <= max(numbers) <= high


def _owned(shape: Shape) -> bool:
    return any(column.system is not None or column.rater is not None for column in shape.scores)


def _scheme(grid: Table, shape: Shape, scale: Scale | None, score: np.ndarray) -> str:
    """Tell the scheme by the questions and the answers; where nothing says so it is direct assessment."""
    texts = {rating.text.strip().casefold() for rating in _cells(grid, shape)} - {""}
    if texts <= {*WORDS} and not texts <= {"0", "1"}:
        return "yes-no"
    names = [scale_of(grid.header[column.place])[0].strip().casefold() for column in shape.scores]
    if len(names) == 1 and names[0] in ("correct", "acceptable") and texts <= {"0", "1"}:
        return "yes-no"
    if any(column.aspect in GRADED for column in shape.scores) and (
        scale is not None or np.nanmax(score) <= 5
    ):
        return "adequacy-fluency"
    told = next((scheme for word, scheme in SCHEMES.items() if names[0].startswith(word)), "da")
    return told if scale is None else "da"


def _seconds(grid: Table, shape: Shape, rows: Sequence[int]) -> np.ndarray | None:
    if "seconds" not in shape.places:
        return None
    values = [seconds_in(cell) for cell in grid.column(shape.places["seconds"])]
    return np.array([math.nan if values[row] is None else values[row] for row in rows], dtype=np.float64)


def _items(grid: Table, shape: Shape, rows: Sequence[int]) -> Codes:
    if ITEM not in shape.places:
        return Codes.alike(GENUINE, len(rows))
    cells = grid.column(shape.places[ITEM])
    return Codes.of([cells[row] or GENUINE for row in rows])


def _extra(grid: Table, shape: Shape, rows: Sequence[int]) -> dict[str, list[str]]:
    """Return the columns that have no role of ours, under their own names."""
    names = {place: name for place, name in enumerate(grid.header) if name not in (*OURS, *LANGUAGES)}
    names |= {place: role for role, place in shape.places.items() if role in LANGUAGES}
    taken = _used(shape)
    return {
        name: [grid.column(place)[row] for row in rows]
        for place, name in names.items()
        if place not in taken or name in LANGUAGES
    }


def _used(shape: Shape) -> set[int]:
    """Return the columns that something is made of."""
    told = (*OURS, *LANGUAGES, *ERROR_ROLES)
    roles = {place for role, place in shape.places.items() if role in told}
    return roles | {column.place for column in shape.scores}


def _score_names(grid: Table, shape: Shape) -> str:
    return listed([grid.header[column.place] for column in shape.scores], 6)


def _warn_of_unknown(grid: Table, shape: Shape) -> None:
    """Say what cannot be said where no column names the raters, or the systems."""
    owners = {
        role: any(getattr(column, role) is not None for column in shape.scores)
        for role in ("rater", "system")
    }
    if "rater" not in shape.places and not owners["rater"]:
        warnings.warn(
            f"{label(grid.source)}: no column names the raters, so neither they nor their agreement can be "
            "assessed; if one does, give --columns rater=…",
            AssayWarning,
            4,
        )
    if "system" not in shape.places and not owners["system"]:
        warnings.warn(
            f"{label(grid.source)}: no column names the systems; "
            f'everything is taken to be from "{shown(system_of(grid.path))}"',
            AssayWarning,
            4,
        )


def _told(grid: Table, shape: Shape, judgements: Judgements) -> tuple[str, ...]:
    """Say in a few lines what was recognised."""
    comma = any(
        DECIMAL_COMMA.fullmatch(cell.strip()) for column in shape.scores for cell in grid.column(column.place)
    )
    rows = f"{len(grid):,} {grid.unit}{'s' * (len(grid) > 1)}"
    layout = ", ".join([*grid.notes, *(["decimal commas"] if comma else []), rows])
    lines = [layout[:1].upper() + layout[1:], "; ".join(_roles(grid, shape, judgements))]
    unused = [name for place, name in enumerate(grid.header) if place not in _used(shape)]
    return (*lines, *shape.guesses, *([f"not used: {listed(unused)}"] if unused else []))


def _counted(codes: Codes) -> str:
    return "1 name" if len(codes.names) == 1 else f"{len(codes.names)} names"


def _roles(grid: Table, shape: Shape, judgements: Judgements) -> Iterator[str]:
    places = shape.places
    for role in ("rater", "system"):
        codes: Codes = getattr(judgements, role)
        owners = [getattr(column, role) for column in shape.scores if getattr(column, role) is not None]
        if owners:
            yield f"a column per {role}: {listed(list(dict.fromkeys(owners)))}"
        elif role in places:
            yield f'{role}: "{shown(grid.header[places[role]])}" ({_counted(codes)})'
        else:
            yield f"{role}: none named"
    for role in ("segment", "document", "domain", "seconds", *ERROR_ROLES, *LANGUAGES, ITEM):
        if role in places:
            yield f'{role}: "{shown(grid.header[places[role]])}"'
    if "segment" not in places:
        yield (
            f'segment: told by "{shown(grid.header[places["source"]])}"'
            if "source" in places
            else "segment: a row each"
        )
    if shape.scores:
        scale = judgements.scale
        better = "" if scale.higher_is_better else ", lower is better"
        told = "from the header" if judgements.given else f"as usual for {judgements.scheme}"
        yield f"score: {_score_names(grid, shape)}, {scale.low:g} to {scale.high:g} {told}{better}"
