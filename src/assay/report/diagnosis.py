"""The report of `assay diagnose`: findings first, then the tables that they rest on."""

from __future__ import annotations

from collections.abc import Sequence

from assay.diagnose.classes import class_rates, error_rates, label_rates
from assay.diagnose.findings import Finding
from assay.diagnose.study import Diagnosis
from assay.report import buckets as bucket_tables
from assay.report import checks, error_classes, systems
from assay.report.blocks import Block, Head, Heading, Listing, Table, Value

MOST = 20  # sentences in the listing; the table has all


def diagnosis_report(found: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Put together findings, classes, buckets, n-grams and systems."""
    return [
        Heading(f"Why: {', '.join(found.material.systems)}"),
        *findings_blocks(found.findings, found.cautions, found.settings.alpha),
        *analysis_blocks(found, pictures=pictures),
    ]


def analysis_blocks(found: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Show what findings rest on: classes, buckets, n-grams and systems."""
    return [
        Heading("Word errors", 2),
        *_class_blocks(found),
        *([Heading("Buckets", 2)] if found.words.words or found.segments.segments else []),
        *_bucket_blocks(found, pictures),
        *([Heading("N-grams", 2)] if found.ngrams or found.production else []),
        *_ngram_blocks(found),
        *([Heading("Checks", 2)] if found.checks is not None else []),
        *_check_blocks(found),
        *([Heading("Systems", 2)] if found.likeness or found.hard else []),
        *_system_blocks(found, pictures),
    ]


def findings_blocks(findings: Sequence[Finding], cautions: Sequence[str], alpha: float) -> list[Block]:
    """Say what was found, and show what each sentence rests on."""
    said = tuple(one.sentence for one in findings[:MOST])
    nothing = (f"No analysis found a difference that is more than chance at {alpha:g}.",)
    blocks: list[Block] = [Listing("findings", "Findings", said or nothing)]
    blocks += [Listing("cautions", "To be careful of", tuple(cautions))] if cautions else []
    return blocks + ([_evidence(findings)] if findings else [])


def _evidence(findings: Sequence[Finding]) -> Table:
    rows: list[tuple[Value, ...]] = [
        (
            one.kind,
            one.ahead,
            one.behind,
            one.effect,
            one.adjusted,
            one.table,
            " / ".join(one.row),
            ", ".join(str(segment + 1) for segment in one.segments),
        )
        for one in findings
    ]
    heads = (
        *map(Head, ("finding", "ahead", "behind")),
        Head("effect", align="right"),
        Head("p", label="adjusted p", align="right", digits=4, least=1e-4),
        *map(Head, ("table", "row")),
        Head("segments", segments=True),
    )
    note = "effect: words in a hundred reference words; p-values are adjusted for all that was looked at."
    return Table("evidence", heads, tuple(rows), "What the findings rest on", (note,))


def _class_blocks(found: Diagnosis) -> list[Block]:
    labels = [
        rate
        for one in found.classified.values()
        for side in ("reference", "output")
        for rate in label_rates(found.material, one, side)
    ]
    blocks: list[Block] = [
        error_classes.rates_table(error_rates(found.classified), found.comparisons),
        error_classes.classes_table(class_rates(found.classified), found.options.base),
    ]
    blocks += [error_classes.labels_table(labels)] if labels else []
    blocks += [error_classes.forms_table(found.forms, found.options.stemmer)] if found.forms else []
    counted, overlaps = found.spans
    return blocks + (
        [error_classes.spans_table(counted), error_classes.overlap_table(overlaps)] if overlaps else []
    )


def _bucket_blocks(found: Diagnosis, pictures: bool) -> list[Block]:
    alpha = found.settings.alpha
    blocks = bucket_tables.bucket_blocks(found.words, alpha, pictures=pictures)
    blocks += bucket_tables.bucket_blocks(found.segments, alpha)
    return blocks + ([bucket_tables.source_table(found.sources)] if found.sources else [])


def _ngram_blocks(found: Diagnosis) -> list[Block]:
    blocks: list[Block] = []
    if found.pair is not None:
        blocks += [bucket_tables.ngram_table(lists, found.pair, kind) for kind, lists in found.ngrams.items()]
    return blocks + [
        bucket_tables.production_table(lists, system) for system, lists in found.production.items()
    ]


def _check_blocks(found: Diagnosis) -> list[Block]:
    source = found.material.evalset.source
    if found.checks is None or source is None:
        return []
    return checks.checks_blocks(found.checks, found.suspects, source, dict(found.material.outputs))


def _system_blocks(found: Diagnosis, pictures: bool) -> list[Block]:
    metrics = found.material.evaluation.metrics
    blocks: list[Block] = [systems.likeness_table(found.likeness)] if found.likeness else []
    blocks += [systems.conflicts_table(found.conflicts)] if found.conflicts else []
    blocks += [systems.bucket_conflicts_table(found.bucket_conflicts)] if found.bucket_conflicts else []
    if not metrics:
        return blocks
    metric, names = metrics[0], found.material.systems
    blocks += [systems.disputes_table(found.disputes, names, metric)] if found.disputes else []
    blocks += [systems.hard_table(found.hard, metric)] if found.hard else []
    blocks += [systems.difficulty_table(found.difficulty, metric)] if found.difficulty else []
    blocks += [systems.positions_table(found.positions, metric)] if found.positions else []
    return blocks + (
        [systems.positions_figure(found.positions, metric)] if found.positions and pictures else []
    )
