"""Subsequences, skip-bigrams and runs of the native kernel against the Python twin."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import numbered, spelt

import reference
from assay import kernel
from support.strategies import lines, reordered, tokens

segment = reordered(14).map(lambda pair: (pair[1], [pair[0]])) | st.tuples(
    tokens(14), st.lists(tokens(14), min_size=1, max_size=3)
)
rouge_options = st.fixed_dictionaries(
    {
        "order": st.integers(1, 4),
        "gap": st.integers(-1, 6),
        "weight": st.floats(1, 3),
        "script": st.booleans(),
    }
)
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1, 2], [[], [3]])],
    [([7], [[7]]), ([7], [[8]]), ([7], [[8, 7, 7]]), ([7, 8], [[7]])],
    [([1] * 12, [[1] * 12, [1] * 9]), ([1, 2] * 6, [[2, 1] * 6])],
    [([1, 9, 2], [[1, 2]]), ([1, 2], [[1, 9, 2]])],
]
ROUGE: dict[str, Any] = {"order": 2, "gap": 4, "weight": 1.2, "script": False}
IMPACT: dict[str, Any] = {"alpha": 0.1, "beta": 1.1, "repeats": -1}


def near(rows, expected):
    """Powers differ in the last digit between C and Python."""
    assert np.allclose(np.asarray(rows).reshape(-1), np.asarray(expected).reshape(-1), rtol=1e-12, atol=0)


def pairs(column):
    return [(hyp, ref) for hyp, refs in column for ref in refs]


def check_rouge(column, kind, **options):
    rows = kernel.rouge_counts(numbered(spelt(column)), kind, **options, threads=1)
    near(rows, [reference.rouge_row(hyp, ref, kind, **options) for hyp, ref in pairs(column)])


def check_gtm(column, exponent):
    rows = kernel.gtm_stats(numbered(spelt(column)), exponent, threads=1)
    near(rows, [reference.gtm_row(hyp, refs, exponent) for hyp, refs in column])


def check_impact(column, **options):
    rows = kernel.impact_sums(numbered(spelt(column)), **options, threads=1)
    near(rows, [reference.impact_sum(hyp, ref, **options) for hyp, ref in pairs(column)])


@pytest.mark.parametrize("kind", kernel.ROUGE_KINDS)
@given(st.lists(segment, max_size=3), rouge_options)
@settings(max_examples=120)
def test_rouge_of_any_segments(kind, column, options):
    check_rouge(column, kind, **options)


@given(st.lists(segment, max_size=3), st.floats(1, 4))
@settings(max_examples=200)
def test_gtm_of_any_segments(column, exponent):
    check_gtm(column, exponent)


@given(st.lists(segment, max_size=2), st.floats(0, 1), st.integers(-1, 3))
@settings(max_examples=100)
def test_impact_of_any_segments(column, alpha, repeats):
    check_impact(column, alpha=alpha, beta=1.5, repeats=repeats)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_segments(number):
    for kind in kernel.ROUGE_KINDS:
        check_rouge(AWKWARD[number], kind, **ROUGE)
        check_rouge(AWKWARD[number], kind, **{**ROUGE, "script": True, "gap": -1})
    check_gtm(AWKWARD[number], 2.0)
    check_impact(AWKWARD[number], **IMPACT)


@given(st.lists(st.tuples(lines(20), st.lists(lines(20), min_size=1, max_size=2)), max_size=3))
@settings(max_examples=40)
def test_any_text(column):
    words = [(hyp.split(), [ref.split() for ref in refs]) for hyp, refs in column]
    found = numbered(column)
    near(kernel.gtm_stats(found, 2.0, threads=1), [reference.gtm_row(*each, 2.0) for each in words])
    expected = [reference.rouge_row(hyp, ref, "l", **ROUGE) for hyp, ref in pairs(words)]
    near(kernel.rouge_counts(found, "l", **ROUGE, threads=1), expected)


@pytest.mark.parametrize("types", [1, 2, 500, 50_000])
@pytest.mark.slow
def test_long_segments_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = ([seed * number % types for number in range(10_000)] for seed in (7, 11))
    words = numbered(spelt([(hyp, [ref])]))
    for kind in kernel.ROUGE_KINDS:
        kernel.rouge_counts(words, kind, **{**ROUGE, "gap": -1, "script": True}, threads=1)
    kernel.gtm_stats(words, 2.0, threads=1)


@pytest.mark.parametrize(
    ("types", "length"), [(1, 1_500), (2, 1_500), (7, 600), (500, 10_000), (50_000, 10_000)]
)
def test_impact_of_long_segments_is_within_the_limit_of_steps(types: int, length: int) -> None:
    hyp, ref = ([seed * number % types for number in range(length)] for seed in (7, 11))
    words = numbered(spelt([(hyp, [ref])]))
    kernel.impact_sums(words, **IMPACT, threads=1)
