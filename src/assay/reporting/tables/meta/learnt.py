"""What `assay learn` has to say: every method on data that it had not seen, the model's weights, and its limits."""

from __future__ import annotations

from assay.meta import Learnt
from assay.reporting.blocks import Block, Heading, Listing
from assay.reporting.columns import number, table_of, text
from assay.reporting.tables.meta.learning import combinations_table


def learn_report(learnt: Learnt, path: str | None = None) -> list[Block]:
    """Show all methods beside the best single member, then what the chosen one is made of."""
    model = learnt.model
    use = f"use it with -m combined:model={path}" if path else "nothing was written; -o MODEL writes it"
    weights = table_of(
        "members",
        f"The model: {model.method}, {len(model.members)} members",
        model.members,
        [
            text("metric"),
            number("weight", digits=4),
            number("mean", digits=4),
            number("deviation", digits=4),
        ],
        notes=[
            f"score of a segment: {model.intercept:.4g} + sum of weight × (score - mean) / deviation, of metrics for "
            f"which lower is better with the opposite sign; scale: {model.card['scale']}",
            use,
        ],
    )
    limits = Listing("limits", "Limits", tuple(f"{limit}" for limit in model.card["limits"]))
    remarks = [f"{remark.kind}: {remark.count}" for remark in learnt.remarks]
    blocks: list[Block] = [Heading("A combination of metrics learnt from human judgements")]
    blocks += [combinations_table(learnt.combinations, details=False), weights, limits]
    return [*blocks, Listing("remarks", "On the judgements", tuple(remarks))] if remarks else blocks
