"""What people said: systems ranked, raters' agreement, and metrics held against people, for Python.

Judgements are a file in any format that `assay human` reads, a database of campaigns, a frame with the columns `rater`,
`system`, `segment` and `score`, or what `read_judgements` returned.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.reading import file_of, judged
from assay.api.results import Result, chosen_parts
from assay.api.sets import BESIDES, Given, Metrics, parse_metrics
from assay.data import Judgements, Preferences, join_shards
from assay.human import PARTS, AgreeOptions, Ranking, RankOptions, RaterAgreement, ScoreOptions
from assay.human import agree as measure_agreement
from assay.human import rank as rank_systems
from assay.io import (
    FileOptions,
    JudgementOptions,
    Named,
    of_chosen_systems,
    open_judgements,
    single_systems,
)
from assay.meta import (
    CorrelateOptions,
    MetaEvaluation,
    OutputTexts,
    PeopleOptions,
    correlate_metrics,
    read_source,
)
from assay.metrics import DEFAULT_METRICS, Evaluation, evaluate, with_tokenised_warning
from assay.options import nested, option
from assay.reporting import Block, agreement_blocks, human_report, meta_report
from assay.resources import Resources

OF_PEOPLE = ("judgements",)


@dataclass(frozen=True)
class RankCall:
    """What `rank` may be asked."""

    reading: JudgementOptions = nested(JudgementOptions)
    ranking: RankOptions = nested(RankOptions)
    show: str | None = option(
        None, f"what to compute, of {', '.join(PARTS)}, separated by commas (default: all)"
    )


@dataclass(frozen=True)
class AgreeCall:
    """What `agree` may be asked."""

    reading: JudgementOptions = nested(JudgementOptions)
    agreement: AgreeOptions = nested(AgreeOptions)


@dataclass(frozen=True)
class CorrelateCall:
    """What `correlate` may be asked."""

    people: PeopleOptions = nested(PeopleOptions)
    files: FileOptions = nested(FileOptions)
    correlation: CorrelateOptions = nested(CorrelateOptions)
    scoring: ScoreOptions = nested(ScoreOptions)


@dataclass(frozen=True, repr=False)
class RankResult(Result):
    """Systems ranked by what people said; `ranking` holds the standings and all they rest on."""

    ranking: Ranking

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the ranking, scores, raters, their agreement, and what was odd."""
        return human_report(self.ranking, pictures=pictures)


@dataclass(frozen=True, repr=False)
class AgreeResult(Result):
    """How far raters agree; `agreement` holds every measure that their judgements allow."""

    agreement: RaterAgreement

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the measures with intervals, of all raters and of each."""
        return agreement_blocks(self.agreement)


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


@takes(RankCall)
def rank(judgements: Any, **options: Any) -> RankResult:
    """Rank systems by human judgements; check the raters and how far they agree.

    `judgements` is a file, a database of campaigns, a frame with a row per judgement, or what `read_judgements`
    returned.
    """
    wanted = read_keywords(RankCall, options, OF_PEOPLE)
    reading = _reading(wanted.reading, judgements)
    people = _open(reading, judgements)
    asked = wanted.show is not None or (reading.chooses_systems and isinstance(people, Judgements))
    parts = chosen_parts(wanted.show, PARTS) if asked else None
    systems = () if isinstance(people, Judgements) else single_systems(people, reading)
    return RankResult(rank_systems(people, wanted.ranking, parts, systems=systems))


@takes(AgreeCall)
def agree(judgements: Any, **options: Any) -> AgreeResult:
    """Measure how far raters agree, with each other and with themselves."""
    wanted = read_keywords(AgreeCall, options, OF_PEOPLE)
    people = _open(_reading(wanted.reading, judgements), judgements)
    return AgreeResult(measure_agreement(people, wanted.agreement))


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
    if given.is_given or people.scores or not _is_study(judgements):
        people = judged(people, judgements)
        texts = _score_texts(given, metrics) if given.is_given else None
    else:
        people, texts = _study(people, judgements, metrics)
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


def _is_study(judgements: Any) -> bool:
    from assay.server import is_database

    return isinstance(judgements, str | os.PathLike) and is_database(os.fspath(judgements))


def _study(people: PeopleOptions, database: Any, metrics: Metrics) -> tuple[PeopleOptions, OutputTexts]:
    """Return the judgements of a study with its texts."""
    from assay.server import set_from_database

    options, evalset, outputs = set_from_database(replace(people, judgements=os.fspath(database)))
    return options, OutputTexts(evalset, outputs, parse_metrics(metrics))


def _score_texts(given: Given, metrics: Metrics) -> OutputTexts:
    chosen = parse_metrics(metrics)
    evalset, outputs = join_shards(list(with_tokenised_warning(given.shards(), chosen)))
    return OutputTexts(evalset, outputs, chosen)


def _evaluated(texts: OutputTexts, threads: int) -> Evaluation:
    return evaluate([(texts.evalset, texts.outputs)], texts.metrics, Resources(threads=threads))


def _open(reading: JudgementOptions, judgements: Any) -> Judgements | Preferences:
    if isinstance(judgements, Judgements | Preferences):
        return of_chosen_systems(judgements, reading)
    return open_judgements(reading)


def _reading(reading: JudgementOptions, judgements: Any) -> JudgementOptions:
    if isinstance(judgements, Judgements | Preferences):
        return reading
    return judged(reading, judgements)


def _score_files(scores: Any) -> tuple[Named, ...]:
    listed = scores if isinstance(scores, list | tuple) else [scores]
    return tuple(file_of(each, "scores") for each in listed)
