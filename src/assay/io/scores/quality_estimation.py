"""Direct assessments as the quality estimation tasks share them (MLQE, MLQE-PE): one system, one segment a line.

The columns are `index original translation scores mean z_scores z_mean` and sometimes `model_scores`, tabs between.
`mean` and `z_mean` are people's, `model_scores` is how sure the system was. The file does not name its system; it is
called `mt` here, as the files of its outputs are. Segments are numbered from 1 in the order of the lines, whatever
`index` says: it counts from 0.
"""

from __future__ import annotations

from assay.data import Scores
from assay.errors import InputError
from assay.io.opening import Named, Source, label
from assay.io.scores.entries import Entries, number
from assay.io.tables.head import Head
from assay.io.tables.headed import read_named

SYSTEM = "mt"
HEADER = {"index", "original", "translation", "mean", "z_mean"}
SCORES = ("mean", "z_mean", "model_scores")


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it is one of these."""
    return set(head.first.split("\t")) >= HEADER


def read(path: Named) -> list[Scores]:
    """Read the means of raters, standardised and not, and the scores of the system's own model."""
    rows, file = read_named(Source.of(path), HEADER), label(path)
    if not len(rows):
        raise InputError(f"{file}: a header but no rows; there is nothing to read")
    entries = Entries(path)
    names = [name for name in SCORES if name in rows.header]
    columns: dict[str, list[float]] = {name: [] for name in names}
    for at, (line, cells) in enumerate(rows.rows(), start=1):
        entries.add(line, SYSTEM, str(at))
        for name in names:
            where = f"{file}, line {line}, column {name}"
            columns[name].append(number(where, cells[rows.header.index(name)]))
    return [entries.scores(name, values) for name, values in columns.items()]
