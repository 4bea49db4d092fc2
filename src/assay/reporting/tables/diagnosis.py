"""The report of `assay diagnose`: findings first, then the tables that they rest on."""

from __future__ import annotations

from collections.abc import Sequence

from assay.diagnosis import Diagnosis, Finding, class_rates, error_rates, label_rates
from assay.reporting.blocks import Block, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.tables import buckets as bucket_tables
from assay.reporting.tables import checks, error_classes, ngrams, systems

MOST = 20  # sentences in the listing; the table has all
HEADINGS = {
    "errors": "Word errors",
    "buckets": "Buckets",
    "ngrams": "N-grams",
    "checks": "Checks",
    "systems": "Systems",
}
PARTS = ("findings", *HEADINGS)
NOTHING = {"checks": "Outputs are checked against their source, and there is none; give it with -s."}


def diagnosis_report(
    found: Diagnosis, parts: Sequence[str] = PARTS, *, pictures: bool = False, most: int | None = None
) -> list[Block]:
    """Put together the parts asked for; where `most` is given, no list of n-grams is longer."""
    made = sections(found, pictures=pictures, most=most)
    blocks: list[Block] = [Heading(title(found))]
    for name in (name for name in PARTS if name in parts):
        empty = [] if tuple(parts) == PARTS else [Prose(NOTHING.get(name, "There is nothing to show."))]
        blocks += _under(name, made[name] or empty)
    return blocks


def title(found: Diagnosis) -> str:
    """Return the words above a report."""
    return f"Why: {', '.join(found.corpus.systems)}"


def sections(
    found: Diagnosis, *, pictures: bool = False, most: int | None = None
) -> dict[str, Sequence[Block]]:
    """Return the blocks of every part."""
    return {
        "findings": findings_blocks(found),
        "errors": _class_blocks(found),
        "buckets": _bucket_blocks(found, pictures),
        "ngrams": _ngram_blocks(found, most),
        "checks": _check_blocks(found),
        "systems": _system_blocks(found, pictures),
    }


def analysis_blocks(found: Diagnosis) -> list[Block]:
    """Show what findings rest on: classes, buckets, n-grams and systems."""
    made = sections(found)
    return [block for name in HEADINGS for block in _under(name, made[name])]


def _under(name: str, blocks: Sequence[Block]) -> list[Block]:
    return [*([Heading(HEADINGS[name], 2)] if blocks and name in HEADINGS else []), *blocks]


def findings_blocks(found: Diagnosis) -> list[Block]:
    """Say what was found, and show what each sentence rests on."""
    evidence: list[Block] = [_evidence(found.findings)] if found.findings else []
    return [*sentences(found), *evidence]


def sentences(found: Diagnosis) -> list[Block]:
    """Say what was found, and what should make a reader careful."""
    said = tuple(one.sentence for one in found.findings[:MOST])
    nothing = f"No analysis found a difference that is more than chance at {found.settings.alpha:g}."
    if len(found.corpus.systems) == 1:
        nothing = "There is one system only, and nothing to hold it against."
    blocks: list[Block] = [Listing("findings", "Findings", said or (nothing,))]
    return blocks + ([Listing("cautions", "To be careful of", found.cautions)] if found.cautions else [])


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
        for rate in label_rates(found.corpus, one, side)
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
    blocks += [bucket_tables.source_table(found.sources)] if found.sources else []
    return [Prose(bucket_tables.NOTES), *blocks] if blocks else []


def _ngram_blocks(found: Diagnosis, most: int | None) -> list[Block]:
    blocks: list[Block] = []
    if found.pair is not None:
        blocks += [
            ngrams.contrast_table(lists, found.pair, kind, most) for kind, lists in found.ngrams.items()
        ]
    blocks += [ngrams.production_table(lists, system) for system, lists in found.production.items()]
    return [Prose(ngrams.NOTES), *blocks] if blocks else []


def _check_blocks(found: Diagnosis) -> list[Block]:
    source = found.corpus.evalset.source
    if found.checks is None or source is None:
        return []
    return checks.checks_blocks(found.checks, found.suspects, source, dict(found.corpus.outputs))


def _system_blocks(found: Diagnosis, pictures: bool) -> list[Block]:
    metrics = found.corpus.evaluation.metrics
    blocks: list[Block] = [systems.likeness_table(found.likenesses)] if found.likenesses else []
    blocks += [systems.conflicts_table(found.conflicts)] if found.conflicts else []
    blocks += [systems.bucket_conflicts_table(found.bucket_conflicts)] if found.bucket_conflicts else []
    if not metrics:
        return blocks
    metric, names = metrics[0], found.corpus.systems
    blocks += [systems.disputes_table(found.disputes, names, metric)] if found.disputes else []
    blocks += [systems.hard_table(found.hard, metric)] if found.hard else []
    blocks += [systems.difficulty_table(found.difficulty, metric)] if found.difficulty else []
    blocks += [systems.positions_table(found.positions, metric)] if found.positions else []
    return blocks + (
        [systems.positions_figure(found.positions, metric)] if found.positions and pictures else []
    )
