"""Tables of word errors: rates with their differences, the five classes on both sides, labels, forms, human spans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assay.comparison import Comparison
from assay.diagnosis import ClassRate, FormShare, LabelRate, SpanClass, SpanOverlap
from assay.metrics import Evaluation
from assay.reporting.blocks import Head, Table, Value

RIGHT: Literal["right"] = "right"
NOTES = (
    "WER: edits per reference word. Reference PER: reference words without a partner in the output, in any order. "
    "Output PER: output words without a partner.",
    "order: what is wrong for WER and right for reference PER. Missing words are counted over reference words, the "
    "other classes over output words.",
)


def rates_table(rates: Evaluation, comparisons: Sequence[Comparison] = ()) -> Table:
    """Show every rate of every system; where two are compared, their difference and whether it is real."""
    heads = [Head(system, align=RIGHT, better="lower") for system in rates.systems]
    rows: list[tuple[Value, ...]] = [
        (rate.label, *(rates.stats[rate, system].total() for system in rates.systems))
        for rate in rates.metrics
    ]
    if len(rates.systems) == 2 and comparisons:
        of = {one.metric.label: one for one in comparisons}
        heads += [
            Head("difference", align=RIGHT),
            Head("p", label="adjusted p", align=RIGHT, digits=4, least=1e-4),
        ]
        rows = [(*row, of[str(row[0])].difference, of[str(row[0])].adjusted) for row in rows]
    title = "Error rates, in percent"
    return Table("error-rates", (Head("error"), *heads), tuple(rows), title, NOTES)


def classes_table(found: Sequence[ClassRate], base: str) -> Table:
    """Show counts and rates of the five classes, on both sides, in words and in blocks."""
    rows = tuple((one.system, one.name, one.side, one.unit, one.count, one.rate) for one in found)
    heads = (
        *map(Head, ("system", "class", "side", "unit")),
        Head("count", align=RIGHT),
        Head("rate", align=RIGHT),
    )
    notes = ("A block is a run of neighbouring words of one class.", f"base forms: {base}")
    return Table("error-classes", heads, rows, "Error classes", notes, {"base": base})


def labels_table(found: Sequence[LabelRate]) -> Table:
    """Show the classes of words by their label."""
    rows = tuple(
        (one.system, one.side, one.label, one.name, one.count, one.words, 100 * one.count / one.words)
        for one in found
    )
    numbers = (Head("count", align=RIGHT), Head("words", align=RIGHT), Head("rate", align=RIGHT))
    return Table(
        "classes-by-label",
        (*map(Head, ("system", "side", "label", "class")), *numbers),
        rows,
        "Error classes by label",
    )


def forms_table(found: Sequence[FormShare], stemmer: str) -> Table:
    """Show scores on words and on stems, and what share of the second the first is."""
    rows = tuple((one.system, one.metric.label, one.surface, one.stems, one.ratio) for one in found)
    numbers = (Head("words", align=RIGHT), Head("stems", align=RIGHT), Head("ratio", align=RIGHT, digits=3))
    notes = (
        f"lower-cased words against stems ({stemmer}); for BLEU and F, a ratio nearer to 1 says fewer wrong forms. "
        "chrF sees parts of words, and its ratio may be above 1: read it for comparison only.",
    )
    return Table("forms", (Head("system"), Head("metric"), *numbers), rows, "Share of forms", notes)


def spans_table(found: Sequence[SpanClass]) -> Table:
    """Show people's categories by automatic class."""
    rows = tuple((one.system, one.category, one.severity, one.name, one.words) for one in found)
    heads = (*map(Head, ("system", "category", "severity", "class")), Head("words", align=RIGHT))
    return Table("spans-by-class", heads, rows, "Marked by people, classed by rule")


def overlap_table(found: Sequence[SpanOverlap]) -> Table:
    """Show how far people and the rule agree on which words are wrong."""
    rows = tuple(
        (one.system, one.words, one.marked, one.classed, one.both, one.precision, one.recall, one.unplaced)
        for one in found
    )
    names = ("words", "marked", "classed", "both", "precision", "recall", "unplaced")
    digits = {"precision": 3, "recall": 3}
    heads = [Head(name, align=RIGHT, digits=digits.get(name, 0)) for name in names]
    notes = ("unplaced: words that were not found again in the text, because the tokeniser rewrote them.",)
    return Table(
        "span-overlap", (Head("system"), *heads), rows, "Words marked by people and classed by rule", notes
    )
