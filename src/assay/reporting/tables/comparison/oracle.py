"""What `assay oracle` has to say: what the first outputs score, and what the best and the worst choice would."""

from __future__ import annotations

from collections.abc import Sequence

from assay.comparison import Oracle
from assay.data import NBest
from assay.metrics import labels
from assay.reporting.blocks import Block, Heading, Signature
from assay.reporting.columns import number, percent, table_of, text


def oracle_report(oracles: Sequence[Oracle], nbest: NBest) -> list[Block]:
    """Make one table, a row a metric."""
    names = labels([oracle.metric for oracle in oracles])
    table = table_of(
        "oracle",
        f"{len(nbest):,} segments, {len(nbest.texts) / len(nbest):.1f} outputs each on average",
        oracles,
        [
            text("metric", read=lambda oracle: _label(names[oracle.metric], oracle)),
            number("first", "first output"),
            number("best", "best choice"),
            number("worst", "worst choice"),
            number("mean_place", "mean place of the best"),
            percent("kept", "first is best %"),
        ],
        signed=[
            Signature(names[oracle.metric], oracle.signature, oracle.short_signature) for oracle in oracles
        ],
    )
    return [Heading(f"Oracle of {nbest.name}"), table]


def _label(label: str, oracle: Oracle) -> str:
    return f"{label} {'↑' if oracle.metric.higher_is_better else '↓'}"
