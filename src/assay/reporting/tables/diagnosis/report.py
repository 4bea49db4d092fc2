"""The report of `assay diagnose`: findings first, then the tables that they rest on.

On the first screen of a page, findings of different kinds stand on cards, each with the figures of all systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from assay.comparison.claims import BY_SEGMENT
from assay.diagnosis import PARTS, Diagnosis
from assay.diagnosis.checks.source_checks import check_rates
from assay.diagnosis.findings import Finding
from assay.diagnosis.swap_tests import smallest_p
from assay.errors import counted
from assay.reporting.blocks import Block, Card, Figure, Heading, Listing, Prose, Table
from assay.reporting.columns import TableColumn, figure_of, number, p_value, table_of, text, texts
from assay.reporting.tables.comparison.figures import system_order
from assay.reporting.tables.diagnosis import checks, words
from assay.reporting.tables.diagnosis.buckets import all_bucket_blocks
from assay.reporting.tables.diagnosis.systems import system_blocks

MOST = 20  # sentences in the listing; the table has all
HEADINGS = {
    "errors": "Word errors",
    "buckets": "Buckets",
    "ngrams": "N-grams",
    "checks": "Checks",
    "systems": "Systems",
}
NOTHING = {"checks": "Outputs are checked against their source, and there is none; give it with -s."}
EFFECT_NOTE = "effect: words per 100 reference words; p-values are adjusted for all comparisons made."


def diagnosis_report(
    diagnosis: Diagnosis, parts: Sequence[str] = PARTS, *, pictures: bool = False, most: int | None = None
) -> list[Block]:
    """Put together the parts asked for; where `most` is given, no list of n-grams is longer."""
    made = sections(diagnosis, pictures=pictures, most=most)
    blocks: list[Block] = top(diagnosis)
    for name in (name for name in PARTS if name in parts):
        empty = [] if tuple(parts) == PARTS else [Prose(NOTHING.get(name, "There is nothing to show."))]
        blocks += _under(name, made[name]() or empty)
    return blocks


def top(diagnosis: Diagnosis) -> list[Block]:
    """Begin with the first finding, without its figures, and say what it is about."""
    systems, segments = ", ".join(diagnosis.corpus.systems), len(diagnosis.corpus.evalset)
    about = Prose(f"Diagnosis of {systems}: {counted(segments, 'segment')}.")
    return [Heading(_headline(diagnosis, systems)), about]


def _headline(diagnosis: Diagnosis, systems: str) -> str:
    if len(diagnosis.corpus.systems) == 1:
        return f"Errors of {systems}"
    if not diagnosis.findings:
        return "No significant difference was found"
    sentence = diagnosis.findings[0].sentence.removesuffix(".")
    return sentence if ": " in systems else sentence.partition(": ")[0]


def sections(
    diagnosis: Diagnosis, *, pictures: bool = False, most: int | None = None
) -> Mapping[str, Callable[[], list[Block]]]:
    """Return what makes the blocks of every part."""
    return {
        "findings": partial(findings_blocks, diagnosis),
        "errors": partial(_error_blocks, diagnosis),
        "buckets": partial(all_bucket_blocks, diagnosis, pictures=pictures),
        "ngrams": partial(_ngram_blocks, diagnosis, most),
        "checks": partial(_check_blocks, diagnosis, most),
        "systems": partial(system_blocks, diagnosis, pictures=pictures),
    }


def analysis_blocks(diagnosis: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Show what findings rest on: classes, buckets, n-grams and systems."""
    made = sections(diagnosis, pictures=pictures)
    return [block for name in HEADINGS for block in _under(name, made[name]())]


def _under(name: str, blocks: Sequence[Block]) -> list[Block]:
    return [*([Heading(HEADINGS[name], 2)] if blocks and name in HEADINGS else []), *blocks]


def findings_blocks(diagnosis: Diagnosis) -> list[Block]:
    """Say what was found, and show what each sentence rests on."""
    evidence: list[Block] = [_evidence(diagnosis)] if diagnosis.findings else []
    return [*sentences(diagnosis), *evidence]


def sentences(diagnosis: Diagnosis, most: int = MOST) -> list[Block]:
    """Say what was found, at `most` so many, and what should make a reader careful."""
    said = tuple(finding.sentence for finding in diagnosis.findings[:most])
    nothing = f"No analysis found a difference significant at {diagnosis.settings.alpha:g}."
    if len(diagnosis.corpus.systems) == 1:
        nothing = "There is only one system, and so nothing to compare it with."
    blocks: list[Block] = [Listing("findings", "Findings", said or (nothing,), reason_cards(diagnosis))]
    blocks += [Prose(_hopeless(diagnosis))] if diagnosis.told.hopeless else []
    warned = (
        *diagnosis.cautions,
        *filter(None, [diagnosis.unit.caution if diagnosis.errors.comparisons else ""]),
    )
    careful = [Listing("cautions", "Cautions", warned)] if warned else []
    return [*blocks, *careful, *_unit(diagnosis)]


def _unit(diagnosis: Diagnosis) -> list[Block]:
    """Say what tests and intervals drew as one, where documents are known."""
    unit = diagnosis.unit
    return [Prose(f"Unit of resampling: {unit.unit} ({unit.reason}).")] if unit.reason else []


def _hopeless(diagnosis: Diagnosis) -> str:
    """Say how many tests could not have been significant, and where none could, what it would take."""
    told, unit = diagnosis.told, diagnosis.unit
    if unit.unit == "document" and told.hopeless == told.tests:
        return (
            f"Nothing could be significant here: with {unit.documents} documents the smallest possible p-value is "
            f"{smallest_p(unit.documents):.2g}, before any correction for {counted(told.tests, 'test')}. {BY_SEGMENT}"
        )
    tests = "The only test" if told.tests == 1 else f"{told.hopeless:,} of {told.tests:,} tests"
    return f"{tests} could not have been significant: too few {unit.plural} differ."


def effect_columns() -> list[TableColumn]:
    """Return the columns that say who is ahead of whom, how far, and how sure that is."""
    return [*texts("ahead", "behind"), number("effect"), p_value("p", "adjusted p", read="adjusted")]


def _evidence(diagnosis: Diagnosis) -> Table:
    columns = [
        text("finding", read="kind"),
        *effect_columns(),
        text("table"),
        text("row", read=lambda finding: " / ".join(finding.row)),
        words.segment_column(),
    ]
    return table_of("evidence", "Evidence for the findings", diagnosis.findings, columns, notes=[EFFECT_NOTE])


def _error_blocks(diagnosis: Diagnosis) -> list[Block]:
    tests, alpha = diagnosis.errors.comparisons, diagnosis.settings.alpha
    blocks: list[Block] = [words.rates_table(diagnosis.errors.rates, tests, alpha)]
    blocks += [words.rate_tests_table(tests, alpha)] if len(diagnosis.corpus.systems) > 2 else []
    blocks += [words.classes_table(diagnosis.class_rates, diagnosis.options.base)]
    blocks += [words.labels_table(diagnosis.label_rates)] if diagnosis.label_rates else []
    blocks += (
        [words.forms_table(diagnosis.errors.forms, diagnosis.options.stem)] if diagnosis.errors.forms else []
    )
    return blocks + [
        table(each) for each in diagnosis.errors.spans for table in (words.spans_table, words.overlap_table)
    ]


def _ngram_blocks(diagnosis: Diagnosis, most: int | None) -> list[Block]:
    blocks: list[Block] = [
        words.contrast_table(contrasts, diagnosis.pairs[0], kind, most)
        for kind, contrasts in diagnosis.ngrams.contrasts.items()
    ]
    blocks += [words.production_table(made, system) for system, made in diagnosis.ngrams.production.items()]
    return [Prose(words.NGRAM_NOTES), *blocks] if blocks else []


def _check_blocks(diagnosis: Diagnosis, most: int | None) -> list[Block]:
    source, outputs = diagnosis.corpus.evalset.source, diagnosis.corpus.outputs
    if diagnosis.checks is None or source is None:
        return []
    texts = checks.CheckedTexts(diagnosis.checks, diagnosis.suspects, diagnosis.failures, source, outputs)
    return checks.checks_blocks(texts, most)


MOST_CARDS = 3  # what fits beside the ranking on the first screen
TITLES = {  # of what the system that is spoken of does better
    "inflection": "Better word forms",
    "reordering": "Better word order",
    "missing": "Fewer words left out",
    "extra": "Fewer words added",
    "lexical": "Better word choice",
}


def reason_cards(diagnosis: Diagnosis) -> tuple[Card, ...]:
    """Return the first findings, one a row of a table: the same error of another pair adds little."""
    first = {finding.row: finding for finding in reversed(diagnosis.findings)}
    chosen = [finding for finding in diagnosis.findings if first[finding.row] is finding][:MOST_CARDS]
    return tuple(_card(diagnosis, finding) for finding in chosen)


def _card(diagnosis: Diagnosis, finding: Finding) -> Card:
    figures = dict(_figures(diagnosis, finding))
    strip = _strip(finding, figures) if len(figures) > 1 else None
    return Card(_title(finding), finding.sentence, strip, finding.segments, finding.table)


def _title(finding: Finding) -> str:
    if finding.kind in TITLES:
        return TITLES[finding.kind]
    if finding.kind == "check":
        return f"Fewer segments with {finding.row[-1]}"
    return f"Better on {finding.row[0]}: {', '.join(finding.row[1:])}"


def _figures(diagnosis: Diagnosis, finding: Finding) -> Iterator[tuple[str, float]]:
    """Find the figure of every system in the row that a finding rests on, best system first."""
    rates = diagnosis.errors.rates
    if finding.kind == "check" and diagnosis.checks is not None:
        rates = check_rates(diagnosis.checks)
    metric = next((metric for metric in rates.metrics if metric.label == finding.row[-1]), None)
    buckets = {
        bucket.system: 100 * bucket.f
        for bucket in diagnosis.buckets.words.words
        if (bucket.feature, bucket.bucket) == finding.row
    }
    for system in system_order(diagnosis.corpus.evaluation):
        if metric is not None:
            yield system, rates.stats[metric, system].total()
        elif system in buckets:
            yield system, buckets[system]


def _strip(finding: Finding, figures: dict[str, float]) -> Figure:
    rows = [(system, figure, int(system == finding.ahead)) for system, figure in figures.items()]
    words = [f"{system} {figure:.1f}" for system, figure in sorted(figures.items(), key=lambda pair: pair[1])]
    name = f"strip.{finding.kind}"
    return figure_of("strip", name, _title(finding), rows, words, systems=tuple(figures))
