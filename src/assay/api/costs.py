"""What translations cost, for Python: to run the systems that make them, and to repair what they made.

Post-edits are a file in any format that `assay postedit` reads, several files, a frame with the columns `editor`,
`segment` and what was measured, or what `read_postedits` returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of
from assay.comparison import AUTO, Key, bootstrap_intervals, in_units
from assay.data import PostEdits, Scores
from assay.diagnosis import Wanted, missed_terms, wanted_terms
from assay.efficiency import Efficiency, EfficiencyOptions, measure_systems, parse_commands
from assay.errors import InputError
from assay.io import PostEditFiles, open_postedits, parse_languages, read_glossary
from assay.metrics import DEFAULT_METRICS, Evaluation
from assay.questions import (
    Given,
    Metrics,
    PostEditQuestion,
    Result,
    parse_metrics,
    read_column,
    score_set,
    texts,
)
from assay.reporting import Block, efficiency_report
from assay.stats import Interval, Settings

GIVEN = ("postedits", "scores")


@dataclass(frozen=True, repr=False)
class BenchResult(Result):
    """Systems measured: `efficiency` has every run; where there are references, `evaluation` has the scores."""

    efficiency: Efficiency
    evaluation: Evaluation | None = None
    intervals: Mapping[Key, Interval] | None = None
    terms: Mapping[str, tuple[int, int]] | None = None  # kept and wanted, by system

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return quality beside speed, latency and cost, and the habits of every system."""
        return efficiency_report(
            self.efficiency, self.evaluation, self.intervals, self.terms, pictures=pictures
        )

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the same without what was seen of habits that are as they should be."""
        return efficiency_report(
            self.efficiency, self.evaluation, self.intervals, self.terms, pictures=pictures, details=False
        )


@takes(EfficiencyOptions)
def bench_systems(
    commands: Mapping[str, str] | Sequence[str] | str,
    sources: Any,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    threads: int = 0,
    step: Any = None,
    **options: Any,
) -> BenchResult:
    """Measure what systems cost: commands that read a segment a line and write its translation a line.

    `commands` is a mapping from systems to commands of a shell, or a list of `NAME=COMMAND`. With references, quality
    stands beside speed. `step(words)` gives a context in which a step is shown.
    """
    wanted = read_keywords(
        EfficiencyOptions, options, ("commands", "sources", "references", "metrics", "threads", "step")
    )
    listed = [commands] if isinstance(commands, str) else commands
    named = dict(listed) if isinstance(listed, Mapping) else parse_commands(listed)
    source = list(texts(read_column(sources), "sources"))
    if references is not None:  # refused before anything runs for hours
        _check_references(references, source)
    terms = _terms_of(source, wanted)
    efficiency = measure_systems(named, source, wanted, step or _silent)
    outputs = {system.name: system.outputs for system in efficiency.systems if not system.problem}
    kept = {
        name: (len(terms) - len(missed_terms(lines, terms)), len(terms)) for name, lines in outputs.items()
    }
    if references is None or not outputs:
        return BenchResult(efficiency, terms=kept if terms else None)
    evaluation = score_set(Given(outputs, references, sources=source), parse_metrics(metrics), threads)
    units, _ = in_units(evaluation, AUTO)
    intervals = bootstrap_intervals(units, Settings(threads=threads))
    return BenchResult(efficiency, evaluation, intervals, kept if terms else None)


def _silent(words: str) -> AbstractContextManager[None]:
    return nullcontext()


def _check_references(references: object, source: Sequence[str]) -> None:
    """Refuse references of another length than the source, and a segment alone, which gives no interval."""
    if len(source) == 1:
        raise InputError("a score of one segment has no interval; give more, or leave the references out")
    for _ in Given({"source": list(source)}, references).shards():
        pass


def _terms_of(source: Sequence[str], wanted: EfficiencyOptions) -> list[Wanted]:
    """Return the terms of the glossary that the source has; none without a glossary."""
    if wanted.glossary is None:
        return []
    languages = parse_languages(wanted.languages) if wanted.languages else None
    terms = wanted_terms(source, read_glossary(wanted.glossary, languages))
    if not terms:
        raise InputError(
            f"{wanted.glossary}: the source has none of its terms; are source and target swapped?"
        )
    return terms


@takes(PostEditQuestion)
def effort(postedits: Any = (), *, scores: Any = (), **options: Any) -> Any:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document.

    `postedits` is a log or a table, several of them, a frame, or what `read_postedits` returned; texts before and after
    editing can be given as files with `mt` and `final`. `scores` are those of metrics that are to predict the effort.
    `to="log"` converts them instead, and `save` writes the file.
    """
    question = read_keywords(PostEditQuestion, options, GIVEN)
    listed = scores if isinstance(scores, list | tuple) else [scores]
    rows = postedits if isinstance(postedits, PostEdits) else None
    question = replace(
        question,
        files=question.files if rows is not None else _files(question.files, postedits),
        scores=tuple(file_of(each, "scores") for each in listed if not isinstance(each, Scores)),
    )
    read = [each for each in listed if isinstance(each, Scores)]
    return answered("postedit", question, Given(postedits=rows, scores=read))


def read_postedits(postedits: Any, **options: Any) -> PostEdits:
    """Read post-edits from a log, a table or a frame, or from texts before and after editing."""
    return open_postedits(_files(read_keywords(PostEditFiles, options, GIVEN), postedits))


def _files(files: PostEditFiles, given: Any) -> PostEditFiles:
    listed = given if isinstance(given, list | tuple) else [given]
    return replace(files, logs=tuple(file_of(each, "postedits") for each in listed))
