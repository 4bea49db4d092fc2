"""Weighted and pooled n-grams of the native kernel against the Python twin."""

import math
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import grouped, numbered, spelt

import reference
from assay import kernel
from support.strategies import lines, tokens

segments = st.lists(st.tuples(tokens(), st.lists(tokens(), min_size=1, max_size=3)), max_size=5)
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1], [[]])],
    [([7], [[7]]), ([7], [[8]])],
    [([1] * 300, [[1] * 200, [1] * 3]), ([1] * 4, [[1] * 200])],
    [([1, 2, 1, 2, 1], [[1, 2], [2, 1, 2], [1, 2, 1, 2, 1, 2]])],
    [([0, 1], [[0]] * 50)],
]


def whole_column(column):
    """Number the words of all references together."""
    _, ref, _ = grouped(column)
    groups = np.array([0, len(ref.offsets) - 1], dtype=np.int64)
    none = kernel.Texts(np.empty(0, dtype=np.uint8), np.zeros(2, dtype=np.int64))
    ref = kernel.tokenize(ref, "none", threads=1)
    return kernel.token_ids(none, ref, groups, threads=1)


def ngram(counts, node):
    """Spell an n-gram of the table as ids."""
    head = counts.heads[node]
    return (*(() if head < 0 else ngram(counts, head)), int(counts.lasts[node]))


@given(segments.filter(bool), st.integers(1, 6))
@settings(max_examples=150)
def test_counts_of_any_column(column, order):
    words = whole_column(spelt(column))
    found = kernel.count_ngrams(words.ref, words.ref_offsets, order)
    rows = [words.ref[start:stop].tolist() for start, stop in zip(words.ref_offsets, words.ref_offsets[1:])]  # noqa: B905 - one longer
    expected = reference.ngram_table(rows, order)
    spelled = [ngram(found, node) for node in range(len(found.counts))]
    assert dict(zip(spelled, found.counts.tolist(), strict=True)) == dict(expected)
    lengths = [sum(len(each) <= n for each in expected) for n in range(1, order + 1)]
    assert found.ends.tolist() == lengths
    flat = list(chain.from_iterable(rows))
    for n, nodes in enumerate(found.nodes, start=1):
        for at, node in enumerate(nodes.tolist()):
            assert node < 0 or list(spelled[node]) == flat[at : at + n]
        assert (nodes >= 0).sum() == sum(max(0, len(row) - n + 1) for row in rows)


def check_nist(column, order):
    """Weigh every n-gram by something that differs between any two."""
    words = numbered(spelt(column))
    weights = np.zeros((order, len(words.ref)))
    table = {}
    flat = [word for _, refs in column for ref in refs for word in ref]
    for n in range(1, order + 1):
        for at in range(len(flat) - n + 1):
            gram = tuple(flat[at : at + n])
            table[gram] = weights[n - 1, at] = math.sqrt(1 + hash(gram) % 1000)
    rows = kernel.nist_stats(words, weights, threads=1)
    assert rows.tolist() == [reference.nist_row(hyp, refs, table, order) for hyp, refs in column]


@given(segments, st.integers(1, 6))
@settings(max_examples=200)
def test_weights_of_any_segments(column, order):
    check_nist(column, order)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_weights_of_awkward_segments(number):
    check_nist(AWKWARD[number], 5)


@given(segments, st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=200)
def test_pooled_ngrams_of_any_segments(column, low, more):
    rows = kernel.gleu_stats(numbered(spelt(column)), low, low + more, threads=1)
    assert rows.tolist() == [reference.gleu_row(hyp, refs, low, low + more) for hyp, refs in column]


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_pooled_ngrams_of_awkward_segments(number):
    rows = kernel.gleu_stats(numbered(spelt(AWKWARD[number])), 1, 4, threads=1)
    assert rows.tolist() == [reference.gleu_row(hyp, refs, 1, 4) for hyp, refs in AWKWARD[number]]


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), max_size=4))
def test_any_text(column):
    rows = kernel.gleu_stats(numbered(column), 1, 4, threads=1)
    assert rows.tolist() == [
        reference.gleu_row(hyp.split(), [ref.split() for ref in refs], 1, 4) for hyp, refs in column
    ]


@pytest.mark.parametrize("types", [1, 2, 50_000])
def test_long_segments_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = ([seed * number % types for number in range(10_000)] for seed in (7, 11))
    words = numbered(spelt([(hyp, [ref])]))
    found = kernel.count_ngrams(words.ref, words.ref_offsets, 5)
    kernel.nist_stats(words, np.ones((5, len(ref))), threads=1)
    kernel.gleu_stats(words, 1, 4, threads=1)
    assert found.counts[: found.ends[0]].sum() == len(ref)


def test_weights_have_to_fit() -> None:
    words = numbered(spelt([([1], [[1, 2]])]))
    with pytest.raises(ValueError, match="one column a reference token"):
        kernel.nist_stats(words, np.ones((5, 1)))
    with pytest.raises(ValueError, match="ids"):
        kernel.count_ngrams(words.ref + 9, words.ref_offsets, 2)
    with pytest.raises(ValueError, match="reference"):
        kernel.gleu_stats(replace(words, groups=np.array([0, 0], dtype=np.int64)), 1, 4)
