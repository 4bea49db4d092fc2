"""LeBLEU: best references, edges, and options that are refused."""

import numpy as np
import pytest

from assay.errors import OptionError
from assay.metrics.base import best_references
from assay.metrics.specs import parse_metric
from support.metric_scores import stats


def test_the_best_reference_counts() -> None:
    both = stats("lebleu", ["a small dog"], [["nothing like that"], ["a smaller dog"]])
    alone = stats("lebleu", ["a small dog"], [["a smaller dog"]])
    assert both.rows.tolist() == alone.rows.tolist()


def test_best_references_are_the_first_of_equals() -> None:
    scores, groups = np.array([1.0, 3.0, 3.0, 0.0, 2.0, 5.0]), np.array([0, 3, 4, 6])
    assert best_references(scores, groups).tolist() == [1, 3, 5]
    assert best_references(np.zeros(0), np.zeros(1, dtype=np.int64)).tolist() == []


@pytest.mark.parametrize("text", ["", "lebleu:average=geometric", "lebleu:smooth"])
def test_nothing_scores_nothing(text: str) -> None:
    metric = text or "lebleu"
    assert stats(metric, [""], [["a b"]]).total() == 0
    assert stats(metric, [""], [[""]]).total() == 0


def test_an_empty_reference_gives_no_hit() -> None:
    assert stats("lebleu", ["a b"], [[""]]).total() == 0


def test_smoothing_counts_from_the_last_order_with_hits() -> None:
    metric = parse_metric("lebleu:smooth,average=geometric")
    totals = np.array([4.0, 0, 0, 0, 4, 3, 2, 1, 10, 10])
    expected = 100 * (4 / 4 * (1 / 2) / 3 * (1 / 4) / 2 * (1 / 8) / 1) ** 0.25
    assert float(metric.score(totals)) == pytest.approx(expected)
    nothing = np.array([0.0, 0, 0, 0, 4, 3, 2, 1, 10, 10])
    expected = 100 * ((1 / 2) / 4 * (1 / 4) / 3 * (1 / 8) / 2 * (1 / 16) / 1) ** 0.25
    assert float(metric.score(nothing)) == pytest.approx(expected)


def test_compounds_match_their_parts() -> None:
    joined = stats("lebleu", ["Straßenbahnhaltestelle"], [["Straßenbahn Haltestelle"]]).total()
    assert joined == pytest.approx(100 * (1 - 2 / 23) * np.exp(1 - 23 / 22))


@pytest.mark.parametrize(
    "options", ["max_n=0", "threshold=1.5", "threshold=-1", "ngram_limit=7", "ngram_limit=-1", "tok=nothing"]
)
def test_numbers_without_meaning_are_refused(options: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(f"lebleu:{options}")
