"""Tolerant BLEU's statistics of the native kernel against the Python twin, and the twin against all assignments."""

import random
from itertools import permutations

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
    [("walks", ["walked"]), ("walks walking", ["walked walk walker"])],
    [("the the the cat", ["then cats the", "the the the the"])],
    [("a " * 60, ["a " * 50, "ab " * 50])],
    [("😀😀😀a 👩\u200d🔬 \ud800\ud800\ud800 𠀀", ["😀😀😀 👩🔬 \ud800\ud800\udfff 𠀀"])],
    [("中国人民 人民", ["中国人 人民们", "国人"]), ("한국어를 배운다", ["한국어 배웠다"])],
    [("x" * 40 + "y", ["x" * 35, "x" * 40])],
]
STEMS = ["walk", "talk", "work", "straße", "中国人", "😀😀"]
words = st.builds(
    lambda stem, end: stem + end, st.sampled_from(STEMS), st.sampled_from(["", "s", "ed", "ing", "x"])
)
texts = st.lists(words | st.sampled_from(["a", "the", "then"]), max_size=10).map(" ".join)
segment = st.tuples(texts, st.lists(texts, min_size=1, max_size=3))


def check(segments, order=4, epsilon=0.43, weighting="mean", largest=500):
    hyp, ref, groups = grouped(segments)
    hyp, ref = (kernel.tokenize(column, "none", threads=1) for column in (hyp, ref))
    options = {"order": order, "epsilon": epsilon, "weighting": weighting, "largest": largest}
    rows = kernel.tolerant_stats(hyp, ref, groups, **options, threads=1)
    expected = [
        reference.tolerant_row(text.split(), other.split(), **options)
        for text, others in segments
        for other in others
    ]
    assert np.allclose(rows, np.array(expected).reshape(rows.shape), rtol=1e-12, atol=1e-12)


@given(
    st.lists(segment, max_size=3),
    st.integers(1, 5),
    st.sampled_from([0.0, 0.2, 0.43, 0.7, 1.0]),
    st.sampled_from(kernel.WEIGHTINGS),
    st.sampled_from([0, 2, 500]),
)
@settings(max_examples=150)
def test_any_words(segments, order, epsilon, weighting, largest):
    check(segments, order, epsilon, weighting, largest)


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=2)), max_size=2))
def test_any_text(segments):
    check(segments, epsilon=0.9)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_segments(number):
    check(AWKWARD[number], epsilon=1.0)


@given(st.integers(1, 5), st.integers(0, 2), st.data())
def test_an_assignment_has_the_least_cost(rows, more, data):
    columns = rows + more
    cost = st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0]), min_size=columns, max_size=columns)
    costs = data.draw(st.lists(cost, min_size=rows, max_size=rows))
    chosen = reference.assignment(costs)
    assert len(set(chosen)) == rows
    every = (sum(costs[i][j] for i, j in enumerate(order)) for order in permutations(range(columns), rows))
    assert sum(costs[i][j] for i, j in enumerate(chosen)) == pytest.approx(min(every))


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("walk", "walk", 0),
        ("walks", "walked", 2 / 4),  # walk; s and ed
        ("the", "then", 1 / 3),
        ("", "", 1),
        ("a", "b", 1),
        ("undone", "done", 2 / 4),
        ("abxab", "abyab", 1 / 2),  # either ab; xab and yab differ by one edit
        ("gekommen", "bekommen", 1 / 7),
    ],
)
def test_distances_by_hand(first, second, distance):
    assert reference.affix_distance(first, second) == pytest.approx(distance)
    assert reference.affix_distance(second, first) == pytest.approx(distance)


def test_a_long_word_by_hand() -> None:
    columns = grouped([("x" * 300 + "y", ["x" * 290])])
    rows = kernel.tolerant_stats(*columns, order=1, epsilon=0.43, weighting="mean", largest=500, threads=1)
    assert rows[0, 0] == pytest.approx(1 - 11 / 290)


def vocabulary(seed):
    chance = random.Random(seed)
    return [
        "".join(chance.choice("etaoinshrdlu") for _ in range(chance.randint(2, 10))) for _ in range(10_000)
    ]


@pytest.mark.parametrize("types", [1, 7, 3_000, 10_000])
def test_ten_thousand_words_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = (
        " ".join(words[number * number % types] for number in range(10_000))
        for words in (vocabulary(1), vocabulary(2))
    )
    columns = grouped([(hyp, [ref])])
    kernel.tolerant_stats(*columns, order=4, epsilon=0.43, weighting="mean", largest=500, threads=1)
