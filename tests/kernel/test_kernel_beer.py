"""The counts of BEER: the native kernel against the Python twin."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import Segment, grouped

import reference
from assay import kernel
from support.strategies import lines

AWKWARD: list[list[Segment]] = [
    [],
    [("", [""])],
    [("", ["a", ""]), ("a", ["", "a"])],
    [("a", ["a"]), ("a b", ["b a"]), ("a b c d e", ["a b c d e", "e d c b a"])],
    [("a " * 40, ["a " * 30, "a"]), ("a b " * 20, ["b a " * 20])],
    [("😀 𝟘 \U0010ffff", ["𝟘😀 \U0010ffff"]), ("\ud83d", ["😀", "\ud83d"])],
    *(
        [(" ".join(f"w{n * 7 % 41}" for n in range(size)), [" ".join(f"w{n % 37}" for n in range(64))])]
        for size in (63, 64, 65)
    ),
    [("".join(map(chr, range(0x4E00, 0x4E00 + 5000))), ["".join(map(chr, range(0x4F00, 0x4F00 + 5000)))])],
]


def check(column: list[Segment]) -> None:
    hyp, ref, groups = grouped(column)
    hyp, ref = (kernel.tokenize(texts, "none", threads=1) for texts in (hyp, ref))
    rows = kernel.beer_counts(hyp, ref, groups, threads=1)
    assert rows.tolist() == [reference.beer_row(hyp, text) for hyp, refs in column for text in refs]


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), max_size=4))
@settings(max_examples=300)
def test_any_text(column: list[Segment]) -> None:
    check(column)


few = st.lists(st.sampled_from("abc"), max_size=14).map(" ".join)


@given(st.lists(st.tuples(few, st.lists(few, min_size=1, max_size=3)), max_size=4))
@settings(max_examples=300)
def test_words_that_recur(column: list[Segment]) -> None:
    check(column)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_text(number: int) -> None:
    check(AWKWARD[number])


@pytest.mark.parametrize("types", [1, 2, 500, 5_000])
def test_long_segments_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = (" ".join(f"w{seed * number % types}" for number in range(5_000)) for seed in (7, 11))
    kernel.beer_counts(*grouped([(hyp, [ref])]), threads=1)
