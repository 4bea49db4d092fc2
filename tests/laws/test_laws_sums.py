"""Statistics are sums: shards, order, documents, weights and threads change nothing that they must not."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import ALL, LONG, WORDS, Set, sets, with_long_segment
from scoring import evalset, stats

from assay.data.evalset import Codes
from assay.metrics.base import Stats, evaluate
from assay.metrics.spec import parse
from assay.resources import Resources
from assay.text.column import Column

ONE_THREAD = Resources(threads=1)
EVERY = pytest.mark.parametrize("text", ALL)
FEW = settings(max_examples=15)

# These rules put fixed numbers beside the counts, so that they weigh less in a larger corpus.
ADDS_TO_COUNTS = ("add-k", "cc5", "cc6", "cc7", "moses")


def close(first: object, second: object) -> bool:
    """Compare sums of numbers that need not be whole, in whichever order they were added."""
    return bool(np.allclose(first, second, rtol=1e-12, atol=1e-12))  # type: ignore[arg-type]  # arrays or floats


def of(text: str, one: Set) -> Stats:
    return stats(text, one.outputs, one.streams)


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_shards_add(text: str, one: Set, data: st.DataObject) -> None:
    metric = parse(text)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(one) - 1)), max_size=3)))
    ends = [0, *(cut for cut in cuts if cut < len(one)), len(one)]
    whole = evalset(one.streams)
    shards = [
        (whole.part(start, stop), {"system": one.outputs[start:stop]})
        for start, stop in zip(ends, ends[1:], strict=False)
    ]
    kept = evaluate(shards, [metric], ONE_THREAD)
    summed = evaluate(shards, [metric], ONE_THREAD, keep=False)
    expected = of(text, one)
    assert np.array_equal(kept.stats[metric, "system"].rows, expected.rows)
    assert summed.stats[metric, "system"].rows.shape[0] == 1
    assert close(summed.stats[metric, "system"].total(), expected.total())
    assert kept.segments == summed.segments == len(one)
    assert kept.references == summed.references == whole.reference_counts()


@EVERY
@given(one=sets())
@FEW
def test_rows_of_single_segments_add_up_to_the_corpus(text: str, one: Set) -> None:
    expected = of(text, one)
    rows = np.concatenate([of(text, one.part([row])).rows for row in range(len(one))])
    assert np.array_equal(rows, expected.rows)
    assert close(expected.metric.score(rows.sum(axis=0)), expected.total())


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_order_is_irrelevant(text: str, one: Set, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(one))))
    expected, shuffled = of(text, one), of(text, one.part(list(order)))
    assert np.array_equal(shuffled.rows, expected.rows[list(order)])
    assert close(shuffled.total(), expected.total())


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_documents_keep_the_total(text: str, one: Set, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(one), max_size=len(one)))
    expected, codes = of(text, one), Codes.of(names)
    documents = expected.collapse(codes)
    assert documents.rows.shape[0] == len(codes.names)
    assert close(documents.rows.sum(axis=0), expected.rows.sum(axis=0))
    assert close(documents.total(), expected.total())
    for name, score in zip(codes.names, documents.each(), strict=True):
        rows = [row for row, own in enumerate(names) if own == name]
        assert close(of(text, one.part(rows)).total(), score)


@EVERY
@given(one=sets())
@FEW
def test_unit_weights_give_the_total_and_single_rows(text: str, one: Set) -> None:
    expected = of(text, one)
    assert close(expected.under(np.ones((2, len(one)))), expected.total())
    assert close(expected.under(np.eye(len(one))), expected.each())


@EVERY
@given(one=sets(), data=st.data())
@FEW
def test_weights_are_repetitions(text: str, one: Set, data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(one), max_size=len(one)).filter(any))
    repeated = [row for row, count in enumerate(times) for _ in range(count)]
    weights = np.array([times], dtype=np.float64)
    assert close(of(text, one).under(weights)[0], of(text, one.part(repeated)).total())


@EVERY
@given(one=sets())
@FEW
def test_doubling_the_corpus_changes_nothing(text: str, one: Set) -> None:
    if getattr(parse(text), "smooth", "none") in ADDS_TO_COUNTS:
        return
    one = with_long_segment(one)  # the other rules look only at orders without a match
    doubled = one.part([*range(len(one)), *range(len(one))])
    assert close(of(text, doubled).total(), of(text, one).total())


@EVERY
@given(one=sets())
@FEW
def test_scores_are_taken_of_any_leading_shape(text: str, one: Set) -> None:
    expected = of(text, one)
    metric, rows, each = expected.metric, expected.rows, expected.each()
    assert each.shape == (len(one),)
    assert np.shape(metric.score(rows[0])) == ()
    assert close(metric.score(rows[0]), each[0])
    assert close(metric.score(rows[:, None, :]), each[:, None])
    assert close(metric.score(np.stack([rows, 2 * rows, rows])), np.stack([each, metric.score(2 * rows), each]))
    assert metric.score(np.zeros((0, rows.shape[1]))).shape == (0,)


@EVERY
def test_threads_change_nothing(text: str) -> None:
    draw = random.Random(7)
    lines = [" ".join(draw.choices(WORDS, k=draw.randrange(12))) for _ in range(300)]
    one = Set(lines[:100], [[*lines[100:200]], [*lines[200:]]])
    expected = stats(text, one.outputs, one.streams, threads=1).rows
    for threads in (2, 3, 0):
        assert np.array_equal(stats(text, one.outputs, one.streams, threads=threads).rows, expected)


@EVERY
@given(one=sets(holes=False))
@FEW
def test_columns_and_lists_are_the_same_text(text: str, one: Set) -> None:
    columns = [Column.of([line for line in stream if line is not None]) for stream in one.streams]
    rows = stats(text, Column.of(one.outputs), columns).rows
    assert np.array_equal(rows, of(text, one).rows)


@EVERY
@given(one=sets())
@FEW
def test_systems_do_not_see_each_other(text: str, one: Set) -> None:
    metric = parse(text)
    outputs = {"first": one.outputs, "second": one.outputs[::-1], "third": [LONG] * len(one)}
    together = evaluate([(evalset(one.streams), outputs)], [metric], ONE_THREAD)
    assert together.systems == tuple(outputs)
    for name, column in outputs.items():
        assert np.array_equal(together.stats[metric, name].rows, stats(text, column, one.streams).rows)
