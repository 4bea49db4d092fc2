"""What may be claimed of systems that people judged, in sentences that the printed figures bear out."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from assay.human import Balance, SystemRanking
from assay.stats import Standing

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
        f"{len(beaten)} of {pairs} pairs are significantly different at {alpha:g}, but they do not divide the "
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
