"""What may be claimed, in plain words: a sentence for every pair and metric, and sentences for a paper.

A difference that is not significant is never called equality, and metrics that disagree are pointed out.
Figures have as many digits as it takes for a sentence to be true: no difference is written as 0, and no p-value on the
wrong side of its threshold.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from assay.comparison.options import CORRECTION_NAMES
from assay.comparison.paired import TESTS
from assay.comparison.pairs import Comparison
from assay.comparison.power_analysis import least_units
from assay.comparison.resampling import FEW_UNITS, interval_words, takes_t
from assay.comparison.unit_choice import UnitChoice
from assay.metrics import Evaluation, Metric, labels
from assay.stats import Settings, signs_p
from assay.version import installed_version

LEAST_DECIMALS, MOST_DECIMALS = 2, 12
# A smaller one, or its complement, would be printed as 0.0 % or 100.0 %
SMALL_SHARE = 0.001


def decimals(*numbers: float) -> int:
    """Return how many decimals it takes, two or more, so that no number other than 0 is written as 0."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        if all(number == 0 or not math.isfinite(number) or round(number, digits) for number in numbers):
            return digits
    return MOST_DECIMALS


def decimals_apart(first: float, second: float) -> int:
    """Return how many decimals it takes, two or more, so that two numbers that differ are written differently."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        if first == second or f"{first:.{digits}f}" != f"{second:.{digits}f}":
            return digits
    return MOST_DECIMALS


def signed(number: float, digits: int = LEAST_DECIMALS) -> str:
    """Write a number with its sign, and nothing as 0.00."""
    text = f"{number:+.{digits}f}"
    return text if float(text) else text[1:]


def write_p(p_value: float, alpha: float, draws: int = 0) -> str:
    """Write a p-value with two digits that count, or as many as show on which side of alpha it is.

    Below the reach of the draws only a bound is known.
    """
    if draws and p_value <= 1 / (draws + 1):
        return f"≤ {_beside(1 / (draws + 1), alpha)}"
    return "< 0.0001" if p_value < 0.0001 <= alpha else f"= {_beside(p_value, alpha)}"


def _beside(p_value: float, alpha: float) -> str:
    for digits in range(2, MOST_DECIMALS):
        text = f"{p_value:.{digits}g}"
        if (float(text) < alpha) == (p_value < alpha):
            return text
    return f"{p_value}"


def write_share(share: float, bound: float | None = None) -> str:
    """Write a share in per cent, with as many digits as show on which side of a bound it is.

    What is next to nothing or to all is not called so: it is less than 0.1 or more than 99.9.
    """
    if 0 < share < SMALL_SHARE:
        return "less than 0.1"
    if 1 - SMALL_SHARE < share < 1:
        return "more than 99.9"
    for digits in range(MOST_DECIMALS):
        text = f"{100 * share:.{digits}f}"
        shown = float(text) / 100
        if (share in (0, 1) or 0 < shown < 1) and (bound is None or (shown < bound) == (share < bound)):
            return text
    return f"{100 * share}"


def verdicts(
    comparisons: Sequence[Comparison], alpha: float, correction: str = "none", primary: Metric | None = None
) -> list[str]:
    """Return a sentence for each comparison: difference, interval, p-value, and what may be claimed.

    Where there is a `primary` metric, its comparisons come first and claims rest on them; the sentences on the other
    metrics say what these add.
    """
    names = _names(comparisons)
    tested = Counter(pair.metric for pair in comparisons)
    # Holm multiplies the smallest p-value by the number of pairs; under Benjamini-Hochberg all may be the smallest.
    family = tested if correction == "holm" else dict.fromkeys(tested, 1)
    if primary is None:
        return [
            f"{_figures(pair, names[pair.metric], alpha, correction)} {_claim(pair, family[pair.metric], alpha)}"
            for pair in comparisons
        ]
    main = {(pair.first, pair.second): pair for pair in comparisons if pair.metric == primary}
    said = []
    for pair in sorted(comparisons, key=lambda pair: pair.metric != primary):
        lead = main[pair.first, pair.second]
        claim = (
            _claim(pair, family[pair.metric], alpha)
            if pair is lead
            else _addition(pair, lead, names[primary], alpha)
        )
        said.append(f"{_figures(pair, names[pair.metric], alpha, correction)} {claim}")
    return said


def family_rate(comparisons: Sequence[Comparison], alpha: float, primary: Metric | None = None) -> list[str]:
    """Say how often some metric of several gives a false alarm; nothing where there is one metric."""
    names = _names(comparisons)
    if len(names) < 2:
        return []
    if primary is not None:
        return [
            f"Conclusions rest on {names[primary]}, the primary metric, at {alpha:g}; the others support or "
            "qualify them."
        ]
    # Bonferroni's bound; what it comes to is in docs/significance.md
    most = f"{100 * min(1.0, len(names) * alpha):g}"
    return [
        f"{len(names)} metrics were each tested at {alpha:g}: if no system were better, at least one of them would "
        f"still find a significant difference in up to {most} % of test sets. Choose the metric that conclusions rest "
        "on before you see results: --primary METRIC."
    ]


def _names(comparisons: Sequence[Comparison]) -> dict[Metric, str]:
    return labels(pair.metric for pair in comparisons)


def _figures(pair: Comparison, label: str, alpha: float, correction: str) -> str:
    figures = f"({_interval(pair, alpha)}, {_p(pair, alpha, correction)})"
    if pair.better is None:
        return f"{label}: {pair.first} and {pair.second} have the same score {figures}."
    worse = pair.second if pair.better == pair.first else pair.first
    more = "higher" if pair.metric.higher_is_better else "lower (better)"
    size = f"{abs(pair.difference):.{_decimals(pair)}f}"
    return f"{label}: {pair.better} scores {size} {more} than {worse} {figures}."


def _claim(pair: Comparison, family: int, alpha: float) -> str:
    """Say what may be claimed of a pair; p-values were adjusted for so many."""
    if not pair.consistent and pair.adjusted < alpha:
        favour = "units on average" if pair.basis.means else "most units"
        return f"No claim: {favour} favour the system with the worse overall score."
    if not pair.significant(alpha):
        if pair.identical:
            return "They are equal in every unit: nothing tells them apart under this metric."
        return _impossible(pair, family, alpha) or ("Not significantly different, which does not mean equal.")
    doubt = " But the interval includes 0: a borderline case." if pair.low <= 0 <= pair.high else ""
    few = f" With only {pair.units} units, treat this with caution." if pair.units < FEW_UNITS else ""
    return f"Significant at {alpha:g}: {pair.better} is the better system on this test set.{doubt}{few}"


def _impossible(pair: Comparison, family: int, alpha: float) -> str | None:
    """Say that no difference could have been significant, where the smallest possible p-value is too large."""
    if signs_p(pair.units) >= alpha and not pair.basis.signs:
        return (
            f"No claim: turning the signs of {pair.units} units gives no p-value below {signs_p(pair.units):.2g}, so a "
            "smaller one rests on what the test assumes. The set is too small for any test."
        )
    least = min(1.0, family * pair.least_p)
    if least < alpha:
        return None
    among = f" and {family} pairs" if family > 1 else ""
    # Random draws come near the smallest p-value, and may fall below.
    about = "about " if pair.draws and not pair.exact else ""
    return (
        f"Not significant, and no difference could have been: with {pair.units} units{among}, the smallest possible "
        f"p-value is {about}{write_p(least, alpha)[2:]}. The set is too small for this test."
    )


def _addition(pair: Comparison, lead: Comparison, primary: str, alpha: float) -> str:
    """Say what another metric adds to what the primary one says of the same pair."""
    if not pair.significant(alpha):
        return f"It does not confirm {primary}." if lead.significant(alpha) else "Not significant either."
    if not lead.significant(alpha):
        return f"Significant on its own at {alpha:g}, but conclusions rest on {primary}."
    agrees = pair.better == lead.better
    return (
        f"It agrees with {primary}."
        if agrees
        else f"It contradicts {primary} significantly: treat both with caution."
    )


def _interval(pair: Comparison, alpha: float) -> str:
    """Write the interval of the better system's lead."""
    leads, digits = pair.difference >= 0, _decimals(pair)
    low, high = (pair.low, pair.high) if leads else (-pair.high, -pair.low)
    return f"{100 * (1 - alpha):g} % interval {signed(low, digits)} to {signed(high, digits)}"


def _decimals(pair: Comparison) -> int:
    return decimals(pair.difference, pair.low, pair.high)


def _p(pair: Comparison, alpha: float, correction: str) -> str:
    p = write_p(pair.adjusted, alpha, pair.draws)
    if pair.adjusted == pair.p_value:
        return f"p {p}"
    return f"p {p}, {CORRECTION_NAMES.get(correction, correction)}-adjusted"


def disagreements(comparisons: Sequence[Comparison], alpha: float) -> list[str]:
    """Return a sentence for each pair of systems on which the metrics disagree."""
    pairs: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in comparisons:
        pairs.setdefault((comparison.first, comparison.second), []).append(comparison)
    return [text for pair, family in pairs.items() if (text := _disagreement(pair, family, alpha))]


def _disagreement(pair: tuple[str, str], family: Sequence[Comparison], alpha: float) -> str:
    claimed = {
        system: [pair for pair in family if pair.significant(alpha) and pair.better == system]
        for system in pair
    }
    names = _names(family)
    if all(claimed.values()):
        first, second = (_said(names, claimed[system], "find") for system in pair)
        return (
            f"The metrics contradict each other on {pair[0]} and {pair[1]}: {first} {pair[0]} better, "
            f"{second} {pair[1]} better, both significantly. Claim neither."
        )
    silent = [said for said in family if not said.significant(alpha)]
    for system in pair:
        if claimed[system] and silent:
            return (
                f"The metrics disagree on {pair[0]} and {pair[1]}: {_said(names, claimed[system], 'find')} {system} "
                f"significantly better, {_said(names, silent, 'do')} not. Report both."
            )
    if {said.better for said in family} >= set(pair):
        return f"The metrics rank {pair[0]} and {pair[1]} differently, but none of the differences is significant."
    return ""


def _said(names: Mapping[Metric, str], family: Sequence[Comparison], verb: str) -> str:
    """Name metrics, and put the verb behind them: "BLEU finds", "BLEU and TER find"."""
    single = {"find": "finds", "do": "does"}[verb]
    subjects = list(dict.fromkeys(names[pair.metric] for pair in family))
    return f"{' and '.join(subjects)} {single if len(subjects) == 1 else verb}"


# What can be done where documents are too few, and what it is worth.
BY_SEGMENT = (
    "--unit segment tests segments in their place, and is right only for more text of these same documents."
)


def nothing_could_be(
    comparisons: Sequence[Comparison], alpha: float, correction: str, unit: UnitChoice
) -> str:
    """Say that no difference of any pair could have been significant with so few units; "" where one could."""
    family = Counter(pair.metric for pair in comparisons)
    times = {metric: number if correction == "holm" else 1 for metric, number in family.items()}
    if not comparisons or any(
        times[pair.metric] * pair.least_p < alpha and signs_p(pair.units) < alpha for pair in comparisons
    ):
        return ""
    pair = min(comparisons, key=lambda pair: pair.least_p)
    by_signs = pair.basis.signs or signs_p(pair.units) >= alpha
    smallest = max(pair.least_p, signs_p(pair.units)) if by_signs else pair.least_p
    pairs = min(times.values())
    least = least_units(alpha, pairs) if by_signs else 0
    by_turning = "" if pair.basis.signs or not by_signs else "by turning their signs "
    after = f", and {write_p(min(1.0, pairs * smallest), alpha)[2:]} after correction for {pairs} pairs"
    said = (
        f"Nothing could be significant here: with {pair.units} {unit.plural} the smallest possible p-value "
        f"{by_turning}is {write_p(smallest, alpha)[2:]}{after if pairs > 1 else ''}, whatever the difference."
    )
    said += f" It takes {least} {unit.plural} or more." if least > pair.units else ""
    if unit.unit != "document":
        return said
    return f"{said} {BY_SEGMENT}"


def test_words(pair: Comparison, plural: str, seed: int) -> str:
    """Call a test by its name, and say what it was made of: units, and draws or all the ways to swap them."""
    test = TESTS[pair.test]
    over = f"over {pair.units:,} {plural}"
    if pair.exact and test.exact:
        return f"{test.exact[0]} {over}, all {pair.draws:,} swaps"
    return f"{test.words} {over}" + (f", {pair.draws:,} draws, seed {seed}" if pair.draws else "")


def thresholds(settings: Settings, sample: Comparison, correction: str) -> str:
    """Say in one line what was tested and by which rule a difference is called significant."""
    test, draws = TESTS[sample.test], sample.draws
    name = test.exact[1] if sample.exact and test.exact else test.help
    chance = f", all {draws:,} swaps" if sample.exact else f", {draws:,} draws" if draws else ""
    family = (
        f"after {CORRECTION_NAMES[correction]} correction"
        if correction in CORRECTION_NAMES
        else "without correction for multiple comparisons"
    )
    return (
        f"test: {name}{chance}; seed {settings.seed}; significant at p < {settings.alpha:g} {family}; "
        f"{100 * settings.confidence:g} % intervals: {interval_words(sample.units, settings)}"
    )


def cite(
    evaluation: Evaluation,
    comparisons: Sequence[Comparison],
    settings: Settings,
    correction: str,
    unit: UnitChoice,
) -> list[str]:
    """Return sentences for a paper: one on the method with all signatures, and one a comparison."""
    if not comparisons:
        return []
    sample, names = comparisons[0], labels(evaluation.metrics)
    test = TESTS[sample.test]
    chance = f" with {sample.draws:,} draws" if sample.draws else ""
    words = (
        f"{test.exact[0]} (all {sample.draws:,} swaps)"
        if sample.exact and test.exact
        else test.words + chance
    )
    seed = "" if sample.exact and takes_t(sample.units, settings) else f"seed {settings.seed}; "
    family = (
        f"; p-values are adjusted by the {CORRECTION_NAMES[correction]} method"
        if correction in CORRECTION_NAMES
        else ""
    )
    signatures = "; ".join(
        f"{label} ({evaluation.short_signature(metric)})" for metric, label in names.items()
    )
    method = (
        f"We report {signatures}. Differences were tested with {words} over "
        f"{sample.units:,} {unit.plural}{family}; {100 * settings.confidence:g} % intervals are "
        f"{_whose(sample.units, settings, unit.plural)} ({seed}Assay {installed_version()})."
    )
    return [method, *(_cited(pair, names[pair.metric], settings.alpha, correction) for pair in comparisons)]


def _whose(units: int, settings: Settings, plural: str) -> str:
    words = interval_words(units, settings, plural=plural)
    return words if takes_t(units, settings) else f"from a {words}"


def _cited(pair: Comparison, label: str, alpha: float, correction: str) -> str:
    claim = f"{pair.better} is significantly better" if pair.significant(alpha) else "not significant"
    digits = max(_decimals(pair), decimals_apart(pair.score_first, pair.score_second))
    scores = f"{pair.first} {pair.score_first:.{digits}f}, {pair.second} {pair.score_second:.{digits}f}"
    interval = f"[{signed(pair.low, digits)}, {signed(pair.high, digits)}]"
    difference = f"difference {signed(pair.difference, digits)} {interval}, {_p(pair, alpha, correction)}"
    return f"{label}: {scores}, {difference} ({claim} at {alpha:g})."
