"""What a report on people says of how many more judgements, or raters, would tell systems apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.human import POWER, Ranking, RankOptions, RatingsRanking
from assay.human.flows import PreferencesRanking
from assay.human.needed import Needed
from assay.human.preferences.wins import TOO_FEW
from assay.reporting.blocks import Table
from assay.reporting.columns import number, table_of, text, texts
from assay.reporting.tables.human.names import listed

MANY = 1_000_000  # more units than that are said to be out of reach
# Intervals that raters widen by more are said to be too narrow: at 1.25 times, 95 % become 88 %
WIDER = 1.25
ONE_RATER = "There is one rater, and others may prefer another system: more raters are needed."
TASTES = "More raters are needed to tell systems apart for others than these, not only more judgements."
UNEQUAL = (
    "More judgements assigned like these would settle little: let raters judge all systems of a segment."
)


def needed_sentence(ranking: Ranking) -> list[str]:
    """Say how many more judgements it takes, or that it takes other raters; nothing where that was not computed."""
    if not ranking.needed:
        return []
    caution = rater_caution(ranking)
    if caution:
        return [caution]
    if isinstance(ranking, PreferencesRanking):
        return [needed_words(ranking.needed, ranking.systems.unit, means=False)]
    systems = ranking.systems if isinstance(ranking, RatingsRanking) else None
    return [needed_words(ranking.needed, systems.options.unit)] if systems is not None else []


def rater_caution(ranking: Ranking) -> str:
    """Say that other raters are needed, where there is one, or where those that there are differ too much."""
    if isinstance(ranking, PreferencesRanking):
        if len(set(ranking.preferences.rater.index.tolist())) < 2:
            return ONE_RATER
        if ranking.systems.unit == "rater":
            return "" if all(row.significant for row in ranking.needed) else TASTES
        return TASTES if ranking.by_raters > WIDER else ""
    if not isinstance(ranking, RatingsRanking):
        return ""
    if len(ranking.scored.rater_means.raters) < 2:
        return ONE_RATER
    balance = ranking.balance
    if balance is None or not balance.basis:
        return ""
    return TASTES if balance.tasteful or balance.few else UNEQUAL


def few_words(ranking: PreferencesRanking) -> list[str]:
    """Say why there are no intervals, where the documents or raters that were resampled are too few for them."""
    return [f"{note}, so nothing is claimed." for note in ranking.systems.notes if note.endswith(TOO_FEW)]


def needed_words(rows: Sequence[Needed], unit: str, *, means: bool = True) -> str:
    """Say what it takes to tell the leading system from the best of those that it does not beat."""
    leader, level = rows[0].first, [row for row in rows if not row.significant]
    if not level:
        return f"No more judgements are needed: {leader} is significantly better than all others."
    closest = level[0]
    names = f"{closest.first} from {closest.second}"
    if closest.enough is None:
        return f"To tell {names}: {_level(closest, means=means)}"
    if closest.enough <= closest.units:
        return (
            f"To tell {names}: by the spread of the judgements, {closest.enough:,} {unit}s would find a difference of "
            f"means this large with a power of {POWER:g}; the test that was chosen does not find it in "
            f"{closest.units:,}."
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


def _level(row: Needed, *, means: bool) -> str:
    """Say of two systems that no difference was seen between that this does not make them equal."""
    even = "their means are equal here" if means else "each won as often as the other"
    found = row.detectable if math.isfinite(row.detectable) else 0.0
    size = f"{found:.2g}" if means else f"{100 * found:.0f} percentage points"
    seen = f"; a true difference of {size} would have been found with a power of {POWER:g}" if found else ""
    return f"{even}, which does not make the systems equal{seen} (--difference plans for another)."


def needed_table(rows: Sequence[Needed], options: RankOptions, unit: str, digits: int) -> Table:
    """Show for the leading system and each other how many units tell them apart."""
    shared = "alpha shared among all pairs" if options.correction == "holm" else "each pair by itself"
    return table_of(
        "human-needed",
        f"Judged {unit}s needed to tell the leading system from the others",
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
            "for raters like these: whether others prefer other systems, no number of units shows",
            "detectable now: the smallest difference that the judgements so far find with this power",
            "the observed difference is uncertain: if the true one is half as large, four times as many are needed",
        ),
        facts={"power": POWER, "alpha": options.chance.alpha, "unit": unit},
    )
