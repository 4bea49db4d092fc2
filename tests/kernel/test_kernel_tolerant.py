"""LeBLEU's statistics of the native kernel against the Python twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import grouped

import reference
from assay import kernel
from support.strategies import lines

AWKWARD = [
    [],
    [("", [""])],
    [("", ["a", ""]), ("a", [""])],
    [("a", ["a"]), ("a", ["b"])],
    [("the the the cat", ["the cat was sitting on the mat", "the the the the"])],
    [("a " * 30, ["a " * 20, "a"])],
    [("😀 👩\u200d🔬 \ud800 𠀀", ["😀😀 👩🔬 \udfff 𠀀"])],
    [("中国人民", ["中国 人民", "国人"]), ("한국어를 배운다", ["한국어 배웠다"])],
    [("x" * 200 + " y", ["x" * 190 + " " + "z" * 70, "y"])],
    [("one two three four five six seven", ["four three two", "eno owt eerht ruof evif xis neves"])],
]
words = st.sampled_from(
    ["a", "ab", "abc", "abd", "xabc", "the", "then", "Straße", "Strasse", "中国", "😀", "z" * 40]
)
texts = st.lists(words, max_size=12).map(" ".join)
segment = st.tuples(texts, st.lists(texts, min_size=1, max_size=3))


def check(segments, max_n=4, threshold=0.4, ngram_limit=2000):
    hyp, ref, groups = grouped(segments)
    hyp, ref = (kernel.tokenize(column, "none", threads=1) for column in (hyp, ref))
    options = {"max_n": max_n, "threshold": threshold, "ngram_limit": ngram_limit}
    rows = kernel.lebleu_stats(hyp, ref, groups, **options, threads=1)
    expected = [
        reference.lebleu_row(" ".join(text.split()), " ".join(other.split()), **options)
        for text, others in segments
        for other in others
    ]
    assert np.allclose(rows, np.array(expected).reshape(rows.shape), rtol=1e-12, atol=1e-12)


@given(st.lists(segment, max_size=3), st.integers(1, 5), st.sampled_from([0.0, 0.25, 0.4, 0.5, 0.75, 1.0]))
@settings(max_examples=60)
def test_any_words(segments, max_n, threshold):
    check(segments, max_n, threshold)


@given(st.lists(segment, max_size=2), st.integers(1, 3), st.integers(6, 40))
def test_any_limit(segments, max_n, limit):
    check(segments, max_n, ngram_limit=limit)


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=2)), max_size=2))
def test_any_text(segments):
    check(segments)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
@pytest.mark.parametrize("limit", [0, 8, 2000])
def test_awkward_segments(number, limit):
    check(AWKWARD[number], ngram_limit=limit)


@pytest.mark.parametrize("types", [1, 7, 10_000])
def test_ten_thousand_words_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = (" ".join(f"word{seed * at % types}" for at in range(10_000)) for seed in (7, 11))
    columns = grouped([(hyp, [ref])])
    kernel.lebleu_stats(*columns, max_n=4, threshold=0.4, ngram_limit=2000, threads=1)
