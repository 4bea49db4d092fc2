"""Scores of hypotheses under metrics, for notebooks and programs: `score(hypotheses, references, "chrf")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from assay.api.calls import answered, read_keywords, takes
from assay.errors import InputError
from assay.metrics import Metric
from assay.questions import Given, MetricScores, Score, SystemScores
from assay.questions.specifications import Metrics
from assay.questions.systems.score import ScoreQuestion

Texts = Sequence[str]
Holed = Sequence[str | None]
References = Sequence[str] | Sequence[Holed] | Mapping[str, Holed]
Many = list[str] | list[Metric] | list[str | Metric] | tuple[str | Metric, ...]
ReferencesBy = Literal["stream", "segment"]


@overload
def score(
    hypotheses: Texts,
    references: References,
    metrics: str | Metric = "bleu",
    *,
    documents: Texts | None = None,
    sources: Texts | None = None,
    references_by: ReferencesBy | None = None,
    **options: Any,
) -> Score: ...
@overload
def score(
    hypotheses: Texts,
    references: References,
    metrics: Many,
    *,
    documents: Texts | None = None,
    sources: Texts | None = None,
    references_by: ReferencesBy | None = None,
    **options: Any,
) -> MetricScores: ...
@overload
def score(
    hypotheses: Mapping[str, Any],
    references: object,
    metrics: Metrics = "bleu",
    *,
    documents: object = None,
    sources: object = None,
    references_by: ReferencesBy | None = None,
    **options: Any,
) -> SystemScores: ...
@overload
def score(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = "bleu",
    *,
    documents: Any = None,
    sources: Any = None,
    references_by: ReferencesBy | None = None,
    **options: Any,
) -> Any: ...
@takes(ScoreQuestion)
def score(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Any = "bleu",
    *,
    documents: Any = None,
    sources: Any = None,
    references_by: Any = None,
    **options: Any,
) -> Any:
    """Score hypotheses against references; one metric gives a `Score`, a list of them `MetricScores`.

    `hypotheses` is a list of strings or a column of pandas, Polars or Arrow, a mapping from systems to these, or a
    file; or a frame or file that holds the references, too. Several systems give `SystemScores`. `references` is a
    list of strings, of reference streams (each as long as the hypotheses), or of one list per segment; `None` is a
    missing reference. A metric is a specification such as "bleu:tok=intl" or an object. `documents` names the
    document of each segment.
    """
    # Nothing is no metric, where another question takes it for the usual ones.
    if metrics is None:
        raise InputError('a metric is a name such as "chrf", and not of type NoneType')
    question = read_keywords(ScoreQuestion, options)
    given = Given(hypotheses, references, sources, documents, references_by, question.files, metrics)
    systems = answered("score", question, given)
    alone = given.is_one_list and len(systems) == 1
    return systems[systems.evaluation.systems[0]] if alone else systems
