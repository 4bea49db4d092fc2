"""What translations cost, for Python: to run the systems that make them, and to repair what they made.

Post-edits are a file in any format that `assay postedit` reads, several files, a frame with the columns `editor`,
`segment` and what was measured, or what `read_postedits` returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.reading import file_of
from assay.comparison import AUTO, Key, bootstrap_intervals, in_units
from assay.data import PostEdits, Scores
from assay.diagnosis import Wanted, missed_terms, wanted_terms
from assay.efficiency import Efficiency, EfficiencyOptions, measure_systems, parse_commands
from assay.errors import InputError
from assay.io import PostEditFiles, open_postedits, parse_languages, read_glossary
from assay.io import read_scores as read_score_file
from assay.metrics import DEFAULT_METRICS, Evaluation
from assay.options import nested, option
from assay.postedit import PARTS, EffortOptions, EffortStudy, effort_scores, measure_effort
from assay.questions import Given, Metrics, Result, chosen_parts, parse_metrics, read_column, score_set, texts
from assay.reporting import Block, efficiency_report, effort_report, effort_summary
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


@dataclass(frozen=True)
class EffortCall:
    """What `effort` may be asked."""

    files: PostEditFiles = nested(PostEditFiles)
    effort: EffortOptions = nested(EffortOptions)
    show: str | None = option(
        None, f"what to report, of {', '.join(PARTS)}, separated by commas (default: all)"
    )


@dataclass(frozen=True, repr=False)
class EffortResult(Result):
    """What post-editing costs; `study` holds every measure at every level, `parts` are those reported on."""

    study: EffortStudy
    parts: tuple[str, ...] = PARTS

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return effort by system, gain, editors, pauses, learning, agreement, triage, checks and rows."""
        return effort_report(self.study, self.parts, pictures=pictures)

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the answer on one screen; with pictures the report without its rows."""
        if pictures:
            return effort_report(
                self.study, [part for part in self.parts if part != "segments"], pictures=True
            )
        return effort_summary(self.study)

    def scores(self) -> list[Scores]:
        """Return the measures as scores, systems by segments, as metrics have them."""
        return effort_scores(self.study.measured)


@takes(EffortCall)
def effort(postedits: Any = (), *, scores: Any = (), **options: Any) -> EffortResult:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document.

    `postedits` is a log or a table, several of them, a frame, or what `read_postedits` returned; texts before and after
    editing can be given as files with `mt` and `final`. `scores` are those of metrics that are to predict the effort.
    """
    wanted = read_keywords(EffortCall, options, GIVEN)
    rows = postedits if isinstance(postedits, PostEdits) else open_postedits(_files(wanted.files, postedits))
    listed = scores if isinstance(scores, list | tuple) else [scores]
    metrics = [metric for each in listed for metric in _metrics(each)]
    parts = chosen_parts(wanted.show, PARTS) if wanted.show is not None else PARTS
    return EffortResult(measure_effort(rows, wanted.effort, metrics), tuple(parts))


def read_postedits(postedits: Any, **options: Any) -> PostEdits:
    """Read post-edits from a log, a table or a frame, or from texts before and after editing."""
    return open_postedits(_files(read_keywords(PostEditFiles, options, GIVEN), postedits))


def _files(files: PostEditFiles, given: Any) -> PostEditFiles:
    listed = given if isinstance(given, list | tuple) else [given]
    return replace(files, logs=tuple(file_of(each, "postedits") for each in listed))


def _metrics(given: Any) -> list[Scores]:
    return [given] if isinstance(given, Scores) else read_score_file(file_of(given, "scores"))
