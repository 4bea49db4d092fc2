"""On which words two systems are further apart, or less far, than over all words: the tests, and the sentences.

The effect of a bucket is how many more words in a hundred a system gets right there than its lead over all words would
give it: a bucket that only shares the general lead is no finding of its own. Whether that is chance is one question,
whether the system is better on these words another, and a sentence says no more than both tests allow.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from assay.data import Array
from assay.diagnosis.swap_tests import SwapTest, slopes, swap_differences, swap_test
from assay.diagnosis.words.rates import ALL_WORDS, BucketF
from assay.metrics import Evaluation

NOTABLE = (
    # Set by hand: the lead on some words next to the lead over all; less is the general lead once more
    1.25
)

NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"  # in the name of a bucket

FEATURE_WORDS = {
    "training-frequency": "words seen {} times in training",
    "reference-frequency": "words that occur {} times in the references",
    "length": "words of {} characters",
    "case": "words in {} case",
    "script": "words in {} script",
    "digits": "words of the kind “{}”",
    "position": "words in the {} of a segment",
    "label": "words labelled {}",
}
PHRASES = {  # buckets that no pattern fits
    ("digits", "number"): "numbers",
    ("digits", "with digits"): "words containing digits",
    ("digits", "no digits"): "words without digits",
    ("script", "no letter"): "words without letters",
    ("case", "other"): "words in mixed case or without case",
    ("training-frequency", "0"): "words never seen in training",
    ("training-frequency", "1"): "words seen once in training",
    ("reference-frequency", "0"): "words that do not occur in the references",
    ("reference-frequency", "1"): "words that occur once in the references",
}


@dataclass(frozen=True)
class Departure:
    """How far the lead of one system over another on some words is from its lead over all words."""

    metric: BucketF
    # The first does better on these words than its general lead would have it
    pair: tuple[str, str]
    effect: float
    test: SwapTest


def departures(evaluation: Evaluation, pairs: Sequence[tuple[str, str]]) -> list[Departure]:
    """Test the departure of every bucket of words and pair of systems."""
    metrics = [metric for metric in evaluation.metrics if isinstance(metric, BucketF) and metric != ALL_WORDS]
    return [_departure(evaluation, metric, pair) for pair in pairs for metric in metrics]


def _departure(evaluation: Evaluation, metric: BucketF, pair: tuple[str, str]) -> Departure:
    rows = np.concatenate(
        [evaluation.stats[key, system].rows for key in (metric, ALL_WORDS) for system in pair], axis=1
    )
    totals = rows.sum(axis=0)
    effect = float(_effect(totals))
    by_unit = rows @ slopes(_effect, totals) + effect / len(rows)  # the slopes' part adds up to 0
    ahead = pair if effect > 0 else (pair[1], pair[0])
    return Departure(metric, ahead, abs(effect), swap_test(by_unit))


def _effect(sums: Array) -> Array:
    """Return the departure from sums of match, reference and output: of the words of both, and of all words of both.

    With several references each system may have its own: a system's words right are then a share of its own reference.
    """
    right = sums[..., 0::3]
    words = np.maximum(sums[..., 1::3], 1)
    whole = words[..., 2:]
    here = right[..., :2] / whole
    lead = right[..., 2:] / whole
    share = (sums[..., 1::3][..., :2] / whole).mean(axis=-1)
    return np.asarray(100 * ((here[..., 0] - here[..., 1]) - share * (lead[..., 0] - lead[..., 1])))


@dataclass(frozen=True)
class Levels:
    """F of two systems on some words and on all words, the system that departs upwards first."""

    here: tuple[float, float]
    whole: tuple[float, float]
    p_value: float  # of their difference on these words
    # Words that the first has right beyond the second, by segment
    more: Array


def levels(
    evaluation: Evaluation, in_units: Evaluation, metrics: Sequence[BucketF], pair: tuple[str, str]
) -> Levels:
    """Add up some buckets, and test on units whether one system is better on their words."""
    first, second = _added(evaluation, metrics, pair)
    here = tuple(float(ALL_WORDS.score(rows.sum(axis=0))) for rows in (first, second))
    whole = tuple(evaluation.stats[ALL_WORDS, system].total() for system in pair)
    test = swap_test(swap_differences(ALL_WORDS, *_added(in_units, metrics, pair)))
    return Levels((here[0], here[1]), (whole[0], whole[1]), test.p_value, first[:, 0] - second[:, 0])


def _added(evaluation: Evaluation, metrics: Sequence[BucketF], pair: tuple[str, str]) -> tuple[Array, Array]:
    first, second = (
        np.sum([evaluation.stats[metric, system].rows for metric in metrics], axis=0) for system in pair
    )
    return first, second


def better_sentence(pair: tuple[str, str], words: str, at: Levels) -> str:
    """Say that the first is better on some words; "" where it is as far ahead elsewhere, or the digits hide it."""
    lead_here, lead_over_all = _lead(at.here), _lead(at.whole)
    if lead_here <= max(0.0, lead_over_all) or at.here[0] - at.here[1] <= NOTABLE * (
        at.whole[0] - at.whole[1]
    ):
        return ""
    over_all = f"it is {abs(lead_over_all):.1f} points {'ahead' if lead_over_all > 0 else 'behind'}"
    if lead_over_all == 0:
        over_all = f"both have {at.whole[0]:.1f}"
    return (
        f"{pair[0]} is better than {pair[1]} on {words}: F {at.here[0]:.1f} versus {at.here[1]:.1f}; "
        f"over all words, {over_all}."
    )


def level_sentence(pair: tuple[str, str], words: str, at: Levels) -> str:
    """Say that the second leads over all words and not on some; "" where the digits do not show it."""
    lead_here, lead_over_all = _lead(at.here), _lead(at.whole)
    if lead_over_all >= 0 or abs(lead_here) >= -lead_over_all:
        return ""
    return (
        f"{pair[1]} leads {pair[0]} over all words (F {at.whole[1]:.1f} versus {at.whole[0]:.1f}), but "
        f"not significantly on {words} ({at.here[1]:.1f} versus {at.here[0]:.1f})."
    )


def _lead(scores: tuple[float, float]) -> float:
    """Return how far the first is ahead at the digits that are printed."""
    first, second = (float(f"{score:.1f}") for score in scores)
    return round(first - second, 1)


def named(metrics: Sequence[BucketF]) -> str:
    """Put buckets into words; neighbouring buckets of numbers become one range."""
    feature, names = metrics[0].feature, [metric.bucket for metric in metrics]
    label, _, kind = feature.partition("@")
    pattern = FEATURE_WORDS.get(label, label + " {}")
    if all(_bounds(name) for name in names):
        names = [_range(run) for run in _runs(names)]
    phrases = [PHRASES.get((feature, name), pattern.replace("{}", name)) for name in names]
    some = any((feature, name) in PHRASES for name in names)
    words = _listed(phrases, "and") if some else pattern.replace("{}", _listed(names, "or"))
    return f"{words} ({kind})" if kind else words


def _listed(names: Sequence[str], word: str) -> str:
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else names[0]


def _bounds(name: str) -> tuple[float, float] | None:
    """Return the least and the largest number of a bucket; None for one that is not of numbers."""
    if below := re.fullmatch(rf"below ({NUMBER})", name):
        return -math.inf, float(below[1])
    if more := re.fullmatch(rf"({NUMBER}) or more", name):
        return float(more[1]), math.inf
    numbers = re.fullmatch(rf"({NUMBER})(?: to ({NUMBER}))?", name)
    return (float(numbers[1]), float(numbers[2] or numbers[1])) if numbers else None


def _runs(names: Sequence[str]) -> list[list[str]]:
    """Part buckets of numbers into runs of neighbours: one ends where the next begins, or at the number before."""
    runs: list[list[str]] = [[names[0]]]
    for before, name in pairwise(names):
        ends, begins = (_bounds(before) or (0, 0))[1], (_bounds(name) or (0, 0))[0]
        if begins - ends in (0, 1):
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs


def _range(names: Sequence[str]) -> str:
    low, top = names[0].split(" to ")[0], names[-1].split(" to ")[-1]
    if low.startswith("below"):
        low = "" if len(names) > 1 else low.replace("below", "fewer than")
    if len(names) == 1:
        return low if low.startswith("fewer") else names[0]
    if "more" in top:
        return f"{low} or more" if low else "any number of"
    return f"at most {top}" if low in ("", "0") else f"{low} to {top}"
