"""Tables of words: rates and classes of errors, labels, forms, what people marked, and n-grams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from assay.diagnosis.swap_tests import Tested
from assay.diagnosis.words.classes import ClassRate, LabelRate
from assay.diagnosis.words.human_spans import PEOPLE, MarkedErrors
from assay.diagnosis.words.morphology import FormShare
from assay.diagnosis.words.ngrams import Contrast, Kind, Production
from assay.metrics import Evaluation
from assay.reporting.blocks import Table
from assay.reporting.columns import (
    TableColumn,
    number,
    number_head,
    numbers,
    p_value,
    several,
    table_of,
    text,
    texts,
)

RATE_NOTES = (
    "WER: edits per reference word. Reference PER: reference words without a match in the output, whatever their "
    "order. Output PER: output words without a match.",
    "order: WER minus reference PER. Missing words are counted per 100 reference words, the other "
    "classes per 100 output words.",
)
RATE_P_NOTE = "p-values are adjusted for all of these rates and pairs of systems (Holm)."
NGRAM_NOTES = (
    "Counts are summed over segments. For two systems, share is (first + 1) / (first + second + 2), and z the log-odds "
    "divided by their standard error; for one system, z compares its count with that of the reference."
)
KINDS: Mapping[Kind, str] = {"match": "right", "over": "too many", "under": "missing"}
# More of the first system, more of the second
Contrasts = tuple[Sequence[Contrast], Sequence[Contrast]]


def segment_column(label: str = "", most: int | None = None) -> TableColumn:
    """Return a column of the numbers of a record's segments, from 1."""
    return text("segments", label, read=lambda record: listed(record.segments[:most]), segments=True)


def listed(segments: Sequence[int]) -> str:
    """Write the numbers of segments as people count them."""
    return ", ".join(str(segment + 1) for segment in segments)


def rates_table(rates: Evaluation, tests: Sequence[Tested] = (), alpha: float = 0.05) -> Table:
    """Show every rate of every system; where two are compared, their difference and whether it is real."""
    columns = [
        text("error", read="label"),
        several(
            [number_head(system, better="lower") for system in rates.systems],
            read=lambda rate: [rates.stats[rate, system].total() for system in rates.systems],
        ),
    ]
    notes: list[str | None] = [*RATE_NOTES]
    if len(rates.systems) == 2 and tests:
        of = {test.comparison.metric.label: test.comparison for test in tests}
        columns += [
            number("difference", read=lambda rate: of[rate.label].difference),
            p_value("p", "adjusted p", read=lambda rate: of[rate.label].adjusted),
        ]
        notes += [RATE_P_NOTE, _untestable(tests, alpha)]
    return table_of("error-rates", "Error rates in per cent", rates.metrics, columns, notes=notes)


def rate_tests_table(tests: Sequence[Tested], alpha: float) -> Table:
    """Show which error rates of which systems differ, where there are more than two."""
    columns = [
        text("error", read="comparison.metric.label"),
        text("first", read="comparison.first"),
        text("second", read="comparison.second"),
        number("difference", read="comparison.difference"),
        p_value("p", "adjusted p", read="comparison.adjusted"),
    ]
    notes = [RATE_P_NOTE, _untestable(tests, alpha)]
    return table_of("error-rate-tests", "Differences in error rates", tests, columns, notes=notes)


def _untestable(tests: Sequence[Tested], alpha: float) -> str | None:
    """Name what could not have been significant, whatever the outputs."""
    names = list(dict.fromkeys(test.comparison.metric.label for test in tests if test.hopeless(alpha)))
    return f"Too few segments differ to test: {', '.join(names)}." if names else None


def classes_table(rates: Sequence[ClassRate], base: str) -> Table:
    """Show counts and rates of the five classes, on both sides, in words and in blocks."""
    columns = [text("system"), text("class", read="name"), *texts("side", "unit"), *numbers("count", "rate")]
    notes = ("A block is a run of adjacent words of one class.", f"base forms: {base}")
    return table_of("error-classes", "Error classes", rates, columns, notes=notes, facts={"base": base})


def labels_table(rates: Sequence[LabelRate]) -> Table:
    """Show the classes of words by their label."""
    columns = [
        *texts("system", "side", "label"),
        text("class", read="name"),
        *numbers("count", "words"),
        number("rate", read=lambda rate: 100 * rate.count / rate.words),
    ]
    return table_of("classes-by-label", "Error classes by label", rates, columns)


def forms_table(shares: Sequence[FormShare], stemmer: str) -> Table:
    """Show scores on words and on stems, and what share of the second the first is."""
    columns = [
        text("system"),
        text("metric", read="metric.label"),
        number("words", read="surface"),
        number("stems"),
        number("ratio", digits=3),
    ]
    note = (
        f"lower-cased words against stems ({stemmer}); for BLEU and F, a ratio closer to 1 means fewer wrong word "
        "forms. chrF sees parts of words, so its ratio may exceed 1; use it only to compare systems."
    )
    return table_of("forms", "Word forms", shares, columns, notes=[note])


def spans_table(marked: MarkedErrors) -> Table:
    """Show the categories of those who marked errors by automatic class."""
    columns = [*texts("system", "category", "severity"), text("class", read="name"), number("words")]
    title = f"Errors marked by {marked.marker} and classified by rule"
    return table_of(_of_marker("spans-by-class", marked), title, marked.counts, columns)


def _of_marker(name: str, marked: MarkedErrors) -> str:
    return name if marked.marker == PEOPLE else f"{name}.{marked.marker}"


def overlap_table(marked: MarkedErrors) -> Table:
    """Show how far those who marked errors and the rule agree on which words are wrong."""
    columns = [
        text("system"),
        *numbers("words", "marked", "classed", "both", digits=0),
        *numbers("precision", "recall", digits=3),
        number("unplaced", digits=0),
    ]
    note = "unplaced: words not found in the text because the tokeniser rewrote them."
    title = f"Words marked by {marked.marker} and classified by rule"
    return table_of(_of_marker("span-overlap", marked), title, marked.overlaps, columns, notes=[note])


def contrast_table(contrasts: Contrasts, pair: tuple[str, str], kind: Kind, most: int | None = None) -> Table:
    """Show the n-grams that one system has right, makes too often or leaves out more often than the other.

    A list holds all n-grams that stand out as much as its last; `most` cuts it, and the rest is counted.
    """
    shown = [contrast for items in contrasts for contrast in items[:most]]
    left = sum(map(len, contrasts)) - len(shown)
    columns = [
        text("n-gram", read="ngram"),
        *_counts(pair),
        number("share", digits=3),
        number("z", digits=1),
        segment_column(),
    ]
    note = f"{left:,} more score as high as the last one; JSON and TSV have all." if left else None
    title = f"N-grams {KINDS[kind]}: {pair[0]} versus {pair[1]}"
    return table_of(f"n-grams-{kind}", title, shown, columns, notes=[note])


def _counts(pair: tuple[str, str]) -> list[TableColumn]:
    """Return the columns that say which system has more of an n-gram, and how many both have."""
    more = text("more", "more often", read=lambda contrast: pair[0] if contrast.share > 0.5 else pair[1])
    return [more, number(pair[0], read="first"), number(pair[1], read="second")]


def production_table(productions: tuple[Sequence[Production], Sequence[Production]], system: str) -> Table:
    """Show the n-grams that a system makes more or less often than its references."""
    columns = [
        text("n-gram", read="ngram"),
        text("made", read=lambda production: "too often" if production.z > 0 else "too rarely"),
        *numbers("output", "reference"),
        number("z", digits=1),
        segment_column(),
    ]
    title = f"N-grams that {system} produces too often or too rarely"
    return table_of(f"production.{system}", title, chain(*productions), columns)
