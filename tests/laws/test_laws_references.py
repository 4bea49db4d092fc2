"""References are a set without order: which stream one stands in, and how often, changes no score."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import ALL, Set, sets
from scoring import stats
from test_laws_sums import close, of

from assay.metrics.spec import parse

EVERY = pytest.mark.parametrize("text", ALL)
FEW = settings(max_examples=20)

# A mean over references is another mean when one of several is given twice.
MEANS = {"bleu": {"reference_average"}, "ter": {"length"}}
# The row is that of one reference; of two equally good ones it is the first, and their counts may differ.
ROW_OF_ONE_REFERENCE = ("chrf",)


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_the_order_of_references_is_irrelevant(text: str, one: Set, data: st.DataObject) -> None:
    metric = parse(text)
    expected = of(text, one)
    permuted = stats(text, one.outputs, data.draw(st.permutations(one.streams)))
    assert close(permuted.each(), expected.each())
    if metric.name not in ROW_OF_ONE_REFERENCE:
        assert close(permuted.total(), expected.total())


@EVERY
@given(one=sets())
@FEW
def test_every_reference_twice_is_every_reference_once(text: str, one: Set) -> None:
    expected = of(text, one)
    twice = stats(text, one.outputs, [*one.streams, *one.streams])
    assert close(twice.rows, expected.rows)
    assert close(twice.total(), expected.total())


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_one_reference_twice_changes_no_count(text: str, one: Set, data: st.DataObject) -> None:
    metric = parse(text)
    expected = of(text, one)
    twice = stats(text, one.outputs, [*one.streams, data.draw(st.sampled_from(one.streams))])
    counts = [column not in MEANS.get(metric.name, ()) for column in metric.columns]
    assert np.array_equal(twice.rows[:, counts], expected.rows[:, counts])


@EVERY
@given(one=sets())
@FEW
def test_a_hole_is_a_reference_that_is_not_there(text: str, one: Set) -> None:
    expected = of(text, one)
    for row in range(len(one)):
        present = [[stream[row]] for stream in one.streams if stream[row] is not None]
        assert np.array_equal(stats(text, [one.outputs[row]], present).rows[0], expected.rows[row])


@EVERY
@given(one=sets(references=2))
@FEW
def test_an_empty_stream_is_no_stream(text: str, one: Set) -> None:
    holes = [None] * len(one)
    assert np.array_equal(stats(text, one.outputs, [*one.streams, holes]).rows, of(text, one).rows)


@EVERY
@given(one=sets(holes=False, references=2), other=sets())
@FEW
def test_an_empty_reference_is_a_reference(text: str, one: Set, other: Set) -> None:
    """The set with "" in a stream equals the one built segment by segment, and not the one with a hole."""
    empty = [""] * len(one)
    rows = stats(text, one.outputs, [*one.streams, empty]).rows
    for row in range(len(one)):
        refs = [[stream[row]] for stream in one.streams] + [[""]]
        assert np.array_equal(stats(text, [one.outputs[row]], refs).rows[0], rows[row])
