"""STM: subtrees in common (Liu and Gildea 2005), on dependency trees.

A subtree of depth d is a word with all that is below it, cut off after d levels, if it has so many. The score is the
mean over depths 1 to 4 of the share of the output's subtrees that a reference has, clipped by the largest count in any
one reference; a depth that no tree reaches has a share of 0. The paper counts subtrees of constituency trees, whose
labels are categories; of dependency trees the labels are an option here. Counts are summed over the corpus first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet, Parse
from assay.metrics.base import StatsFn, check_range, ratio, running_sum
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources

Numbers = dict[tuple[str, tuple[int, ...]], int]


@dataclass(frozen=True)
class Stm(Parsed):
    """Precision of subtrees of dependency trees."""

    name: ClassVar[str] = "stm"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    depth: int = option(4, "deepest subtree, in levels")
    nodes: Literal["relation", "tag", "form", "lemma"] = option("relation", "what a node is compared by")

    def __post_init__(self) -> None:
        """Refuse depths that count nothing."""
        super().__post_init__()
        check_range(self, 1, 20, "depth")

    @property
    def label(self) -> str:
        """Return STM."""
        return "STM"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return matches and subtrees of every depth."""
        depths = range(1, self.depth + 1)
        return (*(f"match{d}" for d in depths), *(f"subtrees{d}" for d in depths))

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        return self.on_parses(evalset, self._row)

    def _row(self, output: Parse, references: Sequence[Parse]) -> list[float]:
        numbers: Numbers = {}
        own = self._subtrees(output, numbers)
        others = [self._subtrees(parse, numbers) for parse in references]
        most: list[Counter[int]] = [reduce(or_, levels) for levels in zip(*others, strict=True)]
        matches = [float((mine & theirs).total()) for mine, theirs in zip(own, most, strict=True)]
        return matches + [float(level.total()) for level in own]

    def _subtrees(self, parse: Parse, numbers: Numbers) -> list[Counter[int]]:
        """Count the subtrees of every depth; equal ones have equal numbers, also in other parses.

        One level deeper, a subtree is its node and what was below it one level less deep.
        """
        labels = {"relation": parse.relations, "tag": parse.tags, "form": parse.forms, "lemma": parse.lemmas}
        own, below = labels[self.nodes], parse.children()
        cut, height = [numbers.setdefault((label, ()), len(numbers)) for label in own], [1] * len(parse)
        levels = [Counter(cut)]
        for depth in range(2, self.depth + 1):
            trees = [(own[place], tuple(cut[child] for child in each)) for place, each in enumerate(below)]
            cut = [numbers.setdefault(tree, len(numbers)) for tree in trees]
            height = [1 + max((height[child] for child in each), default=0) for each in below]
            levels.append(Counter(tree for tree, size in zip(cut, height, strict=True) if size >= depth))
        return levels

    def score(self, totals: Array) -> Array:
        """Return the mean share on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        shares = ratio(totals[..., : self.depth], totals[..., self.depth :])
        return np.asarray(100 * running_sum(shares) / self.depth)
