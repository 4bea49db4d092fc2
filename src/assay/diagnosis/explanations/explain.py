"""Explains sentences: `explain` takes a set apart into one `Explanation` a segment, system and metric.

Each has the score that `assay score --level segment` gives, the steps that lead to it, what the metric found in the
texts, and the edits that would help most. Nothing of the score is computed here a second time: figures are the
statistics of the metric, and alignments those that it counts.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from assay.data import Array, EvalSet, Outputs
from assay.diagnosis.explanations.changes import Change, best_changes
from assay.diagnosis.explanations.edits import Matrix, ShiftStep, edit_matrix, shift_steps
from assay.diagnosis.explanations.formulas import FORMULAS, Steps, formula
from assay.diagnosis.explanations.ngrams import NgramMatch, ngram_matches
from assay.diagnosis.explanations.options import A_FEW, ExplainOptions
from assay.errors import AssayWarning, InputError, OptionError, counted
from assay.metrics import Aligning, Bleu, Chrf, LinkedWords, Metric, WordAlignment, check_lengths
from assay.metrics.edits.alignment import Linking, split_words
from assay.metrics.edits.error_rates import EditMetric
from assay.resources import Resources
from assay.text import Column

# A matrix with more tokens on a side is for nobody to read.
WIDEST_MATRIX = 40
# An explanation is of sentences: the matrix and the shifts are worked out cell by cell.
MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class NgramEvidence:
    """Tokens of the output, its n-grams, and the references that they were looked for in, by name."""

    tokens: tuple[str, ...]
    matches: tuple[NgramMatch, ...]
    references: Mapping[str, str]


@dataclass(frozen=True)
class EditEvidence:
    """An alignment with the nearest reference, and what leads to it: a matrix, or shifts."""

    aligned: WordAlignment | LinkedWords
    reference: str
    matrix: Matrix | None = None
    shifts: tuple[ShiftStep, ...] = ()


class Sentence(NamedTuple):
    """An output of a segment, which is a set of its own: its number, the name of the system, and the text."""

    number: int
    system: str
    segment: EvalSet
    output: str


@dataclass(frozen=True)
class Explanation:
    """One output under one metric: its score, the formula, what was found, and what one edit would change.

    `changes` are None where there are too many edits to try them all. `parts` are the statistics of the segment.
    """

    metric: Metric
    segment: int
    system: str
    parts: dict[str, float]
    steps: Steps
    evidence: NgramEvidence | EditEvidence
    changes: tuple[Change, ...] | None
    references: int

    @property
    def score(self) -> float:
        """Return the metric's own score."""
        return self.steps[-1].value


def explain(
    shards: Iterable[tuple[EvalSet, Outputs]],
    metrics: Sequence[Metric],
    options: ExplainOptions,
    resources: Resources = Resources(),
) -> tuple[Explanation, ...]:
    """Explain every output of the segments that are asked for, under every metric."""
    _refuse_unexplained(metrics)
    return tuple(
        _explanation(metric, sentence, options.edits, resources)
        for sentence in _sentences(shards, options.rows())
        for metric in metrics
    )


def _refuse_unexplained(metrics: Sequence[Metric]) -> None:
    for metric in metrics:
        if metric.name not in FORMULAS:
            raise OptionError(
                f"{metric.name} cannot be explained; those that can are {', '.join(FORMULAS)}. "
                f'Its figures are those of "assay score --level segment"'
            )


def _sentences(shards: Iterable[tuple[EvalSet, Outputs]], rows: range | None) -> Iterator[Sentence]:
    """Yield the outputs of the segments that are asked for; refuse what is no sentence."""
    for number, segment, outputs in _segments(shards, rows):
        references = [text or "" for (text,) in segment.references.values()]
        for system, output in outputs.items():
            if max(map(len, (output, *references))) > MOST_CHARACTERS:
                raise InputError(
                    f"segment {number} of {system} has more than {MOST_CHARACTERS} characters on a side; explain "
                    'takes sentences, and "assay align" longer texts'
                )
            yield Sentence(number, system, segment, output)


def _segments(
    shards: Iterable[tuple[EvalSet, Outputs]], rows: range | None
) -> Iterator[tuple[int, EvalSet, dict[str, str]]]:
    """Yield the segments that are asked for: their number, the set of the one, and its outputs."""
    seen = 0
    for evalset, outputs in shards:
        check_lengths(evalset, outputs)
        if rows is None and seen + len(evalset) > A_FEW:
            raise InputError(
                f"the set has more than {counted(A_FEW, 'segment')}; say which to explain: --segment 3"
            )
        wanted = rows or range(seen + len(evalset))
        for row in range(max(wanted.start - seen, 0), min(wanted.stop - seen, len(evalset))):
            texts = {system: column[row] for system, column in outputs.items()}
            yield seen + row + 1, evalset.part(row, row + 1), texts
        seen += len(evalset)
        if rows and seen >= rows.stop:
            return
    if rows and rows.start >= seen:
        raise InputError(f"there is no segment {rows.start + 1}: the set has {seen}")
    if rows:
        warnings.warn(f"the set ends with segment {seen}", AssayWarning, stacklevel=2)


def _explanation(metric: Metric, sentence: Sentence, edits: int, resources: Resources) -> Explanation:
    segment, output = sentence.segment, sentence.output
    row = metric.prepare(segment, resources)([output])[0]
    return Explanation(
        metric,
        sentence.number,
        sentence.system,
        dict(zip(metric.columns, map(float, row), strict=True)),
        formula(metric, row),
        _evidence(metric, sentence, row, resources),
        best_changes(metric, segment, output, edits, resources) if edits else (),
        segment.reference_counts()[0],
    )


def _evidence(
    metric: Metric, sentence: Sentence, row: Array, resources: Resources
) -> NgramEvidence | EditEvidence:
    """Look at what the metric looked at."""
    segment, output = sentence.segment, sentence.output
    references = {name: text for name, (text,) in segment.references.items() if text is not None}
    if isinstance(metric, Bleu):
        column = metric.words(Column.of([output, *references.values()]), resources.threads)
        ours, *theirs = map(split_words, column)
        return NgramEvidence(tuple(ours), ngram_matches(ours, theirs, metric.orders), references)
    if isinstance(metric, Chrf):
        name = _chosen(metric, sentence, row, resources)
        ours, wanted = (_characters(metric, text) for text in (output, references[name]))
        orders = range(1, metric.char_order + 1)
        return NgramEvidence(tuple(ours), ngram_matches(ours, [wanted], orders), {name: references[name]})
    return _edit_evidence(metric, segment, output, resources)


def _edit_evidence(metric: Metric, segment: EvalSet, output: str, resources: Resources) -> EditEvidence:
    names = tuple(segment.references)
    if isinstance(metric, Linking):
        linked = metric.link(segment, resources)([output])[0]
        return EditEvidence(linked, names[linked.reference])
    if not isinstance(metric, Aligning):
        raise TypeError(f"{metric.name} has neither an alignment nor links")
    aligned = metric.align(segment, resources)([output])[0]
    matrix = None
    longest = max(len(aligned.output_tokens), len(aligned.reference_tokens))
    if isinstance(metric, EditMetric) and longest <= WIDEST_MATRIX:
        matrix = edit_matrix(aligned, metric.substitution, metric.insertion, metric.deletion)
    shifts = shift_steps(aligned) if metric.name == "ter" else ()
    return EditEvidence(aligned, names[aligned.reference], matrix, shifts)


def _chosen(metric: Metric, sentence: Sentence, row: Array, resources: Resources) -> str:
    """Return the name of the reference that a metric took, which is the one that alone gives the same statistics."""
    segment = sentence.segment
    present = {name: column for name, column in segment.references.items() if column[0] is not None}
    for name, column in present.items():
        alone = EvalSet(segment.name, segment.languages, None, {name: column}, None)
        if np.array_equal(metric.prepare(alone, resources)([sentence.output])[0], row):
            return name
    raise AssertionError(f"{metric.name} took none of {', '.join(present)}")


def _characters(metric: Chrf, text: str) -> list[str]:
    text = text.lower() if metric.lowercase else text
    return [character for character in text if metric.whitespace or not character.isspace()]
