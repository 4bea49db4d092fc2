"""Partial credit for stems and synonyms: the textbook's exercise by hand, and what must always hold."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError, OptionError
from assay.metrics.options import MetricOptions
from assay.metrics.specs import files_of, parse_metric, signature_of
from support.metric_scores import columns, stats

OUTPUT, REFERENCE = (
    "The big dog chases a man across the street .",
    "The large dog chased the man across the street .",
)
WORDS = ("big", "large", "huge", "dog", "dogs", "chase", "chased", "Chases", "the", "a")
segments = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@pytest.fixture(scope="module")
def synonyms(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("synonyms") / "en.tsv"
    path.write_text("big\tlarge\nhuge\tbig\n", encoding="utf-8")
    return str(path)


def matches(metric: str, output: str, *references: str) -> list[float]:
    found = stats(metric, [output], [[reference] for reference in references])
    return [float(value) for value in found.rows[0, columns(found, "match")]]


def test_the_exercise_by_hand(synonyms: str) -> None:
    metric = f"bleu:stem=english,partial=0.5,synonyms={synonyms},tok=none"
    assert matches(metric, OUTPUT, REFERENCE) == [8, 5.5, 4, 2.5]
    expected = 100 * (8 / 10 * 5.5 / 9 * 4 / 8 * 2.5 / 7) ** 0.25
    assert stats(metric, [OUTPUT], [[REFERENCE]]).total() == pytest.approx(expected)


def test_stems_or_synonyms_alone(synonyms: str) -> None:
    assert matches("bleu:stem=english,partial=0.5,tok=none", OUTPUT, REFERENCE) == [7.5, 4.5, 3, 2]
    assert matches(f"bleu:partial=0.5,synonyms={synonyms},tok=none", OUTPUT, REFERENCE) == [7.5, 5, 3.5, 2]


def test_matches_of_several_references_are_never_fewer_than_exact_ones(synonyms: str) -> None:
    metric = f"bleu:partial=0.5,synonyms={synonyms},tok=none"
    assert matches(metric, "big large", "big", "large") == matches(
        "bleu:tok=none", "big large", "big", "large"
    )


@given(output=segments, references=st.lists(segments, min_size=1, max_size=3))
def test_credit_lies_between_none_and_all(synonyms: str, output: str, references: list[str]) -> None:
    setting = f"stem=english,synonyms={synonyms},tok=none"
    exact = np.array(matches("bleu:tok=none", output, *references))
    none, half, full = (
        np.array(matches(f"bleu:partial={credit},{setting}", output, *references)) for credit in (0, 0.5, 1)
    )
    assert np.array_equal(none, exact)
    assert np.array_equal(half, (none + full) / 2)
    assert (full >= exact).all()


@given(output=segments, reference=segments)
def test_with_one_reference_loose_matches_include_exact_ones(output: str, reference: str) -> None:
    loose = matches("bleu:stem=english,tok=none", output, reference)
    exact = matches("bleu:tok=none", output, reference)
    assert all(more >= fewer for more, fewer in zip(loose, exact, strict=True))
    assert matches("bleu:stem=english,partial=1,tok=none", output, reference) == loose


@pytest.mark.parametrize(
    "text",
    [
        "bleu:partial=0.5",
        "bleu:partial=1.5,stem=english",
        "bleu:partial=-1,stem=english",
        "chrf:stem=english",
    ],
)
def test_settings_without_meaning_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(text)


def test_synonyms_need_their_credit(synonyms: str) -> None:
    with pytest.raises(OptionError, match="partial"):
        parse_metric(f"bleu:synonyms={synonyms}")


def test_a_changed_list_is_not_the_one_of_the_signature(tmp_path: Path) -> None:
    path = tmp_path / "x#1.tsv"
    path.write_text("a\tb\n")
    metric = parse_metric(f"bleu:partial=0.5,synonyms={path}")
    text = signature_of(metric, (1, 1))
    assert parse_metric(text) == metric
    path.write_text("a\tc\n")
    with pytest.raises(AssayError, match="checksum"):
        parse_metric(text)


def test_files_that_a_metric_reads_are_known(synonyms: str) -> None:
    spec = f"bleu:synonyms={synonyms},partial=0.5"
    assert files_of(parse_metric(spec)) == [synonyms]
    assert MetricOptions((spec, "chrf", spec)).paths() == [synonyms, synonyms]
    assert MetricOptions().paths() == []
