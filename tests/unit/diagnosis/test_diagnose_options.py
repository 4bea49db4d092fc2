"""Options of diagnose, check and gate: choices are those of the tables, and what cannot be is refused."""

from __future__ import annotations

from typing import get_args

import pytest

from assay.diagnosis.options import (
    BucketFiles,
    CheckOptions,
    DiagnoseOptions,
    GateOptions,
    KnowledgeFiles,
    NamedBucket,
    SegmentFeatureName,
    WordFeatureName,
)
from assay.diagnosis.words.features import SEGMENT_FEATURES, WORD_FEATURES
from assay.errors import OptionError


def test_choices_are_the_names_of_the_tables() -> None:
    assert tuple(WORD_FEATURES) == get_args(WordFeatureName)
    assert tuple(SEGMENT_FEATURES) == get_args(SegmentFeatureName)


@pytest.mark.parametrize("words", ["length,case", ("length", "case")])
def test_features_are_words_with_commas_or_a_tuple(words: str | tuple[str, ...]) -> None:
    assert DiagnoseOptions(words=words).word_features == ("length", "case")


def test_what_cannot_be_is_refused_before_any_work() -> None:
    with pytest.raises(OptionError, match="is not a feature"):
        DiagnoseOptions(segments="size")
    with pytest.raises(OptionError, match="--bases needs --base file"):
        DiagnoseOptions(files=KnowledgeFiles(bases=("a=b",)))
    with pytest.raises(OptionError, match="most must be 1 or more"):
        DiagnoseOptions(most=0)
    with pytest.raises(OptionError, match="not a language that can be detected"):
        CheckOptions(language="tlh")
    with pytest.raises(OptionError, match="--baseline FILE"):
        GateOptions()
    with pytest.raises(OptionError, match="--counts applies only to buckets"):
        GateOptions(baseline="run.json", files=BucketFiles(counts="counts"))


def test_buckets_and_languages_are_read() -> None:
    options = GateOptions(baseline="run.json", bucket=("length:4 to 5=2", "document:a=b"))
    assert options.buckets() == [NamedBucket("length", "4 to 5", 2.0), NamedBucket("document", "a=b")]
    assert CheckOptions(language="deu", source_language="en-GB").languages() == ("en", "de")
