"""The statistics of BLEU in the Python twin: against sacreBLEU 2.6.0 and by the definition."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from reference import ngram_row
from support.strategies import tokens

references = st.lists(tokens(), min_size=1, max_size=4)
orders = st.integers(1, 6)


def sacrebleu_row(hypothesis: list[int], refs: list[list[int]], order: int) -> list[int]:
    """Return sacreBLEU's [length, closest length, matches, n-grams]."""
    metric = BLEU(tokenize="none", max_ngram_order=order)
    known = metric._extract_reference_info([" ".join(map(str, ref)) for ref in refs])
    return metric._compute_segment_statistics(" ".join(map(str, hypothesis)), known)


@given(tokens(), references, orders)
def test_equal_to_sacrebleu(hypothesis, refs, order):
    row = ngram_row(hypothesis, refs, order)
    assert row[:2] + row[4:] == sacrebleu_row(hypothesis, refs, order)


@given(tokens(), references, orders)
def test_lengths_of_the_references(hypothesis, refs, order):
    lengths = [len(ref) for ref in refs]
    assert ngram_row(hypothesis, refs, order)[2:4] == [min(lengths), sum(lengths) / len(lengths)]


@given(tokens(), tokens())
def test_unigrams_are_a_bag(hypothesis, ref):
    assert ngram_row(hypothesis, [ref], 1)[4] == sum((Counter(hypothesis) & Counter(ref)).values())


def test_words_do_as_well_as_numbers() -> None:
    assert ngram_row(["a", "b", "a", "b"], [["b", "a", "b"]], 2) == ngram_row([0, 1, 0, 1], [[1, 0, 1]], 2)


@pytest.mark.parametrize(
    ("hypothesis", "refs", "expected"),
    [
        ([], [[]], [0, 0, 0, 0, 0, 0, 0, 0]),
        ([7], [[7]], [1, 1, 1, 1, 1, 0, 1, 0]),
        ([1, 1, 1], [[1], [1, 1, 1, 1, 1]], [3, 1, 1, 3, 3, 2, 3, 2]),
        ([1, 1, 1], [[1, 2, 1], [2, 1, 1]], [3, 3, 3, 3, 2, 1, 3, 2]),
    ],
)
def test_by_hand(hypothesis, refs, expected):
    assert ngram_row(hypothesis, refs, 2) == expected
