"""Scores are numbers, lie where the metric says, and none is better than that of the reference itself."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import ALL, LONG, SPECS, Set, sets, with_long_segment
from scoring import stats
from strategies import lines
from test_laws_sums import of

from assay.metrics.registry import METRICS
from assay.metrics.spec import parse

EVERY = pytest.mark.parametrize("text", ALL)
FEW = settings(max_examples=25)

BOUNDS = {"bleu": (0.0, 100.0), "chrf": (0.0, 100.0), "ter": (0.0, np.inf)}
# Defined for one sentence: on sums over many, neighbouring orders are no longer one n-gram apart.
SENTENCE_ONLY = ("cc5", "cc7")


def test_every_metric_has_bounds() -> None:
    assert set(BOUNDS) == set(METRICS)


def best(name: str) -> float:
    """Return the best score there is."""
    return BOUNDS[name][1] if METRICS[name].higher_is_better else BOUNDS[name][0]


def in_bounds(name: str, scores: object) -> bool:
    low, high = BOUNDS[name]
    values = np.asarray(scores)
    return bool(np.isfinite(values).all() and (values >= low).all() and (values <= high).all())


@EVERY
@given(one=sets())
@FEW
def test_scores_are_finite_and_in_bounds_without_a_warning(text: str, one: Set) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = of(text, one)
        assert in_bounds(found.metric.name, found.each())
        assert in_bounds(found.metric.name, found.total())


@EVERY
@given(output=lines(20), references=st.lists(lines(20), min_size=1, max_size=3))
@FEW
def test_scores_of_any_text_are_finite_and_in_bounds(text: str, output: str, references: list[str]) -> None:
    found = stats(text, [output], [[line] for line in references])
    assert in_bounds(found.metric.name, found.each())


@EVERY
@pytest.mark.parametrize("output", ["", " ", "a", LONG])
@pytest.mark.parametrize("reference", ["", " ", "a", LONG])
def test_scores_of_nothing_are_numbers(text: str, output: str, reference: str) -> None:
    found = stats(text, [output], [[reference]])
    assert in_bounds(found.metric.name, found.each())


@EVERY
@given(one=sets(references=1))
@FEW
def test_the_reference_itself_is_best(text: str, one: Set) -> None:
    metric = parse(text)
    if getattr(metric, "smooth", "") in SENTENCE_ONLY:
        one = Set([one.outputs[0]], [[f"{one.streams[0][0]} {LONG}"]])
    else:
        one = with_long_segment(one)
    perfect = stats(text, one.first_references(), one.streams).total()
    other = of(text, one).total()
    assert perfect == pytest.approx(best(metric.name), rel=1e-12)
    assert (perfect - other) * (1 if metric.higher_is_better else -1) >= -1e-12


@EVERY
@given(one=sets())
@FEW
def test_one_of_several_references_is_as_good_as_any_output(text: str, one: Set) -> None:
    metric = parse(text)
    if getattr(metric, "length", "") == "average" or getattr(metric, "smooth", "") in SENTENCE_ONLY:
        return  # a reference shorter than the average is penalised; see also SENTENCE_ONLY
    one = with_long_segment(one)
    perfect = stats(text, one.first_references(), one.streams).total()
    assert perfect == pytest.approx(best(metric.name), rel=1e-12)


@pytest.mark.parametrize("text", SPECS["bleu"])
def test_a_score_is_never_above_100_by_rounding(text: str) -> None:
    assert stats(text, [LONG], [[LONG]]).total() == 100
