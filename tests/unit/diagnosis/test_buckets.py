"""Buckets of words and segments, features, matching, and n-grams, on texts small enough to count by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data.evalset import Codes, EvalSet
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.words import features
from assay.diagnosis.words.buckets import (
    FEWEST_WORDS,
    segment_buckets,
    word_buckets,
    word_statistics,
)
from assay.diagnosis.words.buckets import match_outputs as matchings
from assay.diagnosis.words.classes import classify
from assay.diagnosis.words.ngrams import contrast, ngram_table, production
from assay.diagnosis.words.source_words import source_buckets
from assay.diagnosis.words.tokens import match_words, number_words
from assay.errors import InputError, OptionError
from assay.metrics.specs import parse_metric
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.diagnosis import buckets as recipes
from assay.reporting.tables.diagnosis import words as ngram_tables
from assay.stats.settings import Settings

line = st.lists(st.sampled_from(["a", "b", "c", "d", "A", "7"]), max_size=8).map(" ".join)
FEW = Settings(draws=60, threads=1)


def made(references: list[str], knowledge: SetKnowledge | None = None, **outputs: list[str]) -> Corpus:
    evalset = EvalSet("set", ("", ""), None, {"ref": references}, Codes.alike("doc", len(references)))
    return prepare_corpus(evalset, outputs, [parse_metric("chrf")], knowledge, tok="none")


@given(st.lists(st.tuples(line, line), max_size=5))
@settings(max_examples=150)
def test_matches_are_the_overlap_of_the_bags(pairs: list[tuple[str, str]]) -> None:
    first, second = number_words([[pair[0] for pair in pairs], [pair[1] for pair in pairs]], "none")
    found = match_words(first, second)
    for row, (one, other) in enumerate(pairs):
        hits = found.output[first.offsets[row] : first.offsets[row + 1]]
        overlap = Counter(one.split()) & Counter(other.split())
        assert (hits >= 0).sum() == overlap.total()
        for place, target in zip(range(*first.offsets[row : row + 2]), hits, strict=True):
            assert target < 0 or first.ids[place] == second.ids[target]
            assert target < 0 or found.reference[target] == place


@given(
    st.lists(st.tuples(line, line), min_size=1, max_size=5),
    st.sampled_from(["length", "case", "digits", "position"]),
)
@settings(max_examples=100)
def test_buckets_share_out_all_words(pairs: list[tuple[str, str]], feature: str) -> None:
    found = made([ref for ref, _ in pairs], mt=[out for _, out in pairs])
    classified = classify(found)
    kind = features.WORD_FEATURES[feature](found)
    hits, ref, out = word_statistics(found, classified["mt"], matchings(classified)["mt"], kind)
    assert ref.sum() == len(found.references["ref"].ids)
    assert out.sum() == len(found.hypotheses["mt"].ids)
    assert (hits <= np.minimum(ref, out)).all()


def test_a_matched_word_is_counted_in_the_bucket_of_its_reference() -> None:
    found = made(["x boat"], mt=["boat y"])
    classified = classify(found)
    position = features.position(found)
    hits, _, out = word_statistics(found, classified["mt"], matchings(classified)["mt"], position)
    assert hits.tolist() == [[0, 1, 0]]  # the reference's place, not the output's
    assert out.sum() == 2


def test_names_of_buckets() -> None:
    assert features.bucket_names((1, 2, 5)) == ("0", "1", "2 to 4", "5 or more")
    assert features.bucket_names((-2, 0, 1)) == ("below -2", "-2 to -1", "0", "1 or more")
    assert features.bucket_names((0.5, 1.5)) == ("below 0.5", "0.5 to 1.5", "1.5 or more")
    assert features.bucket_of(np.array([0, 1, 4, 5]), (1, 2, 5)).tolist() == [0, 1, 2, 3]


def test_features_that_need_more_say_so() -> None:
    found = made(["a"], mt=["a"])
    for name in ("training-frequency", "label"):
        with pytest.raises(OptionError, match=name):
            features.WORD_FEATURES[name](found)
    with pytest.raises(OptionError, match="give --domains FILE"):
        features.domain(found)


def test_words_of_other_scripts_and_numbers() -> None:
    found = made(["дом 3 x2 home"], mt=["home"])
    assert features.script(found).buckets == ("cyrillic", "latin", "no letter")
    assert set(features.digits(found).buckets) == {"no digits", "number", "with digits"}


def test_small_buckets_are_flagged_and_not_tested() -> None:
    references = ["a b c d e f"] * 40 + ["RARE"]
    good, bad = references, ["a b c x y z"] * 40 + [""]
    found = made(references, good=good, bad=bad)
    buckets = word_buckets(found, classify(found), [features.case(found)], FEW)
    small = {(one.bucket, one.small) for one in buckets.words}
    assert small == {("lower", False), ("upper", True)}
    assert [(feature, bucket) for feature, bucket, *_ in buckets.comparisons] == [("case", "lower")]
    assert buckets.comparisons[0][2].better == "good"
    assert FEWEST_WORDS > 1


def test_scores_of_segments_by_bucket() -> None:
    references = ["a b"] * 15 + ["a b c d e f g h i j k l"] * 15
    found = made(references, good=references, bad=["a x"] * 15 + references[15:])
    buckets = segment_buckets(found, [features.segment_length(found), features.document(found)], FEW)
    scores = {(one.bucket, one.system): one.score for one in buckets.segments if one.segments}
    assert scores["below 10", "bad"] < scores["below 10", "good"] == pytest.approx(100)
    tested = {
        bucket: one.better for feature, bucket, one, _ in buckets.comparisons if feature == "segment-length"
    }
    assert tested == {"below 10": "good", "10 to 19": None}


def test_source_words_need_all_their_links() -> None:
    evalset = EvalSet("s", ("", ""), ["x  y z"], {"ref": ["a b c"]}, None)
    knowledge = SetKnowledge(links={"ref": [[(0, 0), (0, 1), (1, 2)]]})
    found = prepare_corpus(evalset, {"mt": ["a c"]}, [], knowledge, tok="none")
    rows = [one for one in source_buckets(found, classify(found), "ref") if one.words]
    assert [(one.bucket, one.right, one.words) for one in rows] == [("1", 1, 3)]
    broken = SetKnowledge(links={"ref": [[(7, 0)]]})
    with pytest.raises(InputError, match="line 1: 7-0 points beyond 3 source words"):
        source_buckets(prepare_corpus(evalset, {"mt": [""]}, [], broken, tok="none"), classify(found), "ref")


@given(st.lists(st.tuples(line, line, line), min_size=1, max_size=5))
@settings(max_examples=100)
def test_ngrams_are_counted_as_in_plain_python(rows: list[tuple[str, str, str]]) -> None:
    found = made([row[0] for row in rows], one=[row[1] for row in rows], two=[row[2] for row in rows])
    table = ngram_table(classify(found))
    for place, system in ((1, "one"), (2, "two")):
        expected: dict[str, Counter[str]] = {"match": Counter(), "over": Counter(), "under": Counter()}
        for row in rows:
            out, ref = grams(row[place]), grams(row[0])
            expected["match"] += out & ref
            expected["over"] += out - ref
            expected["under"] += ref - out
        for kind in ("match", "over", "under"):
            sums = table.sums(system, kind)
            assert (
                Counter({table.text(gram): int(count) for gram, count in enumerate(sums) if count})
                == expected[kind]
            )


def grams(text: str) -> Counter[str]:
    words = text.split()
    return Counter(" ".join(words[i : i + n]) for n in range(1, 5) for i in range(len(words) - n + 1))


def test_ngrams_that_one_system_has_right_and_the_other_not() -> None:
    found = made(["the harbour master"] * 9, one=["the harbour master"] * 9, two=["the port boss"] * 9)
    table = ngram_table(classify(found))
    more, fewer = contrast(table, ("one", "two"), "match", most=3)
    assert more[0].ngram == "harbour"
    assert (more[0].first, more[0].second) == (9, 0)
    assert more[0].segments == (0, 1, 2, 3, 4)
    assert more[0].z > 2
    assert fewer == []
    over, under = production(table, "two", most=2)
    assert {one.ngram for one in over} <= {"boss", "port", "port boss", "the port", "the port boss"}
    assert under[0].reference == 9
    with pytest.raises(OptionError, match="kind"):
        contrast(table, ("one", "two"), "wrong")  # type: ignore[arg-type]  # what a user might write
    with pytest.raises(OptionError, match="have 1 to 9"):
        ngram_table(classify(found), 0)


def test_every_table_can_be_written_in_every_format() -> None:
    references = ["the harbour master sails home now"] * 12
    found = made(references, one=references, two=["the port boss sails home"] * 12)
    classified = classify(found)
    words = word_buckets(found, classified, [features.case(found)], FEW)
    parts = segment_buckets(found, [features.segment_length(found)], FEW)
    table = ngram_table(classified)
    blocks = [
        *recipes.bucket_tables(words, 0.05),
        *recipes.bucket_tables(parts, 0.05),
        ngram_tables.contrast_table(contrast(table, ("one", "two"), "match"), ("one", "two"), "match"),
        ngram_tables.production_table(production(table, "two"), "two"),
    ]
    for form in FORMATS:
        assert "harbour" in render_as(blocks, form)
