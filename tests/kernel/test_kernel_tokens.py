"""Numbers for tokens: within a segment the same number exactly where the same word stands."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_columns import Segment, grouped, numbered, strings, texts

import reference
from assay import kernel
from support.strategies import lines

segments = st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), max_size=5)


def rows(tokens: kernel.Tokens) -> tuple[list[list[int]], list[list[int]]]:
    hyp = np.split(tokens.hyp, tokens.hyp_offsets[1:-1])[: len(tokens.hyp_offsets) - 1]
    ref = np.split(tokens.ref, tokens.ref_offsets[1:-1])[: len(tokens.ref_offsets) - 1]
    return [row.tolist() for row in hyp], [row.tolist() for row in ref]


def check(column: list[Segment]) -> None:
    tokens = numbered(column)
    hyps, refs = rows(tokens)
    for (hyp, references), ids, first in zip(column, hyps, tokens.groups, strict=False):
        words = [word for line in (*references, hyp) for word in line.split()]
        numbers = [number for row in (*refs[first : first + len(references)], ids) for number in row]
        assert len(words) == len(numbers)
        pairs = set(zip(words, numbers, strict=True))
        assert len(pairs) == len(set(words)) == len(set(numbers))
        assert set(numbers) == set(range(len(pairs)))


@given(segments)
def test_same_word_same_number(column):
    check(column)


@pytest.mark.parametrize("column", [[], [("", [""])], [("a", ["a"])], [("", ["", ""]), ("\0", ["\0 \0\0"])]])
def test_small_columns(column):
    check(column)


def test_words_of_all_lengths() -> None:
    """Words are hashed eight bytes at a time, so those that differ in one byte anywhere must stay apart."""
    words = ["a" * size + mark for size in range(40) for mark in ("", "b", "\0", "\0\0")]
    check([(" ".join(words), [" ".join(reversed(words))])])


def test_many_words() -> None:
    words = [str(number) for number in range(60_000)]
    check([(" ".join(words), [" ".join(reversed(words)), ""]), ("1 2", ["2 1"])])


def check_column(column: list[str]) -> None:
    split = kernel.tokenize(texts(column), "none")
    ids, offsets, places = kernel.column_ids(split)
    rows, words = reference.column_numbers(strings(split))
    assert [ids[start:end].tolist() for start, end in pairwise(offsets.tolist())] == rows
    data = split.data.tobytes()
    assert [data[start:end].decode("utf-8", "surrogatepass") for start, end in places.tolist()] == words


@given(st.lists(lines(), max_size=6))
def test_a_column_is_numbered_as_its_twin_says(column):
    check_column(column)


def test_columns_with_many_words_and_words_of_all_lengths() -> None:
    """The table grows on the way, and no word may change its number."""
    words = [str(number) for number in range(30_000)]
    lengths = ["a" * size + mark for size in range(40) for mark in ("", "b", "\0", "\0\0")]
    check_column(["", " ".join(words), " ".join(lengths), " ".join(reversed(words)), ""])
    check_column([])


def test_groups_come_back() -> None:
    hyp, ref, groups = grouped([("a", ["b", "c"]), ("d", ["e"])])
    tokens = kernel.token_ids(hyp, ref, groups, threads=1)
    assert tokens.groups.tolist() == [0, 2, 3]
    assert tokens.rows == 2
