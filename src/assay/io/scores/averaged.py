"""Averaged MQM: `SYSTEM SCORE SEGMENT` a line under a header, minus the mean of the raters' weighted errors.

The organisers separate the cells by blanks, in some files the first two by a tab; `None` is a segment that was not
judged. Six digits are written behind the point.
"""

from __future__ import annotations

import numpy as np

from assay.data import Scores
from assay.errors import InputError
from assay.io.opening import contents, label
from assay.io.scores.entries import Entries, number
from assay.io.texts.lines import decoded, text_lines

HEADER = "system mqm_avg_score seg_id"


def recognises(first: str) -> bool:
    """Tell from the first line of a file whether it is one of these."""
    return first.split() == HEADER.split()


def read(path: str) -> list[Scores]:
    """Read averaged MQM scores; one above 0 is an error, since these are minus the errors."""
    entries, values, file = Entries(path), [], label(path)
    for line, text in enumerate(text_lines(decoded(path, contents(path)))[1:], start=2):
        where, cells = f"{file}, line {line}", text.split()
        if len(cells) != 3:
            raise InputError(f"{where}: {len(cells)} cells, not SYSTEM SCORE SEGMENT; repair the line")
        value = number(where, cells[1])
        if value > 0:
            raise InputError(f"{where}: score {cells[1]} is above 0, which is perfect; negate all scores")
        entries.add(line, cells[0], cells[2])
        values.append(value)
    return [entries.scores("mqm", values)]


def write(scores: Scores, separator: str = " ") -> str:
    """Write averaged scores; `separator` stands between system and score."""
    rows = (
        f"{system}{separator}{'None' if np.isnan(value) else f'{value:.6f}'} {segment}\n"
        for system, values in zip(scores.systems, scores.values.tolist(), strict=True)
        for segment, value in zip(scores.segments, values, strict=True)
    )
    return f"{HEADER}\n{''.join(rows)}"
