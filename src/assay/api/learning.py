"""Combinations of metrics learnt from human judgements, and quality without references, for Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.columns import texts
from assay.api.reading import file_of, judged
from assay.api.results import Result
from assay.api.scores import ScoreResult, SystemScores
from assay.api.sets import BESIDES, Given, Metrics, parse_metrics, read_column, score_set
from assay.data import Outputs, Preferences, Scores
from assay.errors import OptionError
from assay.human import ScoreOptions
from assay.io import CombinedModel, FileOptions, Named, combined_model_file, write_file
from assay.meta import (
    HumanOptions,
    LearnOptions,
    Learnt,
    learn_combination,
    read_judged,
    read_postedited,
    score_postedited,
)
from assay.metrics import (
    Beside,
    EstimateOptions,
    Estimates,
    Evaluation,
    FeatureOptions,
    block_size,
    estimate_quality,
    spec_of,
)
from assay.options import nested, option
from assay.reporting import Block, Table, estimate_report, learn_report, segment_figures
from assay.resources import Resources


@dataclass(frozen=True)
class LearnCall:
    """What `learn` may be asked."""

    people: HumanOptions = nested(HumanOptions)
    files: FileOptions = nested(FileOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    learning: LearnOptions = nested(LearnOptions)
    features: FeatureOptions = nested(FeatureOptions)


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

    `judgements` is what `correlate` takes, or a file with a number a line for one list of hypotheses; with
    `hter=True` a file of post-edits. `metrics` are two or more. `save_model` of the result writes the model.
    """
    wanted = read_keywords(LearnCall, options, (*BESIDES, "judgements"))
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    if wanted.learning.hter:
        return _learn_hter(file_of(judgements, "judgements"), given, metrics, wanted)
    evaluation = score_set(given, metrics, wanted.learning.settings.threads)
    if isinstance(judgements, Scores | Preferences):
        return LearnResult(learn_combination(judgements, evaluation, wanted.learning))
    source = judged(wanted.people, judgements)
    people, remarks = read_judged(source, evaluation, scoring=wanted.scoring)
    return LearnResult(learn_combination(people, evaluation, wanted.learning, remarks=remarks))


def _learn_hter(path: Named, given: Given, metrics: Metrics, wanted: LearnCall) -> LearnResult:
    files = given.as_files() if given.is_given else wanted.files
    if files is None:
        raise OptionError("hter=True reads post-edits and outputs from files; give paths")
    postedited = read_postedited(path, files, wanted.people.form)
    resources = Resources(threads=wanted.learning.settings.threads)
    evaluation = score_postedited(
        postedited, parse_metrics(metrics) if metrics else [], wanted.features, resources
    )
    return LearnResult(
        learn_combination(postedited.human, evaluation, wanted.learning, remarks=postedited.remarks)
    )


@dataclass(frozen=True)
class EstimateCall:
    """What `estimate` may be asked."""

    files: FileOptions = nested(FileOptions)
    estimating: EstimateOptions = nested(EstimateOptions)
    level: str = option("corpus", "level of the scores in reports: corpus, document, segment, or block:K")
    threads: int = option(0, "threads to use; 0 uses every core", least=0)

    def __post_init__(self) -> None:
        """Refuse what is no level."""
        block_size(self.level)


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


@takes(EstimateCall)
def estimate(
    hypotheses: Any = None,
    sources: Any = None,
    metrics: Metrics | None = None,
    *,
    documents: Any = None,
    pseudo_references: Any = None,
    back_translations: Any = None,
    **options: Any,
) -> EstimateResult:
    """Say of hypotheses what can be said without references: features, models of quality, and likeness.

    `hypotheses` are what `score` takes. `pseudo_references` are outputs of systems that are not judged (a list, or a
    mapping from systems to lists), `back_translations` the hypotheses translated back: a list, or a mapping by system.
    """
    given_besides = (*BESIDES, "metric", "pseudo_reference", "back_translation")
    wanted = read_keywords(EstimateCall, options, given_besides)
    asked = wanted.estimating
    if metrics is not None:
        asked = replace(asked, metric=tuple(spec_of(metric) for metric in parse_metrics(metrics)))
    given = Given(hypotheses, None, sources, documents, None, wanted.files)
    [(evalset, outputs)] = given.unreferenced()
    back = _named(back_translations, next(iter(outputs)), "back_translations")
    beside = Beside(_named(pseudo_references, "pseudo-reference", "pseudo_references"), back)
    resources = Resources(threads=wanted.threads)
    return EstimateResult(estimate_quality(evalset, outputs, asked, beside, resources), wanted.level)


def _named(columns: Any, name: str, argument: str) -> Outputs:
    """Return columns by name; one alone has the name that is given."""
    if columns is None:
        return {}
    named = columns if isinstance(columns, Mapping) else {name: columns}
    return {str(key): texts(read_column(column), f"{argument}[{key!r}]") for key, column in named.items()}
