"""How far editors agree: the edits between their final texts of the same output, which is mutual HTER.

Two good editors may make different texts of one output. If the edits between their texts are as many as those from the
output, HTER says as much about taste as about errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.postedit.gain import log_rates
from assay.postedit.quantities import Measured, edit_rows
from assay.stats import spearman


@dataclass(frozen=True)
class EditorPair:
    """Two editors on the outputs that both edited."""

    first: str
    second: str
    shared: int
    mutual: float  # edits between their texts, per 100 words
    # The mean HTER of the two on the same outputs; NaN of translations from scratch
    from_output: float
    identical: float  # share of texts that are the same
    time_correlation: float  # Spearman's, of seconds per word


def compare_editors(measured: Measured, threads: int) -> list[EditorPair]:
    """Compare every two editors who did the same segments of the same system."""
    postedits = measured.postedits
    if postedits.final is None:
        return []
    works: dict[int, dict[tuple[int, int], int]] = {}
    columns = zip(postedits.editor.index, postedits.system.index, postedits.segment.index, strict=True)
    for row, (editor, system, segment) in enumerate(columns):
        if postedits.final[row] is not None:
            works.setdefault(int(editor), {})[int(system), int(segment)] = row
    pairs = []
    for first, second in combinations(sorted(works), 2):
        shared = [key for key in works[first] if key in works[second]]
        if shared:
            rows = [works[first][key] for key in shared], [works[second][key] for key in shared]
            names = postedits.editor.names[first], postedits.editor.names[second]
            pairs.append(_pair(measured, names, rows, threads))
    return pairs


def _pair(
    measured: Measured, names: tuple[str, str], rows: tuple[Sequence[int], Sequence[int]], threads: int
) -> EditorPair:
    final = measured.postedits.final or []
    one, other = ([final[row] or "" for row in own] for own in rows)
    there, back = (
        edit_rows(measured.metric, *texts, threads)[:, :2].sum(axis=0)
        for texts in ((one, other), (other, one))
    )
    edits, words = there + back
    both = np.array([*rows[0], *rows[1]])
    made, length = (measured.quantities[name][both] for name in ("ter_edits", "ter_words"))
    logs, known = log_rates(measured)
    times = [np.where(known[list(own)], logs[list(own)], np.nan)[None, :] for own in rows]
    return EditorPair(
        *names,
        len(one),
        float(100 * edits / words) if words else float("nan"),
        float(100 * np.nansum(made) / np.nansum(length)) if np.nansum(length) else float("nan"),
        float(np.mean([text == again for text, again in zip(one, other, strict=True)])),
        float(spearman(times[0], times[1])[0]),
    )
