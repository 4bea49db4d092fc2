"""What people said: systems ranked, raters' agreement, and metrics held against people, for Python.

Judgements are a file in any format that `assay human` reads, a database of campaigns, a frame with the columns `rater`,
`system`, `segment` and `score`, or what `read_judgements` returned.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of, judged
from assay.data import Judgements, Preferences, join_shards
from assay.extensions import with_judged_texts
from assay.human import ScoreOptions
from assay.io import FileOptions
from assay.meta import (
    CorrelateOptions,
    MetaEvaluation,
    OutputTexts,
    PeopleOptions,
    correlate_metrics,
    read_source,
)
from assay.metrics import DEFAULT_METRICS, Evaluation, evaluate, with_tokenised_warning
from assay.options import nested
from assay.questions import (
    BESIDES,
    AgreeQuestion,
    AgreeResult,
    Given,
    HumanQuestion,
    Metrics,
    Result,
    parse_metrics,
)
from assay.reporting import Block, meta_report
from assay.resources import Resources

Asked = TypeVar("Asked", HumanQuestion, AgreeQuestion)
OF_PEOPLE = ("judgements",)


@dataclass(frozen=True)
class CorrelateCall:
    """What `correlate` may be asked."""

    people: PeopleOptions = nested(PeopleOptions)
    files: FileOptions = nested(FileOptions)
    correlation: CorrelateOptions = nested(CorrelateOptions)
    scoring: ScoreOptions = nested(ScoreOptions)


@dataclass(frozen=True, repr=False)
class CorrelateResult(Result):
    """How far metrics agree with people; `evaluation` holds tasks, tests between metrics, and whatever was asked."""

    evaluation: MetaEvaluation

    def report(self, *, pictures: bool = False, rows: bool = True) -> Sequence[Block]:
        """Return the tasks, what they rest on, and with `rows` one row a result, for programs."""
        return meta_report(self.evaluation, pictures=pictures, rows=rows and not pictures)

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the report without the rows that are for programs."""
        return self.report(pictures=pictures, rows=False)


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


@takes(CorrelateCall)
def correlate(
    judgements: Any,
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
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
    wanted = read_keywords(CorrelateCall, options, (*BESIDES, *OF_PEOPLE, "scores"))
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    people, texts = replace(wanted.people, scores=_score_files(scores)), None
    threads = wanted.correlation.settings.threads
    study = None if given.is_given or people.scores else _study(people, judgements, metrics)
    if study is not None:
        people, texts = study
    else:
        people = judged(people, judgements)
        texts = _score_texts(given, metrics) if given.is_given else None
    own = () if texts is None else _evaluated(texts, threads)
    source = read_source(people, wanted.correlation, own, scoring=wanted.scoring)
    return CorrelateResult(
        correlate_metrics(
            source.people,
            source.metrics,
            wanted.correlation,
            texts=texts or source.texts,
            remarks=source.remarks,
        )
    )


def _study(
    people: PeopleOptions, judgements: Any, metrics: Metrics
) -> tuple[PeopleOptions, OutputTexts] | None:
    """Return the judgements of a study with its texts, where a study is named and not a file."""
    if not isinstance(judgements, str | os.PathLike):
        return None
    study = with_judged_texts(replace(people, judgements=os.fspath(judgements)))
    return None if study is None else (study[0], OutputTexts(study[1], study[2], parse_metrics(metrics)))


def _score_texts(given: Given, metrics: Metrics) -> OutputTexts:
    chosen = parse_metrics(metrics)
    evalset, outputs = join_shards(list(with_tokenised_warning(given.shards(), chosen)))
    return OutputTexts(evalset, outputs, chosen)


def _evaluated(texts: OutputTexts, threads: int) -> Evaluation:
    return evaluate([(texts.evalset, texts.outputs)], texts.metrics, Resources(threads=threads))


def _score_files(scores: Any) -> tuple[str, ...]:
    listed = scores if isinstance(scores, list | tuple) else [scores]
    return tuple(file_of(each, "scores") for each in listed)
