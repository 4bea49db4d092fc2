"""Combinations of metrics learnt from human judgements, for Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.reading import file_of
from assay.api.results import Result
from assay.api.sets import BESIDES, Given, Metrics, score_set
from assay.data import Preferences, Scores
from assay.human import ScoreOptions
from assay.io import CombinedModel, FileOptions, combined_model_file, write_file
from assay.meta import HumanOptions, LearnOptions, Learnt, learn_combination, read_judged
from assay.options import nested
from assay.reporting import Block, learn_report


@dataclass(frozen=True)
class LearnCall:
    """What `learn` may be asked."""

    people: HumanOptions = nested(HumanOptions)
    files: FileOptions = nested(FileOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    learning: LearnOptions = nested(LearnOptions)


@dataclass(frozen=True, repr=False)
class LearnResult(Result):
    """A combination of metrics; `learnt` holds the model and every method on data that it had not seen."""

    learnt: Learnt

    @property
    def model(self) -> CombinedModel:
        """The model: members with their weights, and the card."""
        return self.learnt.model

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the methods beside the best single member, the weights, and the limits."""
        return learn_report(self.learnt)

    def save_model(self, path: str) -> None:
        """Write the model, for the metric `combined:model=PATH`."""
        write_file(path, combined_model_file(self.model))


@takes(LearnCall)
def learn(
    judgements: Any,
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = (),
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> LearnResult:
    """Learn a combination of metrics from what people said of hypotheses.

    `judgements` is what `correlate` takes, or a file with a number a line for one list of hypotheses; `metrics` are two
    or more. `save_model` of the result writes the model.
    """
    wanted = read_keywords(LearnCall, options, (*BESIDES, "judgements"))
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    evaluation = score_set(given, metrics, wanted.learning.settings.threads)
    if isinstance(judgements, Scores | Preferences):
        return LearnResult(learn_combination(judgements, evaluation, wanted.learning))
    source = replace(wanted.people, judgements=file_of(judgements, "judgements"))
    people, remarks = read_judged(source, evaluation, scoring=wanted.scoring)
    return LearnResult(learn_combination(people, evaluation, wanted.learning, remarks=remarks))
