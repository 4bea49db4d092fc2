"""One table is read alike in every shape, by every reader: separators, encodings, titles, workbooks, frames."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from table_shapes import FRAMES, SHAPES, Rows

import assay
from assay.errors import AssayWarning

# The same table for every reader: its columns are those of the kind, and one cell has a letter that is not ASCII.
TABLES: Mapping[str, Rows] = {
    "sets": (
        ("segment", "source", "reference", "system:red", "system:blue"),
        ("1", "Das Café ist zu.", "The café is closed.", "The café is shut.", "The café closed."),
        ("2", "Ja, bitte; gern.", "Yes, please; gladly.", "Yes; please.", "Yes, gladly."),
        ("3", "Nein", "No", "No", "Nope"),
    ),
    "judgements": (
        ("rater", "system", "segment", "score"),
        ("Zoë", "red", "1", 70.5),
        ("Zoë", "blue", "1", 50),
        ("Ann", "red", "2", 81),
        ("Ann", "blue", "2", 33),
    ),
    "scores": (
        ("system", "segment", "COMET"),
        ("réd", "1", 0.75),
        ("réd", "2", 0.5),
        ("blue", "1", 0.25),
        ("blue", "2", 0.125),
    ),
    "post-edits": (
        ("editor", "segment", "seconds", "mt", "final"),
        ("Zoë", "1", 12.5, "the café shut", "The café is shut."),
        ("Zoë", "2", 7, "yes; please", "Yes, please."),
        ("Ann", "3", 3.25, "no", "No."),
    ),
}


def plain(value: object) -> object:
    """Return what two readings must agree in."""
    if isinstance(value, np.ndarray):
        return [None if np.isnan(cell) else cell for cell in value.tolist()]
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def read_set(given: Any) -> object:
    evalset, outputs = assay.read_set(given)
    columns = {"source": evalset.source or (), **evalset.references, **outputs}
    return {name: list(column) for name, column in columns.items()}


def read_judgements(given: Any) -> object:
    read = assay.read_judgements(given)
    assert isinstance(read, assay.data.Judgements)
    return [
        plain(each) for each in (read.rater.column(), read.system.column(), read.segment.column(), read.score)
    ]


def read_scores(given: Any) -> object:
    return [
        (each.name, each.systems, each.segments, each.values.tolist(), each.higher_is_better)
        for each in assay.read_scores(given)
    ]


def read_postedits(given: Any) -> object:
    read = assay.read_postedits(given)
    assert read.seconds is not None
    names = [read.editor.column(), read.segment.column(), read.system.column()]
    return [*map(plain, names), plain(read.seconds), plain(read.mt or ()), plain(read.final or ())]


READERS: Mapping[str, Callable[[Any], object]] = {
    "sets": read_set,
    "judgements": read_judgements,
    "scores": read_scores,
    "post-edits": read_postedits,
}


def reading(kind: str, given: Any) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        return READERS[kind](given)


def expected(kind: str) -> object:
    """Return what the table says, without any reader of ours."""
    rows = TABLES[kind]
    columns = {str(name): [row[at] for row in rows[1:]] for at, name in enumerate(rows[0])}
    if kind == "sets":
        return {name.removeprefix("system:"): cells for name, cells in columns.items() if name != "segment"}
    if kind == "judgements":
        return [columns[name] for name in ("rater", "system", "segment", "score")]
    if kind == "scores":
        values = [[0.75, 0.5], [0.25, 0.125]]
        return [("COMET", ("réd", "blue"), ("1", "2"), values, True)]
    return [
        columns["editor"],
        columns["segment"],
        ["mt"] * 3,
        columns["seconds"],
        columns["mt"],
        columns["final"],
    ]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_read_alike_in_every_shape(kind: str, shape: str, tmp_path: Path) -> None:
    ending, write = SHAPES[shape]
    path = tmp_path / f"table{ending}"
    path.write_bytes(write(TABLES[kind]))
    assert reading(kind, str(path)) == expected(kind)


@pytest.mark.parametrize("library", FRAMES)
@pytest.mark.parametrize("kind", TABLES)
def test_a_frame_is_read_like_a_file(kind: str, library: str) -> None:
    assert reading(kind, FRAMES[library](TABLES[kind])) == expected(kind)
