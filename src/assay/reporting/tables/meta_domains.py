"""Metrics and people, domain by domain, as tables."""

from __future__ import annotations

import math
from collections.abc import Callable

from assay.meta import DomainTable, InDomain
from assay.reporting.blocks import Block, Head, Table, Value

DIGITS = 3


def domain_tables(found: DomainTable) -> list[Block]:
    """Show Pearson's r over systems and the accuracy of their pairs: a row a metric, a column a domain."""
    return [
        _table(found, "pearson", "Pearson's r over systems", 0, lambda one: one.pearson),
        _table(found, "accuracy", "pairs of systems in the right order", 1, lambda one: one.accuracy.value),
    ]


def _table(found: DomainTable, name: str, what: str, at: int, value: Callable[[InDomain], float]) -> Table:
    cells = {(one.metric, one.domain): value(one) for one in found.found}
    metrics = dict.fromkeys(one.metric for one in found.found)
    average = {metric: found.average(metric)[at] for metric in metrics}
    order = sorted(metrics, key=lambda one: (math.isnan(average[one]), -average[one], one.lower()))
    rows: list[tuple[Value, ...]] = [
        (one, average[one], *(cells.get((one, domain)) for domain in found.segments)) for one in order
    ]
    sizes = ", ".join(f"{domain} {number}" for domain, number in found.segments.items())
    return Table(
        f"domains.{name}",
        (Head("metric"), *(_right(one) for one in ("average", *found.segments))),
        tuple(rows),
        title=f"By domain, {found.languages}: {what}",
        notes=(
            f"{found.languages}: {found.human}; judged segments: {sizes}",
            "average: of all pairs of all domains" if at else "average: every domain weighs the same",
            *([f"scores by domain as given: {', '.join(found.given)}"] if found.given else []),
            *(
                ["a metric's score of a system: its mean over the judged segments of the domain"]
                if len(found.given) < len(metrics)
                else []
            ),
            "a dash: no scores for it, or undefined (a constant)",
        ),
    )


def _right(name: str) -> Head:
    return Head(name, align="right", digits=DIGITS, better="higher")
