"""Combinations of metrics learnt from human judgements, and quality without references, for Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of, judged
from assay.data import Outputs, Preferences, Scores
from assay.errors import OptionError
from assay.human import ScoreOptions
from assay.io import CombinedModel, FileOptions, combined_model_file, write_file
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
    FeatureOptions,
)
from assay.options import nested
from assay.questions import (
    BESIDES,
    EstimateQuestion,
    EstimateResult,
    Given,
    Metrics,
    Result,
    parse_metrics,
    read_column,
    score_set,
    texts,
)
from assay.reporting import Block, learn_report
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
    evaluation = score_set(given, parse_metrics(metrics), wanted.learning.settings.threads)
    if isinstance(judgements, Scores | Preferences):
        return LearnResult(learn_combination(judgements, evaluation, wanted.learning))
    source = judged(wanted.people, judgements)
    people, remarks = read_judged(source, evaluation, scoring=wanted.scoring)
    return LearnResult(learn_combination(people, evaluation, wanted.learning, remarks=remarks))


def _learn_hter(path: str, given: Given, metrics: Metrics, wanted: LearnCall) -> LearnResult:
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


@takes(EstimateQuestion)
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
    besides = (*BESIDES, "pseudo_references", "back_translations")
    question = read_keywords(EstimateQuestion, options, besides)

    def beside(systems: Sequence[str]) -> Beside:
        back = _named(back_translations, systems[0], "back_translations")
        return Beside(_named(pseudo_references, "pseudo-reference", "pseudo_references"), back)

    given = Given(hypotheses, None, sources, documents, None, question.files, metrics, beside=beside)
    estimated: EstimateResult = answered("estimate", question, given)
    return estimated


def _named(columns: Any, name: str, argument: str) -> Outputs:
    """Return columns by name; one alone has the name that is given."""
    if columns is None:
        return {}
    named = columns if isinstance(columns, Mapping) else {name: columns}
    return {str(key): texts(read_column(column), f"{argument}[{key!r}]") for key, column in named.items()}
