"""Accuracy over buckets and n-grams against compare-mt on real outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from golden_cases import load as figures
from golden_write import DATA
from ted import SYSTEMS, golden, load, own

from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words import features
from assay.diagnosis.words.buckets import match_outputs, word_statistics
from assay.diagnosis.words.classes import Classified, classify
from assay.diagnosis.words.features import WordFeature
from assay.diagnosis.words.ngrams import Kind, contrast, ngram_table
from assay.diagnosis.words.source_words import source_buckets


@pytest.fixture(scope="module")
def ted(shared_dir: Path) -> Corpus:
    return load(shared_dir)


@pytest.fixture(scope="module")
def classified(ted: Corpus) -> dict[str, Classified]:
    return classify(ted)


@pytest.mark.parametrize(
    ("case", "feature"),
    [
        ("training_frequency", features.training_frequency),
        ("reference_frequency", features.reference_frequency),
        ("case", features.case),
        ("pos_all_tags", features.label),
    ],
)
def test_words_of_every_bucket(
    shared_dir: Path,
    ted: Corpus,
    classified: dict[str, Classified],
    case: str,
    feature: Callable[[Corpus], WordFeature],
) -> None:
    expected: list[dict[str, Any]] = golden(shared_dir)[f"comparemt_words_by_{case}"]["figures"]
    made = feature(ted)
    by_name = case in ("case", "pos_all_tags")
    kept = [row for row in expected if not by_name or row["bucket"] in made.buckets]
    assert all(row["ref_words"] == 0 for row in expected if row not in kept)
    for system in SYSTEMS:
        tables = word_statistics(ted, classified[system], match_outputs(classified)[system], made)
        sums = [table.sum(axis=0).tolist() for table in tables]
        for place, row in enumerate(kept):
            number = made.buckets.index(row["bucket"]) if by_name else place
            found = [column[number] for column in sums]
            assert found == [row[system]["match"], row["ref_words"], row[system]["out_words"]], row


def test_source_words_that_came_through(
    shared_dir: Path, ted: Corpus, classified: dict[str, Classified]
) -> None:
    expected = golden(shared_dir)["comparemt_source_words_collapsed"]["figures"]
    found = source_buckets(ted, classified, "ref")
    for system in SYSTEMS:
        mine = [(one.right, one.words) for one in found if one.system == system]
        assert mine == [(row[system]["right"], row["source_words"]) for row in expected]


@pytest.mark.parametrize("kind", get_args(Kind))
def test_ngrams_in_which_the_systems_differ(
    shared_dir: Path, classified: dict[str, Classified], kind: Kind
) -> None:
    expected = golden(shared_dir)["comparemt_ngrams"]["figures"][kind]
    table = ngram_table(classified)
    for system in SYSTEMS:
        assert table.sums(system, kind).sum() == expected[f"total_{system}"]
    lists = zip(contrast(table, SYSTEMS, kind), ("sys1_over_sys2", "sys2_over_sys1"), strict=True)
    for found, name in lists:
        assert [(one.ngram, one.first, one.second) for one in found] == [
            (row["ngram"], row["sys1"], row["sys2"]) for row in expected[name]["ngrams"]
        ]
        assert [one.share for one in found] == pytest.approx(
            [row["score"] for row in expected[name]["ngrams"]]
        )


# --- segments of our own ------------------------------------------------------------------------------------

COMPARE_MT = figures(DATA / "analysis-compare-mt.json")
BUCKETS = {case["feature"]: case for case in COMPARE_MT["buckets"]}
FEATURES = {
    "training_frequency": features.training_frequency,
    "reference_frequency": features.reference_frequency,
    "case": features.case,
    "label": features.label,
}


@pytest.mark.parametrize("name", FEATURES)
def test_words_of_our_own_segments(name: str) -> None:
    material, case = own(), BUCKETS[name]
    classified, feature = classify(material), FEATURES[name](material)
    by_name = name in ("case", "label")
    for system in SYSTEMS:
        tables = word_statistics(material, classified[system], match_outputs(classified)[system], feature)
        sums = [table.sum(axis=0).tolist() for table in tables]
        for place, (bucket, counts) in enumerate(zip(case["buckets"], case[system], strict=True)):
            if by_name and bucket not in feature.buckets:
                assert not any(counts)
                continue
            number = feature.buckets.index(bucket) if by_name else place
            assert [column[number] for column in sums] == counts, bucket


def test_source_words_of_our_own_segments() -> None:
    material = own()
    buckets = source_buckets(material, classify(material), "ref")
    for system in SYSTEMS:
        ours = [[bucket.right, bucket.words] for bucket in buckets if bucket.system == system]
        assert ours == [counts[:2] for counts in BUCKETS["source"][system]]


@pytest.mark.parametrize("case", COMPARE_MT["ngrams"], ids=lambda case: case["kind"])
def test_ngrams_of_our_own_segments(case: dict[str, Any]) -> None:
    kind, most = case["kind"], 10
    shares = {ngram: (first, second, share) for ngram, first, second, share in case["ngrams"]}
    table = ngram_table(classify(own()))
    for place, system in enumerate(SYSTEMS):
        assert table.sums(system, kind).sum() == sum(counts[place] for counts in shares.values())
    lists = contrast(table, SYSTEMS, kind, most=most)
    for contrasts, sign in zip(lists, (1, -1), strict=True):
        for ngram in contrasts:
            assert (ngram.first, ngram.second, pytest.approx(ngram.share)) == shares[ngram.ngram]
        beyond = sorted((sign * (share - 0.5) for _, _, share in shares.values()), reverse=True)
        beyond = [share for share in beyond if share > 0 and share >= beyond[most - 1] - 1e-12]
        assert [sign * (ngram.share - 0.5) for ngram in contrasts] == pytest.approx(beyond)
