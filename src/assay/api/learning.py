"""Combinations of metrics learnt from human judgements, and quality without references, for Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of
from assay.data import Outputs, Preferences, Scores
from assay.metrics import Beside
from assay.questions import EstimateResult, Given, LearnResult, texts
from assay.questions.given import BESIDES
from assay.questions.named_files import read_column
from assay.questions.outputs.estimate import EstimateQuestion
from assay.questions.people.learn import LearnQuestion
from assay.questions.specifications import Metrics


@takes(LearnQuestion)
def learn(
    judgements: Any,
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> LearnResult:
    """Learn a combination of metrics from what people said of hypotheses.

    `judgements` is what `correlate` takes, or a file with a number a line for one list of hypotheses; with
    `hter=True` a file of post-edits. `metrics` are two or more. `model` names the file that the model is written to, as
    `save_model` of the result does.
    """
    question = read_keywords(LearnQuestion, options, (*BESIDES, "judgements"))
    if not isinstance(judgements, Scores | Preferences):
        path = file_of(judgements, "judgements")
        question = replace(question, people=replace(question.people, judgements=path))
    columns = (hypotheses, references, sources, documents, references_by)
    learnt: LearnResult = answered(
        "learn", question, Given(*columns, question.files, metrics, judgements=judgements)
    )
    if question.model is not None:
        learnt.save_model(question.model)
    return learnt


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
