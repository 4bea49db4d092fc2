"""Outputs without references: their scores under features and models, and how alike they are to other texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.metrics import Estimates, Evaluation
from assay.questions.systems.scores import ScoreResult, SystemScores
from assay.reporting import Block, Table
from assay.reporting.tables.comparison.figures import segment_figures
from assay.reporting.tables.comparison.scores import estimate_report


@dataclass(frozen=True, repr=False)
class EstimateResult(ScoreResult):
    """Outputs without references: `scores` by system, and `likeness` by what outputs were compared with."""

    estimates: Estimates
    level: str = "corpus"

    @property
    def evaluation(self) -> Evaluation:
        """The statistics of every system under every metric."""
        return self.estimates.evaluation

    @property
    def scores(self) -> SystemScores:
        """What the metrics say of every system."""
        return SystemScores(self.evaluation, level=self.level)

    @property
    def likeness(self) -> dict[str, SystemScores]:
        """How alike outputs are to each other ("consensus"), to "pseudo-references", and after a "round-trip"."""
        compared = self.estimates.likeness.items()
        return {name: SystemScores(evaluation, True, self.level) for name, evaluation in compared}

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics behind the scores, and behind the likeness."""
        return (self.evaluation, *self.estimates.likeness.values())

    def results(self) -> None:
        """Return nothing: what is said without references is no score of the run files."""

    def block_scores(self, size: int) -> dict[str, Any]:
        """Return the score of every `size` consecutive segments, by system."""
        return self.scores.block_scores(size)

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the tables that the command line writes; with pictures, how the scores of segments spread."""
        blocks = estimate_report(self.estimates, self.level)
        return [*blocks, *segment_figures(self.evaluation)] if pictures else blocks

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The scores of segments, corpus, documents and the level asked for; then consensus and its kin."""
        likeness = [block for block in self.report()[1:] if isinstance(block, Table)]
        return {**super().tables, **{table.name: [table] for table in likeness}}
