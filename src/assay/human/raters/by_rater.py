"""The rows of each rater in time, sorted out once: a campaign may have thousands of raters and millions of rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, Array, Judgements
from assay.human.raters.controls import is_genuine, order

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class ByRater:
    """Judgements with the rows of every rater, by the number of the name, in time."""

    judgements: Judgements
    rows: tuple[Rows, ...]
    genuine: NDArray[np.bool_]

    @property
    def present(self) -> list[int]:
        """The numbers of the raters who judged anything."""
        return [number for number, rows in enumerate(self.rows) if len(rows)]

    def scores(self, kind: str, rater: int) -> Array:
        """Return the scores that one rater gave to items of one kind, in time."""
        rows, item = self.rows[rater], self.judgements.item
        wanted = self.genuine[rows] if kind == GENUINE else item.at(rows).among([kind])
        found = self.judgements.score[rows[wanted]]
        return np.asarray(found[np.isfinite(found)])

    def longest_run(self, rater: int, ignored: float | None = None) -> int:
        """Return the most equal scores that a rater gave one after the other, controls included.

        Runs of the score `ignored` do not count.
        """
        scores = self.judgements.score[self.rows[rater]]
        scores = scores[np.isfinite(scores)]
        if not len(scores):
            return 0
        starts = np.concatenate([[0], np.flatnonzero(np.diff(scores)) + 1, [len(scores)]])
        counted = scores[starts[:-1]] != ignored
        return int(np.diff(starts)[counted].max(initial=0))


def by_rater(judgements: Judgements) -> ByRater:
    """Sort out the rows of every rater."""
    index = judgements.rater.index
    rows = np.lexsort((order(judgements), index))
    parts = np.split(rows, np.searchsorted(index[rows], np.arange(1, max(1, len(judgements.rater.names)))))
    return ByRater(judgements, tuple(parts), is_genuine(judgements))
