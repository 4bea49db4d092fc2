"""Systems side by side, and where metrics disagree."""

from __future__ import annotations

import math

import pytest

from assay.data.evalset import Codes, EvalSet
from assay.diagnosis.corpus import Corpus, prepare_corpus
from assay.diagnosis.words import features
from assay.diagnosis.words.buckets import segment_buckets
from assay.diagnosis.words.conflicts import bucket_conflicts, conflicts
from assay.diagnosis.words.systems import compare_outputs, difficulty, disputes, hardest, positions
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings

REFERENCE = ["the late ferry to the island left", "rain is expected on 14 May", "bring a coat", "thank you"]


def made(metrics: tuple[str, ...] = ("chrf", "ter"), **outputs: list[str]) -> Corpus:
    evalset = EvalSet("s", ("", ""), None, {"ref": REFERENCE}, Codes.of(["a", "a", "a", "b"]))
    return prepare_corpus(evalset, outputs, [parse_metric(text) for text in metrics], tok="none")


def test_copies_of_a_system_are_found() -> None:
    found = made(one=REFERENCE, two=[*REFERENCE[:3], "thanks"], three=["x", "y", "z", "w"])
    near = {(pair.first, pair.second): pair for pair in compare_outputs(found.outputs)}
    assert near["one", "two"].identical == 3
    assert near["one", "two"].near
    assert not near["one", "three"].near
    turned = {
        (pair.first, pair.second): pair
        for pair in compare_outputs(made(two=[*REFERENCE[:3], "thanks"], one=REFERENCE).outputs)
    }
    assert turned["two", "one"].similarity == pytest.approx(near["one", "two"].similarity)


def test_the_most_disputed_segment_comes_first() -> None:
    found = made(one=REFERENCE, two=["zzz", *REFERENCE[1:]])
    for metric in found.evaluation.metrics:
        (dispute,) = disputes(found, metric)
        assert (dispute.segment, dispute.best, dispute.worst) == (0, "one", "two")
        assert hardest(found, metric, 1)[0][0] == 0
    assert disputes(made(one=REFERENCE), parse_metric("chrf")) == []


def test_positions_go_by_document() -> None:
    found = made(one=REFERENCE)
    places = positions(found, parse_metric("chrf"))
    assert [(one.tenth, one.segments) for one in places] == [(1, 2), (4, 1), (7, 1)]
    assert all(one.score == pytest.approx(100) for one in places)


def test_long_segments_that_score_low_are_noticed() -> None:
    found = made(one=["zzz zzz", "rain on may", "bring a coat", "thank you"])
    predictors = {one.feature: one.correlation for one in difficulty(found, parse_metric("chrf"))}
    assert predictors["words"] < -0.8
    assert math.isnan(predictors["punctuation"])


def test_metrics_that_order_systems_oppositely() -> None:
    # one has the letters, two has the words
    one = ["the late ferris to the islands lefty", *REFERENCE[1:]]
    two = ["ferry late to island the the", *REFERENCE[1:]]
    found = made(("chrf", "f"), one=one, two=two)
    (conflict,) = conflicts(found)
    assert conflict.opposite
    assert (conflict.agree, conflict.disagree, conflict.ties) == (0, 1, 3)
    assert conflict.segments == (0,)
    assert conflict.share == 1
    assert conflicts(made(("chrf",), one=one, two=two)) == []


def test_buckets_in_which_metrics_disagree() -> None:
    evalset = EvalSet("s", ("", ""), None, {"ref": REFERENCE[:1] * 12}, None)
    outputs = {
        "one": ["the late ferris to the islands lefty"] * 12,
        "two": ["ferry late to island the the"] * 12,
    }
    found = prepare_corpus(evalset, outputs, [parse_metric("chrf"), parse_metric("f")], tok="none")
    buckets = segment_buckets(found, [features.segment_length(found)], Settings(draws=20, threads=1))
    (conflict,) = bucket_conflicts(buckets.segments)
    assert (conflict.bucket, conflict.systems, conflict.segments) == ("below 10", ("one", "two"), 12)
