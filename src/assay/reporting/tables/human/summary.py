"""The first screen of a report on people: can raters be trusted, how far do they agree, how many more judgements?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.human import PreferencesRanking, RaterAgreement, RaterInfluence, RaterStudy, RatingsRanking
from assay.reporting.blocks import Listing
from assay.reporting.tables.human.claims import listed
from assay.reporting.tables.human.needed import needed_words

MOST_RATERS = 5
# Kappas between raters of five language pairs of WMT16, a rater's own repetitions left out and pairs in either order.
LEAST_KAPPA, MOST_KAPPA = 0.27, 0.44
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
        [f"{passed} of {checked} raters who saw degraded items scored them below their originals."]
        if checked
        else ["There are no degraded items to check raters with; they are compared with each other."]
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
    more = [f"{rest} more raters are flagged (--show raters)."] if rest > 0 else []
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
