"""MER, WIL and WIP next to jiwer: the same numbers, not only close ones."""

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from scoring import stats

WORDS = st.lists(st.sampled_from(["a", "b", "c", "the", "The", "été"]), max_size=9).map(" ".join)
NAMES = ("mer", "wil", "wip")


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_rates_of_any_text_are_jiwers(pairs: list[tuple[str, str]]) -> None:
    outputs, references = ([pair[side] for pair in pairs] for side in (0, 1))
    theirs = jiwer.process_words(references, outputs)
    for name in NAMES:
        assert stats(name, outputs, [references]).total() == 100 * getattr(theirs, name), name


@pytest.mark.parametrize(
    ("output", "reference", "rates"),
    [("", "", (0, 0, 100)), ("a", "", (100, 100, 0)), ("", "a", (100, 100, 0)), ("a b", "a b", (0, 0, 100))],
)
def test_empty_sides(output: str, reference: str, rates: tuple[float, ...]) -> None:
    assert tuple(stats(name, [output], [[reference]]).total() for name in NAMES) == rates


def test_the_reference_of_fewest_edits_counts() -> None:
    score = assay.score(["a b c"], [["x y z", "a b d"]], "mer").score
    assert score == pytest.approx(100 / 3)
