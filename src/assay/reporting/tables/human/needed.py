"""How many more judgements are needed, in a sentence and a table."""

from __future__ import annotations

from collections.abc import Sequence

from assay.human import POWER, Needed, RankOptions
from assay.reporting.blocks import Table
from assay.reporting.columns import number, table_of, text, texts
from assay.reporting.tables.human.claims import listed

MANY = 1_000_000  # more units than that are said to be out of reach


def needed_words(rows: Sequence[Needed], unit: str) -> str:
    """Say what it takes to tell the leading system from the best of those that it does not beat."""
    leader, level = rows[0].first, [row for row in rows if not row.significant]
    if not level:
        return f"No more judgements are needed: {leader} is significantly better than all others."
    closest = level[0]
    names = f"{closest.first} from {closest.second}"
    if closest.enough is None:
        return f"To tell {names}: their means are equal, and no number of judgements would separate them."
    if closest.enough <= closest.units:
        return (
            f"To tell {names}: {closest.units:,} judged {unit}s are as many as it usually takes at this difference, "
            "but this time they do not tell."
        )
    if closest.enough > MANY:
        return f"To tell {names}: no realistic number of judgements would do at a difference this small."
    further = "" if closest.ratings is None else f", {closest.ratings:,} further ratings of the two"
    others = f" ({listed([row.second for row in level[1:]])} also open)" if level[1:] else ""
    which = "planned" if closest.planned != abs(closest.difference) else "observed"
    return (
        f"To tell {names}: about {closest.enough:,} judged {unit}s in place of {closest.units:,}{further}, if the "
        f"true difference is the {which} one, with a power of {POWER:g}{others}."
    )


def needed_table(rows: Sequence[Needed], options: RankOptions, unit: str, digits: int) -> Table:
    """Show for the leading system and each other how many units tell them apart."""
    shared = "alpha shared among all pairs" if options.correction == "holm" else "each pair by itself"
    return table_of(
        "human-needed",
        f"How many judged {unit}s tell the leading system from each other",
        rows,
        [
            *texts("first", "second"),
            number("difference", digits=digits),
            number("planned", "planned for", digits=digits),
            number("detectable", "detectable now", digits=digits),
            number("units", f"{unit}s judged"),
            number("enough", f"{unit}s needed"),
            number("ratings", "further ratings"),
            text("significant", read=lambda row: "yes" if row.significant else "no"),
        ],
        notes=(
            f"for a power of {POWER:g} at {options.chance.alpha:g}, two-sided, {shared}; from the spread of these "
            "judgements",
            "detectable now: the smallest difference that the judgements so far find with this power",
            "the observed difference is uncertain: if the true one is half as large, four times as many are needed",
        ),
        facts={"power": POWER, "alpha": options.chance.alpha, "unit": unit},
    )
