"""Statistics are sums: shards, order, documents, weights and threads change nothing that they must not."""

import random
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import (
    EVERY_METRIC,
    EVERY_SETTING,
    LONG,
    WORDS,
    Set,
    close,
    scored,
    sets,
    settings_of,
    weighs_by_idf,
    with_long_segment,
)  # fmt: skip

from assay.data.evalset import Codes
from assay.metrics.evaluation import evaluate
from assay.resources import Resources
from assay.text.column import Column
from scoring import evalset, stats

ONE_THREAD = Resources(threads=1)
FEW = settings(max_examples=30)

# These rules put fixed numbers beside the counts, so that they weigh less in a larger corpus.
ADDS_TO_COUNTS = ("add-k", "cc5", "cc6", "cc7", "moses")


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_shards_add(name: str, one: Set, data: st.DataObject) -> None:
    cuts = data.draw(st.sets(st.integers(1, len(one)), max_size=3))
    whole = evalset(one.streams)
    shards = [
        (whole.part(start, stop), {"system": one.outputs[start:stop]})
        for start, stop in pairwise(sorted({0, *cuts, len(one)}))
    ]
    for metric in settings_of(name):
        expected = scored(metric, one)
        kept = evaluate(shards, [metric], ONE_THREAD)
        summed = evaluate(shards, [metric], ONE_THREAD, keep=False)
        assert np.array_equal(kept.stats[metric, "system"].rows, expected.rows)
        assert summed.stats[metric, "system"].rows.shape[0] == 1
        assert close(summed.stats[metric, "system"].total(), expected.total())
        assert kept.segments == summed.segments == len(one)
        assert kept.references == summed.references == whole.reference_counts()


@EVERY_METRIC
@given(one=sets())
@FEW
def test_rows_of_single_segments_add_up_to_the_corpus(name: str, one: Set) -> None:
    for metric in settings_of(name):
        if metric.fits_corpus:
            continue  # a single segment has weights of its own
        expected = scored(metric, one)
        rows = np.concatenate([scored(metric, one.part([row])).rows for row in range(len(one))])
        assert np.array_equal(rows, expected.rows)
        assert close(metric.score(rows.sum(axis=0)), expected.total())


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_order_is_irrelevant(name: str, one: Set, data: st.DataObject) -> None:
    order = list(data.draw(st.permutations(range(len(one)))))
    for metric in settings_of(name):
        expected, shuffled = scored(metric, one), scored(metric, one.part(order))
        assert np.array_equal(shuffled.rows, expected.rows[order])
        assert close(shuffled.total(), expected.total())


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_documents_keep_the_total(name: str, one: Set, data: st.DataObject) -> None:
    column = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(one), max_size=len(one)))
    codes = Codes.of(column)
    for metric in settings_of(name):
        expected = scored(metric, one)
        documents = expected.collapse(codes)
        assert documents.rows.shape == (len(codes.names), len(metric.columns))
        assert close(documents.rows.sum(axis=0), expected.rows.sum(axis=0))
        assert close(documents.total(), expected.total())
        for document, score in zip(codes.names, documents.each(), strict=True):
            rows = [row for row, own in enumerate(column) if own == document]
            assert metric.fits_corpus or close(scored(metric, one.part(rows)).total(), score)


@EVERY_METRIC
@given(one=sets())
@FEW
def test_unit_weights_give_the_total_and_single_rows(name: str, one: Set) -> None:
    for metric in settings_of(name):
        expected = scored(metric, one)
        assert close(expected.under(np.ones((2, len(one)))), expected.total())
        assert close(expected.under(np.eye(len(one))), expected.each())


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_weights_are_repetitions(name: str, one: Set, data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(one), max_size=len(one)).filter(any))
    repeated = one.part([row for row, count in enumerate(times) for _ in range(count)])
    weights = np.array([times], dtype=np.float64)
    for metric in settings_of(name):
        if metric.fits_corpus:
            continue  # its weights stay those of the whole set
        assert close(scored(metric, one).under(weights), scored(metric, repeated).total())


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
        rows = scored(metric, one).rows
        each, twice = metric.score(rows), metric.score(2 * rows)
        assert each.shape == (len(one),)
        assert np.shape(metric.score(rows[0])) == ()
        assert close(metric.score(rows[0]), each[0])
        assert close(metric.score(rows[:, None, :]), each[:, None])
        assert close(metric.score(np.stack([rows, 2 * rows, rows])), np.stack([each, twice, each]))
        assert metric.score(np.zeros((0, rows.shape[1]))).shape == (0,)


@EVERY_METRIC
@given(one=sets())
@FEW
def test_scores_leave_their_totals_alone(name: str, one: Set) -> None:
    for metric in settings_of(name):
        rows = scored(metric, one).rows
        before = rows.copy()
        metric.score(rows)
        assert np.array_equal(rows, before)


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
    outputs = {"first": one.outputs, "second": one.outputs[::-1], "third": [LONG] * len(one)}
    for metric in settings_of(name):
        together = evaluate([(evalset(one.streams), outputs)], [metric], ONE_THREAD)
        assert together.systems == tuple(outputs)
        for system, column in outputs.items():
            assert np.array_equal(
                together.stats[metric, system].rows, stats(metric, column, one.streams).rows
            )
