"""What people said: systems ranked, raters' agreement, and metrics held against people, for Python.

Judgements are a file in any format that `assay human` reads, a database of campaigns, a frame with the columns `rater`,
`system`, `segment` and `score`, or what `read_judgements` returned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of
from assay.data import Judgements, Preferences
from assay.io import Named
from assay.questions import AgreeResult, CorrelateResult, Given
from assay.questions.given import BESIDES
from assay.questions.people.agree import AgreeQuestion
from assay.questions.people.human import HumanQuestion
from assay.questions.people.meta import MetaQuestion
from assay.questions.specifications import Metrics

Asked = TypeVar("Asked", HumanQuestion, AgreeQuestion)
OF_PEOPLE = ("judgements",)


@takes(HumanQuestion)
def rank(judgements: Any, **options: Any) -> Any:
    """Rank systems by human judgements; check the raters and how far they agree.

    `judgements` is a file, a database of campaigns, a frame with a row per judgement, or what `read_judgements`
    returned. `to="tidy"` converts them instead, and `save` writes the file.
    """
    question = read_keywords(HumanQuestion, options, OF_PEOPLE)
    return answered("human", _of_people(question, judgements), Given(judgements=judgements))


@takes(AgreeQuestion)
def agree(judgements: Any, **options: Any) -> AgreeResult:
    """Measure how far raters agree, with each other and with themselves."""
    question = read_keywords(AgreeQuestion, options, OF_PEOPLE)
    agreed: AgreeResult = answered("agree", _of_people(question, judgements), Given(judgements=judgements))
    return agreed


def _of_people(question: Asked, judgements: Any) -> Asked:
    """Name the judgements in a question, unless they have been read already."""
    if isinstance(judgements, Judgements | Preferences):
        return question
    return replace(question, reading=replace(question.reading, judgements=file_of(judgements, "judgements")))


@takes(MetaQuestion)
def correlate(
    judgements: Any,
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    scores: Any = (),
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> CorrelateResult:
    """Ask how far metrics agree with people, by system and by segment.

    Metrics are computed on hypotheses and references, named as in the judgements; `scores` are those of others, in
    files or in frames with the columns `system`, `segment` and one a metric. Where judgements are a study in a
    database, and neither hypotheses nor scores are given, the texts are those of the study.
    """
    question = read_keywords(MetaQuestion, options, (*BESIDES, *OF_PEOPLE, "scores"))
    people = replace(
        question.people, judgements=file_of(judgements, "judgements"), scores=_score_files(scores)
    )
    question = replace(question, people=people)
    texts = (hypotheses, references, sources, documents, references_by)
    correlated: CorrelateResult = answered("meta", question, Given(*texts, question.files, metrics))
    return correlated


def _score_files(scores: Any) -> tuple[Named, ...]:
    listed = scores if isinstance(scores, list | tuple) else [scores]
    return tuple(file_of(each, "scores") for each in listed)
