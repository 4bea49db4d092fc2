"""PET: order and words in one score, worked by hand."""

from math import exp

import pytest

from assay.errors import OptionError
from assay.metrics.specs import parse_metric
from support.metric_scores import stats

REFERENCE = "in the harbour boats wait"


def score(specification: str, output: str, reference: str = REFERENCE) -> float:
    return stats(specification, [output], [[reference]]).total()


def test_words_alone_are_their_f_score() -> None:
    assert score("pet:alpha=1", "boats wait here") == pytest.approx(100 * 2 * 2 / (3 + 5))


def test_order_alone_is_short_where_few_words_are_aligned() -> None:
    assert score("pet:alpha=0", REFERENCE) == 100
    assert score("pet:alpha=0", "boats wait here") == pytest.approx(100 * exp(1 - 5 / 2))
    assert score("pet:alpha=0,kind=kendall", "wait boats") == 0


def test_a_moved_phrase_costs_less_than_scattered_words() -> None:
    moved, scattered = "boats wait in the harbour", "harbour the boats wait in"
    for kind in ("viterbi", "forest", "fuzzy"):
        assert score(f"pet:kind={kind}", moved) > score(f"pet:kind={kind}", scattered)


def test_the_best_tree_by_hand() -> None:
    # 2 1 3: the block (2 1) is worth 1 - beta, the whole beta + (1 - beta)(2/3 (1 - beta) + 1/3)
    beta, inverted = 0.5, 0.5 * (2 / 3 * 0.5 + 1 / 3)
    raw = beta + (1 - beta) * (2 / 3 * (1 - beta) + 1 / 3)
    found = score(f"pet:alpha=0,beta={beta}", "the in harbour", "in the harbour")
    assert found == pytest.approx(100 * (raw - inverted) / (1 - inverted))


def test_nothing_in_answer_to_nothing_is_right() -> None:
    assert score("pet", "", "") == 100
    assert score("pet", "a", "") == score("pet", "", "a") == 0


@pytest.mark.parametrize("text", ["pet:alpha=1.5", "pet:beta=0", "pet:beta=1", "pet:kind=trees"])
def test_weights_without_meaning_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(text)
