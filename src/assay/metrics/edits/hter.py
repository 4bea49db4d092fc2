"""HTER: translation edit rate against a post-edited (targeted) reference (Snover et al. 2006).

Edits are TER's, from the output to the post-edit alone. They are divided by the length of the post-edit, as in
quality estimation, or by the mean length of the other, untargeted references, as `tercom -a` does. Quality
estimation also caps each segment at 100, which is an option; the cap is on the edits of a segment, so that rows
still add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError, OptionError
from assay.io import listed
from assay.metrics.base import StatsFn
from assay.metrics.edits import alignment
from assay.metrics.edits.ter import Ter
from assay.options import option
from assay.resources import Resources
from assay.text import Column

_FIRST = "first"


@dataclass(frozen=True)
class Hter(Ter):
    """Edits and block shifts to the post-edited reference, over its length."""

    name: ClassVar[str] = "hter"
    takes_postedits: ClassVar[bool] = True  # references that were made from the output, on purpose

    postedit: str = option(
        _FIRST, "name of the reference that is the post-edit; first: each segment's first reference"
    )
    length: Literal["postedit", "references"] = option(
        "postedit",
        "divide by the length of the post-edit, or by the mean length of the other references, if any",
    )
    cap: bool = option(False, "cap the score of a segment at 100")

    @property
    def label(self) -> str:
        """Return HTER."""
        return "HTER"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Find the post-edits, split them once, and measure the other references."""
        targets = self._targets(evalset)
        ter = super().prepare(_only(evalset, targets), resources)
        lengths = self._other_lengths(evalset, targets, resources.threads)

        def stats(outputs: Sequence[str]) -> Array:
            rows = ter(outputs)
            rows[:, 1] = np.where(np.isnan(lengths), rows[:, 1], lengths)
            if self.cap:
                rows[:, 0] = np.where(rows[:, 1] > 0, np.minimum(rows[:, 0], rows[:, 1]), rows[:, 0])
            return rows

        return stats

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Align with the post-edits alone."""
        targets = self._targets(evalset)
        align = super().align(_only(evalset, targets), resources)
        return lambda outputs: [
            replace(aligned, reference=target)
            for aligned, target in zip(align(outputs), targets, strict=True)
        ]

    def _targets(self, evalset: EvalSet) -> list[int]:
        """Return for each segment the place of its post-edit among the references."""
        places = alignment.present(evalset)
        if self.postedit == _FIRST:
            return [own[0] for own in places]
        names = list(evalset.references)
        if self.postedit not in names:
            raise OptionError(f"hter: no reference is called {self.postedit!r}; there are {listed(names)}")
        target = names.index(self.postedit)
        for number, own in enumerate(places, start=1):
            if target not in own:
                raise InputError(f"segment {number} has no post-edit in {self.postedit}; give it one")
        return [target] * len(places)

    def _other_lengths(self, evalset: EvalSet, targets: Sequence[int], threads: int) -> Array:
        """Return the mean length of each segment's untargeted references, NaN where the post-edit's counts."""
        lengths = np.full(len(evalset), np.nan)
        others = [
            [place for place in places if place != target]
            for places, target in zip(alignment.present(evalset), targets, strict=True)
        ]
        rows = [row for row, places in enumerate(others) if places and self.length == "references"]
        columns = list(evalset.references.values())
        texts = [columns[place][row] or "" for row in rows for place in others[row]]
        sizes = self._sizes(Column.of(texts), threads)
        counts = [len(others[row]) for row in rows]
        if rows:
            starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
            lengths[rows] = np.add.reduceat(sizes, starts) / counts
        return lengths

    def _sizes(self, column: Column, threads: int) -> Array:
        words = self.reference_words(column, threads)
        groups = np.arange(len(column) + 1, dtype=np.int64)
        tokens = kernel.token_ids(words.texts, words.texts, groups, threads=threads)
        return np.diff(tokens.ref_offsets).astype(np.float64)

    def score(self, totals: Array) -> Array:
        """Return edits per hundred words, at most 100 with `cap`."""
        scores = super().score(totals)
        return np.minimum(scores, 100) if self.cap else scores


def _only(evalset: EvalSet, targets: Sequence[int]) -> EvalSet:
    """Return the set with the post-edits as its one reference."""
    columns = list(evalset.references.values())
    texts = [columns[target][row] for row, target in enumerate(targets)]
    return EvalSet(evalset.name, evalset.languages, evalset.source, {"postedit": texts}, evalset.document)
