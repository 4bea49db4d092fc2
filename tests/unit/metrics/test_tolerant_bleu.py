"""Tolerant BLEU: hand-worked segments, and its relation to BLEU."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import OptionError
from assay.metrics.specs import parse_metric
from support.metric_scores import columns, stats

WORDS = (
    "walk",
    "walks",
    "walked",
    "talk",
    "talks",
    "the",
    "then",
    "a",
    "Straße",
    "Strasse",
    "中国人",
    "中国",
)
segments = st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join)
OUTPUT, REFERENCE = "she walks the dog", "she walked the dogs"


def matches(metric: str, output: str, *references: str) -> list[float]:
    found = stats(metric, [output], [[reference] for reference in references])
    return [float(value) for value in found.rows[0, [at + 4 for at in range(4)]]]


def test_matches_by_hand() -> None:
    # walks and walked: walk in common, s to ed is 2 edits, 2/4 is too far; dog and dogs: 1/3, so weight 2/3
    assert matches("tolerant-bleu:tok=none", OUTPUT, REFERENCE) == pytest.approx([2 + 2 / 3, 5 / 6, 0, 0])
    # with a higher epsilon walks has the weight 1/2, and all n-grams match in part
    words = [1, 1 / 2, 1, 2 / 3]
    mean = [
        sum(words),
        (sum(words[:2]) + sum(words[1:3]) + sum(words[2:])) / 2,
        (sum(words[:3]) + sum(words[1:])) / 3,
        sum(words) / 4,
    ]
    wide = "tolerant-bleu:tok=none,epsilon=0.6"
    assert matches(wide, OUTPUT, REFERENCE) == pytest.approx(mean)
    product = [sum(words), 1 / 2 + 1 / 2 + 2 / 3, 1 / 2 + 1 / 3, 1 / 3]
    assert matches(f"{wide},weighting=product", OUTPUT, REFERENCE) == pytest.approx(product)
    minimum = [sum(words), 1 / 2 + 1 / 2 + 2 / 3, 1 / 2 + 1 / 2, 1 / 2]
    assert matches(f"{wide},weighting=minimum", OUTPUT, REFERENCE) == pytest.approx(minimum)


def test_the_score_by_hand() -> None:
    found = stats("tolerant-bleu:tok=none,epsilon=0.6,smooth=none", [OUTPUT], [[REFERENCE]])
    precisions = (19 / 24, 19 / 24 - 0.0416666667 + 0.0, 0, 0)
    matched = found.rows[0, 4:8] / [4, 3, 2, 1]
    assert matched[0] == pytest.approx(precisions[0])
    assert found.total() == pytest.approx(100 * float(matched.prod()) ** 0.25)


def test_equal_words_are_matched_first() -> None:
    assert matches("tolerant-bleu:tok=none", "then the", "the then") == [2, 0, 0, 0]


def test_every_word_of_the_reference_is_matched_once() -> None:
    assert matches("tolerant-bleu:tok=none", "dogs dogs dogs", "dog")[0] == pytest.approx(2 / 3)


def test_the_best_reference_counts() -> None:
    alone = matches("tolerant-bleu:tok=none", OUTPUT, REFERENCE)
    assert matches("tolerant-bleu:tok=none", OUTPUT, "nothing like it", REFERENCE) == alone


@given(output=segments, reference=segments)
def test_without_tolerance_it_is_bleu(output: str, reference: str) -> None:
    strict = stats("tolerant-bleu:epsilon=0,tok=none", [output], [[reference]])
    exact = stats("bleu:tok=none", [output], [[reference]])
    assert strict.rows.tolist() == exact.rows.tolist()
    assert strict.total() == exact.total()


@given(text=segments)
def test_a_text_matches_itself_in_full(text: str) -> None:
    found = stats("tolerant-bleu:tok=none", [text], [[text]])
    assert found.rows[0, columns(found, "match1")].tolist() == [len(text.split())]


@given(output=segments, reference=segments)
def test_words_count_no_less_than_in_bleu_and_no_more_than_there_are(output: str, reference: str) -> None:
    most = min(len(output.split()), len(reference.split()))
    previous = matches("bleu:tok=none", output, reference)[0]
    for epsilon in (0.1, 0.43, 0.7, 1):
        found = matches(f"tolerant-bleu:tok=none,epsilon={epsilon}", output, reference)[0]
        assert previous - 1e-9 <= found <= most + 1e-9
        previous = found


@pytest.mark.parametrize(
    "options", ["epsilon=-0.1", "epsilon=1.5", "max_n=0", "tok=nothing", "smooth=nothing"]
)
def test_numbers_without_meaning_are_refused(options: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(f"tolerant-bleu:{options}")


def test_smoothing_by_neighbours_never_exceeds_100() -> None:
    metric = parse_metric("tolerant-bleu:smooth=cc6")
    totals = np.zeros(len(metric.columns))
    totals[:4] = 12, 10, 10, 10  # lengths
    totals[4:9] = 12, 11.9, 11.8, 9, 8  # matches
    totals[9:] = 12, 11, 10, 9, 8
    assert metric.score(totals) <= 100
