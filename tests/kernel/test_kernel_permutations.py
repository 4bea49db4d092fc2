"""The order of permutations and of aligned words: the native kernel against the Python twin."""

from itertools import accumulate, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import Segment, numbered

import reference
from assay import kernel
from support.strategies import lines

EVERY_KIND = pytest.mark.parametrize("kind", kernel.ORDER_KINDS)


def scores(rows: list[list[int]], kind: str, beta: float = 0.6) -> list[float]:
    values = np.array([value for row in rows for value in row], dtype=np.int32)
    offsets = np.array([0, *accumulate(map(len, rows))], dtype=np.int64)
    return [float(score) for score in kernel.permutation_scores(values, offsets, kind, beta=beta, threads=1)]


@EVERY_KIND
def test_all_short_permutations(kind: str) -> None:
    rows = [list(values) for n in range(7) for values in permutations(range(n))]
    expected = [reference.permutation_score(values, kind, 0.6) for values in rows]
    assert scores(rows, kind) == pytest.approx(expected, abs=1e-12)


@EVERY_KIND
@given(
    st.lists(st.integers(0, 24).flatmap(lambda n: st.permutations(range(n))), max_size=4),
    st.floats(0.01, 0.99),
)
@settings(max_examples=60)
def test_any_permutations(kind: str, rows: list[list[int]], beta: float) -> None:
    expected = [reference.permutation_score(values, kind, beta) for values in rows]
    assert scores(rows, kind, beta) == pytest.approx(expected, abs=1e-9)


near = st.integers(2, 30).flatmap(
    lambda n: st.lists(st.integers(0, n - 2), max_size=4).map(lambda swaps: (n, swaps))
)


@EVERY_KIND
@given(near)
@settings(max_examples=60)
def test_permutations_of_few_swaps(kind: str, swaps: tuple[int, list[int]]) -> None:
    """Nodes of many children, some of them trees."""
    row = list(range(swaps[0]))
    for at in swaps[1]:
        row[at], row[at + 1] = row[at + 1], row[at]
    assert scores([row], kind) == pytest.approx([reference.permutation_score(row, kind, 0.6)], abs=1e-9)


few = st.lists(st.sampled_from("abcdef"), max_size=9).map(" ".join)


@EVERY_KIND
@given(st.lists(st.tuples(few | lines(), st.lists(few | lines(), min_size=1, max_size=2)), max_size=3))
@settings(max_examples=40)
def test_aligned_words(kind: str, column: list[Segment]) -> None:
    rows = kernel.order_stats(numbered(column), kind, beta=0.6, threads=1)
    expected = [
        reference.order_row(hyp.split(), ref.split(), kind, 0.6) for hyp, refs in column for ref in refs
    ]
    assert rows.tolist() == [pytest.approx(row, abs=1e-9) for row in expected]


@EVERY_KIND
@pytest.mark.parametrize("step", [1, 2, 7, -1])
def test_five_thousand_words_are_within_the_limit_of_steps(kind: str, step: int) -> None:
    row = list(range(5_000))
    row = row[::step] if step < 0 else [value for start in range(step) for value in row[start::step]]
    assert 0 <= scores([row], kind)[0] <= 1


def test_what_is_no_permutation_is_refused() -> None:
    with pytest.raises(ValueError, match="each of the numbers"):
        scores([[0, 2]], "kendall")
