"""References are a set without order: which stream one stands in, and how often, changes no score."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import EVERY_METRIC, SPECS, Set, scored, sets, settings_of, weighs_by_idf

from assay.metrics.base import Metric
from assay.metrics.conformance import close
from support.metric_scores import stats

FEW = settings(max_examples=25)

# A mean over references is another mean when one of several is given twice.
MEANS = {
    "bleu": {"reference_average"},
    "tolerant-bleu": {"reference_average"},
    **{name: {"length"} for name in ("ter", "hter", "wer", "cer", "cder")},
}
# Not of HTER, where one reference is unlike the others: it is the output, corrected.
EVERY_UNTARGETED_METRIC = pytest.mark.parametrize("name", [name for name in SPECS if name != "hter"])
# The row is that of one reference; of two equally good ones it is the first, and their counts may differ.
ROW_OF_ONE_REFERENCE = ("chrf", "dependency", "gleu", "lebleu", "meteor", "overlap")
# One matching takes words from all references: of runs of equal length the last is taken, and a word that two
# references have may be matched twice.
ONE_MATCHING = ("gtm",)
# Members of a combination may average over references.
OF_OTHERS = ("combined",)


def averages(metric: Metric) -> bool:
    """Say whether all references count together, so that one of several given twice weighs more."""
    mean = getattr(metric, "multi", "") == "average" or getattr(metric, "references", "") == "mean"
    return mean or metric.name in (*ONE_MATCHING, *OF_OTHERS) or metric.fits_corpus


@EVERY_UNTARGETED_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_the_order_of_references_is_irrelevant(name: str, one: Set, data: st.DataObject) -> None:
    permuted = Set(one.outputs, data.draw(st.permutations(one.streams)))
    for metric in settings_of(name):
        expected, found = scored(metric, one), scored(metric, permuted)
        if name in ONE_MATCHING:
            continue
        assert close(found.each(), expected.each())
        if name not in ROW_OF_ONE_REFERENCE:
            assert close(found.total(), expected.total())


@EVERY_UNTARGETED_METRIC
@given(one=sets())
@FEW
def test_every_reference_twice_is_every_reference_once(name: str, one: Set) -> None:
    doubled = Set(one.outputs, [*one.streams, *one.streams])
    for metric in settings_of(name):
        if name in ONE_MATCHING or weighs_by_idf(metric):
            continue
        expected, twice = scored(metric, one), scored(metric, doubled)
        assert close(twice.rows, expected.rows)
        assert close(twice.total(), expected.total())


@EVERY_UNTARGETED_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_one_reference_twice_changes_no_count(name: str, one: Set, data: st.DataObject) -> None:
    doubled = Set(one.outputs, [*one.streams, data.draw(st.sampled_from(one.streams))])
    for metric in settings_of(name):
        if averages(metric):
            continue
        counts = [column not in MEANS.get(name, ()) for column in metric.columns]
        assert np.array_equal(scored(metric, doubled).rows[:, counts], scored(metric, one).rows[:, counts])


@EVERY_METRIC
@given(one=sets())
@FEW
def test_a_hole_is_a_reference_that_is_not_there(name: str, one: Set) -> None:
    for metric in settings_of(name):
        if metric.fits_corpus:
            continue
        rows = scored(metric, one).rows
        for row, output in enumerate(one.outputs):
            present = [[stream[row]] for stream in one.streams if stream[row] is not None]
            assert np.array_equal(stats(metric, [output], present).rows[0], rows[row])


@EVERY_METRIC
@given(one=sets(references=2))
@FEW
def test_a_stream_of_holes_is_no_stream(name: str, one: Set) -> None:
    holes = Set(one.outputs, [*one.streams, [None] * len(one)])
    for metric in settings_of(name):
        assert np.array_equal(scored(metric, holes).rows, scored(metric, one).rows)


def test_an_empty_reference_is_no_hole() -> None:
    """Where the output is empty too, "" is a perfect reference; a hole would leave the other one alone."""
    assert stats("ter", [""], [["a b"], [""]]).rows[0, 0] == 0
    assert stats("ter", [""], [["a b"], [None]]).rows[0, 0] == 2
    assert stats("bleu:length=shortest", ["a"], [["a b"], [""]]).rows[0, 2] == 0
