"""Statistics are sums: shards, order, documents, weights and threads change nothing that they must not.

What these laws say is written in `assay.metrics.conformance`, for metrics of other packages as well as for ours.
"""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import (
    EVERY_METRIC,
    EVERY_SETTING,
    LONG,
    WORDS,
    Set,
    scored,
    sets,
    settings_of,
    weighs_by_idf,
    with_long_segment,
)  # fmt: skip

from assay.metrics import conformance
from assay.metrics.conformance import close
from assay.text.column import Column
from support.metric_scores import stats

FEW = settings(max_examples=20)

# These rules put fixed numbers beside the counts, so that they weigh less in a larger corpus.
ADDS_TO_COUNTS = ("add-k", "cc5", "cc6", "cc7", "moses")


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_shards_add(name: str, one: Set, data: st.DataObject) -> None:
    cuts = data.draw(st.sets(st.integers(1, len(one)), max_size=3))
    for metric in settings_of(name):
        conformance.shards_add(metric, one, sorted(cuts))


@EVERY_METRIC
@given(one=sets())
@FEW
def test_rows_of_single_segments_add_up_to_the_corpus(name: str, one: Set) -> None:
    for metric in settings_of(name):
        conformance.segments_stand_alone(metric, one)


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_order_is_irrelevant(name: str, one: Set, data: st.DataObject) -> None:
    order = list(data.draw(st.permutations(range(len(one)))))
    for metric in settings_of(name):
        conformance.order_is_irrelevant(metric, one, order)


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_documents_keep_the_total(name: str, one: Set, data: st.DataObject) -> None:
    column = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(one), max_size=len(one)))
    for metric in settings_of(name):
        conformance.documents_keep_the_total(metric, one, column)


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_weights_are_repetitions(name: str, one: Set, data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(one), max_size=len(one)))
    for metric in settings_of(name):
        conformance.weights_are_repetitions(metric, one, times)


@EVERY_METRIC
@given(one=sets().map(with_long_segment))  # the other rules look only at orders without a match
@FEW
def test_doubling_the_corpus_changes_nothing(name: str, one: Set) -> None:
    doubled = one.part([*range(len(one)), *range(len(one))])
    for metric in settings_of(name):
        if getattr(metric, "smooth", "none") not in ADDS_TO_COUNTS and not weighs_by_idf(metric):
            assert close(scored(metric, doubled).total(), scored(metric, one).total())


@EVERY_METRIC
@given(one=sets())
@FEW
def test_scores_are_taken_of_any_leading_shape(name: str, one: Set) -> None:
    for metric in settings_of(name):
        conformance.scores_take_any_shape(metric, one)


@EVERY_SETTING
def test_threads_change_nothing(text: str) -> None:
    draw = random.Random(7)
    lines = [" ".join(draw.choices(WORDS, k=draw.randrange(12))) for _ in range(300)]
    streams = [lines[100:200], lines[200:]]
    expected = stats(text, lines[:100], streams, threads=1).rows
    for threads in (2, 3, 0):
        assert np.array_equal(stats(text, lines[:100], streams, threads=threads).rows, expected)


@EVERY_METRIC
@given(one=sets(holes=False))
@FEW
def test_columns_and_lists_are_the_same_text(name: str, one: Set) -> None:
    columns = [Column.of([line for line in stream if line is not None]) for stream in one.streams]
    for metric in settings_of(name):
        rows = stats(metric, Column.of(one.outputs), columns).rows
        assert np.array_equal(rows, scored(metric, one).rows)


@EVERY_METRIC
@given(one=sets())
@FEW
def test_systems_do_not_see_each_other(name: str, one: Set) -> None:
    others = {"second": one.outputs[::-1], "third": [LONG] * len(one)}
    for metric in settings_of(name):
        conformance.systems_stand_alone(metric, one, others)
