"""What a report on people says in sentences that the printed figures bear out.

Who leads and over whom, whether raters can be trusted, how far they agree, and how many more judgements are needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from assay.errors import counted
from assay.human import (
    POWER,
    Balance,
    Needed,
    PreferencesRanking,
    RankOptions,
    RaterAgreement,
    RaterInfluence,
    RaterStudy,
    RatingsRanking,
    SystemRanking,
)
from assay.reporting.blocks import Listing, Table
from assay.reporting.columns import number, table_of, text, texts
from assay.stats import Standing

MOST_RATERS = 5
# Kappas between raters of five language pairs of WMT16, a rater's own repetitions left out and pairs in either order.
LEAST_KAPPA, MOST_KAPPA = 0.27, 0.44
UNCHECKED = "There are no degraded items to check raters with; they are compared with each other."
WMT16 = f"at WMT16 it was {LEAST_KAPPA:g} to {MOST_KAPPA:g} between raters of five language pairs"


def ratings_summary(ranking: RatingsRanking) -> list[Listing]:
    """Answer, next to the claims, what else people ask first: as far as it was computed."""
    words = [*trust_words(ranking), *(agreement_words(ranking.agreement) if ranking.agreement else [])]
    if ranking.needed and ranking.systems is not None:
        words.append(needed_words(ranking.needed, ranking.systems.options.unit))
    return [Listing("human-summary", "Raters and judgements", tuple(words))] if words else []


def preferences_summary(ranking: PreferencesRanking) -> list[Listing]:
    """Say who leads, how far raters agree, and what more judgements would take."""
    words = leader_words(ranking) if ranking.wins is not None else []
    words += agreement_words(ranking.agreement) if ranking.agreement else []
    if ranking.needed:
        words.append(needed_words(ranking.needed, ranking.systems.unit))
    return [Listing("preferences-summary", "What may be claimed", tuple(words))] if words else []


def leader_words(ranking: PreferencesRanking) -> list[str]:
    """Say who leads, and with whom the leader shares ranks."""
    first, *others = ranking.systems.standings
    sharing = [other.system for other in others if other.rank_low <= first.rank_high]
    if not sharing:
        return [f"{first.system} is the best system: its ranks overlap with those of no other."]
    return [f"{first.system} has the highest score; its ranks overlap with those of {listed(sharing)}."]


def trust_words(ranking: RatingsRanking, most: int = MOST_RATERS) -> list[str]:
    """Say how many raters passed control items, and whom to look at again, and why: at `most` so many."""
    study = ranking.raters
    if study is None:
        return []
    raters = len(study.quality.raters)
    checked = raters - len(study.quality.of_verdict("no controls"))
    passed = len(study.quality.of_verdict("pass"))
    words = (
        [f"{passed} of {counted(checked, 'rater')} who saw degraded items scored them below their originals."]
        if checked
        else [UNCHECKED if raters > 1 else "There are no degraded items to check the rater with."]
    )
    doubtful = study.doubtful
    if not doubtful:
        return [
            *words,
            "No rater stands out." if raters > 1 else "There is one rater, and nobody to compare with.",
        ]
    named = [
        f"Look again at {rater}: {_reasons(study, ranking.influence, rater)}." for rater in doubtful[:most]
    ]
    rest = len(doubtful) - most
    more = (
        [f"{counted(rest, 'more rater')} {'is' if rest == 1 else 'are'} flagged (--show raters)."]
        if rest > 0
        else []
    )
    return [*words, *named, *more]


def _reasons(study: RaterStudy, influence: Sequence[RaterInfluence], rater: str) -> str:
    failed = (
        ["did not score degraded items reliably below their originals"]
        if rater in study.quality.of_verdict("fail")
        else []
    )
    flags = [flag.evidence for flag in study.flags if flag.rater == rater]
    turned = [
        f"without this rater {_turned(own.swapped)} (--without {rater})"
        for own in influence
        if own.rater == rater
    ]
    return "; ".join([*failed, *flags, *turned])


def _turned(pairs: int) -> str:
    if not pairs:
        return "the order of systems is the same"
    return "one pair of systems changes order" if pairs == 1 else f"{pairs} pairs of systems change order"


def agreement_words(agreement: RaterAgreement) -> list[str]:
    """Say how far raters agree, beside what campaigns of this field have had."""
    if agreement.measures is None:
        kappas = [kappa for kappa in agreement.kappas if (kappa.whose, kappa.form) == ("inter", "corrected")]
        known = [kappa.kappa for kappa in kappas if kappa.comparable]
        return (
            [f"Two raters agree on which of two outputs is better with kappa {known[0]:.2f}; {WMT16}."]
            if known
            else []
        )
    if not agreement.measures.between:
        return ["No output was rated by two raters, so their agreement is unknown."]
    words = []
    order = agreement.order
    if order is not None and order.comparisons and not math.isnan(order.kappa.estimate):
        words.append(
            f"Two raters put two outputs of a segment in the same order with kappa {order.kappa.estimate:.2f}; {WMT16}."
        )
    alphas = [
        measure.interval
        for measured in agreement.measures.between.values()
        for measure in measured
        if measure.measure in ("alpha-interval", "alpha-ordinal")
    ]
    if alphas and not math.isnan(alphas[-1].estimate):
        alpha = alphas[-1]
        words.append(
            f"Krippendorff's alpha of single ratings is {alpha.estimate:.2f} [{alpha.low:.2f}, {alpha.high:.2f}]: "
            f"{_alpha_words(alpha.estimate)}."
        )
    return words


def _alpha_words(alpha: float) -> str:
    """Say what an alpha is good for: Krippendorff (2004) draws conclusions from 0.8 on, tentative ones from 0.667."""
    if round(alpha, 2) >= 0.8:
        return "single ratings can be relied upon"
    if round(alpha, 2) >= 0.67:
        return "single ratings allow tentative conclusions"
    return "single ratings are unreliable, though means of many can still be compared"


FEW = 10  # a system has few judgements where others have more than so many times as many
MOST_NAMES = 8
BASES = {
    "mixed model": "mixed model, which separates raters from systems,",
    "z-scores": "comparison of z-scores, which removes every rater's own mean and spread,",
}


def claims(ranking: SystemRanking) -> list[str]:
    """Say who leads and over whom, then what holds of the clusters, or of pairs where there is one cluster only."""
    groups: dict[int, list[str]] = {}
    for standing in ranking.standings:
        groups.setdefault(standing.cluster, []).append(standing.system)
    if len(groups) == 1:
        return _one_cluster(ranking)
    return [_cluster_words(cluster, groups) for cluster in groups]


def _cluster_words(cluster: int, groups: dict[int, list[str]]) -> str:
    """Say where the systems of a cluster are ranked, and over whom."""
    names = groups[cluster]
    above = sum(len(others) for other, others in groups.items() if other < cluster)
    below = [name for other, others in groups.items() if other > cluster for name in others]
    those = below[0] if len(below) == 1 else "all others" if cluster == 1 else "all below"
    better = f"significantly better than {those}" if below else ""
    if len(names) == 1:
        where = f"{names[0]} is " + (f"ranked {ordinal(above + 1)}" if cluster > 1 else "")
        return f"{where}{', ' if cluster > 1 and better else ''}{better}."
    both = f"{', '.join(names[:-1])} and {names[-1]}"
    where = "lead" if cluster == 1 else f"share ranks {above + 1} to {above + len(names)}"
    rest = f", {better}" if better else ""
    return f"{both} {where}{rest}; not every pair of them is significantly different."


def ordinal(rank: int) -> str:
    """Write a rank: 1st, 2nd, 3rd, 4th, 11th."""
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"


def _one_cluster(ranking: SystemRanking) -> list[str]:
    """Say who leads where no group of systems is better than all others, and how many pairs are told apart."""
    beaten = ranking.significant
    alpha, pairs = ranking.options.chance.alpha, len(ranking.comparisons)
    first = ranking.standings[0]
    others = [standing.system for standing in ranking.standings[1:]]
    if not beaten:
        two = f"{first.system} and {others[0]} are" if pairs == 1 else "No two systems are"
        negated = "not " if pairs == 1 else ""
        return [f"{two} {negated}significantly different at {alpha:g}."]
    below = [name for name in others if (first.system, name) in beaten]
    level = [name for name in others if name not in below]
    ahead = (
        f"significantly better than {len(below)} of {len(others)} others, but not than"
        if below
        else "not significantly better than"
    )
    return [
        f"{first.system} has the highest mean; it is {ahead} {listed(level)}.",
        f"{len(beaten)} of {pairs} pairs {'is' if len(beaten) == 1 else 'are'} significantly different at {alpha:g}, "
        "but they do not divide the "
        "systems into clusters: no group is significantly better than all the others.",
    ]


def balance_words(balance: Balance | None) -> list[str]:
    """Say that raters saw the systems unequally, what the claims rest on therefore, and which were withheld."""
    if balance is None or not balance.basis:
        return []
    rater, most, above, least, below = balance.shares
    larger, smaller = _percentages(above, below)
    words = [
        f"Raters judged the systems unequally ({rater} judged {larger} of the outputs of {most}, "
        f"{smaller} of those of {least}), so a lenient rater may look like a good system. Only "
        f"what the {BASES[balance.basis]} confirms is claimed."
    ]
    if balance.apart:
        groups = " | ".join(", ".join(group) for group in balance.apart)
        words.append(f"No rater connects these systems, so they cannot be compared: {groups}.")
    if balance.withheld:
        pairs = [f"{better} over {worse}" for better, worse in balance.withheld]
        words.append(f"Withheld, significant by the means alone: {listed(pairs)}.")
    return words


def p_digits(p_values: Sequence[float], alpha: float, digits: int = 4, most: int = 10) -> int:
    """Return the digits that show on which side of alpha every p-value lies."""
    while digits < most and any((round(p, digits) < alpha) != (p < alpha) for p in p_values):
        digits += 1
    return digits


def nonzero_digits(numbers: Sequence[float], digits: int, most: int = 8) -> int:
    """Return the digits, at least so many, at which no number that is not 0 is written as 0."""
    while digits < most and any(number and round(number, digits) == 0 for number in numbers):
        digits += 1
    return digits


def _percentages(*shares: float, most: int = 4) -> list[str]:
    """Write shares as percentages, with the digits that keep different ones apart."""
    for digits in range(most):
        written = [f"{100 * share:.{digits}f} %" for share in shares]
        if len(set(written)) == len(set(shares)):
            break
    return written


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Name some of many."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def hardly_judged(standings: Sequence[Standing]) -> list[str]:
    """Name the systems with so few judged segments that they may have any rank, and hold clusters together."""
    usual = median(standing.judged for standing in standings)
    few = [standing for standing in standings if FEW * standing.judged < usual]
    if not few:
        return []
    names, most = ", ".join(standing.system for standing in few), max(standing.judged for standing in few)
    return [
        f"{names}: at most {most} judged segments, where others have {usual:g}, so their ranks say little, "
        f"and clusters may be joined by them; --least {most + 1} leaves them out."
    ]


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
            "detectable now: the smallest difference that the judgements so far find with this power",
            "the observed difference is uncertain: if the true one is half as large, four times as many are needed",
        ),
        facts={"power": POWER, "alpha": options.chance.alpha, "unit": unit},
    )
