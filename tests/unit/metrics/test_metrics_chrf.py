"""chrF's corners: two averages, orders that one side lacks, white space, marks at the ends of words."""

import pytest

from assay.metrics.ngrams.chrf import Chrf
from support.metric_scores import stats


@pytest.mark.parametrize(
    ("metric", "label"),
    [
        (Chrf(), "chrF2"),
        (Chrf(beta=3), "chrF3"),
        (Chrf(beta=0.5), "chrF0.5"),
        (Chrf(word_order=2), "chrF2++"),
        (Chrf(word_order=1, beta=1), "chrF1+"),
        (Chrf(char_order=0, word_order=4), "wordF2"),
    ],
)
def test_headings_are_those_of_the_literature(metric: Chrf, label: str) -> None:
    assert metric.label == label


@pytest.mark.parametrize(
    ("text", "pr", "f"), [("Yes .", 100, 100 * 4 / 6), ("a", 100, 100 / 6), ("abcdef", 100, 100), ("", 0, 0)]
)
def test_the_two_averages_part_on_short_text(text: str, pr: float, f: float) -> None:
    assert stats("chrf", [text], [[text]]).total() == pytest.approx(pr)
    assert stats("chrf:average=f", [text], [[text]]).total() == pytest.approx(f)


def test_white_space_is_dropped_unless_asked_for() -> None:
    assert stats("chrf", ["a b\u3000c\td"], [["abcd"]]).total() == 100
    assert stats("chrf:whitespace", ["a b c d"], [["abcd"]]).total() < 100


def test_one_mark_is_parted_from_each_word() -> None:
    """The last one, or else the first: "(hi)" is "(hi" and ")"."""
    words = "chrf:char_order=0,word_order=1"
    assert stats(words, ["(hi)"], [["hi)"]]).rows[0].tolist() == [2, 2, 1]
    assert stats(words, ["(hi"], [["( hi"]]).rows[0].tolist() == [2, 2, 2]


def test_the_best_reference_counts() -> None:
    one, two = ["nothing like it"], ["a small boat"]
    both = stats("chrf", ["a small boat"], [one, two])
    assert both.total() == 100
    assert both.rows.tolist() == stats("chrf", ["a small boat"], [two]).rows.tolist()


def test_output_ngrams_of_an_order_that_the_reference_lacks_do_not_count() -> None:
    found = stats("chrf:char_order=3", ["abcd"], [["ab"]])
    assert found.rows[0].tolist() == [4, 2, 2, 3, 1, 1, 0, 0, 0]


def test_a_character_is_a_code_point() -> None:
    assert stats("chrf:char_order=1", ["👩\u200d🔬e\u0301"], [["👩\u200d🔬e\u0301"]]).rows[0].tolist() == [
        5,
        5,
        5,
    ]


def test_recall_weighs_beta_times_as_much() -> None:
    found = stats("chrf:char_order=1,beta=3", ["ab"], [["abcd"]])
    assert found.total() == pytest.approx(100 * 10 * 1 * 0.5 / (9 * 1 + 0.5))
