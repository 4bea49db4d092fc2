"""What the first screen of a page says of why: findings of different kinds, each with the figures of all systems."""

from __future__ import annotations

from collections.abc import Iterator

from assay.diagnosis import Diagnosis, Finding, check_rates
from assay.reporting.blocks import Card, Figure
from assay.reporting.columns import figure_of
from assay.reporting.tables.comparison.figures import system_order

MOST = 3
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
    chosen = [finding for finding in diagnosis.findings if first[finding.row] is finding][:MOST]
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
    rates = diagnosis.error_rates
    if finding.kind == "check" and diagnosis.checks is not None:
        rates = check_rates(diagnosis.checks)
    metric = next((metric for metric in rates.metrics if metric.label == finding.row[-1]), None)
    buckets = {
        bucket.system: 100 * bucket.f
        for bucket in diagnosis.words.words
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
