"""CharacTER of every segment is that of `cer`, to the last digit, ties and rounding included."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.metric_scores import stats
from support.strategies import lines, reordered

cer = pytest.importorskip("cer", reason="cer is not installed")

WORDS = ("b", "a", "B", "ab", "abc", "é", "中国", "😀", "zebra", "Z", "aa", "a,", "10")


def check(pairs: list[tuple[str, str]]) -> None:
    """Compare segments that `cer` can take: it needs a word in the reference."""
    pairs = [(output, reference) for output, reference in pairs if reference.split()]
    if pairs:
        ours = stats("character", [output for output, _ in pairs], [[ref for _, ref in pairs]]).rows[:, 0]
        assert ours.tolist() == [cer.calculate_cer(out.split(), ref.split()) for out, ref in pairs]


def spell(numbers: list[int]) -> str:
    return " ".join(WORDS[number] for number in numbers)


@given(st.lists(reordered(25), max_size=4))
@settings(max_examples=300)
def test_spans_in_another_order(pairs: list[tuple[list[int], list[int]]]) -> None:
    check([(spell(output), spell(reference)) for reference, output in pairs])


@given(st.lists(st.tuples(lines(25), lines(25)), max_size=3))
@settings(max_examples=150)
def test_any_text(pairs: list[tuple[str, str]]) -> None:
    check(pairs)


@given(st.permutations(range(12)), st.integers(2, 12))
@settings(max_examples=150)
def test_permutations(order: list[int], size: int) -> None:
    check([(spell(order), spell(sorted(order)[:size]))])
