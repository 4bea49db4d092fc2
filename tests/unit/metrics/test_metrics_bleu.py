"""BLEU's corners: short output, no match, brevity, lengths, the edge cases of other tools."""

import math

import numpy as np
import pytest

from assay.errors import OptionError
from assay.metrics.ngrams.bleu import Bleu
from support.metric_scores import columns, stats

OPTIONS = ("", "effective_order", "smooth=add-k", "nist")


@pytest.mark.parametrize(
    ("output", "reference", "scores"),
    [  # by sacreBLEU 2.6.0 as it is, with effective_order, with add-k, and by mteval-v13a
        ("", "a b c", (0, 0, 0, 0)),
        ("a b c", "", (0, 0, 0, None)),  # mteval aborts
        ("a b", "a b", (0, 100, 100, 100)),
        ("a b", "a c", (0, 50, 100 * math.sqrt(0.5), 100 * math.sqrt(0.5))),
        ("s t u v w x y", "a b c d e f g h", (0, 0, 0, 2.85)),
    ],
)
def test_edges_are_those_of_other_tools(
    output: str, reference: str, scores: tuple[float | None, ...]
) -> None:
    for option, score in zip(OPTIONS, scores, strict=True):
        found = stats(f"bleu:tok=none,{option}", [output], [[reference]]).total()
        assert score is None or found == pytest.approx(score, abs=5e-3)


def test_matches_are_clipped_by_the_best_reference_not_by_their_sum() -> None:
    found = stats("bleu:tok=none", ["the the the the"], [["the cat the"], ["the the the dog"]])
    assert found.rows[0, columns(found, "match")].tolist() == [3, 2, 1, 0]


def test_of_two_closest_lengths_the_shorter_counts() -> None:
    row = stats("bleu:tok=none", ["a b c d"], [["a b c d e"], ["a b c"], ["a"]]).rows[0]
    assert row[:4].tolist() == [4, 3, 1, 3]


@pytest.mark.parametrize(
    ("brevity", "penalty"), [("exponential", math.exp(1 - 8 / 4)), ("linear", 0.5), ("none", 1.0)]
)
def test_short_output_is_penalised(brevity: str, penalty: float) -> None:
    found = stats(f"bleu:tok=none,brevity={brevity}", ["a b c d"], [["a b c d e f g h"]])
    assert found.total() == pytest.approx(100 * penalty)
    assert isinstance(found.metric, Bleu)
    assert found.metric.brevity_penalty(found.rows[0]) == pytest.approx(penalty)


@pytest.mark.parametrize("brevity", ["exponential", "linear", "none"])
def test_long_output_is_not_penalised(brevity: str) -> None:
    metric = Bleu(brevity=brevity)  # type: ignore[arg-type]  # one of the three that there are
    rows = stats(metric, ["a b c d e f"], [["a b c d"]]).rows
    assert metric.brevity_penalty(rows[0]) == 1


def test_empty_output_has_no_brevity_to_speak_of() -> None:
    rows = np.zeros(14)
    rows[1] = 5
    assert Bleu().brevity_penalty(rows) == 0
    assert Bleu(brevity="linear").brevity_penalty(rows) == 0
    assert Bleu(brevity="linear").brevity_penalty(np.zeros(14)) == 1


@pytest.mark.parametrize(("length", "place"), [("closest", 1), ("shortest", 2), ("average", 3)])
def test_the_reference_length_is_the_one_asked_for(length: str, place: int) -> None:
    metric = Bleu(length=length)  # type: ignore[arg-type]  # one of the three that there are
    totals = np.array([10, 12, 11, 20, *[5] * 10], dtype=np.float64)
    assert metric.brevity_penalty(totals) == pytest.approx(math.exp(1 - totals[place] / 10))


def test_arithmetic_and_geometric_means_differ() -> None:
    output, reference = ["a b c d x"], [["a b c d e"]]
    precisions = [4 / 5, 3 / 4, 2 / 3, 1 / 2]
    plain = "bleu:tok=none,smooth=none"
    assert stats(plain, output, reference).total() == pytest.approx(100 * math.prod(precisions) ** 0.25)
    assert stats(f"{plain},average=arithmetic", output, reference).total() == pytest.approx(
        25 * sum(precisions)
    )
    assert stats(f"{plain},weights=one", output, reference).total() == pytest.approx(
        100 * math.prod(precisions)
    )


def test_only_the_orders_asked_for_count() -> None:
    found = stats("bleu:tok=none,orders=2 4,smooth=none", ["a b c d x"], [["a b c d e"]])
    assert found.total() == pytest.approx(100 * math.sqrt(3 / 4 * 1 / 2))
    assert isinstance(found.metric, Bleu)
    assert found.metric.precisions(found.rows[0]).tolist() == pytest.approx([75, 50])


def test_an_order_that_does_not_count_does_not_smooth_either() -> None:
    """The first order without a match gets 1/2, be it the third."""
    found = stats("bleu:tok=none,orders=1 3", ["a x b y"], [["a b c d"]])
    assert found.total() == pytest.approx(100 * math.sqrt(2 / 4 * (1 / 2) / 2))


def test_case_is_kept_unless_asked() -> None:
    assert stats("bleu:smooth=none", ["THE CAT IS HERE"], [["the cat is here"]]).total() == 0
    assert stats("bleu:lowercase", ["THE CAT IS HERE"], [["the cat is here"]]).total() == 100


def test_precisions_are_zero_without_any_match() -> None:
    rows = stats("bleu:tok=none", ["u v w x"], [["a b c d"]]).rows
    assert Bleu().precisions(rows[0]).tolist() == [0] * 4
    assert (Bleu(edges="mteval").precisions(rows[0]) > 0).all()


def test_counts_beyond_float32_are_exact() -> None:
    totals = np.full(14, 2.0**24 + 1)
    totals[12] += 1  # one 4-gram more than matches
    assert Bleu().score(totals) < 100


@pytest.mark.parametrize("weights", ["0.25 0.25 0.25 0.25", "0.4 0.3 0.2 0.1", "1 0 0 0", "0.1 0.1 0.4 0.4"])
def test_given_weights_are_nltks(weights: str) -> None:
    bleu_score = pytest.importorskip("nltk.translate.bleu_score", reason="pip install nltk")
    output, reference = (
        "the small boat left the old harbour at dawn",
        "the small boat left the harbour at dawn",
    )
    numbers = [float(number) for number in weights.split()]
    expected = bleu_score.corpus_bleu([[reference.split()]], [output.split()], weights=numbers)
    ours = stats(f"bleu:weights={weights},tok=none", [output], [[reference]]).total()
    assert ours == pytest.approx(100 * expected, rel=1e-12)


def test_weights_of_orders_left_out_go_to_the_others() -> None:
    spec = "bleu:weights=0.5 0.5,orders=1 2,effective_order"
    assert stats(spec, ["a"], [["a"]]).total() == 100


@pytest.mark.parametrize(
    "weights", ["eq", "0.5 0.5", "0 0 0 0", "0.5 0.5 0.5 -1", "nan 0 0 0", "2 0 0 0", ""]
)
def test_weights_without_meaning_are_refused(weights: str) -> None:
    with pytest.raises(OptionError, match="weights are"):
        Bleu(weights=weights)
