"""How many judgements a ranking by preferences takes: rankings of parts of them beside that of all."""

from __future__ import annotations

from assay.human import Stability
from assay.reporting.blocks import Figure, Table, Value
from assay.reporting.columns import figure_of, number, percent, table_of
from assay.reporting.tables.human.preferences import method


def settling_table(stability: Stability) -> Table:
    """Show how rankings of part of the judgements compare with that of all."""
    return table_of(
        "settling",
        "Rankings of part of the judgements beside that of all",
        stability.curve,
        [
            percent("share", "part %"),
            number("judgements", "judgements", digits=0),
            number("clusters", "clusters"),
            percent("same_clusters", "same clusters %"),
            percent("same_order", "pairs in the same order %"),
            percent("contradicted", "pairs ordered wrongly %"),
        ],
        notes=(
            _verdict(stability),
            f"{stability.repetitions} repetitions per part; {method(stability.whole)}",
        ),
    )


def _verdict(stability: Stability) -> str:
    if stability.settled_at is None:
        return "the clusters have not settled: other or more judgements may change them"
    return f"the clusters have settled from about {stability.settled_at:,.0f} judgements on"


def settling_figure(stability: Stability) -> Figure:
    """Draw the share of repetitions with the same clusters, and of pairs in the same order, over judgements."""
    settled, curve = stability.settled_at, stability.curve
    rows: list[tuple[Value, ...]] = [
        ("same clusters", point.judgements, point.same_clusters, "settled" * (point.judgements == settled))
        for point in curve
    ]
    rows += [("pairs in the same order", point.judgements, point.same_order, "") for point in curve]
    first, last = curve[0], curve[-1]
    words = (
        f"With {first.judgements:,.0f} judgements the clusters are those of all in {100 * first.same_clusters:.0f} % "
        f"of repetitions, with {last.judgements:,.0f} in {100 * last.same_clusters:.0f} %; {_verdict(stability)}."
    )
    return figure_of(
        "curve",
        "settling-figure",
        "How many judgements it takes",
        rows,
        words,
        data="settling-curve",
        axis="judgements",
        upright="share",
    )
