"""Scores are numbers, lie where the metric says, and none is better than that of the reference itself."""

import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from law_sets import (
    EVERY_METRIC,
    EVERY_SETTING,
    LONG,
    SPECS,
    Set,
    metrics,
    scored,
    sets,
    settings_of,
    with_long_segment,
)  # fmt: skip

from assay.errors import InputError
from assay.metrics.base import Metric
from assay.metrics.registry import METRICS
from assay.text.tokenisers import KERNEL_RULES
from support.metric_scores import stats
from support.strategies import lines

FEW = settings(max_examples=50)

BOUNDS = {
    **dict.fromkeys(
        (
            "beer",
            "bleu",
            "character",
            "chrf",
            "dreem",
            "dependency",
            "eed",
            "exact",
            "f",
            "gleu",
            "gtm",
            "hwcm",
            "impact",
            "lebleu",
            "length",
            "maxsim",
            "meant",
            "mer",
            "meteor",
            "overlap",
            "pet",
            "precision",
            "recall",
            "ribes",
            "rouge",
            "stm",
            "tolerant-bleu",
            "wil",
            "wip",
            "yisi",
        ),
        (0.0, 100.0),
    ),
    **dict.fromkeys(("cosine", "lsa"), (-100.0, 100.0)),
    "bertscore": (-np.inf, 100.0),  # less than the baseline is below 0
    "wmd": (0.0, 200.0),
    "language": (0.0, 100.0),
    **dict.fromkeys(("combined", "lm", "qe"), (-np.inf, np.inf)),
    **dict.fromkeys(("ter", "cder", "hter", "nist", "wer", "cer", "per"), (0.0, np.inf)),
}
# Defined for one sentence: on sums over many, neighbouring orders are no longer one n-gram apart.
SENTENCE_ONLY = ("cc5", "cc7")


# Means over segments: one that has no unit to match, such as no word, or no two words, adds 0 even if it is perfect.
# RIBES leaves out words whose context is not unique, in the reference itself too.
PERFECT_SEGMENTS_MAY_SCORE_LESS = (
    *("ribes", "rouge", "impact", "beer", "meteor", "pet", "bertscore", "dreem", "yisi"),
)
# An empty reference has no n-grams and does not count if there is another: empty output is then not perfect.
PASSES_OVER_EMPTY = ("gleu",)
# Without an upper end, the best score there is depends on the references.
OPEN = ("nist", "combined", "language", "lm", "qe")
# These look at no reference, or weigh others as people's scores had it: the reference itself need not be the best.
KNOWS_NO_BEST = ("combined", "language", "lm", "qe")


def test_every_metric_has_bounds() -> None:
    assert set(BOUNDS) == set(METRICS)


def best(name: str) -> float:
    """Return the best score there is."""
    return BOUNDS[name][1] if METRICS[name].higher_is_better else BOUNDS[name][0]


def in_bounds(name: str, scores: object) -> bool:
    """Tell whether scores are numbers within the metric's bounds."""
    low, high = BOUNDS[name]
    values = np.asarray(scores)
    return bool(np.isfinite(values).all() and (values >= low).all() and (values <= high).all())


def sentence_only(metric: Metric) -> bool:
    return getattr(metric, "smooth", "") in SENTENCE_ONLY or metric.name in PERFECT_SEGMENTS_MAY_SCORE_LESS


def can_be_perfect(metric: Metric) -> bool:
    """Say whether the reference itself gets the best score.

    ROUGE-1.5.5 divides by too much in ROUGE-W, EED's Python form counts a place that nothing visits, and TER
    follows sacreBLEU in normalising references twice, which parts ",,3.5" once more than in the output. The first
    METEORs, and NLTK's, penalise the one chunk of a perfect match.
    """
    form, kind = getattr(metric, "form", ""), getattr(metric, "kind", "")
    twice = getattr(metric, "normalize", False) is True
    if metric.name == "meteor" and getattr(metric, "version", "") in ("2005", "2007", "nltk"):
        return False
    return metric.name not in OPEN and form != "python" and (kind, form) != ("w", "1.5.5") and not twice


@EVERY_METRIC
@given(one=sets())
@FEW
def test_scores_are_finite_and_in_bounds_without_a_warning(name: str, one: Set) -> None:
    for metric in settings_of(name):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = scored(metric, one)
            assert in_bounds(name, found.each())
            assert in_bounds(name, found.total())


def finds_what_it_reads(metric: Metric) -> bool:
    """Tell whether any set has all that a metric asks for."""
    if metric.name == "yisi" and vars(metric)["beta"]:  # structure, for which texts have to be parsed
        return getattr(metric, "parser", None) is not None
    postedit, table = getattr(metric, "postedit", "first"), getattr(metric, "table", None)
    return postedit == "first" and table is None  # a post-edit by name, a table of all n-grams


@given(metric=metrics(), one=sets())
@settings(max_examples=200)
def test_scores_under_any_options_are_finite_and_in_bounds(metric: Metric, one: Set) -> None:
    assume(finds_what_it_reads(metric))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scored(metric, one)
        assert in_bounds(metric.name, found.each())
        assert in_bounds(metric.name, found.total())


def has_lone_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


@EVERY_METRIC
@given(output=lines(20), references=st.lists(lines(20), min_size=1, max_size=3))
@FEW
def test_scores_of_any_text_are_finite_and_in_bounds(name: str, output: str, references: list[str]) -> None:
    for metric in settings_of(name):
        try:
            found = stats(metric, [output], [[line] for line in references])
        except InputError:  # only a tokeniser that is another library's may refuse text
            assert getattr(metric, "tok", "none") not in KERNEL_RULES
            assert any("\0" in line or has_lone_surrogate(line) for line in [output, *references])
        else:
            assert in_bounds(name, found.each())


@EVERY_SETTING
def test_scores_of_nothing_are_numbers(text: str) -> None:
    for output, reference in product(["", " ", "a", LONG], repeat=2):
        found = stats(text, [output], [[reference]])
        assert in_bounds(found.metric.name, found.each())


@pytest.mark.parametrize("name", [name for name in METRICS if name not in KNOWS_NO_BEST])
@given(one=sets(references=1).map(with_long_segment))
@FEW
def test_no_output_is_better_than_the_reference_itself(name: str, one: Set) -> None:
    for metric in settings_of(name):
        some = one.part([len(one) - 1]) if sentence_only(metric) else one
        perfect = stats(metric, some.first_references(), some.streams).total()
        other = stats(metric, one.outputs[:1] * len(some), some.streams).total()
        sign = 1 if metric.higher_is_better else -1
        assert not can_be_perfect(metric) or perfect == pytest.approx(best(name), rel=1e-12)
        assert sign * perfect >= sign * scored(metric, some).total() - 1e-12
        assert sign * perfect >= sign * other - 1e-12


@EVERY_METRIC
@given(one=sets().map(with_long_segment))
@FEW
def test_any_one_of_several_references_is_perfect(name: str, one: Set) -> None:
    for metric in settings_of(name):
        if getattr(metric, "length", "") == "average" or sentence_only(metric) or not can_be_perfect(metric):
            continue  # a reference shorter than the average of all is penalised; the others as above
        if "reference_average" in metric.columns and name != "bleu":
            continue  # the same for metrics that know no other length
        if getattr(metric, "multi", "") == "average" or getattr(metric, "references", "") == "mean":
            continue
        if name in PASSES_OVER_EMPTY:
            continue
        perfect = stats(metric, one.first_references(), one.streams).total()
        assert perfect == pytest.approx(best(name), rel=1e-12)


@pytest.mark.parametrize("text", [text for name in ("bleu", "chrf") for text in SPECS[name]])
def test_identical_text_is_exactly_100(text: str) -> None:
    assert stats(text, [LONG], [[LONG]]).total() == 100
