"""How far a ranking by preferences holds: the curve of fewer judgements, and each rater left out."""

from __future__ import annotations

from collections.abc import Sequence

from assay.human import LeftOut, PreferenceRanking, Stability
from assay.reporting.blocks import Figure, Head, Table, drawn
from assay.reporting.tables.preferences import method


def settling_table(found: Stability) -> Table:
    """Show how rankings of part of the judgements compare with that of all."""
    rows = [
        (
            *(100 * point.share, point.judgements, point.clusters),
            *(100 * point.same_clusters, 100 * point.same_order, 100 * point.contradicted),
        )
        for point in found.curve
    ]
    labels = {
        "share": "part %",
        "judgements": "judgements",
        "clusters": "clusters",
        "same_clusters": "same clusters %",
        "same_order": "pairs in the same order %",
        "contradicted": "pairs told apart wrongly %",
    }
    digits = {"judgements": 0, "clusters": 2}
    return Table(
        name="settling",
        columns=tuple(
            Head(name, label=label, align="right", digits=digits.get(name, 1))
            for name, label in labels.items()
        ),
        rows=tuple(rows),
        title="Rankings of part of the judgements beside that of all",
        notes=(_verdict(found), f"{found.repetitions} repetitions a part; {method(found.whole)}"),
    )


def _verdict(found: Stability) -> str:
    if found.settled_at is None:
        return "the clusters have not settled: with other judgements, or more, they may be others"
    return f"the clusters have settled from about {found.settled_at:,.0f} judgements on"


def settling_figure(found: Stability) -> Figure:
    """Draw the share of repetitions with the same clusters, and of pairs in the same order, over judgements."""
    settled = found.settled_at
    rows = [
        (
            "same clusters",
            point.judgements,
            point.same_clusters,
            "settled" if point.judgements == settled else "",
        )
        for point in found.curve
    ]
    rows += [("pairs in the same order", point.judgements, point.same_order, "") for point in found.curve]
    first, last = found.curve[0], found.curve[-1]
    words = (
        f"With {first.judgements:,.0f} judgements the clusters are those of all in {100 * first.same_clusters:.0f} % "
        f"of repetitions, with {last.judgements:,.0f} in {100 * last.same_clusters:.0f} %; {_verdict(found)}."
    )
    title = "How many judgements it takes"
    data = drawn("curve", "settling-curve", rows)
    return Figure("settling-figure", "curve", title, data, words, axis="judgements", upright="share")


def left_out_table(whole: PreferenceRanking, left: Sequence[LeftOut], by: str = "rater") -> Table:
    """Show what becomes of the ranking without each rater, those who matter most first."""
    rows = [
        (
            *(one.name, one.judgements, "yes" if one.same_clusters else "no", one.moved),
            " ".join(str(len(cluster)) for cluster in one.ranking.clusters),
        )
        for one in left
    ]
    sizes = " ".join(str(len(cluster)) for cluster in whole.clusters)
    changed = sum(not one.same_clusters for one in left)
    return Table(
        name=f"without-{by}",
        columns=(
            Head(by, label=f"without {by}"),
            Head("judgements", label="judgements less", align="right"),
            Head("same_clusters", label="same clusters"),
            Head("moved", label="places moved", align="right"),
            Head("clusters", label="sizes of clusters"),
        ),
        rows=tuple(rows),
        title=f"The ranking without each {by}",
        notes=(
            f"with all: clusters of {sizes} systems; {changed} of {len(left)} change the clusters when left out",
            method(whole),
        ),
    )
