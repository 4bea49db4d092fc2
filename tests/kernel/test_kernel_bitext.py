"""Bitexts: the native kernel against the Python twin, and a text whose alignment is known."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

sentences = st.lists(st.integers(0, 5), max_size=6)
bitexts = st.lists(st.tuples(sentences, sentences), max_size=5)
EVERY_RULE = pytest.mark.parametrize("rule", kernel.SYMMETRIES)


def side(rows: Sequence[Sequence[int]]) -> kernel.Side:
    ids = np.array([value for row in rows for value in row], dtype=np.int32)
    return kernel.Side(ids, np.array([0, *accumulate(map(len, rows))], dtype=np.int64))


def numbered(rows: Sequence[Sequence[int]]) -> kernel.Side:
    """Number words from 0 without gaps, in their order."""
    names = {word: number for number, word in enumerate(sorted({word for row in rows for word in row}))}
    return side([[names[word] for word in row] for row in rows])


def parts(values: np.ndarray, offsets: np.ndarray) -> list[list[int]]:
    return [values[start:stop].tolist() for start, stop in pairwise(offsets)]


@given(
    bitexts,
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from((0.1, 0.25)),
    st.sampled_from((0, 1, 40, 1_000)),
)
@settings(max_examples=150, deadline=None)
def test_alignments(
    pairs: list[tuple[list[int], list[int]]], model1: int, hmm: int, null: float, room: int
) -> None:
    source, target = (numbered(rows) for rows in ([pair[0] for pair in pairs], [pair[1] for pair in pairs]))
    found = kernel.align_words(source, target, model1=model1, hmm=hmm, null_probability=null, room=room)
    rows = list(zip(parts(source.ids, source.offsets), parts(target.ids, target.offsets), strict=True))
    assert parts(found, target.offsets) == reference.align_words(rows, model1, hmm, null)


places = st.integers(0, 5).flatmap(
    lambda n: st.integers(0, 5).flatmap(
        lambda m: st.tuples(
            st.lists(st.integers(-1, n - 1), min_size=m, max_size=m),
            st.lists(st.integers(-1, m - 1), min_size=n, max_size=n),
        )
    )
)


@EVERY_RULE
@given(st.lists(places, max_size=3))
@settings(max_examples=100)
def test_symmetrisation(rule: str, rows: list[tuple[list[int], list[int]]]) -> None:
    forward, backward = side([row[0] for row in rows]), side([row[1] for row in rows])
    links = kernel.symmetrise(forward, backward, rule, threads=1)
    tables = kernel.table_offsets(backward.offsets, forward.offsets)
    for (one, two), cells in zip(rows, parts(links, tables), strict=True):
        found = {(k // len(one), k % len(one)) for k, linked in enumerate(cells) if linked}
        assert found == reference.symmetrise(one, two, rule)


tables = st.integers(0, 5).flatmap(
    lambda n: st.integers(0, 5).flatmap(
        lambda m: st.tuples(
            st.just(n), st.just(m), st.lists(st.integers(0, 1), min_size=n * m, max_size=n * m)
        )
    )
)


@given(st.lists(tables, max_size=3), st.integers(1, 4))
@settings(max_examples=200)
def test_phrase_pairs(rows: list[tuple[int, int, list[int]]], most: int) -> None:
    links = np.array([cell for row in rows for cell in row[2]], dtype=np.uint8)
    source, target = (np.array([0, *accumulate(row[k] for row in rows)], dtype=np.int64) for k in (0, 1))
    found, offsets = kernel.phrase_pairs(links, source, target, most, threads=1)
    for (n, m, cells), start, stop in zip(rows, offsets, offsets[1:], strict=False):
        linked = [(k // m, k % m) for k, cell in enumerate(cells) if cell]
        pairs = [tuple(pair) for pair in found[start:stop].tolist()]
        assert len(set(pairs)) == len(pairs)
        assert set(pairs) == reference.phrase_pairs(linked, n, m, most)


def test_a_language_in_the_opposite_order_is_aligned() -> None:
    chance = np.random.default_rng(5)
    rows = [chance.permutation(40)[: chance.integers(4, 9)].tolist() for _ in range(400)]
    source, target = numbered(rows), numbered([row[::-1] for row in rows])
    found = parts(kernel.align_words(source, target), target.offsets)
    right = sum(place == len(row) - 1 - at for row in found for at, place in enumerate(row))
    assert right > 0.95 * len(target.ids)
