"""Likeness of words, YiSi, the word mover's distance and the parts of an encoder against their Python twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import texts

import reference
from assay import kernel

LONG = "abcd" * 16  # 64 letters, as many as a machine word has bits
SPELT = ["a", "ab", "abc", "bca", "", "The", LONG, "Straße", "中国", "国", f"{LONG}d", "z" * 70, f"z{LONG}"]
WORDS = st.lists(st.integers(0, len(SPELT) - 1), max_size=9)
SEGMENTS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), max_size=4)
WEIGHTS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.25]), min_size=len(SPELT), max_size=len(SPELT))


def tokens(segments):
    def column(rows):
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
        return np.array([word for row in rows for word in row], dtype=np.int32), offsets

    groups = np.concatenate([[0], np.cumsum([len(refs) for _, refs in segments])]).astype(np.int64)
    hyp, refs = [hyp for hyp, _ in segments], [ref for _, refs in segments for ref in refs]
    (own, own_offsets), (other, other_offsets) = column(hyp), column(refs)
    return kernel.Tokens(own, own_offsets, other, other_offsets, groups)


def pairs(segments):
    return [(hyp, ref) for hyp, refs in segments for ref in refs]


def unit_vectors(seed, size=13, width=11):
    vectors = np.random.default_rng(seed).normal(size=(size, width))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[2] = 0  # a word without a vector
    return vectors.astype(np.float32)


@given(SEGMENTS, WEIGHTS, st.integers(1, 5))
@settings(max_examples=60)
def test_spelling(segments, weights, order):
    rows = kernel.spelling_stats(tokens(segments), np.array(weights), texts(SPELT), order, threads=1)
    raw = [word.encode() for word in SPELT]

    def alike(a, b):
        return reference.spelling_similarity(raw[a], raw[b])

    expected = [reference.yisi_row(hyp, ref, weights, order, alike) for hyp, ref in pairs(segments)]
    assert np.allclose(rows, np.array(expected).reshape(-1, 2), rtol=1e-12, atol=1e-12)


@given(SEGMENTS, WEIGHTS, st.integers(1, 4), st.integers(0, 99))
@settings(max_examples=60)
def test_cosine(segments, weights, order, seed):
    vectors = unit_vectors(seed)
    forms = np.array([word % 12 for word in range(len(SPELT))], dtype=np.int32)  # the last is like the first
    words = kernel.WordVectors(vectors, forms)
    rows = kernel.cosine_stats(tokens(segments), np.array(weights), words, order, threads=1)
    exact = vectors.astype(np.float64).tolist()

    def alike(a, b):
        return 1.0 if forms[a] == forms[b] else reference.cosine_similarity(exact[a], exact[b])

    expected = [reference.yisi_row(hyp, ref, weights, order, alike) for hyp, ref in pairs(segments)]
    assert np.allclose(rows, np.array(expected).reshape(-1, 2), rtol=1e-12, atol=1e-12)


@given(SEGMENTS, WEIGHTS, st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_mover(segments, weights, seed):
    vectors = unit_vectors(seed)
    for relaxed, twin in ((False, reference.mover_distance), (True, reference.relaxed_distance)):
        found = kernel.mover_distances(
            tokens(segments), np.array(weights), vectors, relaxed=relaxed, threads=1
        )
        expected = [twin(hyp, ref, weights, vectors) for hyp, ref in pairs(segments)]
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_equal_vectors_are_equal_words():
    vectors = unit_vectors(1, size=4)
    vectors[1] = vectors[0]
    words = kernel.WordVectors(vectors, np.arange(4, dtype=np.int32))
    some = tokens([([0, 3], [[1, 3]])])
    assert kernel.cosine_stats(some, np.ones(4), words, 2, threads=1).tolist() == [[1.0, 1.0]]
    assert kernel.mover_distances(some, np.ones(4), vectors, relaxed=False, threads=1).tolist() == [0.0]


@pytest.mark.parametrize("size", [1, 7, 8, 9, 64, 100])
def test_gelu(size):
    values = np.random.default_rng(size).normal(0, 3, (3, size)).astype(np.float32)
    expected = [[reference.gelu(float(x)) for x in row] for row in values]
    kernel.gelu(values)
    assert np.allclose(values, expected, rtol=1e-6, atol=2e-6)  # erf to a few units of single precision


def test_gelu_of_large_numbers():
    values = np.array([[-50, -6, 6, 50, 0]], dtype=np.float32)
    kernel.gelu(values)
    assert values.tolist() == [[0, 0, 6, 50, 0]]


@pytest.mark.parametrize("size", [1, 7, 8, 13, 384])
def test_layer_norm(size):
    random = np.random.default_rng(size)
    values = random.normal(1, 2, (4, size)).astype(np.float32)
    weights, bias = (random.normal(size=size).astype(np.float32) for _ in range(2))
    expected = [reference.layer_norm(row.tolist(), weights.tolist(), bias.tolist(), 1e-5) for row in values]
    kernel.layer_norm(values, weights, bias, 1e-5)
    assert np.allclose(values, expected, rtol=1e-4, atol=1e-5)


def test_what_does_not_fit_is_refused():
    some, vectors = tokens([([0, 1], [[1]])]), unit_vectors(0, size=3)
    words = kernel.WordVectors(vectors, np.arange(3, dtype=np.int32))
    with pytest.raises(ValueError, match="weight"):
        kernel.cosine_stats(some, np.ones(2), words, 1)
    with pytest.raises(ValueError, match="ids"):
        kernel.mover_distances(tokens([([3], [[1]])]), np.ones(3), vectors, relaxed=False)
    with pytest.raises(ValueError, match="orders"):
        kernel.cosine_stats(some, np.ones(3), words, 0)
    with pytest.raises(ValueError, match="form"):
        kernel.cosine_stats(some, np.ones(3), kernel.WordVectors(vectors, words.forms[:2]), 1)
    with pytest.raises(ValueError, match="wide"):
        kernel.layer_norm(vectors, np.ones(2, dtype=np.float32), np.ones(2, dtype=np.float32), 1e-5)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(threads):
    random = np.random.default_rng(3)
    segments = [
        (random.integers(0, 13, size).tolist(), [random.integers(0, 13, 7).tolist()]) for size in range(90)
    ]
    vectors, weights, some = unit_vectors(3), np.linspace(0.5, 2, 13), tokens(segments)
    words = kernel.WordVectors(vectors, np.arange(13, dtype=np.int32))
    for compute in (
        lambda threads: kernel.spelling_stats(some, weights, texts(SPELT), 3, threads=threads),
        lambda threads: kernel.cosine_stats(some, weights, words, 3, threads=threads),
        lambda threads: kernel.mover_distances(some, weights, vectors, relaxed=False, threads=threads),
    ):
        assert np.array_equal(compute(1), compute(threads))
