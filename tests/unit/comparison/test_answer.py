"""The answer in one sentence must be true where systems share a score."""

import numpy as np
import pytest

from assay.comparison import CompareOptions, compare
from assay.comparison.answer import headline
from assay.stats import Settings
from support.evaluations import Errors, Mean, of_numbers

BASE = np.random.default_rng(4).normal(50, 5, 60)
OPTIONS = CompareOptions(settings=Settings(draws=200))


@pytest.mark.parametrize(
    ("systems", "metrics", "words"),
    [
        ({"a": BASE + 3, "b": BASE}, [Mean()], "a is significantly better than b, by mean"),
        ({"a": BASE, "b": BASE}, [Mean()], "a and b have the same score, by mean"),
        ({"a": BASE, "b": BASE}, [Mean(), Errors()], "a and b have the same scores, by mean and errors"),
        ({"a": BASE, "b": BASE, "c": BASE}, [Mean()], "All systems have the same score, by mean"),
        ({"a": BASE, "b": BASE, "c": BASE - 3}, [Mean()], "a and b lead with the same score, by mean"),
        (
            {"a": BASE, "b": BASE, "c": BASE - 3},
            [Mean(), Errors()],
            "The metrics name different leaders: a and b by mean, c by errors",
        ),
    ],
)
def test_systems_that_share_the_best_score_are_not_ordered(systems, metrics, words) -> None:
    assert headline(compare(of_numbers(systems, *metrics), OPTIONS)) == words


def test_a_metric_that_separates_nobody_names_no_leader() -> None:
    evaluation = of_numbers({"a": BASE - 3, "b": BASE}, Errors(factor=0.0), Mean())
    assert headline(compare(evaluation, OPTIONS)) == "b leads; errors cannot separate it from a"
