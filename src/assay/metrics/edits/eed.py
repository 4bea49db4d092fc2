"""EED, extended edit distance (Stanchev, Wang and Ney 2019): CDER on characters, with a price on coverage.

The authors' program has two forms, which give different figures. `form=cpp` is the one that its script and the
submissions to WMT use: single precision, the least cost of a row kept as a whole number, no coverage before the
first character. `form=python` is the other, and torchmetrics'. Text is prepared as each of them does it, slips
included. The score of a set is the mean of its segments; of several references the least score counts, as in
torchmetrics. Prices that the programs fix are options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.edits import alignment
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped


@dataclass(frozen=True)
class Eed:
    """Character edits, jumps between words and a price on coverage, over both lengths; mean of segments."""

    name: ClassVar[str] = "eed"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    form: Literal["cpp", "python"] = option(
        "cpp", "which of the published forms: C++, or Python as in torchmetrics"
    )
    # the prices of the published programs (Stanchev, Wang and Ney 2019)
    alpha: float = option(2.0, "cost of a jump")
    rho: float = option(0.3, "cost of a position visited never or more than once")
    deletion: float = option(0.2, "cost of an inserted character")
    insertion: float = option(1.0, "cost of a deleted character")
    substitution: float = option(1.0, "cost of a substituted character")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse prices below zero, and those beyond what single precision can add up."""
        check_range(self, 0, 1000, "alpha", "rho", "deletion", "insertion", "substitution")

    @property
    def label(self) -> str:
        """Return EED."""
        return "EED"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of scores and their number, and the parts that the scores are made of."""
        return ("sum", "segments", "errors", "coverage", "characters")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Collect the references."""
        references = Grouped.of(evalset.references.values()).map(self._text)

        def stats(outputs: Sequence[str]) -> Array:
            return kernel.eed_stats(
                self._text(Column.of(outputs)).texts,
                references.column.texts,
                references.groups,
                python=self.form == "python",
                **self._prices,
                threads=resources.threads,
            )

        return stats

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Collect the references; return the function from outputs to alignments."""
        python, places = self.form == "python", alignment.present(evalset)
        references = Grouped.of(evalset.references.values()).map(self._text)
        compared = references.map(lambda column: Column(*kernel.eed_texts(column.texts, python=python)))

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            column = self._text(Column.of(outputs))
            alignments = kernel.eed_alignments(
                column.texts,
                references.column.texts,
                references.groups,
                python=python,
                **self._prices,
                threads=resources.threads,
            )
            prepared = Column(*kernel.eed_texts(column.texts, python=python))
            return alignment.read(alignments, alignment.Sides(prepared, compared, list), places)

        return align

    @property
    def _prices(self) -> Mapping[str, float]:
        return {
            "alpha": self.alpha, "rho": self.rho, "deletion": self.deletion,
            "insertion": self.insertion, "substitution": self.substitution,
        }  # fmt: skip

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def score(self, totals: Array) -> Array:
        """Return the mean score of segments on the scale of 0 to 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])
