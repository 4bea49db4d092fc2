"""What a report on people says in sentences that the printed figures bear out.

Who leads and over whom, whether raters can be trusted, how far they agree, and how many more judgements are needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from assay.errors import counted
from assay.human import RaterAgreement, RaterStudy, RatingsRanking
from assay.human.flows import PreferencesRanking
from assay.human.ratings.balance import Balance
from assay.human.ratings.ranking import SystemRanking
from assay.human.ratings.rater_influence import RaterInfluence
from assay.reporting.blocks import Listing
from assay.reporting.tables.human.names import listed
from assay.reporting.tables.human.needed import ONE_RATER, few_words, needed_sentence, rater_caution
from assay.stats import Interval, Standing

# Systems in a sentence that may be the headline; more are counted
MOST_NAMED = 2
MOST_RATERS = 5
# Kappas between raters of five language pairs of WMT16, a rater's own repetitions left out and pairs in either order.
LEAST_KAPPA, MOST_KAPPA = 0.27, 0.44
RELIABLE, TENTATIVE = 0.8, 0.67  # of Krippendorff's alpha, at two digits
PUBLISHED = "wmt"  # the test that is there to make published clusters again
UNCHECKED = "There are no degraded items to check raters with; they are compared with each other."
WMT16 = f"at WMT16 it was {LEAST_KAPPA:g} to {MOST_KAPPA:g} between raters of five language pairs"


def ratings_summary(ranking: RatingsRanking) -> list[Listing]:
    """Answer, next to the claims, what else people ask first: as far as it was computed."""
    words = [*trust_words(ranking), *(agreement_words(ranking.agreement) if ranking.agreement else [])]
    words += needed_sentence(ranking)
    return [Listing("human-summary", "Raters and judgements", tuple(words))] if words else []


def preferences_summary(ranking: PreferencesRanking) -> list[Listing]:
    """Say who leads, how far raters agree, and what more judgements would take."""
    words = leader_words(ranking) if ranking.wins is not None else []
    words += agreement_words(ranking.agreement) if ranking.agreement else []
    words += needed_sentence(ranking)
    return [Listing("preferences-summary", "What may be claimed", tuple(words))] if words else []


def leader_words(ranking: PreferencesRanking) -> list[str]:
    """Say who leads, with whom the leader shares ranks, and whether that holds for other raters."""
    first, *others = ranking.systems.standings
    sharing = [other.system for other in others if other.rank_low <= first.rank_high]
    caution = rater_caution(ranking)
    whom = "one rater" if caution == ONE_RATER else "these raters"
    # With raters resampled, and enough of them, ranks hold for others.
    drawn = ranking.systems.unit == "rater" and not few_words(ranking)
    with_these = f" with {whom}" if caution and not drawn else ""
    if not sharing:
        return [f"{first.system} ranks first{with_these}: its ranks overlap with those of no other system."]
    return [
        f"{first.system} has the highest score{with_these}; its ranks overlap with those of {_by_number(sharing)}."
    ]


def _by_number(systems: Sequence[str]) -> str:
    """Name one or two systems, and count more: the table has their names."""
    return " and ".join(systems) if len(systems) <= MOST_NAMED else f"{len(systems)} others"


def _leaders(systems: Sequence[str]) -> str:
    return " and ".join(systems) if len(systems) <= MOST_NAMED else f"{len(systems)} systems"


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
        ends = "" if math.isnan(alpha.low) else f" [{alpha.low:.2f}, {alpha.high:.2f}]"
        words.append(
            f"Krippendorff's alpha of single ratings is {alpha.estimate:.2f}{ends}: {_alpha_words(alpha)}."
        )
    return words


def _alpha_words(alpha: Interval) -> str:
    """Say what an alpha is good for: Krippendorff (2004) draws conclusions from 0.8 on, tentative ones from 0.667.

    The whole interval decides.
    """
    if math.isnan(alpha.low):
        return "there is no interval, so whether single ratings can be relied upon is open"
    low, high = round(alpha.low, 2), round(alpha.high, 2)
    if low >= RELIABLE:
        return "single ratings can be relied upon"
    if low >= TENTATIVE:
        return "single ratings allow tentative conclusions"
    if high < TENTATIVE:
        return "single ratings are unreliable, though means of many can still be compared"
    return "the interval leaves open whether single ratings can be relied upon"


MOST_LEADING = 4  # systems that a headline names
# A system has few judgements where others have more than so many times as many
FEW = 10
BASES = {
    "mixed model": "Means, intervals and tests are those of the mixed model, which separates raters from systems.",
    "z-scores": (
        "Only what the comparison of z-scores, which removes every rater's own mean and spread, confirms is claimed; "
        "means and intervals are the plain ones, and do not allow for raters."
    ),
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
    total = above + len(names) + len(below)
    many = len(names) > MOST_LEADING
    both = f"{len(names)} of {total} systems" if many else f"{', '.join(names[:-1])} and {names[-1]}"
    where = "lead" if cluster == 1 else f"share ranks {above + 1} to {above + len(names)}"
    those = below[0] if len(below) == 1 else f"the other {len(below)}" if cluster == 1 else "all below"
    rest = f", significantly better than {those}" if below else ""
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
    equal = [standing.system for standing in ranking.standings if standing.score == first.score]
    highest = f"{_leaders(equal)} have the same highest mean; {first.system}" if equal[1:] else ""
    who = f"{highest} is" if highest else f"{first.system} has the highest mean; it is"
    return [
        f"{who} {ahead} {_by_number(level)}.",
        f"{len(beaten)} of {pairs} pairs {'is' if len(beaten) == 1 else 'are'} significantly different at {alpha:g}, "
        "but they do not divide the "
        "systems into clusters: no group is significantly better than all the others.",
    ]


def balance_words(balance: Balance | None, test: str = "") -> list[str]:
    """Say what raters do to the claims, what the claims rest on therefore, and which were withheld."""
    if balance is None or not balance.basis:
        return []
    words = [*_unequal(balance), *_tastes(balance)]
    published = test == PUBLISHED
    words.append("Claims are those of the test of WMT, as published." if published else BASES[balance.basis])
    if balance.apart:
        groups = " | ".join(", ".join(group) for group in balance.apart)
        words.append(f"No rater connects these systems, so they cannot be compared: {groups}.")
    if balance.withheld:
        pairs = listed([f"{better} over {worse}" for better, worse in balance.withheld])
        kept = f"The {balance.basis} does not confirm: {pairs}."
        words.append(kept if published else f"Withheld, significant by the plain means alone: {pairs}.")
    return words


def modelled(balance: Balance | None, test: str) -> bool:
    """Tell whether means, intervals and tests are the mixed model's."""
    return balance is not None and balance.basis == "mixed model" and test != PUBLISHED


def _unequal(balance: Balance) -> list[str]:
    if not balance.unequal:
        return []
    rater, most, above, least, below = balance.shares
    larger, smaller = _percentages(above, below)
    return [
        f"Raters judged the systems unequally ({rater} judged {larger} of the outputs of {most}, "
        f"{smaller} of those of {least}), so a lenient rater may look like a good system."
    ]


def _tastes(balance: Balance) -> list[str]:
    if not balance.tasteful:
        few = "So few raters cannot show whether they differ in taste, so tests and intervals allow for it."
        return [few] if balance.few else []
    times = "many" if math.isinf(balance.tastes) else f"up to {balance.tastes:.1f}"
    return [
        f"Raters may differ in taste: for other raters than these, differences are {times} times as uncertain as "
        "with these."
    ]


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
